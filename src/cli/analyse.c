// agon analyse: a recorded game or a position, seen by the strongest built-in player.
#include "author/analysis_report.h"
#include "author/deepening.h"
#include "base/atomic_file.h"
#include "cli/analyse_lines.h"
#include "cli/commands.h"
#include "cli/game_argument.h"
#include "cli/position_argument.h"
#include "cli/progress.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ANALYSE_NODES 200000
#define ANALYSE_LINES 3
enum {
    ANALYSE_POSITION_MS = 3000,
    ANALYSE_COLUMNS = 100,       // of a report that does not go to a terminal
    ANALYSE_ANY_COLUMNS = 10000, // nothing is cut there
};

struct analyse_request {
    const char *what, *number; // the arguments
    const char *position, *variant, *svg;
    int64_t nodes, ms, lines, threads; // 0: not asked for
    bool ascii, json;
};

static int analyse_refuse(const char *words)
{
    struct error e;
    error_set(&e, "%s", words);
    return wrong_input(&e);
}

// --- A position ---

static int analyse_position(const struct analyse_request *r, const struct position_argument *at)
{
    struct error e;
    const struct deepening_wish wish = {.game = at->game,
        .position = at->position,
        .lines = (int)r->lines,
        .threads = (int)r->threads,
        .nodes = (uint64_t)r->nodes};
    struct deepening *d = deepening_start(&wish, &e);
    if (!d)
        return wrong_input(&e);
    deepening_wait(d, r->ms > 0 ? r->ms : r->nodes > 0 ? 0 : ANALYSE_POSITION_MS);
    struct line lines[LINES_WANTED_MOST];
    const int count = deepening_copy(d, lines, (int)r->lines);
    const uint64_t nodes = deepening_nodes(d);
    deepening_stop(d);
    struct text out = text_growing();
    if (r->json) {
        analyse_lines_json(at->game, &at->position, lines, count, nodes, &out);
        print_document(&out, "lines/1");
        return EXIT_OK;
    }
    analyse_lines_text(at->game, &at->position, lines, count,
        isatty(STDOUT_FILENO) ? progress_columns() : ANALYSE_ANY_COLUMNS, "", &out);
    print_bytes(stdout, &out);
    text_destroy(&out);
    return EXIT_OK;
}

static int analyse_game_name(const struct analyse_request *r)
{
    struct error e;
    struct position_argument at;
    if (r->number)
        return analyse_refuse("NUMBER goes with a contest file, not with a game");
    if (r->svg)
        return analyse_refuse(
            "--svg draws the graph of a game that was played: agon analyse RECORD");
    if (!position_argument_read(&at, r->what, r->variant, r->position, &e))
        return wrong_input(&e);
    if (r->position || r->json)
        return analyse_position(r, &at);
    return analyse_session(&(struct analyse_session_wish){
        at.game, at.position, (int)r->lines, (int)r->threads, r->ascii});
}

// --- A game ---

static bool analyse_all(struct analysis *a, const struct analyse_request *r, struct error *e)
{
    const struct limits limits = {.time_ns = r->ms * 1000000,
        .nodes = r->nodes > 0 ? (uint64_t)r->nodes
            : r->ms > 0       ? 0
                              : ANALYSE_NODES,
        .threads = (int)r->threads};
    struct mind *mind = mind_create(brain_find("@max", NULL), analysis_game(a), 0);
    struct progress progress = progress_start();
    bool well = mind != NULL;
    for (int ply = 0; well && ply < analysis_plies(a); ply++) {
        struct analysis_ply found;
        progress_show(&progress, (uint64_t)ply, (uint64_t)analysis_plies(a));
        well = analysis_judge(a, ply, mind, &limits, NULL, &found);
        if (well)
            analysis_set(a, ply, &found);
    }
    progress_end(&progress);
    mind_destroy(mind);
    return well || error_set(e, "out of memory");
}

static struct analysis *analyse_moves(
    const struct recorded_game *g, const struct analyse_request *r, struct error *e)
{
    move *moves = calloc((size_t)g->move_count + 1, sizeof *moves);
    if (!moves) {
        error_set(e, "out of memory");
        return NULL;
    }
    for (int i = 0; i < g->move_count; i++)
        moves[i] = g->moves[i].move;
    struct analysis *a = analysis_create(g->game, &g->start, moves, g->move_count, e);
    free(moves);
    if (a && !analyse_all(a, r, e)) {
        analysis_destroy(a);
        a = NULL;
    }
    return a;
}

// "ann won: C extinct", "bob lost: TIMEOUT"
static void analyse_result(const struct recorded_game *g, struct text *out)
{
    if (!g->ended)
        return;
    const struct recorded_end *end = &g->end;
    const int seat = end->blame != NOBODY ? end->blame : end->winner;
    if (seat != NOBODY) {
        text_visible(out, g->players[seat].name, strlen(g->players[seat].name));
        text_string(out, end->blame != NOBODY ? " lost: " : " won");
    } else {
        text_string(out, end->verdict == VERDICT_DRAW ? "drawn" : verdicts[end->verdict].code);
    }
    if (end->blame != NOBODY)
        text_string(out, verdicts[end->verdict].code);
}

