#include "report/replay_text.h"

#include "base/columns.h"
#include "games/reversi.h"
#include "report/verdict_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { US_PER_S = 1000 * 1000, TIME_COLUMNS = 11, PGN_COLUMNS = 80 };

// --- For people ---

static void replay_text_put(struct text *out, const char *text)
{
    text_visible(out, text, strlen(text));
}

// "reversi 8x8, game 2" and who plays.
static void replay_text_head(struct text *out, const struct recorded_game *g, int64_t number)
{
    text_format(
        out, "%s %s, game %" PRId64 "\n", g->game->title, g->game->variant(&g->start), number);
    for (int seat = 0; seat < SEATS; seat++) {
        const struct recorded_player *p = &g->players[seat];
        text_string(out, "  ");
        columns_pad(out, g->game->seat_names[seat], 7);
        replay_text_put(out, p->name);
        if (p->player[0] != '\0' && strcmp(p->player, p->name) != 0) {
            text_string(out, "  (");
            replay_text_put(out, p->player);
            text_char(out, ')');
        }
        if (p->request_ms > 0)
            text_format(out, "  %" PRId64 " ms a move", p->request_ms);
        if (p->game_ms > 0)
            text_format(out, ", %" PRId64 " ms a game", p->game_ms);
        text_char(out, '\n');
    }
    if (g->started[0] != '\0') {
        text_string(out, "  started ");
        replay_text_put(out, g->started);
        text_char(out, '\n');
    }
}

static void replay_text_time(struct text *out, const struct recorded_move *m)
{
    char bytes[32] = "";
    struct text time = TEXT_IN(bytes);
    if (m->charge.charged_us != RECORDED_UNKNOWN)
        text_format(&time, "%.6f s", (double)m->charge.charged_us / US_PER_S);
    text_format(out, "%*s", TIME_COLUMNS, bytes);
}

static int replay_text_widest(const struct recorded_game *g)
{
    size_t widest = 1;
    for (int i = 0; i < g->move_count; i++) {
        size_t length = strlen(g->moves[i].text);
        widest = length > widest ? length : widest;
    }
    return (int)widest;
}

static void replay_text_moves(struct text *out, const struct recorded_game *g)
{
    int widest = replay_text_widest(g);
    size_t seat_columns = strlen(g->game->seat_names[0]);
    if (strlen(g->game->seat_names[1]) > seat_columns)
        seat_columns = strlen(g->game->seat_names[1]);
    for (int i = 0; i < g->move_count; i++) {
        const struct recorded_move *m = &g->moves[i];
        char words[MOVE_WORDS_BYTES];
        struct text described = TEXT_IN(words);
        g->game->describe_move(&m->before, m->move, &described);
        text_format(out, "%4d  %-*s  %-*s  ", i + 1, (int)seat_columns,
            g->game->seat_names[m->seat], widest, m->text);
        replay_text_time(out, m);
        text_format(out, "  %s\n", words);
    }
}

void replay_text_write(
    struct text *out, const struct recorded_game *g, int64_t number, const char *without)
{
    replay_text_head(out, g, number);
    if (without)
        text_format(out, "  %s\n", without);
    text_char(out, '\n');
    replay_text_moves(out, g);
    text_char(out, '\n');
    verdict_text_headline(out, g, number);
    text_char(out, '\n');
    if (g->ended && g->end.explanation[0] != '\0') {
        replay_text_put(out, g->end.explanation);
        text_char(out, '\n');
    }
}

// --- PGN ---

// A tag is a word and a string, in which PGN escapes quotes and backslashes.
static void replay_text_tag(struct text *out, const char *name, const char *value)
{
    struct text shown = text_growing();
    text_visible(&shown, value, strlen(value));
    text_format(out, "[%s \"", name);
    for (const char *at = shown.bytes; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            text_char(out, '\\');
        text_char(out, *at);
    }
    text_string(out, "\"]\n");
    text_destroy(&shown);
}

// The seat that PGN calls White: who begins, but in Reversi Black begins.
static int replay_text_white(const struct recorded_game *g)
{
    return g->game == &game_reversi ? 1 : 0;
}

static const char *replay_text_result(const struct recorded_game *g)
{
    if (!g->ended || g->end.verdict == VERDICT_VOID)
        return "*";
    return g->end.winner == NOBODY              ? "1/2-1/2"
        : g->end.winner == replay_text_white(g) ? "1-0"
                                                : "0-1";
}

