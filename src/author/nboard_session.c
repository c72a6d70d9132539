// The commands of NBoard 2, answered: docs/protocols/nboard.md.
#include "author/engine_session.h"
#include "base/clock.h"
#include "base/random.h"
#include "brains/pace.h"
#include "games/reversi.h"
#include "games/reversi_ggf.h"
#include "wire/engine_line.h"

#include <string.h>

enum { NBOARD_GAME_BYTES = 8192, NBOARD_HINTS_MOST = 64 };

static void nboard_session_line(const struct thought *t, struct text *out)
{
    for (int i = 0; i < t->line_length; i++)
        ggf_print_move(t->line[i], out);
    if (t->line_length == 0)
        ggf_print_move(t->best, out);
}

// One line for each move that was asked for: "search F5D6 1.25 0 12".
static void nboard_session_found(const struct thought *thoughts, int count, void *user)
{
    struct engine_session *s = user;
    struct text out = text_growing();
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        const struct thought *t = &thoughts[i];
        text_string(&out, t->book ? "book " : "search ");
        nboard_session_line(t, &out);
        text_format(&out, " %.2f 0 ", (double)t->score / SCORE_STONE);
        if (t->exact)
            text_string(&out, "100%\n");
        else
            text_format(&out, "%d\n", t->depth);
        nodes += t->nodes;
    }
    if (count > 0)
        text_format(&out, "nodestats %llu %.3f\n", (unsigned long long)nodes,
            (double)thoughts[0].time_ns / 1e9);
    engine_say(s, &out);
    text_destroy(&out);
}

static void nboard_session_chose(const struct thought *t, bool stopped, void *user)
{
    (void)stopped;
    struct engine_session *s = user;
    char bytes[64];
    struct text move_text = TEXT_IN(bytes);
    s->took_ns = clock_now_ns() - s->thinks_since_ns;
    double seconds = (double)s->took_ns / 1e9;
    if (t->best == MOVE_NONE) {
        engine_say_line(s, "status the game is over");
        return;
    }
    ggf_print_move(t->best, &move_text);
    engine_say_line(s, "=== %s/%.2f/%.3f", bytes, (double)t->score / SCORE_STONE, seconds);
}

static void nboard_session_hinted(const struct thought *t, bool stopped, void *user)
{
    (void)t;
    (void)stopped;
    engine_say_line(user, "status");
}

// Every command but those that only set something ends what is being thought. `revoked`: a `go`
// that is not answered yet needs no answer any more. Else it gets one now, the best move so far.
static void nboard_session_rest(struct engine_session *s, bool revoked)
{
    if (!s->thinker.runs)
        return;
    int seat = s->setup.game->turn(&s->thinker.order.position);
    thinker_stop(&s->thinker, revoked || s->thinker.order.lines > 0);
    if (s->thinker.order.lines == 0 && s->left_ns[seat] > 0) {
        int64_t took_ns = s->took_ns > 0 ? s->took_ns : clock_now_ns() - s->thinks_since_ns;
        int64_t left_ns = s->left_ns[seat] - took_ns;
        s->left_ns[seat] = left_ns > NS_PER_MS ? left_ns : NS_PER_MS;
    }
}

static void nboard_session_think(struct engine_session *s, int lines)
{
    struct limits limits = s->setup.limits;
    int64_t left_ns = s->left_ns[s->setup.game->turn(&s->position)];
    if (s->depth > 0 && (limits.depth == 0 || s->depth < limits.depth))
        limits.depth = (int)s->depth;
    if (limits.time_ns == 0)
        limits.time_ns = left_ns > 0 ? pace_ns(&(struct allowance){.left_ns = left_ns})
            : limits.depth > 0 || limits.nodes > 0
            ? 0
            : pace_ns(&(struct allowance){.limit_ns = s->setup.move_ms * NS_PER_MS});
    const struct thinker_order order = {
        .position = s->position,
        .limits = limits,
        .seed = random_derive(s->setup.seed, s->asked),
        .lines = lines,
        .found = lines > 0 ? nboard_session_found : NULL,
        .done = lines > 0 ? nboard_session_hinted : nboard_session_chose,
        .user = s,
    };
    struct error e;
    s->asked += lines == 0;
    s->thinks_since_ns = clock_now_ns();
    s->took_ns = 0;
    if (!thinker_start(&s->thinker, &order, &e))
        engine_say_line(s, "status %s", e.words);
}

