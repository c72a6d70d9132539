#include "contest/openings.h"

#include "base/random.h"
#include "games/opening.h"

#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 500,       // for an opening of the wanted length, before a shorter one is taken
    SAMPLES = 16,      // openings that must be found at once for a length to be accepted
    LINE_BYTES = 2048, // of a file
    LIST_LEAST = 64,   // openings
    SHOWN_MOST = 24,   // bytes of a word in a message
    CAUSE_BYTES = 160, // of a parser's words in ours
};

// --- Drawn by lot ---

const char *openings_drawn(const char *text)
{
    static const char random[] = "random";
    size_t length = strlen(random);
    if (strncmp(text, random, length) != 0 || (text[length] != ':' && text[length] != '\0'))
        return NULL;
    return text + length + (text[length] == ':');
}

// Lists the legal moves. Of moves that a symmetry of the position turns into each other only the
// first is kept: they lead to the same opening, which would be drawn more often than others.
static int distinct_moves(const struct game *game, const position *p, move moves[MOVES_MAX])
{
    int all = game->moves(p, moves), kept = 0;
    bool same[MOVES_MAX] = {false};
    for (int k = 1; k < game->symmetries; k++) {
        position image = game->symmetry(p, k);
        if (!position_equal(&image, p))
            continue;
        for (int i = 0; i < all; i++) {
            move twin = game->symmetry_move(p, moves[i], k);
            for (int earlier = 0; earlier < i; earlier++)
                same[i] = same[i] || moves[earlier] == twin;
        }
    }
    for (int i = 0; i < all; i++) {
        if (!same[i])
            moves[kept++] = moves[i];
    }
    return kept;
}

static bool has_choice(const struct game *game, const position *p)
{
    return !game->outcome(p).over && (!game->forced || game->forced(p) == MOVE_NONE);
}

static bool openings_try_moves(
    const struct game *game, position *p, int64_t count, struct random *r)
{
    for (int64_t i = 0; i < count; i++) {
        if (!has_choice(game, p))
            return false;
        move moves[MOVES_MAX];
        int choices = distinct_moves(game, p, moves);
        game->apply(p, moves[random_below(r, (uint32_t)choices)]);
    }
    if (!has_choice(game, p))
        return false;
    opening_begin(game, p);
    return has_choice(game, p) && opening_is_balanced(game, p);
}

static bool openings_draw_one(const struct game *game, position *p, int64_t count, struct random *r)
{
    for (int i = 0; i < TRIES; i++) {
        position tried = *p;
        if (openings_try_moves(game, &tried, count, r)) {
            *p = tried;
            return true;
        }
    }
    return false;
}

bool openings_draw(struct openings *o, const struct game *game, const position *start,
    int64_t moves, struct error *e)
{
    *o = (struct openings){.moves = moves};
    for (uint64_t sample = 0; sample < SAMPLES; sample++) {
        struct random r = random_seeded(sample);
        position p = *start;
        if (!openings_draw_one(game, &p, moves, &r))
            return error_set(e,
                "there are too few balanced openings of %lld moves in %s %s; fewer moves will do",
                (long long)moves, game->name, game->variant(start));
    }
    return true;
}

// --- From a list ---

struct listing {
    const struct game *game;
    const position *start;
    int64_t line;
    struct error *error;
};

static bool wrong_line(const struct listing *l, const struct error *cause)
{
    return error_set(l->error, "line %lld: %.*s", (long long)l->line, CAUSE_BYTES, cause->words);
}

static bool read_position(const struct listing *l, const char *text, position *p)
{
    struct error cause;
    if (!l->game->parse(p, text, &cause))
        return wrong_line(l, &cause);
    const char *here = l->game->variant(p), *wanted = l->game->variant(l->start);
    if (strcmp(here, wanted) != 0)
        return error_set(l->error, "line %lld: a position of %s, and the games are of %s",
            (long long)l->line, here, wanted);
    return true;
}

static bool read_moves(const struct listing *l, char *text, position *p)
{
    char *rest;
    struct error cause;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        move m;
        struct refusal why;
        if (!l->game->parse_move(p, word, &m, &cause))
            return wrong_line(l, &cause);
        if (!l->game->legal(p, m, &why))
            return error_set(l->error, "line %lld: %.*s is not legal: %s", (long long)l->line,
                SHOWN_MOST, word, why.words);
        l->game->apply(p, m);
    }
    return true;
}

