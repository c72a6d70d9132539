#include "report/verdict_text.h"

#include "base/columns.h"
#include "referee/excerpt.h"
#include "report/rulings.h"
#include "wire/explain.h"

#include <inttypes.h>
#include <string.h>

enum {
    LABEL_COLUMNS = 17,
    INDENT_COLUMNS = 2,
    US_PER_MS = 1000,
    MESSAGE_COLUMNS_LEAST = 20,
    RULE_COLUMNS = 100, // where the width of the terminal is not known
};

// --- Words ---

static const char *verdict_text_name(const struct recorded_game *g, int seat)
{
    return g->players[seat].name[0] != '\0' ? g->players[seat].name : g->game->seat_names[seat];
}

int verdict_text_loser(const struct recorded_game *g)
{
    if (!g->ended)
        return NOBODY;
    if (g->end.blame != NOBODY)
        return g->end.blame;
    return g->end.winner == NOBODY ? NOBODY : 1 - g->end.winner;
}

static void verdict_text_put_name(struct text *out, const struct recorded_game *g, int seat)
{
    const char *name = verdict_text_name(g, seat);
    text_visible(out, name, strlen(name));
}

void verdict_text_headline(struct text *out, const struct recorded_game *g, int64_t number)
{
    const struct recorded_end *end = &g->end;
    if (!g->ended) {
        text_format(out, "game %" PRId64 " has no verdict: its record ends after move %d", number,
            g->move_count);
        return;
    }
    if (end->blame != NOBODY) {
        verdict_text_put_name(out, g, end->blame);
        text_format(out, " lost game %" PRId64, number);
        if (end->verdict != VERDICT_NO_START)
            text_format(out, " at move %d", g->move_count + 1);
        text_format(out, ": %s", verdicts[end->verdict].code);
    } else if (end->winner != NOBODY) {
        verdict_text_put_name(out, g, end->winner);
        text_format(out, " won game %" PRId64 " after %d moves", number, g->move_count);
    } else {
        text_format(out, "game %" PRId64 ": %s after %d moves", number, verdicts[end->verdict].code,
            g->move_count);
    }
    if (end->rule[0] != '\0') {
        text_string(out, " (rule ");
        text_visible(out, end->rule, strlen(end->rule));
        text_char(out, ')');
    }
}

static void verdict_text_ms(struct text *out, int64_t us)
{
    text_format(out, us < 10 * US_PER_MS ? "%.1f" : "%.0f", (double)us / US_PER_MS);
}

void verdict_text_charge(struct text *out, const struct recorded_charge *c)
{
    const struct {
        const char *name;
        int64_t us;
    } parts[] = {{"wall", c->wall_us}, {"waited", c->waited_us}, {"lost", c->lost_us},
        {"lag", c->lag_us}, {"cpu", c->cpu_us}};
    if (c->charged_us == RECORDED_UNKNOWN)
        return;
    // Rounded up like the words of a timeout: "1001 ms charged of 1000", however little it was
    // late.
    const int64_t charged_ms = (c->charged_us + US_PER_MS - 1) / US_PER_MS;
    verdict_text_ms(out, c->charged_us < 10 * US_PER_MS ? c->charged_us : charged_ms * US_PER_MS);
    text_string(out, " ms");
    if (c->limit_ms > 0)
        text_format(out, " of %" PRId64, c->limit_ms);
    const char *before = " (";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].us == RECORDED_UNKNOWN)
            continue;
        text_format(out, "%s%s ", before, parts[i].name);
        verdict_text_ms(out, parts[i].us);
        before = ", ";
    }
    if (before[0] == ',')
        text_char(out, ')');
}

// --- Lines ---

static void verdict_text_label(struct text *out, const char *label)
{
    text_format(out, "%*s%-*s", INDENT_COLUMNS, "", LABEL_COLUMNS, label);
}

// What is there, line by line. It is safe to print, whatever a bot has sent.
static void verdict_text_lines(struct text *out, const char *label, const char *text, int columns)
{
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        struct text line = text_growing();
        verdict_text_label(out, at == text ? label : "");
        text_bytes(&line, at, length);
        if (columns > 0)
            columns_shorten(out, line.bytes, columns);
        else
            text_visible(out, line.bytes, line.length);
        text_char(out, '\n');
        text_destroy(&line);
        at += length + (at[length] == '\n');
    }
}

static int verdict_text_room(const struct verdict_text_style *style)
{
    int room = style->columns - INDENT_COLUMNS - LABEL_COLUMNS;
    return style->columns == 0 ? 0 : room < MESSAGE_COLUMNS_LEAST ? MESSAGE_COLUMNS_LEAST : room;
}

// Wrapped, since words of a rule are for people.
static void verdict_text_wrapped(
    struct text *out, const char *label, const char *words, const struct verdict_text_style *style)
{
    if (words[0] == '\0')
        return;
    verdict_text_label(out, label);
    columns_wrap(out, words, INDENT_COLUMNS + LABEL_COLUMNS,
        style->columns > 0 ? style->columns : RULE_COLUMNS);
    text_char(out, '\n');
}

// The answer that belongs to the last request; NULL: none came.
static const struct recorded_line *verdict_text_last_answer(const struct recorded_game *g)
{
    const struct recorded_line *said =
        recorded_game_last_message(g, RECORD_FROM, g->end.blame, g->move_count);
    return said && said->moves == g->move_count ? said : NULL; // else it is about an earlier move
}

