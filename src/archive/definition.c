#include "archive/definition.h"

#include "archive/entry_players.h"
#include "base/whole_file.h"
#include "contest/command_name.h"
#include "contest/tree.h"

#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

// --- What the contest file needs to know of other layers ---

bool definition_knows_wire(const struct game *game, const char *name, struct error *e)
{
    const struct wire *wire;
    return wire_choose(game, name, &wire, e);
}

bool definition_share_port(const struct game *game, const char *name, const char *other)
{
    const struct wire *first, *second;
    if (!wire_choose(game, name, &first, NULL) || !wire_choose(game, other, &second, NULL) ||
        !first || !second)
        return false;
    return (first == second && first->says_name) || wire_is_told_apart(first, second);
}

static bool definition_name_player(
    const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e)
{
    (void)game;
    (void)e;
    player_text_name(name, text);
    return true;
}

const struct contest_words definition_words = {.wire = definition_knows_wire,
    .share = definition_share_port,
    .player = definition_name_player};

// --- Reading ---

static void definition_init(struct definition *d)
{
    *d = (struct definition){.text = text_growing(),
        .opening_text = text_growing(),
        .folder = text_growing(),
        .late = text_growing()};
}

void definition_set_folder(struct definition *d, const char *path)
{
    const char *slash = strrchr(path, '/');
    text_clear(&d->folder);
    text_bytes(&d->folder, path, slash ? (size_t)(slash + 1 - path) : 0);
}

// Says the first problem. `path` is named in the error; NULL: the text is not a file's.
static bool definition_tell_problem(const struct definition *d, const char *path, struct error *e)
{
    const struct contest_problem *first = &d->problems.list[0];
    if (path)
        return error_set(e, "%.100s:%d: %.140s", path, first->line, first->words);
    return error_set(e, "line %d: %.200s", first->line, first->words);
}

// Reads d->text. `path` as above.
static bool definition_parse(
    struct definition *d, const char *path, const struct contest_words *words, struct error *e)
{
    if (d->text.cut)
        return error_set(e, "out of memory");
    return contest_file_read(&d->file, d->text.bytes, d->text.length, words, &d->problems) ||
        definition_tell_problem(d, path, e);
}

static bool definition_expand(
    struct definition *d, const char *path, const struct contest_words *words, struct error *e)
{
    return entry_players_expand(&d->text, path, words, &d->problems, &d->late, e) &&
        (d->problems.count == 0 || definition_tell_problem(d, path, e));
}

// A relative path is looked for beside the contest file.
static bool definition_load_openings(struct definition *d, struct error *e)
{
    const char *file = d->file.opening_file;
    if (d->file.openings != CONTEST_OPENINGS_FILE)
        return true;
    char place[PATH_BYTES];
    const char *folder = file[0] != '/' ? d->folder.bytes : "";
    if (snprintf(place, sizeof place, "%s%s", folder, file) >= (int)sizeof place)
        return error_set(e, "the name of the file with the openings is too long");
    struct error cause;
    if (!whole_file_read(place, OPENINGS_TEXT_BYTES_MOST, &d->opening_text, &cause))
        return error_set(e, "openings: %.200s", cause.words);
    return strlen(d->opening_text.bytes) == d->opening_text.length ||
        error_set(e, "openings: %.160s is not a text file", place);
}

bool definition_load(
    struct definition *d, const char *path, const struct contest_words *words, struct error *e)
{
    definition_init(d);
    definition_set_folder(d, path);
    return whole_file_read(path, TREE_BYTES_MOST, &d->text, e) &&
        definition_expand(d, path, words, e) && definition_parse(d, path, words, e) &&
        definition_load_openings(d, e);
}

bool definition_take(
    struct definition *d, const char *text, const struct contest_words *words, struct error *e)
{
    definition_init(d);
    text_string(&d->text, text);
    return definition_parse(d, NULL, words, e);
}

static bool definition_take_openings(void *user, const struct store_entry *entry)
{
    struct definition *d = user;
    if (strcmp(entry->kind, DEFINITION_OPENINGS_ENTRY) != 0)
        return true;
    text_string(&d->opening_text, entry->words);
    return false;
}

bool definition_begun(struct definition *d, struct reader *r, struct error *e)
{
    return definition_take(d, reader_contest(r)->text, &definition_words, e) &&
        (d->file.openings != CONTEST_OPENINGS_FILE ||
            reader_walk_log(r, definition_take_openings, d, e));
}

bool definition_stored(struct definition *d, struct reader *r, struct error *e)
{
    return definition_begun(d, r, e) && definition_follow_log(d, r, e) && definition_complete(d, e);
}

// --- Changes of the players ---

bool definition_change(struct definition *d, enum change_kind kind, const char *entry_words,
    const struct contest_words *words, struct error *e)
{
    if (!change_follow(&d->file, kind, entry_words, words, e))
        return false;
    d->changes++;
    return true;
}

struct log_walk {
    struct definition *definition;
    struct error error;
    bool failed;
};

static bool definition_take_entry(void *user, const struct store_entry *entry)
{
    struct log_walk *walk = user;
    enum change_kind kind = change_find(entry->kind);
    if (kind != CHANGE_KINDS)
        walk->failed = !definition_change(
            walk->definition, kind, entry->words, &definition_words, &walk->error);
    return !walk->failed;
}

bool definition_follow_log(struct definition *d, struct reader *r, struct error *e)
{
    struct log_walk walk = {.definition = d};
    if (!reader_walk_log(r, definition_take_entry, &walk, e))
        return false;
    return !walk.failed ||
        error_set(e, "the log of the contest cannot be followed: %.200s", walk.error.words);
}
