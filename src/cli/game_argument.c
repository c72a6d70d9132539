#include "cli/game_argument.h"

#include "archive/archive.h"
#include "base/number.h"
#include "base/whole_file.h"
#include "cli/contest_problems.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "report/stored_replay.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAME_ARGUMENT_PIECE_BYTES = 1 << 16 };

static bool game_argument_has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

static bool game_argument_is_record(const char *word)
{
    return strcmp(word, "-") == 0 || game_argument_has_ending(word, ".jsonl");
}

static bool game_argument_is_contest(const char *word)
{
    return game_argument_has_ending(word, ".yaml") || game_argument_has_ending(word, ".yml") ||
        archive_holds_results(word);
}

// --- Where the record comes from ---

static bool game_argument_read_stdin(struct text *record, struct error *e)
{
    char piece[GAME_ARGUMENT_PIECE_BYTES];
    ssize_t got = 1;
    while (got != 0 && record->length <= RECORDED_GAME_MOST_BYTES) {
        got = read(STDIN_FILENO, piece, sizeof piece);
        if (got < 0 && errno != EINTR)
            return error_set(e, "stdin cannot be read: %s", strerror(errno));
        if (got > 0)
            text_bytes(record, piece, (size_t)got);
    }
    return !record->cut || error_set(e, "no memory for the record");
}

static bool game_argument_read_file(struct game_argument *g, struct error *e)
{
    if (game_argument_is_contest(g->first))
        return error_set(e, "%.120s is a contest: which game of it?   (%.60s 1 is the first)",
            g->first, g->first);
    return strcmp(g->first, "-") == 0
        ? game_argument_read_stdin(&g->record, e)
        : whole_file_read(g->first, RECORDED_GAME_MOST_BYTES, &g->record, e);
}

static bool game_argument_read_contest(struct game_argument *g, struct error *e)
{
    struct archive a;
    if (game_argument_is_record(g->first))
        return error_set(e, "%.160s is the record of one game: it takes no number", g->first);
    if (!number_read("NUMBER", g->second, 1, INT64_MAX, &g->number, e))
        return false;
    bool well = archive_open(&a, g->first, e);
    if (!well && a.definition.problems.count > 0) {
        contest_problems_print(a.path, &a.definition.problems, e);
        e->words[0] = '\0';
    }
    well = well && stored_replay_record(&a, g->number, &g->record, &g->without, e);
    archive_close(&a);
    return well;
}

// --- All of it ---

bool game_argument_read(
    struct game_argument *g, const char *first, const char *second, struct error *e)
{
    *g = (struct game_argument){.first = first, .second = second, .record = text_growing()};
    if (!(second ? game_argument_read_contest(g, e) : game_argument_read_file(g, e)))
        return false;
    struct error why;
    if (!recorded_game_read(&g->game, g->record.bytes, g->record.length, &why))
        return error_set(e, "%.100s%s%.20s cannot be replayed: %.120s",
            strcmp(first, "-") == 0 ? "the record" : first, second ? " " : "", second ? second : "",
            why.words);
    if (!second)
        g->number = g->game.index;
    return true;
}

void game_argument_destroy(struct game_argument *g)
{
    recorded_game_destroy(&g->game);
    text_destroy(&g->record);
}

bool game_argument_allows_output(const struct game_argument *g, const char *path, struct error *e)
{
    struct stat input, output;
    if (stat(path, &output) != 0 || !S_ISREG(output.st_mode))
        return true;
    if (stat(g->first, &input) == 0 && input.st_dev == output.st_dev &&
        input.st_ino == output.st_ino)
        return error_set(e, "%.160s is what is read: it is not overwritten", path);
    if (archive_holds_results(path))
        return error_set(e, "%.160s has the results of a contest: it is not overwritten", path);
    return true;
}

void game_argument_command(struct text *out, const struct game_argument *g, const char *command)
{
    if (strcmp(g->first, "-") == 0) {
        text_program(out);
        text_format(out, " %s -", command);
        return;
    }
    text_command(out, command, g->first);
    if (g->second) {
        text_char(out, ' ');
        text_word(out, g->second);
    }
}
