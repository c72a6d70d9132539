#include "cli/contest_input.h"

#include "base/whole_file.h"
#include "cli/players.h"
#include "cli/terminal.h"
#include "contest/openings.h"
#include "contest/tree.h"

#include <string.h>

enum { PATH_BYTES = 4096 };

// --- What the contest file needs to know of other layers ---

static bool is_wire(const struct game *game, const char *name, struct error *e)
{
    const struct wire *wire;
    return wire_choose(game, name, &wire, e);
}

static bool share_port(const struct game *game, const char *name, const char *other)
{
    const struct wire *wires_of[SEATS];
    struct error e;
    if (!wire_choose(game, name, &wires_of[0], &e) || !wire_choose(game, other, &wires_of[1], &e) ||
        !wires_of[0] || !wires_of[1])
        return false;
    return (wires_of[0] == wires_of[1] && wires_of[0]->says_name) ||
        wire_is_told_apart(wires_of[0], wires_of[1]);
}

static bool is_player(
    const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e)
{
    struct player player;
    if (strcmp(text, "human") == 0)
        return error_set(e, "a person cannot play in a contest");
    if (!player_read(&player, text, game, wire_default(game), e))
        return false;
    struct text own = text_fixed(name, PLAYER_NAME_BYTES);
    text_string(&own, player.name);
    return true;
}

static const struct contest_words words = {is_wire, share_port, is_player};

// --- Reading ---

static void print_problems(const char *path, const struct contest_problems *p)
{
    for (size_t i = 0; !path && i < p->kept; i++)
        print_line(stderr, "agon: %s", p->list[i].words);
    if (!path)
        return;
    for (size_t i = 0; i < p->kept; i++)
        print_line(stderr, "%s:%d: %s", path, p->list[i].line, p->list[i].words);
    if (p->count > p->kept)
        print_line(stderr, "%s: and %zu more", path, p->count - p->kept);
}

static bool understand(struct contest_input *in, struct contest_problems *problems)
{
    return contest_file_read(&in->file, in->text.bytes, in->text.length, &words, problems);
}

// A relative path is looked for beside the contest file.
static bool read_openings(struct contest_input *in, const char *path, struct error *e)
{
    const char *file = in->file.opening_file, *slash = strrchr(path, '/');
    if (in->file.openings != CONTEST_OPENINGS_FILE)
        return true;
    char place[PATH_BYTES];
    int folder = slash && file[0] != '/' ? (int)(slash - path) + 1 : 0;
    if (snprintf(place, sizeof place, "%.*s%s", folder, path, file) >= (int)sizeof place)
        return error_set(e, "the name of the file with the openings is too long");
    struct error cause;
    if (!whole_file_read(place, OPENINGS_TEXT_BYTES_MOST, &in->openings, &cause))
        return error_set(e, "openings: %.200s", cause.words);
    return strlen(in->openings.bytes) == in->openings.length ||
        error_set(e, "openings: %.160s is no text", place);
}

bool contest_input_load(
    struct contest_input *in, const char *path, struct contest_problems *problems, struct error *e)
{
    *in = (struct contest_input){.text = text_growing(), .openings = text_growing()};
    problems->count = problems->kept = 0;
    return whole_file_read(path, TREE_BYTES_MOST, &in->text, e) && understand(in, problems) &&
        read_openings(in, path, e);
}

bool contest_input_read(struct contest_input *in, const char *path)
{
    struct contest_problems problems;
    struct error e;
    if (contest_input_load(in, path, &problems, &e))
        return true;
    if (problems.count > 0)
        print_problems(path, &problems);
    else
        wrong_input(&e);
    return false;
}

bool contest_input_take(struct contest_input *in, const char *path, const char *text)
{
    *in = (struct contest_input){.text = text_growing(), .openings = text_growing()};
    text_string(&in->text, text);
    struct contest_problems problems;
    bool well = understand(in, &problems);
    if (!well)
        print_problems(path, &problems);
    return well;
}

static bool take_entry(void *user, const struct store_entry *entry)
{
    struct contest_input *in = user;
    bool is_it = strcmp(entry->kind, CONTEST_INPUT_OPENINGS) == 0;
    if (is_it)
        text_string(&in->openings, entry->words);
    return !is_it;
}

bool contest_input_begun(struct contest_input *in, const char *path, struct reader *r)
{
    struct error e;
    if (!contest_input_take(in, path, reader_contest(r)->text))
        return false;
    if (in->file.openings != CONTEST_OPENINGS_FILE || reader_walk_log(r, take_entry, in, &e))
        return true;
    wrong_input(&e);
    return false;
}

bool contest_input_stored(struct contest_input *in, const char *path, struct reader *r)
{
    struct error e;
    if (!contest_input_begun(in, path, r))
        return false;
    if (contest_input_changes(in, r, &e))
        return true;
    wrong_input(&e);
    return false;
}

// --- What was done to the players ---

bool contest_input_change(
    struct contest_input *in, enum change_kind kind, const char *words_of_it, struct error *e)
{
    in->changes++;
    return change_follow(&in->file, kind, words_of_it, &words, e);
}

struct changing {
    struct contest_input *input;
    struct error *error;
    bool failed;
};

static bool take_change(void *user, const struct store_entry *entry)
{
    struct changing *c = user;
    enum change_kind kind = change_find(entry->kind);
    if (kind != CHANGE_KINDS)
        c->failed = !contest_input_change(c->input, kind, entry->words, c->error);
    return !c->failed;
}

bool contest_input_changes(struct contest_input *in, struct reader *r, struct error *e)
{
    struct error why;
    struct changing c = {in, &why, false};
    if (!reader_walk_log(r, take_change, &c, e))
        return false;
    return !c.failed || error_set(e, "the log of the contest cannot be followed: %s", why.words);
}

void contest_input_destroy(struct contest_input *in)
{
    contest_file_destroy(&in->file);
    text_destroy(&in->text);
    text_destroy(&in->openings);
}
