// Changes to the players of a contest that has begun: a player comes, leaves, rests, returns or is
// replaced. Each change is an entry of the log of the contest: a kind and words. To know the
// players, one reads the contest file and then makes the changes of the log in order.
// docs/contests.md says what a change means in each format, docs/store.md how it is written.
#ifndef AGON_CONTEST_CHANGE_H
#define AGON_CONTEST_CHANGE_H

#include "contest/file.h"

enum change_kind {
    CHANGE_ADD,
    CHANGE_REMOVE,
    CHANGE_SUSPEND,
    CHANGE_RESUME,
    CHANGE_REPLACE,
    CHANGE_KINDS
};

struct contest_change {
    enum change_kind kind;
    // When, from 0: the round or, in a fixed schedule, the pair. For CHANGE_REPLACE: the last row
    // of the games that were stored before it.
    int64_t at;
    // For CHANGE_REMOVE and CHANGE_SUSPEND: earlier pairs that the player does not play either.
    int64_t *pairs;
    size_t pair_count;
    // The name of the player; for CHANGE_ADD and CHANGE_REPLACE the whole player, as in the file.
    const char *rest;
};

// Returns the kind as the log has it: "add", "remove", "suspend", "resume", "replace".
const char *change_name(enum change_kind kind);
// Returns CHANGE_KINDS if an entry of the log with this name is not a change of players.
enum change_kind change_find(const char *name);

// Appends the words of the entry: "game 37, without 5 6: bob", "round 4: bob", "row 36: {...}".
void change_print(struct text *out, const struct contest_file *f, const struct contest_change *c);

// Takes the words of an entry apart for people: who ("bob") and when ("from game 37 on"). Returns
// false if the words make no sense.
bool change_tell(const struct contest_file *f, enum change_kind kind, const char *words,
    struct text *when, char name[PLAYER_NAME_BYTES]);

// Makes the change that the words of an entry describe. Returns false and fills `e` if it cannot be
// made; then nothing has changed.
bool change_follow(struct contest_file *f, enum change_kind kind, const char *words,
    const struct contest_words *known, struct error *e);

// Returns the player with this name, also one who has left. Returns NULL if there is none.
const struct contest_player *change_any_player(const struct contest_file *f, const char *name);
// Returns the player with this name. Returns NULL and fills `e`, with the nearest name, if there is
// none or it has left.
const struct contest_player *change_find_player(
    const struct contest_file *f, const char *name, struct error *e);

// A player as texts. `environment`, `time`, `limits` and `read` are written as in the contest file,
// in braces and brackets. Each text may be NULL.
struct change_texts {
    const char *name, *player, *wire, *directory, *environment, *time, *limits, *sandbox, *read;
};
// What some of those texts are written into. A growing text each.
struct change_space {
    struct text environment, time, limits, read;
};
struct change_space change_space(void);
void change_space_destroy(struct change_space *space);
// Returns the texts of a player of the file; they live as long as `p` and `space`.
struct change_texts change_texts(const struct contest_player *p, struct change_space *space);
// Appends the player as it would stand in the list of the contest file, on one line. Returns false
// and fills `e` if one of its texts is not UTF-8.
bool change_print_player(struct text *out, const struct change_texts *t, struct error *e);

#endif
