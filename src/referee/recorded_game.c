#include "referee/recorded_game.h"

#include "referee/recorded_line.h"
#include "wire/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED_FIRST = 64, PIECE_NUMBERS = 2 };

// --- Values of a line ---

// Only what was checked as a whole may be decoded: the form of a line says nothing of its strings.
static bool recorded_game_is_json(struct value v)
{
    const struct message m = {.bytes = v.at, .length = (size_t)(v.end - v.at)};
    struct value checked;
    return value_check(&m, &checked, NULL);
}

// Room for a text of `length` bytes and its NUL. All texts together are not longer than the record:
// each has quotes or a key around it there.
static char *recorded_game_room(struct recorded_game *g, size_t length)
{
    if (length >= g->strings_capacity - g->strings_length)
        return NULL;
    char *at = g->strings + g->strings_length;
    at[length] = '\0';
    g->strings_length += length + 1;
    return at;
}

static bool recorded_game_copy(struct recorded_game *g, struct value v, const char **text)
{
    char *room = recorded_game_room(g, (size_t)(v.end - v.at));
    if (!room)
        return false;
    memcpy(room, v.at, (size_t)(v.end - v.at));
    *text = room;
    return true;
}

// A string without its quotes, decoded; "" for null.
static bool recorded_game_decode(struct recorded_game *g, struct value v, const char **text)
{
    *text = "";
    if (value_is_null(v))
        return true;
    size_t before = g->strings_length, capacity = (size_t)(v.end - v.at);
    char *room = recorded_game_room(g, capacity - 1);
    if (!room || !value_string(v, room, capacity))
        return false;
    g->strings_length = before + strlen(room) + 1;
    *text = room;
    return true;
}

// The text of a key that may be missing: "" then.
static bool recorded_game_take_text(
    struct recorded_game *g, struct value line, const char *key, const char **text)
{
    struct value v;
    *text = "";
    return !value_member(line, key, &v) || recorded_game_decode(g, v, text);
}

static int64_t recorded_game_number(struct value line, const char *key)
{
    struct value v;
    int64_t number;
    return value_member(line, key, &v) && value_integer(v, &number) ? number : RECORDED_UNKNOWN;
}

// The form of the line has made sure that it is 0, 1 or null.
static int recorded_game_seat(struct value line, const char *key)
{
    int64_t seat = recorded_game_number(line, key);
    return seat == 0 || seat == 1 ? (int)seat : NOBODY;
}

// Whether the line can have a key that most lines do not have: to look for its bytes is much faster
// than to look for the key.
static bool recorded_game_has(struct value line, const char *key)
{
    return memmem(line.at, (size_t)(line.end - line.at), key, strlen(key)) != NULL;
}

static int64_t recorded_game_rare_number(struct value line, const char *key)
{
    return recorded_game_has(line, key) ? recorded_game_number(line, key) : RECORDED_UNKNOWN;
}

static struct recorded_charge recorded_game_charge(struct value v)
{
    return (struct recorded_charge){
        .wall_us = recorded_game_number(v, "wall_us"),
        .waited_us = recorded_game_rare_number(v, "waited_us"),
        .cpu_us = recorded_game_rare_number(v, "cpu_us"),
        .lost_us = recorded_game_rare_number(v, "lost_us"),
        .lag_us = recorded_game_rare_number(v, "lag_us"),
        .charged_us = recorded_game_number(v, "charged_us"),
        .limit_ms = recorded_game_rare_number(v, "limit_ms"),
    };
}

// --- Lists ---

static bool recorded_game_lacks_memory(struct recorded_game *g)
{
    g->out_of_memory = true;
    return false;
}

// Makes room for one more item of `size` bytes.
static bool recorded_game_reserve(void **list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    size_t more = *capacity > 0 ? *capacity * 2 : LISTED_FIRST;
    void *grown = realloc(*list, more * size);
    if (!grown)
        return false;
    *list = grown;
    *capacity = more;
    return true;
}

static bool recorded_game_add_line(
    struct recorded_game *g, struct recorded_line line, const char *text, size_t length)
{
    void *list = g->lines;
    if (!recorded_game_reserve(&list, g->line_count, &g->lines_capacity, sizeof *g->lines))
        return recorded_game_lacks_memory(g);
    g->lines = list;
    // A move stands among the lines before it counts.
    line.moves = g->move_count;
    line.text = text;
    line.length = length;
    g->lines[g->line_count++] = line;
    return true;
}

static struct recorded_line recorded_game_line(struct value line, enum record_line kind)
{
    return (struct recorded_line){.kind = kind,
        .seat = recorded_game_seat(line, "seat"),
        .at_us = recorded_game_number(line, "at_us")};
}

// --- The header ---

