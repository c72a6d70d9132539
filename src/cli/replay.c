// agon replay: a recorded game, looked at in a terminal or written in another form.
#include "base/atomic_file.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/game_argument.h"
#include "cli/program.h"
#include "cli/replay_screen.h"
#include "cli/screen.h"
#include "cli/terminal.h"
#include "games/svg.h"
#include "report/game_gif.h"
#include "report/game_replay.h"
#include "report/replay_text.h"
#include "report/verdict_text.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum { NO_MOVE = -1, PACE_MS = 500, PACE_MOST_MS = 600 * 1000 };

struct replay_request {
    const char *record, *number, *format, *output;
    int64_t move, pace_ms, game;
    bool verdict, ascii, flip, json;
};

// --- Formats ---

typedef bool replay_writer(const struct replay_request *q, const struct game_argument *g,
    struct text *out, struct error *e);

static bool replay_write_text(const struct replay_request *q, const struct game_argument *g,
    struct text *out, struct error *e)
{
    (void)q;
    (void)e;
    replay_text_write(out, &g->game, g->number, g->without);
    return true;
}

static bool replay_write_pgn(const struct replay_request *q, const struct game_argument *g,
    struct text *out, struct error *e)
{
    (void)q;
    (void)e;
    replay_text_pgn(out, &g->game, g->number);
    return true;
}

// The document that the page of the game is made from. Who has the record may see all of it.
static bool replay_write_json(const struct replay_request *q, const struct game_argument *g,
    struct text *out, struct error *e)
{
    (void)q;
    struct game_replay *r = game_replay_create(true);
    struct text lines = text_growing();
    const struct game_replay_place place = {
        .number = g->number, .live = !g->game.ended, .without_record = g->without};
    bool well = r ? game_replay_feed(r, g->record.bytes, g->record.length, &lines, e)
                  : error_set(e, "no memory for the record");
    well = well && (game_replay_document(r, &place, &lines, out) || error_set(e, "it is empty"));
    text_destroy(&lines);
    game_replay_destroy(r);
    return well;
}

// One position: the one that --move names, or the last.
static bool replay_write_svg(const struct replay_request *q, const struct game_argument *g,
    struct text *out, struct error *e)
{
    const bool end = q->move == NO_MOVE;
    const int count = end ? g->game.move_count : (int)q->move;
    char caption[GAME_GIF_CAPTION_BYTES];
    struct text words = TEXT_IN(caption), title = text_growing();
    game_gif_caption(&words, &g->game, count, end);
    text_format(&title, "%s, game %" PRId64 ", move %d of %d", g->game.game->title, g->number,
        count, g->game.move_count);
    const struct svg_frame frame = {.title = title.bytes, .caption = caption};
    const struct drawing style = {
        .last = recorded_game_last_move(&g->game, count), .flipped = q->flip};
    svg_write(out, &frame, g->game.game, recorded_game_position(&g->game, count), &style);
    text_destroy(&title);
    return !out->cut || error_set(e, "no memory for a picture");
}

static bool replay_write_gif(const struct replay_request *q, const struct game_argument *g,
    struct text *out, struct error *e)
{
    if (!q->output && isatty(STDOUT_FILENO))
        return error_set(e, "a GIF is not for a terminal: -o game.gif writes it to a file");
    return game_gif_write(out, &g->game, q->pace_ms, q->flip, e);
}

static const struct replay_format {
    const char *name;
    replay_writer *write;
    bool takes_move; // it shows one position
} replay_formats[] = {
    {"text", replay_write_text, false},
    {"json", replay_write_json, false},
    {"svg", replay_write_svg, true},
    {"gif", replay_write_gif, false},
    {"pgn", replay_write_pgn, false},
};

enum { FORMATS = sizeof replay_formats / sizeof *replay_formats };

static const struct replay_format *replay_find_format(const char *name, struct error *e)
{
    const char *names[FORMATS + 1] = {NULL};
    for (int i = 0; i < FORMATS; i++) {
        names[i] = replay_formats[i].name;
        if (strcmp(names[i], name) == 0)
            return &replay_formats[i];
    }
    nearest_refuse(e, "format", name, names, FORMATS, NULL);
    return NULL;
}

// --- One position, one verdict ---

static bool replay_write_position(const struct replay_request *q, const struct game_argument *g,
    struct text *out, struct error *e)
{
    (void)e;
    char bytes[POSITION_TEXT_BYTES];
    struct text printed = TEXT_IN(bytes);
    g->game.game->print(recorded_game_position(&g->game, (int)q->move), &printed);
    text_format(out, "%s\n", bytes);
    return true;
}

// The command that fights the game again: with the bot that made the fault or lost, from there.
static void replay_put_again(struct text *out, const struct game_argument *g)
{
    int loser = verdict_text_loser(&g->game);
    if (loser == NOBODY || g->game.players[loser].player[0] == '\0' ||
        g->game.players[loser].player[0] == '@')
        return;
    int from = g->game.end.blame != NOBODY ? g->game.move_count + 1 : 1;
    game_argument_command(out, g, "refight");
    text_format(out, " --from %d ", from);
    text_word(out, g->game.players[loser].player);
}

static bool replay_write_verdict(const struct replay_request *q, const struct game_argument *g,
    struct text *out, struct error *e)
{
    (void)e;
    struct text again = text_growing();
    replay_put_again(&again, g);
    const struct verdict_text_style style = {.drawing = terminal_drawing(stdout, q->ascii),
        .columns = isatty(STDOUT_FILENO) && !q->output ? screen_size(STDOUT_FILENO).columns : 0,
        .again = again.length > 0 ? again.bytes : NULL};
    verdict_text_write(out, &g->game, g->number, &style);
    text_destroy(&again);
    return true;
}

