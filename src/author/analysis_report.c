#include "author/analysis_report.h"

#include "base/columns.h"
#include "brains/chance.h"

enum {
    REPORT_LINE_MOVES = 6, // of a line that proves something
    REPORT_LINE_BYTES = 1024,
    REPORT_COLUMNS_LEAST = 60,
};

void analysis_report_chance(double chance, bool exact, struct text *out)
{
    if (exact)
        text_string(out, chance > 0.5 ? "won" : chance < 0.5 ? "lost" : "drawn");
    else
        text_format(out, "%.0f %%", 100 * chance);
}

// Of the seat: the value is that of seat 0.
static void analysis_report_chance_of(
    const struct analysis_report *r, int ply, int seat, struct text *out)
{
    const struct analysis_ply *at = analysis_at(r->analysis, ply);
    const double chance = seat == 0 ? at->value : 1 - at->value;
    analysis_report_chance(chance, at->thought.exact, out);
}

static const char *analysis_report_sign(double loss)
{
    return loss >= ANALYSIS_BLUNDER ? "??" : loss >= ANALYSIS_MISTAKE ? "?" : "";
}

// --- A line for each move ---

static void analysis_report_cell(struct text *out, const char *text, int columns)
{
    columns_pad(out, text, columns);
    text_string(out, "  ");
}

static void analysis_report_name(const struct analysis_report *r, int seat, struct text *out)
{
    text_visible(out, r->names[seat], strlen(r->names[seat]));
}

struct analysis_report_widths {
    int name, move; // in columns
};

static struct analysis_report_widths analysis_report_measure(const struct analysis_report *r)
{
    struct analysis_report_widths w = {.name = 6}; // of "player"
    for (int seat = 0; seat < SEATS; seat++) {
        const int wide = columns_count(r->names[seat]);
        w.name = wide > w.name ? wide : w.name;
    }
    for (int ply = 0; ply + 1 < analysis_plies(r->analysis); ply++) {
        char bytes[MOVE_TEXT_BYTES];
        struct text played = TEXT_IN(bytes);
        analysis_game(r->analysis)
            ->print_move(
                analysis_position(r->analysis, ply), analysis_played(r->analysis, ply), &played);
        w.move = (int)played.length > w.move ? (int)played.length : w.move;
    }
    w.move += 3; // a sign behind it
    return w;
}

// What would have been better, and why the move was not.
static void analysis_report_better(const struct analysis_report *r, int ply, struct text *out)
{
    char bytes[REPORT_LINE_BYTES];
    struct text line = TEXT_IN(bytes);
    analysis_print_line(r->analysis, ply, REPORT_LINE_MOVES, &line);
    text_format(out, "         better   %s\n", bytes);
    if (analysis_at(r->analysis, ply + 1)->over)
        return;
    text_clear(&line);
    analysis_print_line(r->analysis, ply + 1, REPORT_LINE_MOVES, &line);
    text_format(out, "         now      %s\n", bytes);
}

static void analysis_report_move(const struct analysis_report *r,
    const struct analysis_report_widths *w, int ply, struct text *out)
{
    const struct analysis *a = r->analysis;
    const struct game *game = analysis_game(a);
    const position *p = analysis_position(a, ply);
    const struct analysis_ply *next = analysis_at(a, ply + 1);
    const int seat = game->turn(p);
    const double loss = analysis_loss(a, ply);
    char bytes[MOVE_TEXT_BYTES + 8], chance[32];
    struct text played = TEXT_IN(bytes), then = TEXT_IN(chance);
    game->print_move(p, analysis_played(a, ply), &played);
    text_format(&played, " %s", analysis_report_sign(loss));
    analysis_report_chance_of(r, ply + 1, 0, &then);
    text_format(out, "%4d  ", ply + 1);
    analysis_report_cell(out, r->names[seat], w->name);
    analysis_report_cell(out, bytes, w->move);
    analysis_report_cell(out, chance, 5);
    if (next->thought.depth > 0) {
        char score[32];
        struct text of = TEXT_IN(score);
        chance_print_score(game, &next->thought, game->turn(analysis_position(a, ply + 1)), 0, &of);
        analysis_report_cell(out, score, 6);
    } else {
        analysis_report_cell(out, "", 6);
    }
    if (loss >= ANALYSIS_MISTAKE)
        text_format(out, "lost %.0f points", 100 * loss);
    while (out->length > 0 && out->bytes[out->length - 1] == ' ')
        out->bytes[--out->length] = '\0';
    text_char(out, '\n');
    if (loss >= ANALYSIS_MISTAKE)
        analysis_report_better(r, ply, out);
}

// --- What it comes to ---

// One letter for each move; where a game is longer than the screen, every second one, and so on.
static void analysis_report_sparkline(
    const struct analysis_report *r, int columns, struct text *out)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    enum { BLOCKS = sizeof blocks / sizeof *blocks };
    const int plies = analysis_plies(r->analysis);
    const int room = columns > REPORT_COLUMNS_LEAST ? columns - 18 : REPORT_COLUMNS_LEAST - 18;
    const int every = (plies + room - 1) / room;
    for (int ply = 0; ply < plies; ply += every) {
        const double value = analysis_at(r->analysis, ply)->value;
        if (r->unicode) {
            const int block = (int)(value * BLOCKS);
            text_string(out, blocks[block < BLOCKS ? block : BLOCKS - 1]);
        } else {
            const int tenths = (int)(value * 10);
            text_char(out, (char)('0' + (tenths < 10 ? tenths : 9)));
        }
    }
}

