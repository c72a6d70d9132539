// What is done to the players of a contest that has begun: they come, leave, rest, return and are
// replaced. Each change is an entry of the contest's log, a kind and words; whoever reads the
// contest takes its file and then does what the log says, in order. docs/contests.md says what a
// change means in each format, docs/store.md how it is written.
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
    // When, from 0: the round; in a fixed schedule the pair. Of a CHANGE_REPLACE: the last row of
    // the games that were stored before.
    int64_t at;
    // CHANGE_REMOVE, CHANGE_SUSPEND: earlier pairs, too, that the player does not play any more.
    int64_t *pairs;
    size_t pair_count;
    const char *rest; // the player's name; CHANGE_ADD, CHANGE_REPLACE: the player as in the file
};

// As in the log: "add", "remove", "suspend", "resume", "replace".
const char *change_name(enum change_kind kind);
// CHANGE_KINDS: an entry of this kind is about something else.
enum change_kind change_find(const char *name);

// The words of the entry: "game 37, without 5 6: bob", "round 4: bob", "row 36: {...}".
void change_print(struct text *out, const struct contest_file *f, const struct contest_change *c);

// Who and when, in words for everybody: "bob", "from game 37 on". False: the words make no sense.
bool change_tell(const struct contest_file *f, enum change_kind kind, const char *words,
    struct text *when, char name[PLAYER_NAME_BYTES]);

// Does what the words say. False and words: it cannot be done, and nothing has changed.
bool change_follow(struct contest_file *f, enum change_kind kind, const char *words,
    const struct contest_words *known, struct error *e);

// The player with this name, also one who has left. NULL: there is none.
const struct contest_player *change_any_player(const struct contest_file *f, const char *name);
// The player with this name. NULL and words with the nearest: there is none, or none any more.
const struct contest_player *change_find_player(
    const struct contest_file *f, const char *name, struct error *e);

// A player as texts: `environment` and `time` as they are written in the contest file, in braces.
struct change_texts {
    const char *name, *player, *wire, *directory, *environment, *time; // or NULL
};
// Those of a player of the file. The last two are put into texts of the caller's.
struct change_texts change_texts(
    const struct contest_player *p, struct text *environment, struct text *time);
// As it would stand in the list of the contest file, on one line.
// False and words: one of its texts is not UTF-8.
bool change_print_player(struct text *out, const struct change_texts *t, struct error *e);

#endif