// Budgets stand with the player, or for both in the header.
static int64_t recorded_game_budget(struct value header, struct value player, const char *key)
{
    int64_t own = recorded_game_number(player, key);
    return own != RECORDED_UNKNOWN ? own : recorded_game_number(header, key);
}

static bool recorded_game_read_player(
    struct recorded_game *g, struct value header, struct value item, struct recorded_player *p)
{
    if (value_kind(item) != VALUE_OBJECT || !recorded_game_take_text(g, item, "name", &p->name) ||
        !recorded_game_take_text(g, item, "player", &p->player) ||
        !recorded_game_take_text(g, item, "wire", &p->wire_name))
        return false;
    if (strlen(p->name) >= WIRE_NAME_BYTES)
        return false;     // agon gives no such name; each line of a report would repeat it
    struct error ignored; // a wire that there is no more
    p->wire = p->wire_name[0] != '\0' ? wire_find(p->wire_name, &ignored) : NULL;
    p->start_ms = recorded_game_budget(header, item, "start_ms");
    p->first_ms = recorded_game_budget(header, item, "first_ms");
    p->request_ms = recorded_game_budget(header, item, "request_ms");
    p->game_ms = recorded_game_budget(header, item, "game_ms");
    p->increment_ms = recorded_game_budget(header, item, "increment_ms");
    return true;
}

static bool recorded_game_read_start(struct recorded_game *g, struct value line, struct error *e)
{
    const char *name, *text;
    if (!recorded_game_take_text(g, line, "game", &name) ||
        !recorded_game_take_text(g, line, "position", &text))
        return false;
    const struct game *game = game_find(name, e);
    if (!game || !game->parse(&g->start, text, e))
        return false;
    g->last = g->start;
    g->game = game;
    return true;
}

static bool recorded_game_read_header_keys(
    struct recorded_game *g, struct value header, struct error *e)
{
    struct value players, items[SEATS];
    g->index = recorded_game_number(header, "index");
    g->speed_percent = recorded_game_number(header, "speed_percent");
    if (!value_member(header, "players", &players) || value_items(players, items, SEATS) != SEATS ||
        !recorded_game_take_text(g, header, "clock", &g->clock) ||
        !recorded_game_take_text(g, header, "pondering", &g->pondering) ||
        !recorded_game_take_text(g, header, "host", &g->host) ||
        !recorded_game_take_text(g, header, "started", &g->started) ||
        !recorded_game_take_text(g, header, "agon", &g->agon))
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!recorded_game_read_player(g, header, items[seat], &g->players[seat]))
            return false;
    }
    return recorded_game_read_start(g, header, e);
}

// The seed has 64 bits: more than our JSON reads (G3). The rest is read without it.
static bool recorded_game_read_header(struct recorded_game *g, struct value line, struct error *e)
{
    struct value seed;
    if (!value_member(line, "seed", &seed))
        return false;
    g->seed = strtoull(seed.at, NULL, 10);
    struct text copy = text_growing();
    recorded_line_without_seed(&copy, line.at, (size_t)(line.end - line.at));
    struct value header = {copy.bytes, copy.bytes + copy.length};
    g->out_of_memory = copy.cut;
    bool well =
        !copy.cut && recorded_game_is_json(header) && recorded_game_read_header_keys(g, header, e);
    text_destroy(&copy);
    return well;
}

// --- What happens ---

static bool recorded_game_read_message(
    struct recorded_game *g, struct value line, enum record_line kind)
{
    struct value v;
    const char *text;
    if (value_member(line, "message", &v))
        return recorded_game_copy(g, v, &text) &&
            recorded_game_add_line(g, recorded_game_line(line, kind), text, (size_t)(v.end - v.at));
    return value_member(line, "text", &v) && recorded_game_is_json(v) &&
        recorded_game_decode(g, v, &text) &&
        recorded_game_add_line(g, recorded_game_line(line, kind), text, strlen(text));
}

static bool recorded_game_read_note(struct recorded_game *g, struct value line)
{
    const char *words;
    return recorded_game_is_json(line) && recorded_game_take_text(g, line, "words", &words) &&
        recorded_game_add_line(g, recorded_game_line(line, RECORD_NOTE), words, strlen(words));
}

static bool recorded_game_read_move(struct recorded_game *g, struct value line, struct error *e)
{
    struct recorded_move m = {.seat = recorded_game_seat(line, "seat"), .before = g->last};
    const char *word;
    struct value forced;
    position after = g->last;
    void *list = g->moves;
    if (!recorded_game_is_json(line) || !recorded_game_take_text(g, line, "move", &word))
        return false;
    if (!recorded_line_play(g->game, &after, m.seat, word, &m.move, e))
        return false;
    struct text printed = TEXT_IN(m.text);
    g->game->print_move(&g->last, m.move, &printed);
    m.forced = recorded_game_has(line, "forced") && value_member(line, "forced", &forced);
    m.at_us = recorded_game_number(line, "at_us");
    m.charge = recorded_game_charge(line);
    if (!recorded_game_reserve(&list, (size_t)g->move_count, &g->moves_capacity, sizeof *g->moves))
        return recorded_game_lacks_memory(g);
    g->moves = list;
    const struct recorded_line told = {.kind = RECORD_MOVE, .seat = m.seat, .at_us = m.at_us};
    if (!recorded_game_add_line(g, told, word, strlen(word)))
        return false;
    g->moves[g->move_count++] = m;
    g->last = after;
    return true;
}