static void analysis_report_player(const struct analysis_report *r, int seat, struct text *out)
{
    const double accuracy = analysis_accuracy(r->analysis, seat);
    const int mistakes =
        analysis_count_losses(r->analysis, seat, ANALYSIS_MISTAKE, ANALYSIS_BLUNDER);
    const int blunders = analysis_count_losses(r->analysis, seat, ANALYSIS_BLUNDER, 2);
    analysis_report_name(r, seat, out);
    if (accuracy >= 0)
        text_format(out, " %.0f", accuracy);
    else
        text_string(out, " had no choice");
    text_format(out, " (%d mistake%s, %d blunder%s)", mistakes, mistakes == 1 ? "" : "s", blunders,
        blunders == 1 ? "" : "s");
}

static void analysis_report_turning_point(const struct analysis_report *r, struct text *out)
{
    const struct analysis *a = r->analysis;
    const int ply = analysis_turning_point(a);
    text_string(out, "turning point   ");
    if (ply < 0) {
        text_string(out, "none: nobody was behind and came back for good\n");
        return;
    }
    const position *p = analysis_position(a, ply);
    const int seat = analysis_game(a)->turn(p);
    text_format(out, "move %d, ", ply + 1);
    analysis_game(a)->print_move(p, analysis_played(a, ply), out);
    text_string(out, ": ");
    analysis_report_name(r, seat, out);
    text_string(out, " from ");
    analysis_report_chance_of(r, ply, seat, out);
    text_string(out, " to ");
    analysis_report_chance_of(r, ply + 1, seat, out);
    text_char(out, '\n');
}

void analysis_report_text(const struct analysis_report *r, int columns, struct text *out)
{
    const struct analysis_report_widths w = analysis_report_measure(r);
    const int plies = analysis_plies(r->analysis);
    text_format(out, "%s: ", r->title);
    analysis_report_name(r, 0, out);
    text_string(out, " against ");
    analysis_report_name(r, 1, out);
    text_format(out, "%s%s\n", r->result[0] ? ", " : "", r->result);
    text_format(out, "by @max, %s for each position\n\n", r->by);
    text_string(out, "   #  ");
    analysis_report_cell(out, "player", w.name);
    analysis_report_cell(out, "move", w.move);
    text_string(out, "chance and score of ");
    analysis_report_name(r, 0, out);
    text_char(out, '\n');
    for (int ply = 0; ply + 1 < plies; ply++)
        analysis_report_move(r, &w, ply, out);
    text_string(out, "\nchance          ");
    analysis_report_sparkline(r, columns, out);
    text_string(out, "\naccuracy        ");
    analysis_report_player(r, 0, out);
    text_string(out, ", ");
    analysis_report_player(r, 1, out);
    text_char(out, '\n');
    analysis_report_turning_point(r, out);
    const int proved = analysis_proved_from(r->analysis);
    if (proved == 0)
        text_string(out, "proved          from the start on\n");
    else if (proved > 0)
        text_format(out, "proved          from move %d on\n", proved);
}

// --- For programs ---

static void analysis_report_json_player(const struct analysis_report *r, int seat, struct text *out)
{
    const double accuracy = analysis_accuracy(r->analysis, seat);
    text_string(out, "{\"name\":");
    text_json(out, r->names[seat]);
    if (accuracy >= 0)
        text_format(out, ",\"accuracy\":%.1f", accuracy);
    else
        text_string(out, ",\"accuracy\":null");
    text_format(out, ",\"mistakes\":%d,\"blunders\":%d}",
        analysis_count_losses(r->analysis, seat, ANALYSIS_MISTAKE, ANALYSIS_BLUNDER),
        analysis_count_losses(r->analysis, seat, ANALYSIS_BLUNDER, 2));
}

// A number, or null if it is below `least`.
static void analysis_report_json_number(const char *key, int number, int least, struct text *out)
{
    text_format(out, ",\"%s\":", key);
    if (number >= least)
        text_number(out, number);
    else
        text_string(out, "null");
}

void analysis_report_json(const struct analysis_report *r, struct text *out)
{
    const struct analysis *a = r->analysis;
    const int turning = analysis_turning_point(a);
    text_string(out, "\"game\":");
    text_json(out, analysis_game(a)->name);
    text_string(out, ",\"variant\":");
    text_json(out, analysis_game(a)->variant(analysis_position(a, 0)));
    text_string(out, ",\"by\":\"@max\",\"players\":[");
    analysis_report_json_player(r, 0, out);
    text_char(out, ',');
    analysis_report_json_player(r, 1, out);
    text_char(out, ']');
    analysis_report_json_number("turning_point", turning < 0 ? 0 : turning + 1, 1, out);
    analysis_report_json_number("proved_from", analysis_proved_from(a), 0, out);
    text_string(out, ",\"moves\":[");
    for (int ply = 0; ply + 1 < analysis_plies(a); ply++) {
        char bytes[MOVE_TEXT_BYTES];
        struct text played = TEXT_IN(bytes);
        analysis_game(a)->print_move(analysis_position(a, ply), analysis_played(a, ply), &played);
        text_string(out, ply > 0 ? "," : "");
        text_json(out, bytes);
    }
    text_string(out, "],\"plies\":");
    analysis_json(a, out);
}
