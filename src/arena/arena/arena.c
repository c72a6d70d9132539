#include "arena/arena.h"

#include "arena/arena/state.h"
#include "arena/circumstances.h"
#include "arena/gathering.h"
#include "store/location.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- Stopping and waking ---

static void arena_wake(void *user)
{
    struct arena *a = user;
    pthread_mutex_lock(&a->lock);
    if (a->played)
        a->ground->wake(a->played);
    pthread_mutex_unlock(&a->lock);
}

void arena_stop(struct arena *a, enum pool_stop how)
{
    pthread_mutex_lock(&a->lock);
    a->how = a->stopped && a->how > how ? a->how : how;
    a->stopped = true;
    if (a->lobby)
        lobby_stop(a->lobby);
    if (a->played)
        a->ground->stop(a->played, a->how);
    pthread_mutex_unlock(&a->lock);
}

void arena_pause(struct arena *a, const char *words)
{
    pthread_mutex_lock(&a->lock);
    if (a->pause_words[0] == '\0')
        snprintf(a->pause_words, sizeof a->pause_words, "%s", words);
    pthread_mutex_unlock(&a->lock);
    arena_stop(a, POOL_FINISH);
}

// Some thread holds the lock of the dispatch, so that arena_play cannot have destroyed the ground.
static void arena_settled(void *user, int64_t number)
{
    struct arena *a = user;
    pthread_mutex_lock(&a->lock);
    if (a->played && a->ground->settled)
        a->ground->settled(a->played, number);
    pthread_mutex_unlock(&a->lock);
}

// --- What the lobby says ---

static void arena_say(struct arena *a, enum arena_event_kind kind, int player, const char *words)
{
    if (!feeds_want(&a->feeds, kind))
        return;
    struct arena_event *event = arena_event_create(kind, 0, words, strlen(words));
    if (event)
        event->player = player;
    feeds_publish(&a->feeds, event);
}

static void arena_lobby_said(void *user, const struct lobby_event *event)
{
    struct arena *a = user;
    enum arena_event_kind kind = ARENA_SAID;
    if (event->kind == LOBBY_ABSENT) {
        dispatch_note_later(&a->dispatch, "absent", event->words);
        kind = ARENA_ABSENT;
    } else if (event->kind == LOBBY_JOINED || event->kind == LOBBY_BACK) {
        kind = ARENA_JOINED;
    }
    arena_say(a, kind, event->number == LOBBY_NO_NUMBER ? NOBODY : event->number, event->words);
}

static void arena_lobby_changed(void *user, int number, bool free)
{
    struct arena *a = user;
    dispatch_set_free(&a->dispatch, number, free);
}

static void arena_lobby_broke(void *user, const struct error *e)
{
    struct arena *a = user;
    dispatch_fail(&a->dispatch, e);
}

static const struct lobby_events arena_lobby_events = {
    .said = arena_lobby_said, .changed = arena_lobby_changed, .broke = arena_lobby_broke};

// --- The source of the pool ---

static enum pool_next arena_next(void *user, int64_t series, int runner, struct pool_game **g)
{
    struct arena *a = user;
    (void)series; // each game is alone
    return dispatch_next(&a->dispatch, runner == POOL_FIRST_RUNNER, g);
}

static void arena_done(void *user, struct pool_game *g, const struct pool_ended *how)
{
    struct arena *a = user;
    dispatch_done(&a->dispatch, g, how->result, how->record);
}

static void arena_started(void *user, struct pool_game *g, const pid_t processes[SEATS])
{
    struct arena *a = user;
    dispatch_started(&a->dispatch, g, processes);
}

static void arena_put_back(void *user, struct pool_game *g, const struct pool_ended *how)
{
    struct arena *a = user;
    dispatch_put_back(&a->dispatch, g, how->result);
}

static bool arena_is_over(void *user)
{
    struct arena *a = user;
    return dispatch_is_over(&a->dispatch);
}

static void arena_fail(void *user, const struct error *e)
{
    struct arena *a = user;
    dispatch_fail(&a->dispatch, e);
}

