#include "games/reversi_ggf.h"

#include <stdlib.h>
#include <string.h>

#include "games/reversi.h"

enum { GGF_TAG_BYTES = 8, GGF_VALUE_BYTES = 160, MS_PER_SECOND = 1000, SECONDS_PER_MINUTE = 60 };

static const char ggf_empty = '-';
static const char ggf_stones[SEATS] = {'*', 'O'};

// A tag with its value: BO[8 ...].
struct ggf_tag {
    char name[GGF_TAG_BYTES];
    char value[GGF_VALUE_BYTES]; // cut if it is longer; no tag that is read is
    size_t at;                   // where the value begins
};

static bool ggf_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t ggf_skip_blanks(const char *text, size_t at)
{
    while (ggf_is_blank(text[at]))
        at++;
    return at;
}

// --- Reading ---

static bool ggf_read_value(const char *text, size_t *at, struct ggf_tag *tag, struct error *e)
{
    size_t length = 0;
    tag->at = *at;
    for (; text[*at] != ']'; (*at)++) {
        if (text[*at] == '\\' && text[*at + 1] != '\0')
            (*at)++;
        if (text[*at] == '\0')
            return error_at(e, *at, "the game ends inside the tag %s[", tag->name);
        if (length + 1 < sizeof tag->value)
            tag->value[length++] = text[*at];
    }
    tag->value[length] = '\0';
    (*at)++;
    return true;
}

static bool ggf_read_tag(const char *text, size_t *at, struct ggf_tag *tag, struct error *e)
{
    size_t letters = 0;
    for (; (text[*at] >= 'A' && text[*at] <= 'Z') || (text[*at] >= 'a' && text[*at] <= 'z');
         (*at)++) {
        if (letters + 1 < sizeof tag->name)
            tag->name[letters++] = text[*at];
    }
    tag->name[letters] = '\0';
    *at = ggf_skip_blanks(text, *at);
    if (letters == 0 || text[*at] != '[')
        return error_at(e, *at, "a tag such as BO[...] is expected here");
    (*at)++;
    return ggf_read_value(text, at, tag, e);
}

static int ggf_seat_of(char c)
{
    return c == '*' || c == 'X' || c == 'x' ? 0 : c == 'O' || c == 'o' ? 1 : NOBODY;
}

// Reads "8 ---...--- *".
static bool ggf_read_board(struct ggf *g, const struct ggf_tag *tag, struct error *e)
{
    const char *value = tag->value;
    size_t at = ggf_skip_blanks(value, 0);
    int size = value[at] - '0';
    if (size != 4 && size != 6 && size != 8)
        return error_at(e, tag->at + at, "a board has 8, 6 or 4 rows");
    struct reversi r = {.size = (uint8_t)size};
    for (int i = 0; i < size * size; i++) {
        at = ggf_skip_blanks(value, at + 1);
        int seat = ggf_seat_of(value[at]);
        if (seat == NOBODY && value[at] != ggf_empty && value[at] != '.')
            return error_at(e, tag->at + at, "a square is *, O or -");
        if (seat != NOBODY)
            r.stones[seat] |= UINT64_C(1) << (i / size * REVERSI_LENGTH + i % size);
    }
    at = ggf_skip_blanks(value, at + 1);
    int turn = ggf_seat_of(value[at]);
    if (turn == NOBODY || value[ggf_skip_blanks(value, at + 1)] != '\0')
        return error_at(e, tag->at + at, "the side to move is missing: * or O");
    r.turn = (uint8_t)turn;
    g->start = g->end = reversi_store(&r);
    return true;
}

static bool ggf_play(struct ggf *g, move m)
{
    if (g->count == GGF_MOVES_MOST || !game_reversi.legal(&g->end, m, NULL))
        return false;
    g->moves[g->count++] = m;
    game_reversi.apply(&g->end, m);
    return true;
}

// Reads "F5/1.20/0.5": a move, and what its player thought of it.
static bool ggf_read_move(struct ggf *g, const struct ggf_tag *tag, int seat, struct error *e)
{
    char word[MOVE_TEXT_BYTES];
    size_t length = strcspn(tag->value, "/ ");
    if (length >= sizeof word)
        return error_at(e, tag->at, "a move is a square such as F5, or PA");
    memcpy(word, tag->value, length);
    word[length] = '\0';
    struct error why;
    move m;
    if (!game_reversi.parse_move(&g->end, word, &m, &why))
        return error_at(e, tag->at, "%s", why.words);
    if (game_reversi.turn(&g->end) != seat && m != REVERSI_PASS)
        ggf_play(g, REVERSI_PASS);
    if (game_reversi.turn(&g->end) != seat || !ggf_play(g, m))
        return error_at(e, tag->at, "%s is not a legal move here", word);
    return true;
}

