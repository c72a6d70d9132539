#include "archive/claimed_game.h"

#include "archive/claim/claimed_messages.h"
#include "archive/claim/claimed_times.h"
#include "archive/verify/record_check.h"
#include "archive/verify/rules.h"
#include "contest/replay.h"
#include "store/store.h"
#include "wire/value.h"

#include <stdio.h>
#include <stdlib.h>

enum { CLAIMED_NOT_SAID = -1, NS_PER_US = 1000 };

// --- Its first line ---

// Appends the part of a header that must be the same, from the name of the game to its host,
// without the lists of layers. A pattern with plain quotes cannot stand inside a string.
static bool claimed_game_cut_header(struct text *out, const char *line, size_t length)
{
    static const char layers[] = "\"layers\":[";
    const char *at = memmem(line, length, ",\"game\":", 8);
    const char *end = memmem(line, length, ",\"host\":", 8);
    if (!at || !end || end < at)
        return false;
    while (at < end) {
        const char *list = memmem(at, (size_t)(end - at), layers, sizeof layers - 1);
        const char *stop = list ? list + sizeof layers - 1 : end;
        text_bytes(out, at, (size_t)(stop - at));
        const char *close = list ? memchr(stop, ']', (size_t)(end - stop)) : NULL;
        if (list && !close)
            return false;
        at = list ? close : end;
    }
    return !out->cut;
}

static bool claimed_game_lacks_memory(struct claimed_game *c, struct error *e)
{
    c->out_of_memory = true;
    return error_set(e, "out of memory");
}

static bool claimed_game_check_header(
    struct claimed_game *c, const char *bytes, const struct record_header *header, struct error *e)
{
    struct record expected = {.fd = -1, .lines = text_growing(), .last_words = text_growing()};
    struct text right = text_growing(), seen = text_growing();
    const char *newline = memchr(bytes, '\n', c->record_length);
    record_begin(&expected, header);
    bool same = newline && claimed_game_cut_header(&seen, bytes, (size_t)(newline - bytes)) &&
        claimed_game_cut_header(&right, expected.lines.bytes, expected.lines.length) &&
        seen.length == right.length && memcmp(seen.bytes, right.bytes, right.length) == 0;
    bool cut = expected.lines.cut || right.cut || seen.cut;
    record_destroy(&expected);
    text_destroy(&right);
    text_destroy(&seen);
    if (cut)
        return claimed_game_lacks_memory(c, e);
    return same ||
        error_set(e,
            "its first line is not that of the game: other players, seats, times, limits, "
            "seed, start or number");
}

// --- Its moves ---

static bool claimed_game_take_moves(
    struct claimed_game *c, const struct recorded *r, const char *behind, struct error *e)
{
    if (r->cut != (behind != NULL))
        return error_set(e, "moves are missing in it");
    if (behind && strncmp(behind, r->moves.bytes, r->moves.length) != 0)
        return error_set(e, "it has other moves than those behind it");
    text_string(&c->moves, behind ? behind : r->moves.bytes);
    return !c->moves.cut || claimed_game_lacks_memory(c, e);
}

// A move is written as agon writes it: else the fingerprint of the contest would be another one.
static bool claimed_game_is_written_well(const struct replay *replay, const char *word)
{
    char bytes[MOVE_TEXT_BYTES];
    struct text printed = TEXT_IN(bytes);
    struct error ignored;
    move m;
    if (!replay->game->parse_move(&replay->position, word, &m, &ignored))
        return false;
    replay->game->print_move(&replay->position, m, &printed);
    return strcmp(bytes, word) == 0;
}

// Plays the moves one by one: is each of them legal, and of the seat that the record names?
static bool claimed_game_replay(const struct claimed_game *c, const struct recorded *r,
    const struct game *game, struct replay *replay, struct error *e)
{
    const char *at = c->moves.bytes;
    if (!replay_begin(replay, game, r->position, e))
        return false;
    for (size_t i = 0; *at != '\0'; i++) {
        char word[MOVE_TEXT_BYTES];
        size_t length = strcspn(at, " ");
        if (length >= sizeof word)
            return error_set(e, "its move %zu is too long", i + 1);
        memcpy(word, at, length);
        word[length] = '\0';
        if (i < r->seats.length && r->seats.bytes[i] != '0' + game->turn(&replay->position))
            return error_set(e, "its move %zu is of the wrong seat", i + 1);
        if (!claimed_game_is_written_well(replay, word))
            return error_set(e, "its move %zu is not written as agon writes it", i + 1);
        if (!replay_moves(replay, word, e))
            return false;
        at += length + (at[length] == ' ');
    }
    return true;
}

// --- Its end ---

static int64_t claimed_game_number(struct value line, const char *key)
{
    struct value v;
    int64_t number;
    return value_member(line, key, &v) && value_integer(v, &number) ? number : CLAIMED_NOT_SAID;
}

// A measured time that the line must have. Returns false if it is one that cannot be.
static bool claimed_game_time(struct value line, const char *key, int64_t *ns)
{
    int64_t us = claimed_game_number(line, key);
    if (us < 0 || us > INT64_MAX / NS_PER_US)
        return false;
    *ns = us * NS_PER_US;
    return true;
}