static void arena_look(void *user)
{
    struct arena *a = user;
    dispatch_look(&a->dispatch);
}

// A player that agon calls (tcp://) can play its next game when it has left this one. The lobby
// knows when the players can that come by themselves.
static void arena_left(void *user, const int who[SEATS])
{
    struct arena *a = user;
    for (int seat = 0; seat < SEATS; seat++) {
        if (a->options.roster->attendance[who[seat]] == ATTENDS_CALLED)
            dispatch_set_free(&a->dispatch, who[seat], true);
    }
}

static bool arena_fetch(void *user, int who, struct session **session)
{
    struct arena *a = user;
    if (a->options.roster->attendance[who] != ATTENDS_AWAITED)
        return false;
    *session = lobby_take(a->lobby, who);
    return true;
}

static void arena_give_back(void *user, int who, struct session *session, const char *why)
{
    struct arena *a = user;
    lobby_give_back(a->lobby, who, session, why);
}

// The player at `seat` did not come to its game and loses it without playing (G5). If neither came,
// it is the player who should have begun: another one in the second game of a pair.
static void arena_missed(void *user, struct pool_game *g, int seat)
{
    struct arena *a = user;
    struct result r = {.blame = seat,
        .winner = 1 - seat,
        .rule = "G5",
        .pondered_ns = {RESULT_NOT_MEASURED, RESULT_NOT_MEASURED}};
    fault_set(&r.fault, VERDICT_NO_START, "G5", "was not connected when the game was to begin: %s",
        lobby_why_away(a->lobby, g->who[seat]));
    r.verdict = r.fault.verdict;
    struct text words = TEXT_IN(r.explanation);
    text_format(&words, "%s: %s", g->players[seat]->name, r.fault.words);
    if (lobby_is_deserted(a->lobby)) {
        // That all players fail at once is less likely than that our network does.
        struct error e;
        error_set(&e, "nobody is connected any more");
        dispatch_give_up(&a->dispatch, g, &e);
    } else {
        dispatch_done(&a->dispatch, g, &r, NULL);
    }
}

static void arena_said(void *user, const char *kind, const char *words)
{
    struct arena *a = user;
    if (kind)
        dispatch_note_later(&a->dispatch, kind, words);
    arena_say(a, ARENA_SAID, NOBODY, words);
}

static void arena_asked_to_pause(void *user, const char *words)
{
    struct arena *a = user;
    arena_say(a, ARENA_SAID, NOBODY, "asked to pause: no more games are handed out");
    arena_pause(a, words);
}

static const struct pool_source arena_source = {.next = arena_next,
    .done = arena_done,
    .put_back = arena_put_back,
    .is_over = arena_is_over,
    .fail = arena_fail,
    .started = arena_started,
    .said = arena_said,
    .pause = arena_asked_to_pause,
    .look = arena_look,
    .left = arena_left,
    .fetch = arena_fetch,
    .give_back = arena_give_back,
    .missed = arena_missed};

// --- Before the games ---

// A new contest needs a folder without records. A contest that goes on finds its own records there.
static bool arena_prepare_folder(const char *folder, bool is_new, struct error *e)
{
    if (!folder || is_new)
        return conditions_folder(folder, e);
    return mkdir(folder, 0755) == 0 || errno == EEXIST ||
        error_set(e, "the folder %.80s cannot be made: %s", folder, strerror(errno));
}

static bool arena_make_lobby(struct arena *a, struct error *e)
{
    struct lobby *lobby = lobby_create(&arena_lobby_events, a, e);
    if (!lobby)
        return false;
    if (a->options.limits)
        lobby_limit(lobby, a->options.limits);
    pthread_mutex_lock(&a->lock);
    a->lobby = lobby;
    if (a->stopped)
        lobby_stop(lobby);
    pthread_mutex_unlock(&a->lock);
    return true;
}

static bool arena_gather_players(struct arena *a, bool is_new, const bool *left, struct error *e)
{
    const struct arena_options *o = &a->options;
    if (a->lobby || !gathering_is_needed(o->roster, left))
        return true;
    return arena_make_lobby(a, e) && (!o->tokens || lobby_require_tokens(a->lobby, o->tokens, e)) &&
        gathering_wait(a->lobby, o->roster, left, is_new ? 0 : o->wait_ms, e);
}

