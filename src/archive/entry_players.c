#include "archive/entry_players.h"

#include "archive/entry.h"
#include "archive/late_entries.h"
#include "contest/file_keys.h"
#include "contest/file_writer.h"
#include "wire/wire.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PLACE_BYTES = 4096 };

// One entry that was found.
struct found_entry {
    char *path; // relative to the contest file
    char name[PLAYER_NAME_BYTES];
    char hash[ENTRY_HASH_BYTES];
    char *wire; // NULL: its recipe says none
};

struct found_entries {
    struct found_entry *list;
    size_t count;
};

struct expansion {
    const char *file; // the contest file
    const struct text *before;
    struct text after;
    size_t copied;    // so many bytes of `before` are in `after`
    const char *wire; // what a player speaks for whom nothing is said; NULL: not known
    struct file_reader reader;
    struct late_entries late;
    bool failed;
    struct error error; // if memory ran out
};

bool entry_players_place(
    char place[], size_t size, const char *file, const char *path, struct error *e)
{
    const char *slash = strrchr(file, '/');
    int folder = slash && path[0] != '/' ? (int)(slash - file) + 1 : 0;
    return snprintf(place, size, "%.*s%s", folder, file, path) < (int)size ||
        error_set(e, "the path of an entry is too long");
}

// --- One entry ---

static void expansion_fail(struct expansion *x)
{
    x->failed = true;
    error_set(&x->error, "out of memory");
}

static void expansion_tell_problems(
    struct expansion *x, int line, const char *path, const struct entry *entry)
{
    for (size_t i = 0; i < entry->problems.kept; i++) {
        const struct contest_problem *p = &entry->problems.list[i];
        if (p->line > 0)
            file_problem(
                &x->reader, line, "%.80s: " RECIPE_FILE ":%d: %s", path, p->line, p->words);
        else
            file_problem(&x->reader, line, "%.80s: %s", path, p->words);
    }
    x->reader.problems->count += entry->problems.count - entry->problems.kept;
}

static void expansion_add(
    struct expansion *x, struct found_entries *found, const char *path, const struct entry *entry)
{
    struct found_entry *list = realloc(found->list, (found->count + 1) * sizeof *list);
    if (!list) {
        expansion_fail(x);
        return;
    }
    found->list = list;
    struct found_entry *f = &list[found->count++];
    *f = (struct found_entry){
        .path = strdup(path), .wire = entry->recipe.wire ? strdup(entry->recipe.wire) : NULL};
    memcpy(f->name, entry->name, sizeof f->name);
    memcpy(f->hash, entry->hash, sizeof f->hash);
    if (!f->path || (entry->recipe.wire && !f->wire))
        expansion_fail(x);
}

// Looks at one entry and adds it, or says what is wrong with it. `hash` is what it must have; "":
// any will do.
static void expansion_look(
    struct expansion *x, int line, const char *path, const char *hash, struct found_entries *found)
{
    char place[PLACE_BYTES];
    struct entry entry = {0};
    struct error e;
    if (!entry_players_place(place, sizeof place, x->file, path, &e))
        file_problem(&x->reader, line, "%s", e.words);
    else if (!entry_look(&entry, place, &e) && entry.problems.count > 0)
        expansion_tell_problems(x, line, path, &entry);
    else if (entry.hash[0] == '\0')
        file_problem(&x->reader, line, "%.80s: %s", path, e.words);
    else if (hash[0] != '\0' && strcmp(hash, entry.hash) != 0)
        file_problem(&x->reader, line,
            "%.80s is not what the file says: its hash is %.12s..., not %.12s...", path, entry.hash,
            hash);
    else
        expansion_add(x, found, path, &entry);
    entry_destroy(&entry);
}

static void expansion_forget(struct found_entries *found)
{
    for (size_t i = 0; i < found->count; i++) {
        free(found->list[i].path);
        free(found->list[i].wire);
    }
    free(found->list);
}

// --- Patterns ---

static bool expansion_is_entry(const char *place)
{
    struct stat seen;
    return entry_text_is_archive(place) || (stat(place, &seen) == 0 && S_ISDIR(seen.st_mode));
}

static void expansion_take_match(struct expansion *x, int line, const char *folder,
    const char *name, struct found_entries *found)
{
    char path[ENTRY_PATH_BYTES], place[PLACE_BYTES];
    struct error e;
    if (snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path ||
        !entry_players_place(place, sizeof place, x->file, path, &e))
        file_problem(&x->reader, line, "%.80s: its path is too long", name);
    else if (!expansion_is_entry(place))
        file_problem(&x->reader, line,
            "%.80s is neither a folder nor a .zip or .tar.gz: move it away, or write a pattern "
            "that "
            "leaves it out",
            path);
    else if (!late_entries_refuse(&x->late, path, place))
        expansion_look(x, line, path, "", found);
}