static void claimed_game_text(struct value line, const char *key, char *bytes, size_t capacity)
{
    struct value v;
    bytes[0] = '\0';
    if (value_member(line, key, &v))
        value_string(v, bytes, capacity);
}

static void claimed_game_fill_fault(struct result *r, struct value end)
{
    const char *colon = strstr(r->explanation, ": ");
    fault_set(&r->fault, r->verdict, r->rule, "%s", colon ? colon + 2 : r->explanation);
    claimed_game_text(end, "expected", r->fault.expected, sizeof r->fault.expected);
    claimed_game_text(end, "seen", r->fault.seen, sizeof r->fault.seen);
    int64_t byte = claimed_game_number(end, "byte");
    r->fault.has_at = byte != CLAIMED_NOT_SAID;
    r->fault.at = r->fault.has_at ? (size_t)byte : 0;
}

// Makes the line that ends at `end` (its newline) a value, and sets `end` to the newline before it.
static bool claimed_game_last_line(const char *bytes, const char **end, struct value *line)
{
    const char *before = memrchr(bytes, '\n', (size_t)(*end - bytes));
    const char *begin = before ? before + 1 : bytes;
    const struct message m = {.bytes = begin, .length = (size_t)(*end - begin)};
    *end = before ? before : bytes;
    return value_check(&m, line, NULL);
}

// Takes the line that ends at `end` if it says how long a bot computed while it was not asked. Sets
// `seat` to NOBODY if it says something else. Returns false if it is damaged.
static bool claimed_game_take_pondering(
    struct result *r, const char *bytes, const char **end, int64_t *seat)
{
    static const char type[] = "{\"type\":\"pondering\"";
    const char *before = memrchr(bytes, '\n', (size_t)(*end - bytes));
    const char *begin = before ? before + 1 : bytes;
    struct value line;
    *seat = NOBODY;
    if ((size_t)(*end - begin) < sizeof type || memcmp(begin, type, sizeof type - 1) != 0)
        return true;
    if (!claimed_game_last_line(bytes, end, &line))
        return false;
    *seat = claimed_game_number(line, "seat");
    return (*seat == 0 || *seat == 1) && claimed_game_time(line, "cpu_us", &r->pondered_ns[*seat]);
}

// The lines before the last one: those of bots that were started, that of seat 1 at the end.
static bool claimed_game_fill_pondering(struct result *r, const char *bytes, const char *end)
{
    int64_t last = SEATS, seat = 0;
    r->pondered_ns[0] = r->pondered_ns[1] = RESULT_NOT_MEASURED;
    for (; end > bytes; last = seat) {
        if (!claimed_game_take_pondering(r, bytes, &end, &seat) || seat >= last)
            return false;
        if (seat == NOBODY)
            break;
    }
    return true;
}

static bool claimed_game_fill_result(
    struct claimed_game *c, const struct recorded *r, const char *bytes, struct error *e)
{
    struct result *result = &c->result;
    struct value end, words = {r->explanation.bytes, r->explanation.bytes + r->explanation.length};
    const char *at = bytes + c->record_length - 1;
    if (!claimed_game_last_line(bytes, &at, &end) || !verdict_find(r->verdict, &result->verdict) ||
        !value_string(words, result->explanation, sizeof result->explanation))
        return error_set(e, "its last line is damaged");
    result->winner = (int)r->winner;
    result->blame = (int)r->blame;
    snprintf(result->rule, sizeof result->rule, "%.3s", r->rule); // a longer one does not pass
    result->moves = (int)r->plies;
    if (!claimed_game_time(end, "wall_us", &result->wall_ns) ||
        !claimed_game_fill_pondering(result, bytes, at))
        return error_set(e, "it has a time that cannot be");
    if (result->blame != NOBODY)
        claimed_game_fill_fault(result, end);
    return true;
}

// The few words of an end by the rules, once it is known to be one.
static void claimed_game_fill_reason(
    struct result *r, const struct recorded *recorded, const struct replay *replay)
{
    const char *names[SEATS] = {recorded->names[0], recorded->names[1]};
    struct result same = {.reason = verdicts[r->verdict].words};
    if (r->blame == NOBODY && r->rule[0] == '\0' && r->winner != NOBODY) {
        result_by_resigning(&same, 1 - r->winner, names);
    } else if (r->blame == NOBODY) {
        struct outcome o = replay->game->outcome(&replay->position);
        result_by_rules(&same, &o, names);
    }
    r->reason = same.reason;
}

// The row that the game will have. It must be one that the store takes; the rules must allow it,
// and the record must say the same: what counts passes `agon verify`.
static bool claimed_game_check_row(const struct claimed_game *c, const struct recorded *r,
    const struct game *game, struct error *e)
{
    const struct result *result = &c->result;
    const struct store_game row = {.first_name = r->names[0],
        .second_name = r->names[1],
        .start = r->position,
        .verdict = verdicts[result->verdict].code,
        .winner = result->winner == NOBODY ? STORE_NOBODY : result->winner,
        .blame = result->blame == NOBODY ? STORE_NOBODY : result->blame,
        .rule = result->rule,
        .explanation = result->explanation,
        .moves = c->moves.bytes,
        .plies = result->moves,
        .wall_ns = result->wall_ns,
        .first_pondered_ns = result->pondered_ns[0],
        .second_pondered_ns = result->pondered_ns[1]};
    int64_t moves = 0;
    return store_check_game(&row, e) && verify_rules(game, &row, &moves, e) &&
        verify_record_end(r, &row, e);
}