static bool arena_probe(struct arena *a, const bool *left, struct error *e)
{
    const struct roster *r = a->options.roster;
    return a->ground->elsewhere ||
        (probe_players(r->players, r->count, left, &a->ended.findings, e) &&
            a->ended.findings.count == 0);
}

// Makes sure that everybody who still plays is here, or can start.
static bool arena_gather(struct arena *a, bool is_new, struct error *e)
{
    bool *left = calloc(a->options.roster->count, sizeof *left);
    if (!left)
        return error_set(e, "out of memory");
    bool well = (is_new || dispatch_find_left(&a->dispatch, left, e)) && arena_probe(a, left, e) &&
        arena_gather_players(a, is_new, left, e);
    free(left);
    return well;
}

static bool arena_open_dispatch(struct arena *a, struct error *e)
{
    const struct arena_options *o = &a->options;
    const struct dispatch_options options = {.roster = o->roster,
        .path = o->path,
        .contest = o->contest,
        .expected = o->expected,
        .store_records = o->store_records,
        .records = o->records,
        .openings = o->openings,
        .feeds = &a->feeds,
        .wake = arena_wake,
        .settled = arena_settled,
        .user = a};
    return dispatch_open(&a->dispatch, &options, e);
}

// The log says how the games are played from here on.
static void arena_note_start(struct arena *a)
{
    struct start_entry start;
    struct text words = text_growing();
    circumstances_find(&start, a->options.roster);
    start.fleet = a->ground->elsewhere;
    if (start.fleet)
        start.sandbox_count = 0; // each record says what its bots had
    start.row = store_head(a->dispatch.store).games + 1;
    start_entry_print(&words, &start);
    if (words.cut) {
        struct error e;
        error_set(&e, "out of memory");
        dispatch_fail(&a->dispatch, &e);
    } else {
        dispatch_note(&a->dispatch, START_ENTRY_KIND, words.bytes);
    }
    if (a->options.served)
        dispatch_note(&a->dispatch, "serve", a->options.served);
    text_destroy(&words);
}

// If a bot cannot start, a new contest leaves no trace, so that its file can still be corrected.
static bool arena_open(struct arena *a, struct error *e)
{
    const struct arena_options *o = &a->options;
    bool exists = false;
    if (!location_exists(o->path, &exists, e))
        return false;
    bool is_new = !exists;
    if (!arena_prepare_folder(o->records, is_new, e))
        return false;
    if (is_new && !arena_gather(a, is_new, e)) {
        if (o->records)
            rmdir(o->records); // fails if it is not empty
        return false;
    }
    if (!arena_open_dispatch(a, e))
        return false;
    if (!is_new && !dispatch_has_games(&a->dispatch))
        return true;
    if (is_new || arena_gather(a, is_new, e)) {
        arena_note_start(a);
        return true;
    }
    struct error closing;
    dispatch_close(&a->dispatch, &closing);
    return false;
}

// --- The games ---

// An arena that was stopped before plays nothing.
static bool arena_start_games(struct arena *a, struct error *e)
{
    const struct arena_options *o = &a->options;
    const struct pool_options options = {.source = &arena_source,
        .user = a,
        .concurrency = o->concurrency,
        .cores = (int)o->cores,
        .one_runner = roster_meets_at_ports(o->roster),
        .first_runner = a->lobby ? lobby_runner(a->lobby) : NULL,
        .feeds = &a->feeds,
        .host = a->host,
        .keeps_moves = true,
        .recent = o->keeps_records ? &a->recent : NULL,
        .first_core = o->first_core};
    // With the lock, so that nothing wakes or stops what is not there yet.
    pthread_mutex_lock(&a->lock);
    bool well = a->stopped || (a->played = a->ground->start(a->ground->user, &options, e));
    pthread_mutex_unlock(&a->lock);
    return well;
}

