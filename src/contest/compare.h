// Whether two contest files describe the same contest: only then may one go on with the other's
// results. Title, comments, concurrency and the folder of records may change at any time.
#ifndef AGON_CONTEST_COMPARE_H
#define AGON_CONTEST_COMPARE_H

#include "contest/file.h"

// `a` is as it was when the contest began. False: the words name the first key, or the first
// player, that differs.
bool contest_compare(const struct contest_file *a, const struct contest_file *b, struct error *e);

// What would have to be done to the players of `a` to have those of `b`.
enum contest_edit_kind { EDIT_ADD, EDIT_REMOVE, EDIT_REPLACE, EDIT_MOVE };
struct contest_edit {
    enum contest_edit_kind kind;
    const struct contest_player *player; // of `b`; EDIT_REMOVE: of `a`
};
// Fills up to `most` of them in; returns how many there are. Only if there are no others the order
// of the players is looked at: EDIT_MOVE, the first that stands elsewhere.
size_t contest_compare_edits(const struct contest_file *a, const struct contest_file *b,
    struct contest_edit *edits, size_t most);
// Are the two the same player with the same settings?
bool contest_compare_players(const struct contest_player *a, const struct contest_player *b);

#endif
