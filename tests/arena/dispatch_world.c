#include "arena/dispatch_world.h"

#include <string.h>

static void dispatch_world_wake(void *user)
{
    struct dispatch_world *w = user;
    w->wakes++;
}

void dispatch_world_init(struct dispatch_world *w, const char *text)
{
    *w = (struct dispatch_world){0};
    hosted_init(&w->hosted, "contest", text);
    feeds_init(&w->feeds, NULL, NULL);
    w->feed = help_watch(&w->feeds, ARENA_FACTS);
    w->options = (struct dispatch_options){.roster = &w->hosted.roster,
        .path = w->hosted.path,
        .contest = &w->hosted.contest,
        .feeds = &w->feeds,
        .wake = dispatch_world_wake,
        .user = w};
}

void dispatch_world_destroy(struct dispatch_world *w)
{
    feed_close(w->feed);
    feeds_destroy(&w->feeds);
    hosted_destroy(&w->hosted);
}

void dispatch_world_open(struct dispatch_world *w)
{
    struct error e = {0};
    w->dispatch = (struct dispatch){0};
    must(dispatch_open(&w->dispatch, &w->options, &e), &e);
}

void dispatch_world_close(struct dispatch_world *w)
{
    struct error e = {0};
    must(dispatch_close(&w->dispatch, &e), &e);
}

struct pool_game *take_game(struct dispatch_world *w)
{
    struct pool_game *g = NULL;
    return dispatch_next(&w->dispatch, true, &g) == POOL_GAME ? g : NULL;
}

struct pool_game *must_take(struct dispatch_world *w, int64_t number, int first, int second)
{
    struct pool_game *g = take_game(w);
    assert_non_null(g);
    assert_int_equal(g->number, number);
    assert_int_equal(g->who[0], first);
    assert_int_equal(g->who[1], second);
    return g;
}

void end_game(struct dispatch_world *w, struct pool_game *g, int how)
{
    const char *const names[SEATS] = {g->players[0]->name, g->players[1]->name};
    struct result r = {0};
    if (how >= DISPATCH_FAULT) {
        struct fault fault;
        fault_set(&fault, VERDICT_CRASH, "G5", "ended");
        result_by_fault(&r, how - DISPATCH_FAULT, &fault, names);
    } else if (how == DISPATCH_DRAWN) {
        const struct outcome drawn = {
            .over = true, .winner = NOBODY, .rule = "R5", .reason = "a draw"};
        result_by_rules(&r, &drawn, names);
    } else {
        result_by_resigning(&r, 1 - how, names);
    }
    dispatch_done(&w->dispatch, g, &r, NULL);
}

void count_games(struct dispatch_world *w)
{
    struct error e = {0};
    must(store_wait(w->dispatch.store, &e), &e);
    dispatch_look(&w->dispatch);
    must(store_wait(w->dispatch.store, &e), &e); // for what follows from them
}

int first_seat_wins(const struct pool_game *g)
{
    (void)g;
    return 0;
}

int play_all(struct dispatch_world *w, game_end *ends)
{
    int played = 0;
    for (struct pool_game *g; (g = take_game(w)); played++) {
        end_game(w, g, ends(g));
        count_games(w);
    }
    return played;
}

int count_events(struct dispatch_world *w, enum arena_event_kind kind)
{
    int count = 0;
    for (struct arena_event *event; (event = feed_take(w->feed));) {
        count += event->kind == kind;
        arena_event_release(event);
    }
    return count;
}

struct standings copy_standings(struct dispatch_world *w, size_t *under_way)
{
    struct standings s;
    struct error e = {0};
    must(standings_init(&s, &w->hosted.definition.plan, &e), &e);
    must(dispatch_copy_standings(&w->dispatch, &s, under_way, &e), &e);
    must(standings_rank(&s, &e), &e);
    return s;
}

const struct standing *standing_of(const struct standings *s, int player)
{
    for (size_t i = 0; i < s->players; i++) {
        if (s->list[i].player == player)
            return &s->list[i];
    }
    fail_msg("player %d has no standing", player);
    return NULL;
}