static int expansion_compare(const void *left, const void *right)
{
    const struct found_entry *a = left, *b = right;
    int names = strcmp(a->name, b->name);
    return names != 0 ? names : strcmp(a->path, b->path);
}

static void expansion_sort(struct expansion *x, int line, struct found_entries *found)
{
    if (found->count > 0)
        qsort(found->list, found->count, sizeof *found->list, expansion_compare);
    for (size_t i = 1; i < found->count; i++) {
        if (strcmp(found->list[i - 1].name, found->list[i].name) == 0)
            file_problem(&x->reader, line,
                "%.60s and %.60s are both called \"%s\": give one another \"name\" in "
                "its " RECIPE_FILE ", or another file name",
                found->list[i - 1].path, found->list[i].path, found->list[i].name);
    }
}

// All entries that a pattern stands for. Only its last part may have a *.
static void expansion_match(
    struct expansion *x, int line, const char *pattern, struct found_entries *found)
{
    char folder[ENTRY_PATH_BYTES], place[PLACE_BYTES];
    const char *slash = strrchr(pattern, '/'), *last = slash ? slash + 1 : pattern;
    struct text path = TEXT_IN(folder);
    struct error e;
    text_bytes(&path, pattern, (size_t)(last - pattern));
    if (path.cut || entry_text_is_pattern(folder)) {
        file_problem(
            &x->reader, line, "only the last part of a path can have a *, not \"%.80s\"", pattern);
        return;
    }
    if (!entry_players_place(place, sizeof place, x->file, folder, &e)) {
        file_problem(&x->reader, line, "%s", e.words);
        return;
    }
    DIR *files = opendir(place[0] != '\0' ? place : ".");
    if (!files) {
        file_problem(
            &x->reader, line, "the folder %.80s cannot be read: %s", folder, strerror(errno));
        return;
    }
    size_t before = x->reader.problems->count, late = x->late.words->length;
    for (struct dirent *d; (d = readdir(files));) {
        if (fnmatch(last, d->d_name, FNM_PERIOD) == 0 && strcmp(d->d_name, ".") != 0 &&
            strcmp(d->d_name, "..") != 0)
            expansion_take_match(x, line, folder, d->d_name, found);
    }
    closedir(files);
    if (found->count == 0 && x->reader.problems->count == before)
        file_problem(&x->reader, line, "there is no entry in %.80s%s", pattern,
            x->late.words->length > late ? " that came before entries_until" : "");
    expansion_sort(x, line, found);
}

// --- Writing ---

// `{name: "ann", player: "entry:entries/ann.zip#...", wire: "hgp"}`
static void expansion_write(struct expansion *x, int line, const struct found_entry *f)
{
    struct text player = text_growing();
    struct error e;
    entry_text_print(&player, f->path, f->hash);
    const struct file_write_pair pairs[] = {
        {"name", f->name}, {"player", player.bytes}, {"wire", f->wire}};
    if (!file_write_map(&x->after, pairs, sizeof pairs / sizeof *pairs, &e))
        file_problem(&x->reader, line, "%.80s: %s", f->path, e.words);
    if (player.cut)
        expansion_fail(x);
    text_destroy(&player);
}

static void expansion_write_list(struct expansion *x, int line, const struct found_entries *found)
{
    text_char(&x->after, '[');
    for (size_t i = 0; i < found->count; i++) {
        text_string(&x->after, i > 0 ? ", " : "");
        expansion_write(x, line, &found->list[i]);
    }
    text_char(&x->after, ']');
}

// Copies what stands before the node. Returns false if the node cannot be replaced.
static bool expansion_reach(struct expansion *x, const struct tree_node *n)
{
    if (n->begin == n->end)
        return file_problem(&x->reader, n->line, "write the path of an entry on one line");
    text_bytes(&x->after, x->before->bytes + x->copied, n->begin - x->copied);
    x->copied = n->end;
    return true;
}

// A text that stands for entries. In the place of a whole list it becomes a list.
static void expansion_replace(
    struct expansion *x, const struct tree_node *n, const char *text, bool as_list)
{
    char bytes[ENTRY_PATH_BYTES + ENTRY_HASH_BYTES + 16];
    struct text whole = TEXT_IN(bytes);
    struct found_entries found = {0};
    struct entry_text entry;
    struct error e;
    entry_text_print(&whole, text, "");
    if (whole.cut || !entry_text_read(&entry, bytes, &e)) {
        file_problem(&x->reader, n->line, "%s", whole.cut ? "the path is too long" : e.words);
        return;
    }
    bool is_pattern = entry_text_is_pattern(entry.path);
    if (is_pattern)
        expansion_match(x, n->line, entry.path, &found);
    else
        expansion_look(x, n->line, entry.path, entry.hash, &found);
    if (!x->failed && found.count > 0 && expansion_reach(x, n)) {
        if (as_list || is_pattern)
            expansion_write_list(x, n->line, &found);
        else
            expansion_write(x, n->line, &found.list[0]);
    }
    expansion_forget(&found);
}

