// Goes over the rows of the file of a contest as they are stored, damaged ones included. Only for
// this layer: other code uses store/reader.h, which checks the rows first.
#ifndef AGON_STORE_WALK_H
#define AGON_STORE_WALK_H

#include "base/sha256.h"
#include "store/contents.h"
#include "store/database.h"
#include "store/row.h"

enum { WALK_DAMAGE_BYTES = ROW_IMPOSSIBLE_BYTES };

// A row as it is stored: its values, and what connects it to other rows.
struct game_row {
    struct store_game game;
    unsigned char hash[SHA256_BYTES];
    int64_t void_entry;    // the entry of the log that made it void; 0 if the game counts
    int64_t entry_game;    // the game that this entry is about
    bool entry_is_of_void; // true if this entry is of the kind "void"
    // What is wrong with the row, such as "is damaged": then only the id of the game is set. Empty
    // if the row is as a store wrote it.
    char damage[WALK_DAMAGE_BYTES];
};

struct entry_row {
    struct store_entry entry;
    unsigned char hash[SHA256_BYTES];
    int64_t game_void_entry; // the entry that the game of this entry says made it void; 0 if none
    char damage[WALK_DAMAGE_BYTES];
};

// What the function for each row returns: whether to go on. WALK_WRONG ends the walk as a failure;
// the function has filled `e`.
enum walk_step { WALK_ON, WALK_STOP, WALK_WRONG };

typedef enum walk_step walk_game(void *user, const struct game_row *row, struct error *e);
typedef enum walk_step walk_entry(void *user, const struct entry_row *row, struct error *e);

enum walk_order { WALK_AS_STORED, WALK_BY_PAIR, WALK_NEWEST }; // as enum reader_order

// Both call `each` for every row. They return false and fill `e` if the file could not be read, or
// if `each` returned WALK_WRONG. WALK_STOP is not a failure.
bool walk_games(
    const struct database *db, enum walk_order order, walk_game *each, void *user, struct error *e);
bool walk_log(const struct database *db, walk_entry *each, void *user, struct error *e);

#endif