// "2026-11-15T04:12:49Z" as "2026.11.15".
static void replay_text_date(struct text *out, const char *started)
{
    char date[] = "????.??.??";
    if (strlen(started) >= strlen(date) && started[4] == '-' && started[7] == '-') {
        memcpy(date, started, strlen(date));
        date[4] = date[7] = '.';
    }
    replay_text_tag(out, "Date", date);
}

// PGN's own seven first, in its order.
static void replay_text_tags(struct text *out, const struct recorded_game *g, int64_t number)
{
    char text[POSITION_TEXT_BYTES];
    struct text printed = TEXT_IN(text);
    position usual;
    struct error ignored; // every variant has a start
    replay_text_tag(out, "Event", "agon");
    replay_text_tag(out, "Site", g->host[0] != '\0' ? g->host : "?");
    replay_text_date(out, g->started);
    char round[32];
    snprintf(round, sizeof round, "%" PRId64, number);
    replay_text_tag(out, "Round", round);
    int white = replay_text_white(g);
    replay_text_tag(out, "White", g->players[white].name);
    replay_text_tag(out, "Black", g->players[1 - white].name);
    replay_text_tag(out, "Result", replay_text_result(g));
    replay_text_tag(out, "Game", g->game->name);
    replay_text_tag(out, "Variant", g->game->variant(&g->start));
    g->game->print(&g->start, &printed);
    if (!g->game->start(&usual, g->game->variant(&g->start), &ignored) ||
        !position_equal(&usual, &g->start)) {
        replay_text_tag(out, "SetUp", "1");
        replay_text_tag(out, "FEN", text);
    }
    if (g->ended) {
        replay_text_tag(out, "Termination", verdicts[g->end.verdict].code);
        replay_text_tag(out, "Verdict", g->end.explanation);
    }
    const struct outcome o = g->game->outcome(&g->last);
    if (o.over && (o.points[0] != 0 || o.points[1] != 0)) {
        char points[64];
        snprintf(points, sizeof points, "%d-%d", o.points[white], o.points[1 - white]);
        replay_text_tag(out, "Points", points);
    }
}

// Words are put one after the other, in lines of at most PGN_COLUMNS.
struct replay_text_flow {
    struct text *out;
    size_t used;
};

static void replay_text_word(struct replay_text_flow *f, const char *word)
{
    size_t length = strlen(word);
    if (f->used > 0 && f->used + 1 + length > PGN_COLUMNS) {
        text_char(f->out, '\n');
        f->used = 0;
    } else if (f->used > 0) {
        text_char(f->out, ' ');
        f->used++;
    }
    text_string(f->out, word);
    f->used += length;
}

// A move of our notation may have blanks in it ("1 e2 n"): PGN wants one word.
static void replay_text_pgn_move(struct replay_text_flow *f, const struct recorded_move *m)
{
    char word[MOVE_TEXT_BYTES];
    snprintf(word, sizeof word, "%s", m->text);
    for (char *at = word; *at != '\0'; at++)
        *at = *at == ' ' ? '_' : *at;
    replay_text_word(f, word);
    if (m->charge.charged_us == RECORDED_UNKNOWN)
        return;
    // "emt" is PGN's word for the time that a move took.
    int64_t ms = m->charge.charged_us / 1000, seconds = ms / 1000;
    char comment[64];
    snprintf(comment, sizeof comment, "{[%%emt %" PRId64 ":%02d:%02d.%03d]}", seconds / 3600,
        (int)(seconds / 60 % 60), (int)(seconds % 60), (int)(ms % 1000));
    replay_text_word(f, comment);
}

// A number stands before each turn of seat 0, as in chess and in the PGN of Reversi; a turn may
// have several moves. "1..." is for a game that begins with seat 1.
void replay_text_pgn(struct text *out, const struct recorded_game *g, int64_t number)
{
    struct replay_text_flow f = {.out = out};
    int turn = 0, before = 1;
    replay_text_tags(out, g, number);
    text_char(out, '\n');
    for (int i = 0; i < g->move_count; i++) {
        const struct recorded_move *m = &g->moves[i];
        char label[32];
        if (i == 0 || (m->seat == 0 && before == 1)) {
            snprintf(label, sizeof label, "%d%s", ++turn, m->seat == 0 ? "." : "...");
            replay_text_word(&f, label);
        }
        replay_text_pgn_move(&f, m);
        before = m->seat;
    }
    replay_text_word(&f, replay_text_result(g));
    text_string(out, "\n");
}