// --- stderr ---

static bool recorded_game_read_pieces(
    struct recorded_stderr *s, struct value when, bool *out_of_memory)
{
    int count = value_items(when, NULL, 0);
    struct value *items = count > 0 ? calloc((size_t)count, sizeof *items) : NULL;
    s->pieces = items ? calloc((size_t)count / PIECE_NUMBERS, sizeof *s->pieces) : NULL;
    *out_of_memory = count > 0 && !s->pieces;
    bool well = s->pieces && value_items(when, items, count) == count;
    size_t reached = 0;
    for (int i = 0; well && i + 1 < count; i += PIECE_NUMBERS) {
        int64_t offset, at_us;
        well = value_integer(items[i], &offset) && value_integer(items[i + 1], &at_us);
        // Pieces follow each other inside the text, whatever the record says.
        if (well && offset > 0 && (uint64_t)offset > reached)
            reached = (uint64_t)offset < s->length ? (size_t)offset : s->length;
        if (well)
            s->pieces[s->piece_count++] = (struct recorded_piece){reached, at_us};
    }
    free(items);
    return well;
}

static bool recorded_game_read_stderr(struct recorded_game *g, struct value line)
{
    int seat = recorded_game_seat(line, "seat");
    struct recorded_stderr *s = &g->stderrs[seat == 1];
    const char *text, *tail = "";
    struct value when;
    if (s->text[0] != '\0' || s->pieces || !recorded_game_is_json(line) ||
        !recorded_game_take_text(g, line, "text", &text))
        return false;
    s->cut_at = strlen(text);
    s->dropped_bytes = recorded_game_number(line, "dropped_bytes");
    // The tail is decoded over the NUL of the beginning, so that both are one text.
    if (text[0] != '\0')
        g->strings_length--;
    if (!recorded_game_take_text(g, line, "tail", &tail))
        return false;
    if (text[0] != '\0' && tail[0] == '\0')
        recorded_game_room(g, 0);
    s->text = text[0] != '\0' ? text : tail;
    s->length = strlen(s->text);
    return !value_member(line, "when_us", &when) ||
        recorded_game_read_pieces(s, when, &g->out_of_memory);
}

// --- The end ---

static bool recorded_game_read_slips(
    struct recorded_game *g, struct value list, struct recorded_refused *r)
{
    struct value items[RECORDED_SLIPS_MOST], meant;
    int count = value_items(list, items, RECORDED_SLIPS_MOST);
    for (int i = 0; i < count && i < RECORDED_SLIPS_MOST; i++) {
        struct recorded_slip *s = &r->slips[r->slip_count++];
        s->meant = "";
        if (value_kind(items[i]) != VALUE_OBJECT ||
            !recorded_game_take_text(g, items[i], "words", &s->words))
            return false;
        if (value_member(items[i], "meant", &meant) && !value_is_null(meant) &&
            !recorded_game_copy(g, meant, &s->meant))
            return false;
    }
    return true;
}

static bool recorded_game_read_refused(
    struct recorded_game *g, struct value v, struct recorded_refused *r)
{
    struct value list, items[RECORDED_LEGAL_MOST];
    position p;
    struct error ignored;
    if (value_kind(v) != VALUE_OBJECT || !recorded_game_take_text(g, v, "position", &r->position) ||
        !recorded_game_take_text(g, v, "meaning", &r->meaning) ||
        !g->game->parse(&p, r->position, &ignored))
        return false;
    r->legal_count = recorded_game_number(v, "legal_count");
    int count = value_member(v, "legal", &list) ? value_items(list, items, RECORDED_LEGAL_MOST) : 0;
    for (int i = 0; i < count && i < RECORDED_LEGAL_MOST; i++) {
        if (!recorded_game_copy(g, items[i], &r->legal[i]))
            return false;
    }
    return !value_member(v, "slips", &list) || recorded_game_read_slips(g, list, r);
}