// The answer, with a pointer below the byte that is wrong, if that can be seen.
static void verdict_text_answer(
    struct text *out, const struct recorded_game *g, const struct verdict_text_style *style)
{
    const struct recorded_line *said = verdict_text_last_answer(g);
    if (!said)
        return;
    int room = verdict_text_room(style);
    struct text before = text_growing();
    bool points = g->end.byte >= 0 && g->end.byte <= (int64_t)said->length &&
        !memchr(said->text, '\n', said->length);
    if (points)
        text_visible(&before, said->text, (size_t)g->end.byte);
    int at = columns_count(before.bytes);
    // Of a message that does not fit, the end of what stands before the byte is left out.
    verdict_text_lines(out, "it answered", said->text, points && at >= room ? 0 : room);
    if (points) {
        verdict_text_label(out, "");
        text_format(out, "%*s^ byte %" PRId64 "\n", at, "", g->end.byte);
    }
    text_destroy(&before);
}

// The move that was refused in this position, read from the answer again; MOVE_NONE: it names none.
static move verdict_text_tried(const struct recorded_game *g, const position *p)
{
    const struct recorded_player *player = &g->players[g->end.blame];
    const struct recorded_line *said = verdict_text_last_answer(g);
    if (!said || !player->wire)
        return MOVE_NONE;
    const struct message answer = {.bytes = said->text, .length = said->length};
    struct wire_stream stream;
    struct explanation x;
    wire_stream_init(&stream, player->wire, player->name);
    stream.asked = *p;
    stream.seat = (int8_t)g->end.blame;
    wire_explain(&stream, &answer, NULL, &x);
    wire_stream_destroy(&stream);
    return x.tried;
}

static void verdict_text_board(
    struct text *out, const struct recorded_game *g, const struct verdict_text_style *style)
{
    position p;
    struct error ignored; // it was read before
    if (!g->end.has_refused || !g->game->parse(&p, g->end.refused.position, &ignored))
        return;
    struct text board = text_growing();
    struct drawing marked = style->drawing;
    marked.last = verdict_text_tried(g, &p);
    marked.refused = true;
    g->game->draw(&p, &marked, &board);
    text_char(out, '\n');
    for (const char *at = board.bytes; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        text_format(out, "%*s", length > 0 ? INDENT_COLUMNS : 0, "");
        text_bytes(out, at, length + (at[length] == '\n'));
        at += length + (at[length] == '\n');
    }
    text_char(out, '\n');
    text_destroy(&board);
}

static void verdict_text_refused(
    struct text *out, const struct recorded_game *g, const struct verdict_text_style *style)
{
    const struct recorded_refused *r = &g->end.refused;
    if (!g->end.has_refused)
        return;
    verdict_text_board(out, g, style);
    for (int i = 0; i < RECORDED_LEGAL_MOST && r->legal[i]; i++)
        verdict_text_lines(out, i == 0 ? "legal here" : "", r->legal[i], verdict_text_room(style));
    verdict_text_label(out, "");
    text_format(out, "(%" PRId64 " in all)\n", r->legal_count);
    for (int i = 0; i < r->slip_count; i++) {
        verdict_text_wrapped(out, i == 0 ? "perhaps" : "or", r->slips[i].words, style);
        if (r->slips[i].meant[0] != '\0')
            verdict_text_lines(out, "it meant", r->slips[i].meant, verdict_text_room(style));
    }
}

static void verdict_text_last_words(
    struct text *out, const struct recorded_game *g, const struct verdict_text_style *style)
{
    const struct recorded_stderr *s = &g->stderrs[g->end.blame];
    if (s->length == 0)
        return;
    char excerpt[EXCERPT_BYTES];
    struct text words = TEXT_IN(excerpt);
    const struct link_stderr said = {.head = s->text,
        .head_bytes = s->cut_at,
        .tail = s->text + s->cut_at,
        .tail_bytes = s->length - s->cut_at,
        .dropped_bytes = s->dropped_bytes > 0 ? (uint64_t)s->dropped_bytes : 0};
    excerpt_write(&said, g->players[g->end.blame].player, &words);
    verdict_text_lines(out, "its last words", excerpt, verdict_text_room(style));
}

static void verdict_text_fault(
    struct text *out, const struct recorded_game *g, const struct verdict_text_style *style)
{
    const struct recorded_end *end = &g->end;
    char bytes[160];
    struct text words = TEXT_IN(bytes);
    const struct recorded_line *asked = recorded_game_asked(g);
    if (asked)
        verdict_text_lines(out, "it was asked", asked->text, verdict_text_room(style));
    verdict_text_answer(out, g, style);
    if (end->has_refused)
        verdict_text_wrapped(out, "it means", end->refused.meaning, style);
    verdict_text_wrapped(out, "expected", end->expected, style);
    verdict_text_wrapped(out, "seen", end->seen, style);
    verdict_text_charge(&words, &end->answer);
    verdict_text_wrapped(out, "time", bytes, style);
}

void verdict_text_write(struct text *out, const struct recorded_game *g, int64_t number,
    const struct verdict_text_style *style)
{
    struct text rule = text_growing();
    verdict_text_headline(out, g, number);
    text_string(out, "\n\n");
    if (g->ended) {
        verdict_text_wrapped(out, "what happened", g->end.explanation, style);
        if (g->end.blame != NOBODY)
            verdict_text_fault(out, g, style);
        if (g->end.rule[0] != '\0' && rulings_words(g->end.rule, &rule))
            verdict_text_wrapped(out, "the rule", rule.bytes, style);
        if (g->end.blame != NOBODY) {
            verdict_text_refused(out, g, style);
            verdict_text_last_words(out, g, style);
        }
    }
    if (style->again)
        text_format(out, "\n%*sfight it again:  %s\n", INDENT_COLUMNS, "", style->again);
    text_destroy(&rule);
}