// A player that is written as lines keeps them; only its hash is added.
static void expansion_replace_in_map(struct expansion *x, const struct tree_node *map)
{
    const struct tree_node *n = tree_find(map, "player"), *wire = tree_find(map, "wire");
    struct entry_text entry;
    struct found_entries found = {0};
    struct error e;
    if (!n || n->kind != TREE_TEXT || !entry_text_is(n->text))
        return;
    if (!entry_text_read(&entry, n->text, &e))
        file_problem(&x->reader, n->line, "%s", e.words);
    else if (entry_text_is_pattern(entry.path))
        file_problem(&x->reader, n->line,
            "a pattern stands for many players: write it as a line of the list, \"- %.60s\"",
            entry.path);
    else
        expansion_look(x, n->line, entry.path, entry.hash, &found);
    const char *speaks = found.count > 0 ? found.list[0].wire : NULL;
    if (speaks && !wire && x->wire && strcmp(speaks, x->wire) != 0)
        file_problem(&x->reader, n->line, "%.60s speaks %.40s: add \"wire: %.40s\"", entry.path,
            speaks, speaks);
    if (!x->failed && found.count > 0 && expansion_reach(x, n)) {
        struct text player = text_growing();
        entry_text_print(&player, entry.path, found.list[0].hash);
        if (!file_write_text(&x->after, player.bytes, &e))
            file_problem(&x->reader, n->line, "%.80s: %s", entry.path, e.words);
        text_destroy(&player);
    }
    expansion_forget(&found);
}

static void expansion_replace_all(struct expansion *x, const struct tree_node *players)
{
    if (players->kind == TREE_TEXT && !tree_is_empty(players)) {
        const char *path = entry_text_path(players->text);
        expansion_replace(x, players, path ? path : players->text, true);
    }
    const struct tree_node *n = players->kind == TREE_LIST ? players->first : NULL;
    for (; n; n = n->next) {
        const char *path = n->kind == TREE_TEXT ? entry_text_path(n->text) : NULL;
        if (path)
            expansion_replace(x, n, path, false);
        else if (n->kind == TREE_MAP)
            expansion_replace_in_map(x, n);
    }
}

// --- The whole file ---

// The other mistakes of the file are told at the same time; but not in lines that entries are
// missing from, for which there would be two reasons then.
static void expansion_add_other_problems(
    struct expansion *x, const struct contest_words *words, struct contest_problems *problems)
{
    struct contest_file ignored;
    struct contest_problems others;
    const struct contest_problems own = *problems;
    contest_file_read(&ignored, x->before->bytes, x->before->length, words, &others);
    contest_file_destroy(&ignored);
    for (size_t i = 0; i < others.kept; i++) {
        bool told = false;
        for (size_t k = 0; k < own.kept; k++)
            told = told || own.list[k].line == others.list[i].line;
        if (!told)
            file_problem(&x->reader, others.list[i].line, "%s", others.list[i].words);
    }
}

static const char *expansion_default_wire(const struct tree_node *root)
{
    const struct tree_node *wire = tree_find(root, "wire"), *game = tree_find(root, "game");
    if (wire && wire->kind == TREE_TEXT)
        return wire->text;
    const struct game *found = game && game->kind == TREE_TEXT ? game_find(game->text, NULL) : NULL;
    const struct wire *by_default = found ? wire_default(found) : NULL;
    return by_default ? by_default->name : NULL;
}

bool entry_players_expand(struct text *contest, const char *file, const struct contest_words *words,
    struct contest_problems *problems, struct text *late, struct error *e)
{
    struct tree tree;
    int line;
    struct expansion x = {
        .file = file, .before = contest, .after = text_growing(), .reader = {problems, words}};
    // What is wrong with the YAML is told by whoever reads the file.
    bool is_map = tree_read(&tree, contest->bytes, contest->length, &line, &(struct error){0}) &&
        tree.root && tree.root->kind == TREE_MAP;
    const struct tree_node *players = is_map ? tree_find(tree.root, "players") : NULL;
    if (players) {
        x.wire = expansion_default_wire(tree.root);
        x.failed = !late_entries_init(&x.late, tree.root, file, late, &x.error);
        expansion_replace_all(&x, players);
        late_entries_destroy(&x.late);
    }
    if (problems->count > 0)
        expansion_add_other_problems(&x, words, problems);
    tree_destroy(&tree);
    if (x.copied > 0 && problems->count == 0 && !x.failed) {
        text_bytes(&x.after, contest->bytes + x.copied, contest->length - x.copied);
        struct text before = *contest;
        *contest = x.after;
        x.after = before;
    }
    if (contest->cut)
        expansion_fail(&x);
    text_destroy(&x.after);
    if (x.failed)
        *e = x.error;
    return !x.failed;
}