static bool read_opening(const struct listing *l, char *text, position *p)
{
    static const char prefix[] = "position ";
    *p = *l->start;
    bool whole = strncmp(text, prefix, strlen(prefix)) == 0;
    if (!(whole ? read_position(l, text + strlen(prefix), p) : read_moves(l, text, p)))
        return false;
    return !l->game->outcome(p).over ||
        error_set(l->error, "line %lld: the game is over there", (long long)l->line);
}

static bool openings_add(struct openings *o, const position *p, size_t *capacity)
{
    if (o->count == *capacity) {
        size_t more = *capacity > 0 ? 2 * *capacity : LIST_LEAST;
        position *list = realloc(o->list, more * sizeof *list);
        if (!list)
            return false;
        o->list = list;
        *capacity = more;
    }
    o->list[o->count++] = *p;
    return true;
}

// Takes one line: without its comment, with blanks for tabs, and without blanks around it.
static bool tidy_line(
    const struct listing *l, char line[LINE_BYTES], const char *bytes, size_t length)
{
    const char *comment = memchr(bytes, '#', length);
    size_t used = comment ? (size_t)(comment - bytes) : length, kept = 0;
    for (size_t i = 0; i < used; i++) {
        unsigned char c = (unsigned char)bytes[i];
        bool blank = c == ' ' || c == '\t' || c == '\r';
        if (!blank && (c < ' ' || c >= 0x7F))
            return error_set(l->error, "line %lld: byte %zu is not a plain character",
                (long long)l->line, i + 1);
        if (blank && kept == 0)
            continue;
        if (kept == LINE_BYTES - 1)
            return error_set(l->error, "line %lld: an opening has at most %d characters",
                (long long)l->line, LINE_BYTES - 1);
        line[kept++] = blank ? ' ' : (char)c;
    }
    while (kept > 0 && line[kept - 1] == ' ')
        kept--;
    line[kept] = '\0';
    return true;
}

static bool read_list(struct openings *o, struct listing *l, const char *bytes, size_t length)
{
    size_t capacity = 0;
    for (const char *at = bytes, *end = bytes + length; at < end; l->line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        char line[LINE_BYTES];
        position p;
        if (!tidy_line(l, line, at, (size_t)(stop - at)))
            return false;
        at = stop + 1;
        if (line[0] == '\0')
            continue;
        if (o->count == OPENINGS_MOST)
            return error_set(l->error, "line %lld: there are more than %d openings",
                (long long)l->line, OPENINGS_MOST);
        if (!read_opening(l, line, &p))
            return false;
        if (!openings_add(o, &p, &capacity))
            return error_set(l->error, "out of memory");
    }
    return o->count > 0 || error_set(l->error, "there is no opening in it");
}

void openings_shuffle(struct openings *o, uint64_t seed)
{
    struct random r = random_seeded(seed);
    for (size_t i = o->count; i > 1; i--) {
        size_t other = random_below(&r, (uint32_t)i);
        position kept = o->list[i - 1];
        o->list[i - 1] = o->list[other];
        o->list[other] = kept;
    }
}

bool openings_read(struct openings *o, const struct game *game, const position *start,
    const char *bytes, size_t length, struct error *e)
{
    *o = (struct openings){0};
    struct listing l = {.game = game, .start = start, .line = 1, .error = e};
    if (length > OPENINGS_TEXT_BYTES_MOST)
        return error_set(e, "it has more than %d bytes", OPENINGS_TEXT_BYTES_MOST);
    return read_list(o, &l, bytes, length);
}

void openings_destroy(struct openings *o)
{
    free(o->list);
    *o = (struct openings){0};
}

// --- Either way ---

void openings_place(
    const struct openings *o, const struct game *game, int64_t pair, uint64_t seed, position *p)
{
    if (o->count > 0) {
        *p = o->list[(uint64_t)pair % o->count];
        return;
    }
    struct random r = random_seeded(seed);
    // openings_draw has found enough of this length. If the lot finds none here, a shorter one will
    // do.
    for (int64_t moves = o->moves; moves > 0 && !openings_draw_one(game, p, moves, &r);)
        moves--;
}
