#include "archive/entry.h"

#include "archive/entry/members.h"
#include "archive/entry/source.h"

#include <stdlib.h>

struct entry_walk {
    struct members members;
    char path[ENTRY_PATH_BYTES]; // of the file that is being read,
    bool left_out;
    bool executable;
    struct sha256 sha;
    int64_t bytes;
    // agon.yaml, in the entry's own folder or in a folder of it: which of the two counts is known
    // when all has been read.
    struct text yaml[2];
    bool has_yaml[2];
    struct text *keep; // where the content of this file is kept; NULL: nowhere
};

// --- Reading ---

// How many folders deep the file agon.yaml lies, if it is one: 0 or 1; else -1.
static int entry_yaml_depth(const char *path)
{
    const char *slash = strchr(path, '/');
    if (strcmp(path, RECIPE_FILE) == 0)
        return 0;
    return slash && strcmp(slash + 1, RECIPE_FILE) == 0 ? 1 : -1;
}

static bool entry_begin_file(void *user, const struct source_file *file, struct error *e)
{
    struct entry_walk *w = user;
    if (!members_name(&w->members, file->name, w->path, e))
        return false;
    w->left_out = members_is_left_out(w->path);
    if (file->kind == SOURCE_FOLDER)
        return true;
    if (w->path[0] == '\0')
        return error_set(e, "a file whose name is empty or not UTF-8");
    if (file->kind == SOURCE_LINK)
        return w->left_out || members_add_link(&w->members, w->path, file->target, e);
    w->executable = file->executable;
    w->sha = sha256_begin();
    w->bytes = 0;
    int depth = entry_yaml_depth(w->path);
    w->keep = depth >= 0 && !w->has_yaml[depth] ? &w->yaml[depth] : NULL;
    if (w->keep)
        w->has_yaml[depth] = true;
    return true;
}

static bool entry_take_bytes(void *user, const char *bytes, size_t length, struct error *e)
{
    struct entry_walk *w = user;
    sha256_add(&w->sha, bytes, length);
    w->bytes += (int64_t)length;
    // One byte more than is allowed tells that it is too long.
    if (w->keep && w->keep->length <= RECIPE_BYTES_MOST) {
        size_t room = RECIPE_BYTES_MOST + 1 - w->keep->length;
        text_bytes(w->keep, bytes, length < room ? length : room);
        if (w->keep->cut)
            return error_set(e, "out of memory");
    }
    return members_count(&w->members, w->path, length, e);
}

static bool entry_end_file(void *user, struct error *e)
{
    struct entry_walk *w = user;
    struct member file = {
        .path = w->path, .kind = w->executable ? MEMBER_PROGRAM : MEMBER_FILE, .bytes = w->bytes};
    sha256_end(&w->sha, file.digest);
    return w->left_out || members_add(&w->members, &file, e);
}

static const struct source_visitor entry_visitor = {
    .begin = entry_begin_file, .bytes = entry_take_bytes, .end = entry_end_file};

// --- What it is ---

static bool entry_read_recipe(struct entry *entry, const struct entry_walk *w, struct error *e)
{
    const struct members *m = &w->members;
    struct recipe_file *files = calloc(m->count, sizeof *files);
    size_t count = 0;
    if (!files)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < m->count; i++) {
        if (!strchr(m->list[i].path, '/'))
            files[count++].name = m->list[i].path;
    }
    int depth = m->top[0] != '\0' ? 1 : 0;
    const struct member *yaml = members_find(m, RECIPE_FILE);
    bool has_yaml = yaml && yaml->kind != MEMBER_LINK && w->has_yaml[depth];
    bool well = recipe_read(
        &entry->recipe, has_yaml ? &w->yaml[depth] : NULL, files, count, &entry->problems);
    free(files);
    const struct contest_problem *first = &entry->problems.list[0];
    if (!well && first->line > 0)
        error_set(e, RECIPE_FILE ":%d: %.200s", first->line, first->words);
    else if (!well)
        error_set(e, "%s", first->words);
    return well;
}

static bool entry_conclude(struct entry *entry, struct entry_walk *w, struct error *e)
{
    if (!members_finish(&w->members, e))
        return false;
    memcpy(entry->hash, w->members.hash, sizeof entry->hash);
    memcpy(entry->top, w->members.top, sizeof entry->top);
    entry->files = w->members.count;
    entry->bytes = w->members.bytes;
    return entry_read_recipe(entry, w, e);
}

static struct entry_walk entry_walk_begin(int64_t packed_bytes)
{
    return (struct entry_walk){
        .members = members_begin(packed_bytes), .yaml = {text_growing(), text_growing()}};
}

static void entry_walk_end(struct entry_walk *w)
{
    members_destroy(&w->members);
    text_destroy(&w->yaml[0]);
    text_destroy(&w->yaml[1]);
}

bool entry_look(struct entry *entry, const char *path, struct error *e)
{
    *entry = (struct entry){0};
    int64_t packed = source_packed_bytes(path, MEMBERS_PACKED_BYTES_MOST, e);
    if (packed < 0)
        return false;
    struct entry_walk w = entry_walk_begin(packed);
    bool well = source_walk(path, &entry_visitor, &w, e) && entry_conclude(entry, &w, e);
    entry_walk_end(&w);
    if (entry->recipe.name[0] != '\0')
        memcpy(entry->name, entry->recipe.name, sizeof entry->name);
    else
        entry_text_name(entry->name, path);
    return well;
}

bool entry_look_at_bytes(struct entry *entry, const void *bytes, size_t length, struct error *e)
{
    *entry = (struct entry){0};
    struct entry_walk w = entry_walk_begin((int64_t)length);
    bool well =
        source_walk_bytes(bytes, length, &entry_visitor, &w, e) && entry_conclude(entry, &w, e);
    entry_walk_end(&w);
    return well;
}

void entry_destroy(struct entry *entry)
{
    recipe_destroy(&entry->recipe);
}