// Reads the first part of "15:00//02:00": minutes and seconds, or hours before them.
static void ggf_read_time(struct ggf *g, const char *value)
{
    int64_t seconds = 0, part = 0;
    for (const char *c = value; (*c >= '0' && *c <= '9') || *c == ':'; c++) {
        if (*c == ':') {
            seconds = (seconds + part) * SECONDS_PER_MINUTE;
            part = 0;
        } else {
            part = part * 10 + (*c - '0');
        }
        if (seconds > INT32_MAX || part > INT32_MAX)
            return;
    }
    bool only_minutes = !strchr(value, ':');
    g->time_ms = (only_minutes ? part * SECONDS_PER_MINUTE : seconds + part) * MS_PER_SECOND;
}

static bool ggf_take_tag(struct ggf *g, const struct ggf_tag *tag, bool *board, struct error *e)
{
    if (strcmp(tag->name, "BO") == 0) {
        if (*board)
            return error_at(e, tag->at, "there are two boards");
        *board = true;
        return ggf_read_board(g, tag, e);
    }
    bool black = strcmp(tag->name, "B") == 0, white = strcmp(tag->name, "W") == 0;
    if (black || white)
        return *board ? ggf_read_move(g, tag, white ? 1 : 0, e)
                      : error_at(e, tag->at, "a move stands before the board, BO[...]");
    for (int seat = 0; seat < SEATS; seat++) {
        if (strcmp(tag->name, seat == 0 ? "PB" : "PW") == 0) {
            struct text name = TEXT_IN(g->names[seat]);
            text_string(&name, tag->value);
        }
    }
    if (strcmp(tag->name, "TI") == 0)
        ggf_read_time(g, tag->value);
    return true;
}

bool ggf_read(struct ggf *g, const char *text, struct error *e)
{
    *g = (struct ggf){0};
    const char *begin = strstr(text, "(;");
    if (!begin)
        return error_at(e, 0, "a game in GGF begins with \"(;\"");
    bool board = false;
    for (size_t at = ggf_skip_blanks(text, (size_t)(begin - text) + 2);;) {
        struct ggf_tag tag;
        if (text[at] == ';' && text[at + 1] == ')')
            return board || error_at(e, at, "the game has no board: BO[8 ...]");
        if (!ggf_read_tag(text, &at, &tag, e) || !ggf_take_tag(g, &tag, &board, e))
            return false;
        at = ggf_skip_blanks(text, at);
    }
}

// --- Writing ---

void ggf_print_move(move m, struct text *out)
{
    if (m == REVERSI_PASS)
        text_string(out, "PA");
    else
        text_format(out, "%c%c", 'A' + m % REVERSI_LENGTH, '1' + m / REVERSI_LENGTH);
}

static void ggf_write_name(const char *tag, const char *name, struct text *out)
{
    text_format(out, "%s[", tag);
    for (const char *c = name; *c != '\0'; c++)
        text_char(out, *c < ' ' || *c > '~' || strchr("[]();\\", *c) ? '_' : *c);
    text_char(out, ']');
}

static void ggf_write_board(const position *p, struct text *out)
{
    struct reversi r = reversi_load(p);
    text_format(out, "TY[%d]BO[%d ", r.size, r.size);
    for (int i = 0; i < r.size * r.size; i++) {
        int at = i / r.size * REVERSI_LENGTH + i % r.size;
        bool first = r.stones[0] >> at & 1, second = r.stones[1] >> at & 1;
        text_char(out, first ? ggf_stones[0] : second ? ggf_stones[1] : ggf_empty);
    }
    text_format(out, " %c]", ggf_stones[r.turn]);
}

void ggf_write(const struct ggf *g, struct text *out)
{
    text_string(out, "(;GM[Othello]PC[agon]");
    ggf_write_name("PB", g->names[0], out);
    ggf_write_name("PW", g->names[1], out);
    int64_t seconds = g->time_ms / MS_PER_SECOND;
    text_format(out, "RE[?]TI[%02d:%02d]", (int)(seconds / SECONDS_PER_MINUTE),
        (int)(seconds % SECONDS_PER_MINUTE));
    ggf_write_board(&g->start, out);
    position at = g->start;
    for (int i = 0; i < g->count; i++) {
        text_string(out, game_reversi.turn(&at) == 0 ? "B[" : "W[");
        ggf_print_move(g->moves[i], out);
        text_char(out, ']');
        game_reversi.apply(&at, g->moves[i]);
    }
    text_string(out, ";)");
}