// --- Where it goes ---

// A file that cannot be opened is a wrong argument; one that cannot be written, a failure.
static int replay_deliver(const struct replay_request *q, const struct text *out)
{
    struct error e;
    struct atomic_file file;
    if (!q->output) {
        print_bytes(stdout, out);
        return EXIT_OK;
    }
    if (!atomic_file_open(&file, q->output, &e))
        return wrong_input(&e);
    fwrite(out->bytes, 1, out->length, file.stream);
    return atomic_file_finish(&file, &e) ? EXIT_OK : our_failure(&e);
}

static int replay_write(
    const struct replay_request *q, const struct game_argument *g, replay_writer *writer)
{
    struct error e;
    struct text out = text_growing();
    bool well =
        (!q->output || game_argument_allows_output(g, q->output, &e)) && writer(q, g, &out, &e);
    if (well && out.cut)
        well = error_set(&e, "no memory for the game");
    int status = well ? replay_deliver(q, &out) : wrong_input(&e);
    text_destroy(&out);
    return status;
}

static int replay_look(const struct replay_request *q, const struct game_argument *g)
{
    static struct replay_view v;
    struct text again = text_growing();
    replay_put_again(&again, g);
    v.place.game = &g->game;
    v.place.number = g->number;
    v.place.without = g->without;
    v.place.again = again.length > 0 ? again.bytes : NULL;
    v.pace_ms = q->pace_ms;
    v.flipped = q->flip;
    replay_view_begin(&v);
    int status = replay_screen_run(&v, q->ascii);
    text_destroy(&again);
    return status;
}

// --- What is asked for ---

static bool replay_check_move(
    const struct replay_request *q, const struct game_argument *g, struct error *e)
{
    if (q->move <= g->game.move_count)
        return true;
    return error_set(e, "--move %" PRId64 ": the game has %d moves", q->move, g->game.move_count);
}

static int replay_answer(const struct replay_request *q, const struct game_argument *g,
    const struct replay_format *format)
{
    struct error e;
    if (q->move != NO_MOVE && !replay_check_move(q, g, &e))
        return wrong_input(&e);
    if (q->verdict)
        return replay_write(q, g, replay_write_verdict);
    if (q->move != NO_MOVE && (!format || !format->takes_move))
        return replay_write(q, g, replay_write_position);
    if (format)
        return replay_write(q, g, format->write);
    if (!q->output && replay_screen_is_possible())
        return replay_look(q, g);
    return replay_write(q, g, replay_write_text);
}

// --game N is another way to say which game of a contest is meant, as for agon report.
static bool replay_check_request(struct replay_request *q, char number[32], struct error *e)
{
    if (q->game != 0 && q->number)
        return error_set(
            e, "the game is said twice: %.20s and --game %" PRId64, q->number, q->game);
    if (q->verdict && (q->format || q->json || q->move != NO_MOVE))
        return error_set(e, "--verdict prints the verdict alone, without --format and --move");
    if (q->json && q->format && strcmp(q->format, "json") != 0)
        return error_set(e, "--json is another format than --format %.40s", q->format);
    if (q->json)
        q->format = "json";
    if (q->move != NO_MOVE && q->format && strcmp(q->format, "svg") != 0 &&
        strcmp(q->format, "text") != 0)
        return error_set(
            e, "--move shows one position, and --format %.40s the whole game", q->format);
    if (q->game != 0) {
        snprintf(number, 32, "%" PRId64, q->game);
        q->number = number;
    }
    return true;
}

int command_replay(const struct command *self, int argc, char **argv)
{
    struct replay_request q = {.move = NO_MOVE, .pace_ms = PACE_MS};
    const struct argument arguments[] = {{"RECORD", GAME_ARGUMENT_FIRST_HELP, &q.record},
        {"[NUMBER]", GAME_ARGUMENT_SECOND_HELP, &q.number}};
    const struct option options[] = {
        {"verdict", "print why the game ended as it did, and nothing else", .flag = &q.verdict},
        {"move", "print the position after N moves, as --position takes it", .number = &q.move,
            .least = 0, .most = INT32_MAX, .value = "N"},
        {"format", "text, json, svg (one position), gif (all of it) or pgn", .text = &q.format,
            .value = "FORMAT"},
        {"output", "write to this file, whole or not at all", .text = &q.output, .value = "FILE",
            .letter = 'o'},
        {"pace", "how long each position stays while it plays: 500", .number = &q.pace_ms,
            .least = 0, .most = PACE_MOST_MS, .value = "MS"},
        {"game", "the same as NUMBER", .number = &q.game, .least = 1, .most = INT64_MAX,
            .value = "N"},
        {"json", "the same as --format json", .flag = &q.json},
        {"flip", "see the board from the other side", .flag = &q.flip},
        {"ascii", "draw without Unicode", .flag = &q.ascii},
    };
    const struct syntax syntax = {self, arguments, 2, options, sizeof options / sizeof *options};
    const struct replay_format *format = NULL;
    struct game_argument g;
    struct error e;
    char number[32];
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!replay_check_request(&q, number, &e) ||
        (q.format && !(format = replay_find_format(q.format, &e))))
        return wrong_input(&e);
    status = game_argument_read(&g, q.record, q.number, &e) ? replay_answer(&q, &g, format)
                                                            : wrong_input(&e);
    game_argument_destroy(&g);
    return status;
}
