// The texts of contest files, and how their tests read them and what is said of them.
#ifndef AGON_TESTS_CONTEST_FILE_TEXTS_H
#define AGON_TESTS_CONTEST_FILE_TEXTS_H

#include "contest/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// The other layers, as small as can be: two wires, and players that are called after their first
// word.
static inline bool is_wire(const struct game *game, const char *name, struct error *e)
{
    if (strcmp(name, "hgp") == 0 && strcmp(game->name, "reversi") == 0)
        return true;
    return error_set(e, "no wire \"%.40s\" for %s", name, game->name);
}

static inline bool is_player(
    const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e)
{
    (void)game;
    static const char *const built_in[] = {"@random", "@first", "@1", "@2"};
    bool known = text[0] != '@';
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        known = known || strcmp(text, built_in[i]) == 0;
    if (!known)
        return error_set(e, "no built-in player \"%.40s\"", text);
    snprintf(name, PLAYER_NAME_BYTES, "%.*s", (int)strcspn(text, " "), text);
    return true;
}

// The names of players are said in Reversi only.
static inline bool share_port(const struct game *game, const char *wire, const char *other)
{
    return strcmp(game->name, "reversi") == 0 && (wire == other || (wire && other));
}

// Three layers.
static inline bool is_layers(const char *text, struct error *e)
{
    return strcmp(text, "limits") == 0 || strcmp(text, "pids") == 0 ||
        strcmp(text, "seccomp") == 0 || error_set(e, "no layer \"%.40s\"", text);
}

static const struct contest_words words = {is_wire, share_port, is_player, is_layers};

static inline bool read(struct contest_file *f, const char *text, struct contest_problems *problems)
{
    return contest_file_read(f, text, strlen(text), &words, problems);
}

// A file without mistakes; destroyed by the caller.
static inline struct contest_file good(const char *text)
{
    struct contest_file f;
    struct contest_problems problems;
    bool well = read(&f, text, &problems);
    if (!well)
        print_error("line %d: %s\n", problems.list[0].line, problems.list[0].words);
    assert_true(well);
    assert_int_equal(problems.count, 0);
    return f;
}

// Everything that is said of a file, as "LINE: WORDS\n".
static inline void said(const char *text, size_t length, struct text *out)
{
    struct contest_file f;
    struct contest_problems problems;
    assert_false(contest_file_read(&f, text, length, &words, &problems));
    for (size_t i = 0; i < problems.kept; i++)
        text_format(out, "%d: %s\n", problems.list[i].line, problems.list[i].words);
    contest_file_destroy(&f);
}

static inline void wrong_bytes(const char *text, size_t length, const char *expected)
{
    struct text seen = text_growing();
    said(text, length, &seen);
    assert_string_equal(seen.bytes, expected);
    text_destroy(&seen);
}

static inline void wrong(const char *text, const char *expected)
{
    wrong_bytes(text, strlen(text), expected);
}

// In line 1 and from line 4 on there is room for mistakes.
#define PLAYERS "players: [\"@random\", \"@first\"]\n"
#define REVERSI "game: reversi\n" PLAYERS

#endif
