// The commands of UGI, answered: docs/protocols/ugi.md.
#include "author/engine_session.h"
#include "base/clock.h"
#include "base/random.h"
#include "brains/chance.h"
#include "brains/pace.h"
#include "wire/engine_line.h"
#include "wire/ugi_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { UGI_HASH_MOST_MIB = 65536 };

// What is known of the options, as they are listed.
static void ugi_session_greet(struct engine_session *s)
{
    struct text out = text_growing();
    text_format(&out, "id name agon %s %s\nid author the authors of agon\n", AGON_VERSION,
        s->setup.game->name);
    text_format(&out, "option name Hash type spin default %d min 1 max %d\n", ENGINE_MEMORY_MIB,
        UGI_HASH_MOST_MIB);
    text_format(&out, "option name Threads type spin default 1 min 1 max %d\n", BRAIN_THREADS_MOST);
    text_format(&out, "option name Level type combo default %s", s->setup.brain->name + 1);
    for (const struct brain *b = brains; b->name; b++)
        text_format(&out, " var %s", b->name + 1);
    text_format(&out, "\noption name Book type check default %s\nugiok\n",
        s->setup.limits.book ? "true" : "false");
    engine_say(s, &out);
    text_destroy(&out);
}

// --- Options ---

static bool ugi_session_set_level(struct engine_session *s, struct value word)
{
    char name[16] = "@";
    if (!engine_line_copy(word, name + (*word.at != '@'), sizeof name - 1))
        return false;
    const struct brain *brain = brain_find(name, NULL);
    if (!brain || !brain_plays(brain, s->setup.game, NULL))
        return false;
    s->setup.brain = brain;
    return true;
}

static bool ugi_session_set(struct engine_session *s, struct value rest)
{
    struct value name, word;
    int64_t number;
    if (!engine_line_take(&rest, "name") || !engine_line_word(&rest, &name) ||
        !engine_line_take(&rest, "value") || !engine_line_word(&rest, &word))
        return false;
    if (engine_line_take(&(struct value){name.at, name.end}, "hash") &&
        engine_line_number(word, 1, UGI_HASH_MOST_MIB, &number))
        s->setup.memory_bytes = (size_t)number << 20;
    else if (engine_line_take(&(struct value){name.at, name.end}, "threads") &&
        engine_line_number(word, 1, BRAIN_THREADS_MOST, &number))
        s->setup.limits.threads = (int)number;
    else if (engine_line_take(&(struct value){name.at, name.end}, "book"))
        s->setup.limits.book = engine_line_take(&word, "true");
    else if (!engine_line_take(&(struct value){name.at, name.end}, "level") ||
        !ugi_session_set_level(s, word))
        return false;
    thinker_change(&s->thinker, s->setup.brain, s->setup.memory_bytes);
    return true;
}

// --- Thinking ---

static void ugi_session_found(const struct thought *t, int count, void *user)
{
    (void)count;
    struct engine_session *s = user;
    const struct game *game = s->setup.game;
    struct text out = text_growing();
    position at = s->thinker.order.position;
    int64_t ms = t->time_ns / NS_PER_MS;
    text_format(&out, "info depth %d score cp %d nodes %" PRIu64 " time %" PRId64, t->depth,
        t->score, t->nodes, ms);
    if (ms > 0)
        text_format(&out, " nps %" PRIu64, t->nodes * 1000 / (uint64_t)ms);
    text_string(&out, " pv");
    for (int i = 0; i < t->line_length && game->legal(&at, t->line[i], NULL); i++) {
        text_char(&out, ' ');
        game->print_move(&at, t->line[i], &out);
        game->apply(&at, t->line[i]);
    }
    text_char(&out, '\n');
    engine_say(s, &out);
    text_destroy(&out);
}

static void ugi_session_chose(const struct thought *t, bool stopped, void *user)
{
    (void)stopped;
    struct engine_session *s = user;
    char bytes[MOVE_TEXT_BYTES];
    struct text move_text = TEXT_IN(bytes);
    if (t->best != MOVE_NONE)
        s->setup.game->print_move(&s->thinker.order.position, t->best, &move_text);
    else
        text_string(&move_text, "(none)");
    engine_say_line(s, "bestmove %s", bytes);
}

// What `go` says comes before what the command line of the engine says.
static void ugi_session_limits(
    const struct engine_session *s, const struct ugi_go *go, struct limits *limits)
{
    int seat = s->setup.game->turn(&s->position);
    *limits = s->setup.limits;
    if (go->depth > 0)
        limits->depth = (int)go->depth;
    if (go->nodes > 0)
        limits->nodes = (uint64_t)go->nodes;
    const struct allowance allowance = {
        .limit_ns = go->movetime_ms * NS_PER_MS,
        .left_ns = go->time_ms[seat] * NS_PER_MS,
        .increment_ns = go->increment_ms[seat] * NS_PER_MS,
    };
    int64_t told_ns = pace_ns(&allowance);
    if (told_ns > 0)
        limits->time_ns = told_ns;
    else if (limits->time_ns == 0 && limits->depth == 0 && limits->nodes == 0 && !go->infinite)
        limits->time_ns = pace_ns(&(struct allowance){.limit_ns = s->setup.move_ms * NS_PER_MS});
}

static void ugi_session_go(struct engine_session *s, struct value rest)
{
    struct ugi_go go;
    ugi_read_go(rest, &go);
    struct thinker_order order = {
        .position = s->position,
        .seed = random_derive(s->setup.seed, s->asked++),
        .infinite = go.infinite,
        .found = ugi_session_found,
        .done = ugi_session_chose,
        .user = s,
    };
    ugi_session_limits(s, &go, &order.limits);
    struct error e;
    if (!thinker_start(&s->thinker, &order, &e))
        engine_say_line(s, "info string %s", e.words);
}

static void ugi_session_position(struct engine_session *s, struct value rest)
{
    struct error e;
    thinker_stop(&s->thinker, false);
    if (!ugi_read_position(s->setup.game, &s->start, rest, &s->position, &e))
        engine_say_line(s, "info string that position cannot be read: %s", e.words);
}

static void ugi_session_query(struct engine_session *s, struct value rest)
{
    struct text out = text_growing();
    ugi_answer(s->setup.game, &s->position, rest, &out);
    engine_say(s, &out);
    text_destroy(&out);
}

bool ugi_session_hear(struct engine_session *s, struct value line)
{
    struct value rest = line;
    if (engine_line_take(&rest, "ugi")) {
        ugi_session_greet(s);
    } else if (engine_line_take(&rest, "isready")) {
        engine_prepare(s, "info string");
        engine_say_line(s, "readyok");
    } else if (engine_line_take(&rest, "setoption")) {
        thinker_stop(&s->thinker, false);
        if (!ugi_session_set(s, rest))
            engine_say_line(s, "info string that option or value is not known");
    } else if (engine_line_take(&rest, "uginewgame")) {
        thinker_stop(&s->thinker, false);
        thinker_forget(&s->thinker);
        s->asked = 0;
        s->position = s->start;
    } else if (engine_line_take(&rest, "position")) {
        ugi_session_position(s, rest);
    } else if (engine_line_take(&rest, "go")) {
        thinker_stop(&s->thinker, false);
        ugi_session_go(s, rest);
    } else if (engine_line_take(&rest, "stop")) {
        thinker_stop(&s->thinker, false);
    } else if (engine_line_take(&rest, "query")) {
        ugi_session_query(s, rest);
    } else if (engine_line_take(&rest, "quit")) {
        thinker_stop(&s->thinker, true);
        return false;
    }
    return true;
}
