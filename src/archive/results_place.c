#include "archive/results_place.h"

#include "archive/sibling.h"
#include "base/whole_file.h"
#include "contest/tree.h"
#include "store/postgres.h"

#include <stdio.h>
#include <string.h>

// Puts the folder of the contest file before a path, unless the path begins at the root.
static bool results_place_path(
    char place[LOCATION_BYTES], const char *file, const char *path, struct error *e)
{
    const char *slash = path[0] == '/' ? NULL : strrchr(file, '/');
    int folder = slash ? (int)(slash + 1 - file) : 0;
    int written = snprintf(place, LOCATION_BYTES, "%.*s%s", folder, file, path);
    return written < LOCATION_BYTES || error_set(e, "the name of the file is too long");
}

static bool results_place_address(
    char place[LOCATION_BYTES], const char *file, const char *address, struct error *e)
{
    struct postgres_place read;
    if (!postgres_place_read(&read, address, e))
        return false;
    if (read.contest[0] != '\0')
        return location_name(place, read.url, read.contest, e);
    char name[LOCATION_BYTES];
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    snprintf(name, sizeof name, "%.*s", sibling_stem_length(base), base);
    return location_name(place, read.url, name, e);
}

bool results_place_choose(
    char place[LOCATION_BYTES], const char *file, const char *named, struct error *e)
{
    if (!named)
        return sibling_path(place, LOCATION_BYTES, file, SIBLING_RESULTS, e);
    return postgres_is_place(named) ? results_place_address(place, file, named, e)
                                    : results_place_path(place, "", named, e);
}

bool results_place_find(char place[LOCATION_BYTES], const char *file, struct error *e)
{
    if (postgres_is_place(file))
        return location_complete(place, file, e);
    struct text text = text_growing();
    struct tree tree = {0};
    struct error ignored;
    int line;
    const struct tree_node *named = NULL;
    if (whole_file_read(file, TREE_BYTES_MOST, &text, &ignored) &&
        tree_read(&tree, text.bytes, text.length, &line, &ignored) && tree.root &&
        tree.root->kind == TREE_MAP)
        named = tree_find(tree.root, "results");
    bool is_named = named && named->kind == TREE_TEXT && named->text[0] != '\0';
    bool found = is_named && !postgres_is_place(named->text)
        ? results_place_path(place, file, named->text, e)
        : results_place_choose(place, file, is_named ? named->text : NULL, e);
    tree_destroy(&tree);
    text_destroy(&text);
    return found;
}
