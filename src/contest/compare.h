// Compares two contest files: a contest may go on with a changed file only if both describe the
// same contest. Title, comments, concurrency and the folder of records may change at any time.
#ifndef AGON_CONTEST_COMPARE_H
#define AGON_CONTEST_COMPARE_H

#include "contest/file.h"

// True if `b` describes the contest that began as `a`. If not, `e` names the first key or the first
// player that differs.
bool contest_compare(const struct contest_file *a, const struct contest_file *b, struct error *e);

// One thing that must be done to the players of `a` to get those of `b`.
enum contest_edit_kind { EDIT_ADD, EDIT_REMOVE, EDIT_REPLACE, EDIT_MOVE };
struct contest_edit {
    enum contest_edit_kind kind;
    const struct contest_player *player; // a player of `b`; for EDIT_REMOVE one of `a`
};
// Fills in up to `most` edits and returns how many there are. If the players are the same and only
// their order differs, there is one EDIT_MOVE, for the first player that stands elsewhere.
size_t contest_compare_edits(const struct contest_file *a, const struct contest_file *b,
    struct contest_edit *edits, size_t most);
// True if the two are the same player with the same settings.
bool contest_compare_players(const struct contest_player *a, const struct contest_player *b);
// True if the two are the same entry, by its path, with other files in it.
bool contest_compare_content(const struct contest_player *was, const struct contest_player *is);

#endif
