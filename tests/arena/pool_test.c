// The pool, with a source of games that is made up here: what it is asked and told, and when.
#include "arena/pool.h"

#include "arena/arena_help.h"
#include "arena/conditions.h"
#include "arena/player_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { GAMES_MOST = 64 };

// --- The source ---

struct source_game {
    struct pool_game pool; // first, so that the one is the other
    int handed_out, done, put_back, stopped, missed;
    bool recorded;
    struct text record; // of the last time
};

struct source {
    struct player players[SEATS];
    struct budget budget;
    struct feeds feeds;
    struct pool_options options;
    struct pool *pool;
    int tries; // how often a void game is played in all

    pthread_mutex_t lock; // of everything below
    pthread_cond_t changed;
    struct source_game list[GAMES_MOST];
    int count;            // of games
    int allowed;          // how many of them may be handed out now
    enum pool_next idle;  // what is answered when there is none
    int next;             // the first that was not handed out
    int over;             // games that came back for good
    int asked;            // calls of `next`,
    int asked_for_series; // those for one series
    int looks, left, ended, failed;
    bool closed;             // no game will come any more
    int absent;              // the number of the player that does not come; NOBODY: all do
    bool awaits;             // players come by themselves
    int fetched, given_back; // calls
    bool doors_known;        // somebody at the doors has asked:
    pthread_t doors;         // this one
    struct error error;      // of `fail`
    char names[SEATS][WIRE_NAME_BYTES];
};