static void nboard_session_game(struct engine_session *s, struct value rest)
{
    char text[NBOARD_GAME_BYTES];
    struct ggf g;
    struct error e = {0};
    if (!engine_line_copy(rest, text, sizeof text) || !ggf_read(&g, text, &e)) {
        engine_say_line(s, "status that game cannot be read: %s", e.words);
        return;
    }
    nboard_session_rest(s, false);
    // The same game with a few moves more or less is still known; another one is not.
    if (!position_equal(&g.start, &s->start))
        thinker_forget(&s->thinker);
    if (g.count == 0) {
        thinker_forget(&s->thinker);
        s->asked = 0;
    }
    s->start = g.start;
    s->position = g.end;
    for (int seat = 0; seat < SEATS; seat++)
        s->left_ns[seat] = g.time_ms * NS_PER_MS;
}

static void nboard_session_set(struct engine_session *s, struct value rest)
{
    struct value word;
    int64_t number;
    if (engine_line_take(&rest, "game"))
        nboard_session_game(s, rest);
    else if (engine_line_take(&rest, "depth") && engine_line_word(&rest, &word) &&
        engine_line_number(word, 1, 250, &number))
        s->depth = number;
    // The value of a draw (contempt) is taken note of by no search of ours.
}

static void nboard_session_move(struct engine_session *s, struct value rest)
{
    struct value word;
    struct error e;
    move m;
    engine_line_word(&rest, &word);
    nboard_session_rest(s, false);
    if (!engine_line_move(s->setup.game, &s->position, engine_line_before_slash(word), &m, &e) ||
        !s->setup.game->legal(&s->position, m, NULL))
        engine_say_line(s, "status that is not a legal move");
    else
        s->setup.game->apply(&s->position, m);
}

static void nboard_session_hint(struct engine_session *s, struct value rest)
{
    struct value word;
    int64_t lines = 1;
    if (engine_line_word(&rest, &word))
        engine_line_number(word, 1, NBOARD_HINTS_MOST, &lines);
    nboard_session_rest(s, false);
    engine_say_line(s, "status thinking");
    nboard_session_think(s, (int)lines);
}

// The board tells its pings apart by their numbers: without one there is nothing to answer.
static void nboard_session_ping(struct engine_session *s, struct value rest)
{
    struct value word;
    char number[16];
    nboard_session_rest(s, true);
    if (!engine_line_word(&rest, &word)) {
        engine_say_line(s, "status ping needs a number, such as ping 7");
        return;
    }
    engine_line_copy(word, number, sizeof number);
    engine_say_line(s, "pong %s", number);
}

bool nboard_session_hear(struct engine_session *s, struct value line)
{
    struct value rest = line;
    if (engine_line_take(&rest, "nboard")) {
        engine_prepare(s, "status");
        engine_say_line(s, "set myname agon %s", s->setup.brain->name);
    } else if (engine_line_take(&rest, "set")) {
        nboard_session_set(s, rest);
    } else if (engine_line_take(&rest, "move")) {
        nboard_session_move(s, rest);
    } else if (engine_line_take(&rest, "hint")) {
        nboard_session_hint(s, rest);
    } else if (engine_line_take(&rest, "go")) {
        nboard_session_rest(s, false);
        nboard_session_think(s, 0);
    } else if (engine_line_take(&rest, "ping")) {
        nboard_session_ping(s, rest);
    } else if (engine_line_take(&rest, "learn")) {
        engine_say_line(s, "learned");
    } else if (engine_line_take(&rest, "quit")) {
        nboard_session_rest(s, true);
        return false;
    }
    return true;
}