static void analyse_by(const struct analyse_request *r, struct text *out)
{
    if (r->ms > 0)
        text_format(out, "%lld ms", (long long)r->ms);
    if (r->ms > 0 && r->nodes > 0)
        text_string(out, " or ");
    if (r->nodes > 0 || r->ms == 0) {
        text_grouped(out, r->nodes > 0 ? (uint64_t)r->nodes : ANALYSE_NODES);
        text_string(out, " nodes");
    }
}

static void analyse_print(const struct analyse_request *r, const struct game_argument *g,
    const struct analysis_report *report)
{
    struct text out = text_growing();
    if (r->json) {
        text_char(&out, '{');
        analysis_report_json(report, &out);
        print_document(&out, "analyse/1");
        return;
    }
    analysis_report_text(
        report, isatty(STDOUT_FILENO) ? progress_columns() : ANALYSE_COLUMNS, &out);
    const int turning = analysis_turning_point(report->analysis);
    text_string(&out, "see it:         ");
    game_argument_command(&out, g, "replay");
    if (turning >= 0)
        text_format(&out, " --move %d", turning + 1);
    text_char(&out, '\n');
    print_bytes(stdout, &out);
    text_destroy(&out);
}

// Writes the graph, if there is a file for it. Returns an exit status.
static int analyse_draw(const struct analysis_report *report, struct atomic_file *svg)
{
    struct error e;
    struct text out = text_growing();
    if (!svg->stream)
        return EXIT_OK;
    analysis_report_svg(report, &out);
    fwrite(out.bytes, 1, out.length, svg->stream);
    text_destroy(&out);
    return atomic_file_finish(svg, &e) ? EXIT_OK : our_failure(&e);
}

static int analyse_tell(const struct analyse_request *r, const struct game_argument *g,
    const struct analysis *a, struct atomic_file *svg)
{
    char title[128], result[512], by[96];
    struct text title_text = TEXT_IN(title), result_text = TEXT_IN(result), by_text = TEXT_IN(by);
    text_format(&title_text, "%s %s, game %lld", g->game.game->title,
        g->game.game->variant(&g->game.start), (long long)g->number);
    analyse_result(&g->game, &result_text);
    analyse_by(r, &by_text);
    const struct analysis_report report = {.analysis = a,
        .title = title,
        .names = {g->game.players[0].name, g->game.players[1].name},
        .result = result,
        .by = by,
        .unicode = terminal_drawing(stdout, r->ascii).unicode};
    analyse_print(r, g, &report);
    return analyse_draw(&report, svg);
}

static int analyse_record(const struct analyse_request *r)
{
    struct error e;
    struct game_argument g;
    if (r->position || r->variant)
        return analyse_refuse("--position and --variant go with a game: agon analyse reversi");
    struct analysis *a = NULL;
    struct atomic_file svg = {0}; // opened before the work, so that none is done in vain
    int status = EXIT_WRONG_INPUT;
    if (!game_argument_read(&g, r->what, r->number, &e) ||
        (r->svg && !game_argument_allows_output(&g, r->svg, &e)) ||
        (r->svg && !atomic_file_open(&svg, r->svg, &e))) {
        wrong_input(&e);
    } else if ((a = analyse_moves(&g.game, r, &e)) == NULL) {
        wrong_input(&e);
        if (svg.stream)
            atomic_file_discard(&svg);
    } else {
        status = analyse_tell(r, &g, a, &svg);
    }
    analysis_destroy(a);
    game_argument_destroy(&g);
    return status;
}

int command_analyse(const struct command *self, int argc, char **argv)
{
    struct analyse_request r = {.lines = ANALYSE_LINES, .threads = 1};
    const struct argument arguments[] = {
        {"RECORD", "a record (games/2.jsonl; - is stdin), a contest file with NUMBER, or a game",
            &r.what},
        {"[NUMBER]", GAME_ARGUMENT_SECOND_HELP, &r.number},
    };
    const struct option options[] = {
        {"position", "with a game: this position, once; without it, a session", .text = &r.position,
            .value = "TEXT"},
        {"variant", VARIANT_HELP, .text = &r.variant, .value = "NAME"},
        {"lines", "how many moves of a position are shown (" OPTION_TEXT(ANALYSE_LINES) ")",
            .number = &r.lines, .least = 1, .most = LINES_WANTED_MOST, .value = "N"},
        {"nodes", "look at so many positions for each one (" OPTION_TEXT(ANALYSE_NODES) ")",
            .number = &r.nodes, .least = 1, .most = INT64_MAX, .value = "N"},
        {"time", "or think so long about each position", .number = &r.ms, .least = 1,
            .most = 86400000, .value = "MS"},
        {"threads", "search on so many cores (1)", .number = &r.threads, .least = 1,
            .most = BRAIN_THREADS_MOST, .value = "N"},
        {"svg", "of a game: write the graph to this file", .text = &r.svg, .value = "FILE"},
        {"ascii", "draw without Unicode", .flag = &r.ascii},
        {"json", "one JSON object", .flag = &r.json},
    };
    const struct syntax syntax = {self, arguments, 2, options, sizeof options / sizeof *options};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    return game_find(r.what, NULL) ? analyse_game_name(&r) : analyse_record(&r);
}