static void source_wait(struct source *s, const int *number, int least)
{
    pthread_mutex_lock(&s->lock);
    while (*number < least)
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

// With the lock.
static void source_note(struct source *s, int *number)
{
    ++*number;
    pthread_cond_broadcast(&s->changed);
}

static enum pool_next source_next(void *user, int64_t series, int runner, struct pool_game **g)
{
    struct source *s = user;
    pthread_mutex_lock(&s->lock);
    enum pool_next answer = s->idle;
    if (runner == POOL_FIRST_RUNNER) {
        assert_true(!s->doors_known || pthread_equal(s->doors, pthread_self()));
        s->doors = pthread_self();
        s->doors_known = true;
    }
    bool any = series == POOL_ANY_SERIES;
    bool fits = s->next < s->count && (any || s->list[s->next].pool.series == series);
    if (s->next < s->allowed && fits) {
        struct source_game *next = &s->list[s->next++];
        next->handed_out++;
        *g = &next->pool;
        answer = POOL_GAME;
    } else if (!fits) {
        answer = POOL_NOTHING; // there is no more of this series
    }
    s->asked_for_series += !any;
    source_note(s, &s->asked);
    pthread_mutex_unlock(&s->lock);
    return answer;
}

static void source_take_back(
    struct source *s, struct source_game *g, int *how_often, const struct pool_ended *how)
{
    pthread_mutex_lock(&s->lock);
    g->recorded = how->recorded;
    for (int seat = 0; seat < SEATS; seat++)
        snprintf(
            s->names[seat], sizeof s->names[seat], "%s", how->names[seat] ? how->names[seat] : "");
    ++*how_often;
    bool again = how->result && how->result->verdict == VERDICT_VOID && g->handed_out < s->tries;
    if (again)
        s->next = (int)(g - s->list); // one game at a time, then
    else
        s->over++;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static void source_done(void *user, struct pool_game *game, const struct pool_ended *how)
{
    struct source_game *g = (struct source_game *)game;
    assert_non_null(how->result);
    assert_int_not_equal(how->result->verdict, VERDICT_VOID);
    text_clear(&g->record);
    text_bytes(&g->record, how->record->bytes, how->record->length);
    source_take_back(user, g, &g->done, how);
}

static void source_put_back(void *user, struct pool_game *game, const struct pool_ended *how)
{
    struct source_game *g = (struct source_game *)game;
    if (how->result)
        assert_int_equal(how->result->verdict, VERDICT_VOID);
    source_take_back(user, g, how->result ? &g->put_back : &g->stopped, how);
}

static bool source_is_over(void *user)
{
    struct source *s = user;
    pthread_mutex_lock(&s->lock);
    bool over = s->next == s->count || s->failed > 0 || s->closed;
    pthread_mutex_unlock(&s->lock);
    return over;
}

static void source_fail(void *user, const struct error *e)
{
    struct source *s = user;
    pthread_mutex_lock(&s->lock);
    s->error = *e;
    source_note(s, &s->failed);
    pthread_mutex_unlock(&s->lock);
}

static void source_ended(void *user)
{
    struct source *s = user;
    pthread_mutex_lock(&s->lock);
    source_note(s, &s->ended);
    pthread_mutex_unlock(&s->lock);
}

static void source_look(void *user)
{
    struct source *s = user;
    pthread_mutex_lock(&s->lock);
    source_note(s, &s->looks);
    pthread_mutex_unlock(&s->lock);
}

static void source_left(void *user, const int who[SEATS])
{
    struct source *s = user;
    pthread_mutex_lock(&s->lock);
    assert_int_equal(who[0] + who[1], 1);
    source_note(s, &s->left);
    pthread_mutex_unlock(&s->lock);
}

static bool source_fetch(void *user, int who, struct session **session)
{
    struct source *s = user;
    pthread_mutex_lock(&s->lock);
    bool awaited = s->awaits && who == s->absent;
    if (awaited)
        *session = NULL;
    source_note(s, &s->fetched);
    pthread_mutex_unlock(&s->lock);
    return awaited;
}

static void source_give_back(void *user, int who, struct session *session, const char *why)
{
    struct source *s = user;
    pthread_mutex_lock(&s->lock);
    assert_int_equal(who, s->absent);
    assert_null(session);
    assert_string_equal(why, "");
    source_note(s, &s->given_back);
    pthread_mutex_unlock(&s->lock);
}

static void source_missed(void *user, struct pool_game *game, int seat)
{
    struct source *s = user;
    struct source_game *g = (struct source_game *)game;
    pthread_mutex_lock(&s->lock);
    assert_int_equal(game->who[seat], s->absent);
    s->over++;
    source_note(s, &g->missed);
    pthread_mutex_unlock(&s->lock);
}

static const struct pool_source source_functions = {.next = source_next,
    .done = source_done,
    .put_back = source_put_back,
    .is_over = source_is_over,
    .fail = source_fail,
    .ended = source_ended,
    .look = source_look,
    .left = source_left,
    .fetch = source_fetch,
    .give_back = source_give_back,
    .missed = source_missed};

// --- Its life ---

static void source_has_room(void *user)
{
    struct source *s = user;
    if (s->pool)
        pool_wake(s->pool);
}

static void source_make(
    struct source *s, const char *wire_name, const char *first, const char *second, int count)
{
    struct error e = {0};
    const struct wire *wire = wire_find(wire_name, NULL);
    const char *const texts[SEATS] = {first, second};
    *s = (struct source){
        .tries = 1, .count = count, .allowed = count, .idle = POOL_WAIT, .absent = NOBODY};
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    feeds_init(&s->feeds, source_has_room, s);
    for (int i = 0; i < SEATS; i++)
        must(player_read(&s->players[i], texts[i], wire->game, wire, &e), &e);
    must(conditions_budget(&s->budget, wire, "3600000", NULL, &e), &e);
    s->budget.start_ns = s->budget.first_ns = s->budget.request_ns;
    for (int i = 0; i < count; i++) {
        struct pool_game *g = &s->list[i].pool;
        int begins = i % 2;
        *g = (struct pool_game){.number = i + 1,
            .series = POOL_ALONE,
            .game = wire->game,
            .seed = (uint64_t)i,
            .who = {begins, 1 - begins},
            .players = {&s->players[begins], &s->players[1 - begins]},
            .budgets = {&s->budget, &s->budget},
            .moves = text_growing()};
        must(wire->game->start(&g->start, NULL, &e), &e);
        s->list[i].record = text_growing();
    }
    s->options = (struct pool_options){.source = &source_functions,
        .user = s,
        .concurrency = 1,
        .feeds = &s->feeds,
        .host = "a test"};
}

static void source_start(struct source *s)
{
    struct error e = {0};
    s->pool = pool_start(&s->options, &e);
    must(s->pool != NULL, &e);
}

// After pool_join.
static void source_finish(struct source *s)
{
    assert_int_equal(s->ended, 1);
    pool_destroy(s->pool);
    for (int i = 0; i < s->count; i++) {
        text_destroy(&s->list[i].pool.moves);
        text_destroy(&s->list[i].record);
    }
    feeds_destroy(&s->feeds);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
}

// So many more games may be handed out.
static void source_allow(struct source *s, int more)
{
    pthread_mutex_lock(&s->lock);
    s->allowed += more;
    pthread_mutex_unlock(&s->lock);
    pool_wake(s->pool);
}

static int count_in_all(const struct source *s, size_t offset)
{
    int sum = 0;
    for (int i = 0; i < s->count; i++)
        sum += *(const int *)((const char *)&s->list[i] + offset);
    return sum;
}
#define COUNT_IN_ALL(s, member) count_in_all((s), offsetof(struct source_game, member))

// --- Games ---

static void plays_all_at(int64_t concurrency)
{
    static struct source s;
    source_make(&s, "hgp", "@random", "@first", 40);
    s.options.concurrency = concurrency;
    source_start(&s);
    pool_join(s.pool, NULL);
    for (int i = 0; i < s.count; i++) {
        assert_int_equal(s.list[i].handed_out, 1);
        assert_int_equal(s.list[i].done, 1);
    }
    assert_int_equal(s.left, s.count);
    source_finish(&s);
}

static void every_game_is_handed_out_once_and_comes_back_once(void **state)
{
    (void)state;
    plays_all_at(1);
    plays_all_at(5);
    plays_all_at(300);
}

static void moves_and_records_are_kept_where_that_is_asked_for(void **state)
{
    (void)state;
    static struct source s;
    char path[HELP_PATH_BYTES];
    help_path(path, "1.jsonl");
    source_make(&s, "stones", "@random", "@first", 2);
    s.options.keeps_moves = true;
    s.list[0].pool.record_path = path;
    s.list[1].pool.record_kept = true;
    source_start(&s);
    pool_join(s.pool, NULL);
    assert_true(s.list[0].recorded);
    assert_int_equal(s.list[0].record.length, 0);
    assert_true(help_count_lines(path) > 2);
    assert_non_null(strstr(s.list[1].record.bytes, "\"type\":\"end\""));
    assert_true(s.list[0].pool.moves.length > 0 && s.list[1].pool.moves.length > 0);
    source_finish(&s);
}

static void what_a_bot_calls_itself_is_told(void **state)
{
    (void)state;
    static struct source s;
    char command[2 * HELP_PATH_BYTES];
    snprintf(command, sizeof command, "%s santorini 3", help_bot());
    source_make(&s, "santorini", command, "@random", 1);
    source_start(&s);
    pool_join(s.pool, NULL);
    assert_string_equal(s.names[0], "testerd");
    assert_string_equal(s.names[1], "");
    source_finish(&s);
}

static void a_game_whose_record_cannot_be_written_is_put_back_as_void(void **state)
{
    (void)state;
    static struct source s;
    char path[HELP_PATH_BYTES];
    help_path(path, "no such folder/1.jsonl");
    source_make(&s, "stones", "@random", "@first", 1);
    s.list[0].pool.record_path = path;
    s.tries = 3;
    source_start(&s);
    pool_join(s.pool, NULL);
    assert_int_equal(s.list[0].put_back, 3);
    assert_int_equal(s.list[0].done, 0);
    source_finish(&s);
}

static void games_at_the_doors_are_all_asked_for_by_one_runner(void **state)
{
    (void)state;
    static struct source s;
    source_make(&s, "hgp", "@random", "@first", 40);
    s.options.concurrency = 8;
    source_start(&s);
    pool_join(s.pool, NULL); // source_next looks at it
    assert_int_equal(COUNT_IN_ALL(&s, done), 40);
    source_finish(&s);
}

// --- Series, and what keeps bots ---

static void write_counting_bot(char command[2 * HELP_PATH_BYTES])
{
    char script[HELP_PATH_BYTES], text[3 * HELP_PATH_BYTES];
    help_path(script, "bot");
    snprintf(text, sizeof text, "echo >>%s.starts\nexec %s santorini 3\n", script, help_bot());
    help_write(script, text);
    snprintf(command, 2 * HELP_PATH_BYTES, "sh %s", script);
}

static int count_starts(void)
{
    char path[HELP_PATH_BYTES];
    help_path(path, "bot.starts");
    return help_count_lines(path);
}

static void make_series(struct source *s, int count, const int64_t series[])
{
    static char command[2 * HELP_PATH_BYTES];
    write_counting_bot(command);
    source_make(s, "santorini", command, "@random", count);
    for (int i = 0; i < count; i++)
        s->list[i].pool.series = series[i];
}

static void bots_stay_for_the_games_of_their_series(void **state)
{
    (void)state;
    static struct source s;
    make_series(&s, 5, (int64_t[]){7, 7, 7, 8, 8});
    source_start(&s);
    pool_join(s.pool, NULL);
    assert_int_equal(COUNT_IN_ALL(&s, done), 5);
    assert_int_equal(count_starts(), 2);
    assert_int_equal(s.left, 2);
    source_finish(&s);
}

static void bots_of_a_game_that_is_alone_leave_after_it(void **state)
{
    (void)state;
    static struct source s;
    make_series(&s, 3, (int64_t[]){POOL_ALONE, POOL_ALONE, POOL_ALONE});
    source_start(&s);
    pool_join(s.pool, NULL);
    assert_int_equal(count_starts(), 3);
    assert_int_equal(s.left, 3);
    assert_int_equal(s.asked_for_series, 0);
    source_finish(&s);
}

static void bots_stay_while_their_source_says_wait(void **state)
{
    (void)state;
    static struct source s;
    make_series(&s, 3, (int64_t[]){7, 7, 7});
    s.allowed = 1;
    source_start(&s);
    for (int i = 1; i < 3; i++) {
        source_wait(&s, &s.over, i);
        source_allow(&s, 1);
    }
    pool_join(s.pool, NULL);
    assert_int_equal(COUNT_IN_ALL(&s, done), 3);
    assert_int_equal(count_starts(), 1);
    source_finish(&s);
}

static void bots_go_when_their_source_has_nothing(void **state)
{
    (void)state;
    static struct source s;
    make_series(&s, 3, (int64_t[]){7, 7, 7});
    s.allowed = 1;
    s.idle = POOL_NOTHING;
    source_start(&s);
    for (int i = 1; i < 3; i++) {
        source_wait(&s, &s.left, i);
        source_allow(&s, 1);
    }
    pool_join(s.pool, NULL);
    assert_int_equal(COUNT_IN_ALL(&s, done), 3);
    assert_int_equal(count_starts(), 3);
    source_finish(&s);
}

// --- Waking ---

static void a_pool_without_work_waits_until_it_is_woken(void **state)
{
    (void)state;
    static struct source s;
    source_make(&s, "hgp", "@random", "@first", 10);
    s.allowed = 0;
    s.options.concurrency = 3;
    source_start(&s);
    for (int i = 0; i < 10; i++) {
        source_wait(&s, &s.over, i);
        source_allow(&s, 1);
    }
    pool_join(s.pool, NULL);
    assert_int_equal(COUNT_IN_ALL(&s, done), 10);
    source_finish(&s);
}

static void a_source_that_is_over_after_all_ends_the_pool(void **state)
{
    (void)state;
    static struct source s;
    source_make(&s, "hgp", "@random", "@first", 10);
    s.allowed = 4;
    s.options.concurrency = 3;
    source_start(&s);
    source_wait(&s, &s.over, 4);
    pthread_mutex_lock(&s.lock);
    s.closed = true;
    pthread_mutex_unlock(&s.lock);
    pool_wake(s.pool);
    pool_join(s.pool, NULL);
    assert_int_equal(COUNT_IN_ALL(&s, done), 4);
    source_finish(&s);
}

static void no_game_begins_while_a_watcher_has_too_much_to_read(void **state)
{
    (void)state;
    static struct source s;
    static char big[1 << 20];
    source_make(&s, "hgp", "@random", "@first", 10);
    struct feed *feed = help_watch(&s.feeds, ARENA_FACTS);
    while (!feeds_are_full(&s.feeds))
        feeds_publish(&s.feeds, arena_event_create(ARENA_SAID, 0, big, sizeof big));
    source_start(&s);
    for (int looks = 1; looks <= 3; looks++) { // each look is over when the next one begins
        source_wait(&s, &s.looks, looks);
        pool_wake(s.pool);
    }
    assert_int_equal(s.asked, 0);
    // It reads, and the games begin.
    for (struct arena_event *event; (event = feed_take(feed));)
        arena_event_release(event);
    pool_join(s.pool, NULL);
    feed_close(feed);
    source_finish(&s);
}

// --- Stopping ---

static void a_pool_that_is_stopped_at_once_gives_its_games_back_without_a_result(void **state)
{
    (void)state;
    static struct source s;
    source_make(&s, "stones", "sleep 1000000", "@first", 10);
    s.options.concurrency = 4;
    source_start(&s);
    source_wait(&s, &s.asked, 4);
    pool_stop(s.pool, POOL_FINISH);
    pool_stop(s.pool, POOL_NOW);
    pool_stop(s.pool, POOL_FINISH); // which takes nothing back
    pool_join(s.pool, NULL);
    int out = COUNT_IN_ALL(&s, handed_out);
    assert_in_range(out, 1, 10);
    assert_int_equal(COUNT_IN_ALL(&s, stopped), out);
    assert_int_equal(COUNT_IN_ALL(&s, done), 0);
    source_finish(&s);
}

// --- A person, and looking ---

static struct arena_event *wait_for_question(struct feed *feed)
{
    for (;;) {
        struct arena_event *event = help_next_event(feed);
        if (event->kind == ARENA_ASKED)
            return event;
        arena_event_release(event);
    }
}

static void a_pool_that_is_stopped_finishes_its_games_and_begins_no_other(void **state)
{
    (void)state;
    static struct source s;
    source_make(&s, "hgp", "human", "@first", 10);
    struct feed *feed = help_watch(&s.feeds, ARENA_FACTS);
    source_start(&s);
    struct arena_event *asked = wait_for_question(feed);
    pool_stop(s.pool, POOL_FINISH);
    pool_stop(s.pool, POOL_FINISH);
    pool_answer(s.pool, 1, asked->question, MOVE_NONE);
    arena_event_release(asked);
    pool_join(s.pool, NULL);
    assert_int_equal(s.list[0].done, 1);
    assert_int_equal(COUNT_IN_ALL(&s, handed_out), 1);
    feed_close(feed);
    source_finish(&s);
}

static void a_game_under_way_can_be_looked_at(void **state)
{
    (void)state;
    static struct source s;
    struct pool_view views[4];
    source_make(&s, "hgp", "human", "@first", 1);
    struct feed *feed = help_watch(&s.feeds, ARENA_FACTS | ARENA_MOVES);
    source_start(&s);
    struct arena_event *asked = wait_for_question(feed);
    assert_int_equal(pool_snapshot(s.pool, views, 4), 1);
    assert_int_equal(pool_snapshot(s.pool, views, 0), 0);
    assert_int_equal(views[0].number, 1);
    assert_int_equal(views[0].moves, 0);
    assert_int_equal(views[0].last, MOVE_NONE);
    assert_true(position_equal(&views[0].position, &asked->after));
    assert_string_equal(views[0].setup.seats[0].name, s.players[0].name);
    assert_true(views[0].setup.seats[0].person);
    assert_true(views[0].setup.seats[1].instant);
    // After its move and the answer it is asked again: two moves are played.
    move moves[MOVES_MAX];
    s.list[0].pool.game->moves(&asked->after, moves);
    pool_answer(s.pool, 1, asked->question, moves[0]);
    arena_event_release(asked);
    asked = wait_for_question(feed);
    assert_int_equal(pool_snapshot(s.pool, views, 4), 1);
    assert_int_equal(views[0].moves, 2);
    assert_true(position_equal(&views[0].position, &asked->after));
    pool_answer(s.pool, 1, asked->question, MOVE_NONE);
    arena_event_release(asked);
    source_wait(&s, &s.over, 1);
    pool_join(s.pool, NULL);
    assert_int_equal(pool_snapshot(s.pool, views, 4), 0);
    feed_close(feed);
    source_finish(&s);
}

static void an_answer_to_a_game_that_nobody_plays_is_ignored(void **state)
{
    (void)state;
    static struct source s;
    source_make(&s, "hgp", "human", "@first", 1);
    struct feed *feed = help_watch(&s.feeds, ARENA_FACTS);
    source_start(&s);
    struct arena_event *asked = wait_for_question(feed);
    pool_answer(s.pool, 99, asked->question, MOVE_NONE);
    pool_answer(s.pool, 1, asked->question, MOVE_NONE);
    pool_answer(s.pool, 1, asked->question, MOVE_NONE);
    arena_event_release(asked);
    pool_join(s.pool, NULL);
    pool_answer(s.pool, 1, 1, MOVE_NONE);
    assert_int_equal(s.list[0].done, 1);
    feed_close(feed);
    source_finish(&s);
}

// --- Players that come by themselves ---

static void a_game_whose_player_is_absent_is_missed(void **state)
{
    (void)state;
    static struct source s;
    source_make(&s, "hgp", "@random", "@first", 3);
    s.awaits = true;
    s.absent = 1;
    source_start(&s);
    pool_join(s.pool, NULL);
    for (int i = 0; i < 3; i++)
        assert_int_equal(s.list[i].missed, 1);
    assert_int_equal(COUNT_IN_ALL(&s, done), 0);
    assert_int_equal(s.given_back, 3);
    assert_int_equal(s.left, 3);
    source_finish(&s);
}

// --- Failing ---

static void a_pool_that_gets_no_loop_tells_its_source(void **state)
{
    (void)state;
    static struct source s;
    struct rlimit limit, none;
    source_make(&s, "hgp", "@random", "@first", 3);
    s.options.one_runner = true;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    int lowest = dup(0);
    close(lowest);
    none = (struct rlimit){.rlim_cur = (rlim_t)lowest, .rlim_max = limit.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    source_start(&s);
    pool_join(s.pool, NULL);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(s.failed, 1);
    assert_string_not_equal(s.error.words, "");
    assert_int_equal(COUNT_IN_ALL(&s, handed_out), 0);
    source_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(every_game_is_handed_out_once_and_comes_back_once),
        IN_A_FOLDER(moves_and_records_are_kept_where_that_is_asked_for),
        IN_A_FOLDER(what_a_bot_calls_itself_is_told),
        IN_A_FOLDER(a_game_whose_record_cannot_be_written_is_put_back_as_void),
        IN_A_FOLDER(games_at_the_doors_are_all_asked_for_by_one_runner),
        IN_A_FOLDER(bots_stay_for_the_games_of_their_series),
        IN_A_FOLDER(bots_of_a_game_that_is_alone_leave_after_it),
        IN_A_FOLDER(bots_stay_while_their_source_says_wait),
        IN_A_FOLDER(bots_go_when_their_source_has_nothing),
        IN_A_FOLDER(a_pool_without_work_waits_until_it_is_woken),
        IN_A_FOLDER(a_source_that_is_over_after_all_ends_the_pool),
        IN_A_FOLDER(no_game_begins_while_a_watcher_has_too_much_to_read),
        IN_A_FOLDER(a_pool_that_is_stopped_finishes_its_games_and_begins_no_other),
        IN_A_FOLDER(a_pool_that_is_stopped_at_once_gives_its_games_back_without_a_result),
        IN_A_FOLDER(a_game_under_way_can_be_looked_at),
        IN_A_FOLDER(an_answer_to_a_game_that_nobody_plays_is_ignored),
        IN_A_FOLDER(a_game_whose_player_is_absent_is_missed),
        IN_A_FOLDER(a_pool_that_gets_no_loop_tells_its_source),
    };
    return cmocka_run_group_tests(tests, help_setup_process, help_teardown_process);
}