// --- All of it ---

// Finds the moves behind the record. Returns false if what is there is something else.
static bool claimed_game_split(
    struct claimed_game *c, char **behind, const char *bytes, size_t length, struct error *e)
{
    static const char mark[] = "\n" CLAIMED_GAME_MOVES;
    const char *at = memmem(bytes, length, mark, sizeof mark - 1);
    *behind = NULL;
    c->record_length = at ? (size_t)(at + 1 - bytes) : length;
    if (!at)
        return true;
    const char *moves = at + sizeof mark - 1, *end = bytes + length;
    const char *newline = memchr(moves, '\n', (size_t)(end - moves));
    if (newline != end - 1)
        return error_set(e, "something stands behind it");
    *behind = strndup(moves, (size_t)(newline - moves));
    return *behind || claimed_game_lacks_memory(c, e);
}

static bool claimed_game_check(struct claimed_game *c, const struct recorded *r, const char *bytes,
    const char *behind, const struct game *game, struct error *e)
{
    struct replay replay;
    if (!r->ended || r->torn)
        return error_set(e, "it has no end");
    if (!claimed_game_take_moves(c, r, behind, e) || !claimed_game_replay(c, r, game, &replay, e) ||
        !claimed_game_fill_result(c, r, bytes, e) || !claimed_game_check_row(c, r, game, e))
        return false;
    claimed_game_fill_reason(&c->result, r, &replay);
    return true;
}

// What it says as a whole: moves, end, row.
static bool claimed_game_check_whole(struct claimed_game *c, const char *bytes, const char *behind,
    const struct game *game, struct error *e)
{
    struct recorded r;
    struct error why;
    bool well = recorded_read(&r, bytes, c->record_length, &why);
    c->out_of_memory = r.out_of_memory;
    well = well ? claimed_game_check(c, &r, bytes, behind, game, e)
                : error_set(e, "it is damaged: %.200s", why.words);
    recorded_destroy(&r);
    return well;
}

// Appends the lines that decide something. What the bots were sent, and what they wrote to stderr,
// is most of a record, and takes long to read.
static void claimed_game_pick_lines(struct text *out, const char *bytes, size_t length)
{
    static const char *const passed_over[] = {"{\"type\":\"to\"", "{\"type\":\"stderr\""};
    const char *end = bytes + length, *next;
    for (; bytes < end; bytes = next) {
        next = (const char *)memchr(bytes, '\n', (size_t)(end - bytes)) + 1;
        if (strncmp(bytes, passed_over[0], strlen(passed_over[0])) != 0 &&
            strncmp(bytes, passed_over[1], strlen(passed_over[1])) != 0)
            text_bytes(out, bytes, (size_t)(next - bytes));
    }
}

// What it says line by line: messages and times. Its lines are known to be well formed.
static bool claimed_game_check_lines(
    struct claimed_game *c, const char *bytes, const struct record_header *header, struct error *e)
{
    struct recorded_game g;
    struct error why;
    const struct budget *budgets[SEATS] = {header->players[0].budget, header->players[1].budget};
    struct text lines = text_growing();
    claimed_game_pick_lines(&lines, bytes, c->record_length);
    bool cut = lines.cut, well = recorded_game_read(&g, lines.bytes, lines.length, &why);
    text_destroy(&lines);
    if (cut || g.out_of_memory) {
        recorded_game_destroy(&g);
        return claimed_game_lacks_memory(c, e);
    }
    well = well
        ? claimed_times_check(&g, budgets, e) && claimed_messages_check(&g, &c->out_of_memory, e)
        : error_set(e, "it is damaged: %.200s", why.words);
    c->short_of_time = well && claimed_times_are_short(&g, budgets);
    recorded_game_destroy(&g);
    return well;
}

bool claimed_game_read(struct claimed_game *c, const char *bytes, size_t length,
    const struct record_header *header, struct error *e)
{
    char *behind = NULL;
    *c = (struct claimed_game){.moves = text_growing()};
    bool well = claimed_game_split(c, &behind, bytes, length, e) &&
        claimed_game_check_header(c, bytes, header, e) &&
        claimed_game_check_whole(c, bytes, behind, header->game, e) &&
        claimed_game_check_lines(c, bytes, header, e);
    free(behind);
    return well;
}

void claimed_game_destroy(struct claimed_game *c)
{
    text_destroy(&c->moves);
}

void claimed_game_add_moves(struct text *record, const char *moves)
{
    static const char cut[] = "\n{\"type\":\"cut\"";
    if (!memmem(record->bytes, record->length, cut, sizeof cut - 1))
        return;
    text_string(record, CLAIMED_GAME_MOVES);
    text_string(record, moves);
    text_char(record, '\n');
}
