// Walks over the rows of a contest's file as they are stored, damaged ones included. Only for this
// layer: readers get their rows from store/reader.h, which checks them.
#ifndef AGON_STORE_WALK_H
#define AGON_STORE_WALK_H

#include "base/sha256.h"
#include "store/contents.h"
#include "store/database.h"

enum { WALK_DAMAGE_BYTES = 96 };

// A row as it is stored: what the struct says, and what binds it to the rows around it.
struct game_row {
    struct store_game game;
    unsigned char hash[SHA256_BYTES];
    int64_t void_entry;    // 0: it counts
    int64_t entry_game;    // which game that entry is about,
    bool entry_is_of_void; // and whether it is of the kind "void"
    // "is damaged": no store has written this; only the id of the game is set then. "": it is whole
    char damage[WALK_DAMAGE_BYTES];
};

struct entry_row {
    struct store_entry entry;
    unsigned char hash[SHA256_BYTES];
    int64_t game_void_entry; // which entry the game that it is about names as its own; 0: none
    char damage[WALK_DAMAGE_BYTES];
};

// What a walk does with each row: WALK_ON, or why it ends. WALK_WRONG: `e` has words.
enum walk_step { WALK_ON, WALK_STOP, WALK_WRONG };

typedef enum walk_step walk_game(void *user, const struct game_row *row, struct error *e);
typedef enum walk_step walk_entry(void *user, const struct entry_row *row, struct error *e);

enum walk_order { WALK_AS_STORED, WALK_BY_PAIR }; // as enum reader_order

// False: the file could not be read, or a row was wrong. Stopping is no failure.
bool walk_games(
    const struct database *db, enum walk_order order, walk_game *each, void *user, struct error *e);
bool walk_log(const struct database *db, walk_entry *each, void *user, struct error *e);

#endif