static bool recorded_game_read_end(struct recorded_game *g, struct value line, struct error *e)
{
    struct recorded_end *end = &g->end;
    const char *code;
    struct value v;
    if (!recorded_game_is_json(line) || !recorded_game_take_text(g, line, "verdict", &code) ||
        !recorded_game_take_text(g, line, "rule", &end->rule) ||
        !recorded_game_take_text(g, line, "explanation", &end->explanation) ||
        !recorded_game_take_text(g, line, "expected", &end->expected) ||
        !recorded_game_take_text(g, line, "seen", &end->seen))
        return false;
    if (!verdict_find(code, &end->verdict))
        return error_set(e, "there is no verdict \"%.40s\"", code);
    end->winner = recorded_game_seat(line, "winner");
    end->blame = recorded_game_seat(line, "blame");
    end->byte = recorded_game_number(line, "byte");
    end->wall_us = recorded_game_number(line, "wall_us");
    if (verdict_is_fault(end->verdict) && end->blame == NOBODY)
        return error_set(e, "nobody is to blame for a fault");
    end->has_refused = value_member(line, "refused", &v);
    if (end->has_refused && !recorded_game_read_refused(g, v, &end->refused))
        return false;
    bool timed = value_member(line, "answer", &v);
    end->answer = recorded_game_charge(timed && value_kind(v) == VALUE_OBJECT ? v : line);
    if (!timed) // what the line has is the time of the game
        end->answer.wall_us = RECORDED_UNKNOWN;
    g->ended = true;
    return true;
}

// --- All lines ---

static bool recorded_game_read_kind(
    struct recorded_game *g, enum record_line kind, struct value line, struct error *e)
{
    switch (kind) {
    case RECORD_GAME:
        return recorded_game_read_header(g, line, e);
    case RECORD_TO:
    case RECORD_FROM:
        return recorded_game_read_message(g, line, kind);
    case RECORD_MOVE:
        return recorded_game_read_move(g, line, e);
    case RECORD_NOTE:
        return recorded_game_read_note(g, line);
    case RECORD_STDERR:
        return recorded_game_read_stderr(g, line);
    case RECORD_PONDERING:
        g->pondered_us[recorded_game_seat(line, "seat") == 1] =
            recorded_game_number(line, "cpu_us");
        return true;
    case RECORD_CUT:
        g->cut = true;
        return true;
    case RECORD_END:
        return recorded_game_read_end(g, line, e);
    case RECORD_LINES:
        break;
    }
    return false;
}

static bool recorded_game_read_line(
    struct recorded_game *g, int64_t number, const char *bytes, size_t length, struct error *e)
{
    enum record_line kind;
    struct error why = {.words = ""};
    if (!record_form_read(bytes, length, number, &kind, e))
        return false;
    if ((number == 1) != (kind == RECORD_GAME) || g->ended || (g->cut && kind != RECORD_END))
        return error_set(e, "line %" PRId64 " is out of place", number);
    struct text mended = text_growing();
    bool has_nul = recorded_line_without_nul(&mended, bytes, length) && !mended.cut;
    g->out_of_memory = mended.cut;
    struct value line = {bytes, bytes + length};
    if (has_nul)
        line = (struct value){mended.bytes, mended.bytes + mended.length};
    bool read = recorded_game_read_kind(g, kind, line, &why);
    text_destroy(&mended);
    if (read)
        return true;
    return error_set(e, "line %" PRId64 " cannot be read%s%.*s", number,
        why.words[0] != '\0' ? ": " : "", ERROR_WORDS_BYTES / 2, why.words);
}

static bool recorded_game_begin(struct recorded_game *g, size_t length, struct error *e)
{
    *g =
        (struct recorded_game){.clock = "", .pondering = "", .host = "", .started = "", .agon = ""};
    for (int seat = 0; seat < SEATS; seat++) {
        g->pondered_us[seat] = RECORDED_UNKNOWN;
        g->stderrs[seat].text = "";
    }
    if (length > RECORDED_GAME_MOST_BYTES)
        return error_set(e, "the record is longer than %d bytes", RECORDED_GAME_MOST_BYTES);
    g->strings_capacity = length + 1;
    g->strings = malloc(g->strings_capacity);
    g->out_of_memory = !g->strings;
    return g->strings || error_set(e, "no memory for the record");
}

bool recorded_game_read(struct recorded_game *g, const char *bytes, size_t length, struct error *e)
{
    if (!recorded_game_begin(g, length, e))
        return false;
    const char *end = bytes + length, *newline;
    int64_t number = 0;
    while (bytes < end && (newline = memchr(bytes, '\n', (size_t)(end - bytes)))) {
        if (!recorded_game_read_line(g, ++number, bytes, (size_t)(newline - bytes), e))
            return false;
        bytes = newline + 1;
    }
    return number > 0 || error_set(e, "the record is empty");
}

void recorded_game_destroy(struct recorded_game *g)
{
    free(g->moves);
    free(g->lines);
    for (int seat = 0; seat < SEATS; seat++)
        free(g->stderrs[seat].pieces);
    free(g->strings);
}
