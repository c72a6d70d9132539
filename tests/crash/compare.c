#include "crash/compare.h"

#include "store/reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// --- Games ---

static bool list_game(void *user, const struct store_game *g)
{
    struct text *out = user;
    text_format(out, "%" PRId64 ".%" PRId64 " game %" PRId64 ": %" PRId64 " %s, %" PRId64 " %s, ",
        g->pair, g->game, g->play, g->first_id, g->first_name, g->second_id, g->second_name);
    text_format(out, "from %s: %s, winner %" PRId64 ", blame %" PRId64 ", %s %s; %" PRId64 ": %s\n",
        g->start, g->verdict, g->winner, g->blame, g->rule, g->explanation, g->plies, g->moves);
    return true;
}

bool compare_list_games(const char *path, struct text *out, struct error *e)
{
    struct reader *r = reader_open(path, e);
    if (!r)
        return false;
    bool read = reader_verify(r, e) && reader_walk_games(r, READER_BY_PAIR, list_game, out, e);
    reader_close(r);
    return read;
}

static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

bool compare_texts(const char *what, const struct text *a, const struct text *b, struct error *e)
{
    if (a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0)
        return true;
    const char *left = a->bytes, *right = b->bytes;
    int line = 1;
    while (*left && *right && line_length(left) == line_length(right) &&
        memcmp(left, right, line_length(left)) == 0) {
        left += line_length(left) + (left[line_length(left)] == '\n');
        right += line_length(right) + (right[line_length(right)] == '\n');
        line++;
    }
    return error_set(e, "%s: line %d differs: \"%.*s\" and \"%.*s\"", what, line,
        line_length(left) > 90 ? 90 : (int)line_length(left), left,
        line_length(right) > 90 ? 90 : (int)line_length(right), right);
}

// --- Records ---

// Where a key that is measured begins and its value ends; NULL: there is none from here on. Our own
// bots say nothing that looks like one.
static const char *find_measured(const char *at, const char **end)
{
    for (const char *comma = strchr(at, ','); comma; comma = strchr(comma + 1, ',')) {
        if (comma[1] != '"')
            continue;
        const char *quote = strchr(comma + 2, '"');
        if (!quote || quote[1] != ':')
            continue;
        size_t length = (size_t)(quote - comma) - 2;
        bool is_time = length > 3 && memcmp(quote - 3, "_us", 3) == 0;
        bool is_date = length == 7 && memcmp(comma + 2, "started", 7) == 0;
        const char *value = quote + 2;
        if (is_time && *value == '[')
            *end = value + strcspn(value, "]") + 1;
        else if (is_time)
            *end = value + strspn(value, "-0123456789");
        else if (is_date)
            *end = quote + 3 + strcspn(quote + 3, "\"") + 1;
        else
            continue;
        return comma;
    }
    return NULL;
}

static bool read_record(const char *folder, int64_t game, struct text *out, struct error *e)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%" PRId64 ".jsonl", folder, game);
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(e, "%.100s: %s", path, strerror(errno));
    struct text whole = text_growing();
    char piece[65536];
    for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
        text_bytes(&whole, piece, got);
    fclose(file);
    const char *at = whole.length > 0 ? whole.bytes : "", *end;
    for (const char *measured; (measured = find_measured(at, &end)) != NULL; at = end)
        text_bytes(out, at, (size_t)(measured - at));
    text_string(out, at);
    text_destroy(&whole);
    return true;
}

bool compare_records(const char *left, const char *right, const struct text *list, struct error *e)
{
    bool same = true;
    int64_t game;
    for (const char *line = list->bytes;
         same && sscanf(line, "%*d.%*d game %" SCNd64, &game) == 1;) {
        struct text a = text_growing(), b = text_growing();
        char what[64];
        snprintf(what, sizeof what, "record %" PRId64, game);
        same = read_record(left, game, &a, e) && read_record(right, game, &b, e) &&
            compare_texts(what, &a, &b, e);
        text_destroy(&a);
        text_destroy(&b);
        line += line_length(line) + (line[line_length(line)] == '\n');
    }
    return same;
}
