// Positions that are rare in ordinary games, and in which bots are wrong most often: one legal move
// left, the last move of a game, a player who is skipped. They are drawn by lot: the same seed
// gives the same ones. Pure.
#ifndef AGON_AUTHOR_CHECK_RARE_POSITION_H
#define AGON_AUTHOR_CHECK_RARE_POSITION_H

#include "base/random.h"
#include "games/game.h"

enum rarity {
    RARE_NARROW,      // the player to move has one or few legal moves
    RARE_USUAL,       // in the middle of a random game
    RARE_LAST_MOVE,   // every move of the player to move ends the game
    RARE_WILL_END,    // the player to move can end the game
    RARE_AGAIN,       // whatever the player to move does, the other is skipped
    RARE_CAN_SKIP,    // the player to move can bring it about that the other is skipped
    RARE_AGAIN_TWICE, // like RARE_AGAIN, and once more whatever it does then
    RARE_LONG_LIST,   // the only move of the player to move changes as many squares as can be
    RARE_ONLY_PASS,   // whatever both do next, the second of them can then do nothing but pass
    RARITIES
};

struct rare_wish {
    const struct game *game;
    const char *variant; // NULL: the default
    enum rarity rarity;
    uint64_t seed;
    int index; // other kinds of the same rarity
};

// Returns false and fills `p` with the start of the game if there is no such position, or none was
// found.
bool rare_position(const struct rare_wish *w, position *p);

// --- For the games ---

// Draws a position in which nothing is sure but that the game can begin there, in a protocol too.
bool rare_reversi_draw(const struct rare_wish *w, struct random *r, position *p);
bool rare_santorini_draw(const struct rare_wish *w, struct random *r, position *p);
bool rare_stones_draw(const struct rare_wish *w, struct random *r, position *p);

// Whether White's and then Black's next move, whatever they are, leave Black nothing but the pass.
bool rare_stones_is_only_pass(const position *p);

// Boards on which every legal turn has something in common, by the index of the wish; true for all
// boards if the wish has no such thing.
bool rare_santorini_is_special(const struct rare_wish *w, const position *p);
// How many of the indices have something of the kind.
enum { RARE_SANTORINI_SPECIAL = 24 };

#endif