static void arena_play(struct arena *a)
{
    struct error e;
    if (a->lobby)
        lobby_attend(a->lobby, &arena_lobby_events, a);
    if (!arena_start_games(a, &e))
        dispatch_fail(&a->dispatch, &e);
    if (a->played)
        a->ground->join(a->played, &a->ended.crowd);
    pthread_mutex_lock(&a->lock);
    void *played = a->played;
    a->played = NULL;
    pthread_mutex_unlock(&a->lock);
    if (played)
        a->ground->destroy(played);
    if (a->lobby)
        lobby_attend(a->lobby, NULL, NULL);
}

static void arena_set_playing(struct arena *a, bool playing)
{
    pthread_mutex_lock(&a->looking);
    a->playing = playing;
    pthread_mutex_unlock(&a->looking);
}

static void arena_note_pause(struct arena *a)
{
    pthread_mutex_lock(&a->lock);
    char words[PAUSE_WORDS_BYTES];
    memcpy(words, a->pause_words, sizeof words);
    pthread_mutex_unlock(&a->lock);
    if (words[0] != '\0')
        dispatch_note(&a->dispatch, "pause", words);
}

// --- Its life ---

static void arena_let_lobby_go(struct arena *a)
{
    const struct arena_options *o = &a->options;
    struct error untold;
    if (a->lobby && a->end == ARENA_PLAYED &&
        !gathering_dismiss(a->lobby, o->roster, o->path, &untold))
        arena_say(a, ARENA_SAID, NOBODY, untold.words);
    pthread_mutex_lock(&a->lock);
    struct lobby *lobby = a->lobby;
    a->lobby = NULL;
    pthread_mutex_unlock(&a->lock);
    if (lobby && lobby != o->lobby)
        lobby_destroy(lobby);
}

static void arena_run(struct arena *a)
{
    a->end = ARENA_NOT_BEGUN;
    if (!arena_open(a, &a->error))
        return;
    arena_set_playing(a, true);
    if (feeds_want(&a->feeds, ARENA_STARTED))
        feeds_publish(&a->feeds, arena_event_create(ARENA_STARTED, 0, NULL, 0));
    arena_play(a);
    arena_note_pause(a);
    bool over = dispatch_is_over(&a->dispatch);
    arena_set_playing(a, false);
    bool well = dispatch_close(&a->dispatch, &a->error);
    a->ended.head = a->dispatch.head;
    a->end = !well ? ARENA_FAILED : over ? ARENA_PLAYED : ARENA_STOPPED;
}

static void *arena_thread(void *argument)
{
    struct arena *a = argument;
    arena_run(a);
    arena_let_lobby_go(a);
    feeds_end(&a->feeds);
    return NULL;
}

struct arena *arena_create(const struct arena_options *options, struct error *e)
{
    struct arena *a = calloc(1, sizeof *a);
    if (!a) {
        error_set(e, "out of memory");
        return NULL;
    }
    a->options = *options;
    a->ground = options->ground ? options->ground : &ground_here;
    a->lobby = options->lobby;
    conditions_host(a->host);
    pthread_mutex_init(&a->looking, NULL);
    pthread_mutex_init(&a->lock, NULL);
    feeds_init(&a->feeds, arena_wake, a);
    recent_records_init(&a->recent);
    return a;
}

struct feeds *arena_feeds(struct arena *a)
{
    return &a->feeds;
}

void arena_destroy(struct arena *a)
{
    feeds_destroy(&a->feeds);
    recent_records_destroy(&a->recent);
    pthread_mutex_destroy(&a->lock);
    pthread_mutex_destroy(&a->looking);
    free(a);
}

bool arena_start(struct arena *a, struct error *e)
{
    int error = pthread_create(&a->thread, NULL, arena_thread, a);
    if (error == 0)
        return true;
    return error_set(e, "the arena gets no thread: %s", strerror(error));
}

enum arena_end arena_join(struct arena *a, struct arena_ended *ended, struct error *e)
{
    pthread_join(a->thread, NULL);
    *ended = a->ended;
    *e = a->error;
    enum arena_end end = a->end;
    arena_destroy(a);
    return end;
}
