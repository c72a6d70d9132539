#include "cli/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT_ENTRY "out" // the kind of an entry of the log

enum { PUT_OFF_PER_PLAYER = 16 }; // games at most, on the average

int64_t hall_play_number(const struct hall_game *g)
{
    return g->pair->pairing.index * GAMES_PER_PAIR + g->number + 1;
}

// --- With the lock ---

static void fail(struct hall *h, const struct error *e)
{
    if (!h->failed)
        h->error = *e;
    h->failed = true;
    h->wake(h->user);
}

static void fail_words(struct hall *h, const char *words)
{
    struct error e;
    error_set(&e, "%s", words);
    fail(h, &e);
}

static void let_go(struct hall *h, struct hall_pair *pair)
{
    if (--pair->holders > 0)
        return;
    struct hall_pair **at = &h->pairs;
    while (*at != pair)
        at = &(*at)->next;
    *at = pair->next;
    free(pair);
}

static void discard(struct hall *h, struct hall_game *g)
{
    let_go(h, g->pair);
    text_destroy(&g->moves);
    free(g);
}

static void forget(struct hall *h, struct hall_game *g)
{
    discard(h, g);
    h->under_way--;
}

// --- Fault policies (S9) ---

// A stored game of a pair that has become a forfeit: it stays in the file, and counts for nothing.
static void make_void(struct hall *h, int64_t pair, int game)
{
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words,
        "game %lld: forfeited, since a player was out before it in the schedule (S9)",
        (long long)pair * GAMES_PER_PAIR + game + 1);
    if (!chores_void(&h->chores, pair, game, words))
        fail_words(h, "out of memory");
    h->ledger.games--;
}

static const struct ledger_pair *find_results(struct hall *h, int64_t index, bool handed_out)
{
    if (!handed_out)
        return ledger_find(&h->ledger, index);
    for (const struct hall_pair *pair = h->pairs; pair; pair = pair->next) {
        if (pair->pairing.index == index)
            return &pair->results;
    }
    return NULL;
}

// What is stored of the pair becomes void: of one that is being played, what has been told so far;
// of one that was handed out and lives no more, both games.
static void forfeited(void *user, int64_t index, bool handed_out)
{
    struct hall *h = user;
    const struct ledger_pair *results = find_results(h, index, handed_out);
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        if (results ? results->half_points[game] != LEDGER_UNKNOWN : handed_out)
            make_void(h, index, game);
    }
}

// Does the log say so already? A contest that goes on finds out again who is out.
static bool is_logged(const struct hall *h, const char *words)
{
    size_t length = strlen(words);
    for (const char *line = h->outs.bytes; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, words, length) == 0 && line[length] == '\n')
            return true;
    }
    return false;
}

// For people and for the log.
static void put_out(void *user, int player, int64_t index)
{
    struct hall *h = user;
    const struct tournament *t = h->tournament;
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words, "%s is out, by its faults up to game %lld (S9)",
        t->lineup->players[player].name, (long long)(index + 1) * GAMES_PER_PAIR);
    if (is_logged(h, words))
        return;
    if (!chores_entry(&h->chores, OUT_ENTRY, words))
        fail_words(h, "out of memory");
    if (t->out)
        t->out(t->user, words);
}

static const struct schedule_events schedule_events = {forfeited, put_out};

static bool is_forfeit(const struct hall *h, const struct hall_pair *pair)
{
    return schedule_is_forfeit(&h->schedule, pair->pairing.index);
}

// --- Games that are written ---

static void count_game(struct hall *h, struct hall_game *g)
{
    struct hall_pair *pair = g->pair;
    h->ledger.games++;
    if (is_forfeit(h, pair)) {
        make_void(h, pair->pairing.index, g->number);
        return;
    }
    const char *names[SEATS];
    for (int seat = 0; seat < SEATS; seat++)
        names[seat] = h->tournament->lineup->players[g->players[seat]].name;
    h->tournament->report(h->tournament->user, hall_play_number(g), names, &g->result);
    if (g->result.blame != NOBODY)
        h->ledger.faults[g->players[g->result.blame]]++;
    ledger_note(&pair->results, g->number, g->result.winner, g->result.blame);
    if (!ledger_is_whole(&pair->results))
        return;
    const struct pair_result result = ledger_result(&pair->results);
    struct error e;
    if (!schedule_result(&h->schedule, pair->pairing.index, &result, &e))
        fail(h, &e);
}

// Tells the games that have been written since the last time.
static void settle(struct hall *h)
{
    struct hall_game *next;
    for (struct hall_game *g = h->written; g; g = next) {
        next = g->next;
        if (g->refused)
            fail(h, &g->error);
        else
            count_game(h, g);
        forget(h, g);
    }
    h->written = NULL;
    h->written_end = &h->written;
    struct error e;
    // Every game that is under way must find room in the store's queue.
    if (h->store && !chores_do(&h->chores, h->store, h->under_way, &e))
        fail(h, &e);
}

// --- Games to be played ---

static struct hall_pair *new_pair(
    struct hall *h, const struct pairing *pairing, const struct ledger_pair *known)
{
    struct hall_pair *pair = malloc(sizeof *pair);
    if (!pair) {
        fail_words(h, "out of memory");
        return NULL;
    }
    *pair = (struct hall_pair){.pairing = *pairing,
        .results = known ? *known : ledger_unknown(pairing->index),
        .holders = 1,
        .next = h->pairs};
    h->pairs = pair;
    return pair;
}

// The next pair of which a game is to be played becomes the open one, if there is any now.
static void open_pair(struct hall *h)
{
    struct pairing pairing;
    enum schedule_next next;
    while ((next = schedule_next(&h->schedule, &pairing)) == NEXT_PAIR) {
        const struct ledger_pair *known = ledger_find(&h->ledger, pairing.index);
        if (!known || !ledger_is_whole(known)) {
            h->open = new_pair(h, &pairing, known);
            h->open_next = 0;
            return;
        }
        const struct pair_result result = ledger_result(known);
        struct error e;
        if (!schedule_result(&h->schedule, pairing.index, &result, &e)) {
            fail(h, &e);
            return;
        }
    }
    if (next == NEXT_FAILED) {
        fail_words(h, "out of memory");
    } else if (next == NEXT_OVER) {
        h->all_out = true;
        h->wake(h->user);
    }
}

static struct hall_game *new_game(const struct lineup *l, struct hall_pair *pair, int number)
{
    struct hall_game *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    *g = (struct hall_game){.pair = pair, .number = number, .moves = text_growing()};
    g->players[number] = pair->pairing.first;
    g->players[1 - number] = pair->pairing.second;
    g->start = lineup_start(l, &pair->pairing, &g->first_id);
    pair->holders++;
    return g;
}

// The next game of the open pair; NULL: it has none.
static struct hall_game *take_from_open(struct hall *h)
{
    while (h->open && h->open_next < GAMES_PER_PAIR && !is_forfeit(h, h->open)) {
        int number = h->open_next++;
        if (h->open->results.half_points[number] != LEDGER_UNKNOWN)
            continue;
        struct hall_game *g = new_game(h->tournament->lineup, h->open, number);
        if (!g)
            fail_words(h, "out of memory");
        return g;
    }
    if (h->open)
        let_go(h, h->open);
    h->open = NULL;
    return NULL;
}

// The next game of the schedule; NULL: there is none now.
static struct hall_game *draw(struct hall *h)
{
    for (;;) {
        struct hall_game *g = take_from_open(h);
        if (g || h->all_out || h->failed)
            return g;
        open_pair(h);
        if (!h->open)
            return NULL;
    }
}

// --- Players that play one game at a time ---

static bool can_play(const struct hall *h, const struct hall_game *g, bool at_ports)
{
    for (int seat = 0; seat < SEATS; seat++) {
        int player = g->players[seat];
        bool awaited = h->tournament->lineup->attendance[player] == ATTENDS_AWAITED;
        if (h->engaged[player] || (awaited && !at_ports))
            return false;
    }
    return true;
}

static void put_off(struct hall *h, struct hall_game *g)
{
    struct hall_game **end = &h->put_off;
    while (*end)
        end = &(*end)->next;
    *end = g;
    h->put_off_count++;
    h->wake(h->user); // another runner may be where its players are
}

// Those that nobody has to play any more.
static void drop_forfeits(struct hall *h)
{
    for (struct hall_game **at = &h->put_off; *at;) {
        struct hall_game *g = *at;
        if (!is_forfeit(h, g->pair)) {
            at = &g->next;
            continue;
        }
        *at = g->next;
        h->put_off_count--;
        discard(h, g);
        h->wake(h->user); // that may have been the last
    }
}

static struct hall_game *take_put_off(struct hall *h, bool at_ports)
{
    drop_forfeits(h);
    for (struct hall_game **at = &h->put_off; *at; at = &(*at)->next) {
        struct hall_game *g = *at;
        if (!can_play(h, g, at_ports))
            continue;
        *at = g->next;
        g->next = NULL;
        h->put_off_count--;
        return g;
    }
    return NULL;
}

// One slow player must not keep the others from games of later rounds; but the schedule may be
// without end.
static bool may_look_ahead(const struct hall *h)
{
    return h->put_off_count < PUT_OFF_PER_PLAYER * h->tournament->lineup->count;
}

static void hand_out(struct hall *h, struct hall_game *g)
{
    for (int seat = 0; seat < SEATS; seat++) {
        int player = g->players[seat];
        h->engaged[player] = h->tournament->lineup->attendance[player] != ATTENDS_ALWAYS;
    }
    g->tries++;
    h->under_way++;
}

static bool is_over(const struct hall *h)
{
    return h->failed || (h->all_out && !h->put_off);
}

// --- Without ---

struct hall_game *hall_take(struct hall *h, bool at_ports, bool stopping)
{
    struct hall_game *g = NULL;
    pthread_mutex_lock(&h->lock);
    settle(h);
    // Every game that is under way must find room in the store's queue.
    if (!stopping && !is_over(h) && store_room(h->store) > h->under_way) {
        g = take_put_off(h, at_ports);
        struct hall_game *drawn;
        while (!g && may_look_ahead(h) && (drawn = draw(h))) {
            if (can_play(h, drawn, at_ports))
                g = drawn;
            else
                put_off(h, drawn);
        }
    }
    if (g) {
        hand_out(h, g);
        if (is_over(h))
            h->wake(h->user);
    } else {
        store_hurry(h->store); // what is waited for may be a result that is not written yet
    }
    pthread_mutex_unlock(&h->lock);
    return g;
}

void hall_set_free(struct hall *h, int player, bool free)
{
    pthread_mutex_lock(&h->lock);
    h->engaged[player] = !free;
    if (free)
        h->wake(h->user);
    pthread_mutex_unlock(&h->lock);
}

void hall_put_back(struct hall *h, struct hall_game *g)
{
    pthread_mutex_lock(&h->lock);
    text_clear(&g->moves);
    h->under_way--;
    put_off(h, g);
    pthread_mutex_unlock(&h->lock);
}

void hall_fail(struct hall *h, const struct error *e)
{
    pthread_mutex_lock(&h->lock);
    fail(h, e);
    pthread_mutex_unlock(&h->lock);
}

void hall_give_up(struct hall *h, struct hall_game *g, const struct error *e)
{
    pthread_mutex_lock(&h->lock);
    fail(h, e);
    forget(h, g);
    pthread_mutex_unlock(&h->lock);
}

// What has become a forfeit while it was played is not stored.
static bool forget_forfeit(struct hall *h, struct hall_game *g)
{
    pthread_mutex_lock(&h->lock);
    bool forfeit = is_forfeit(h, g->pair);
    if (forfeit) {
        forget(h, g);
        h->wake(h->user); // no writing will do it
    }
    pthread_mutex_unlock(&h->lock);
    return forfeit;
}

void hall_add(struct hall *h, struct hall_game *g)
{
    const struct lineup *l = h->tournament->lineup;
    const struct result *r = &g->result;
    char start[POSITION_TEXT_BYTES];
    struct text out = TEXT_IN(start);
    l->game->print(&g->start, &out);
    const struct store_game game = {
        .pair = g->pair->pairing.index,
        .game = g->number,
        .play = hall_play_number(g),
        .first_id = g->players[0],
        .second_id = g->players[1],
        .first_name = l->players[g->players[0]].name,
        .second_name = l->players[g->players[1]].name,
        .start = start,
        .verdict = verdicts[r->verdict].code,
        .winner = r->winner == NOBODY ? STORE_NOBODY : r->winner,
        .blame = r->blame == NOBODY ? STORE_NOBODY : r->blame,
        .rule = r->rule,
        .explanation = r->explanation,
        .moves = g->moves.bytes,
        .plies = r->moves,
        .wall_ns = r->wall_ns,
    };
    struct error e;
    if (forget_forfeit(h, g)) {
        return;
    } else if (g->moves.cut) {
        error_set(&e, "out of memory");
        hall_give_up(h, g, &e);
    } else if (!store_add_game(h->store, &game, g, &e)) {
        hall_give_up(h, g, &e);
    }
}

void hall_note(struct hall *h, const char *kind, const char *words)
{
    struct error e;
    if (!store_add_entry(h->store, kind, words, NULL, &e))
        hall_fail(h, &e);
}

bool hall_has_games(struct hall *h)
{
    pthread_mutex_lock(&h->lock);
    struct hall_game *g = draw(h);
    if (g)
        put_off(h, g);
    pthread_mutex_unlock(&h->lock);
    return g != NULL;
}

bool hall_is_over(struct hall *h)
{
    pthread_mutex_lock(&h->lock);
    bool over = is_over(h);
    pthread_mutex_unlock(&h->lock);
    return over;
}

// On the store's thread.
static void written(void *user, void *tag, const struct error *error)
{
    struct hall *h = user;
    struct hall_game *g = tag;
    if (!g)
        return; // a chore: if it failed, so has the store, which says so at its end
    pthread_mutex_lock(&h->lock);
    g->refused = error != NULL;
    if (error)
        g->error = *error;
    g->next = NULL;
    *h->written_end = g;
    h->written_end = &g->next;
    h->wake(h->user);
    pthread_mutex_unlock(&h->lock);
}

static bool notice_openings(void *user, const struct store_entry *entry)
{
    bool *kept = user;
    *kept = strcmp(entry->kind, CONTEST_INPUT_OPENINGS) == 0;
    return !*kept;
}

// The text of the file with the openings goes to the log before the first game: nothing that
// happens to that file can then change the contest.
static bool keep_openings(struct hall *h, struct reader *r, struct error *e)
{
    bool kept = h->tournament->openings == NULL;
    if (!kept && !reader_walk_log(r, notice_openings, &kept, e))
        return false;
    return kept ||
        store_add_entry(h->store, CONTEST_INPUT_OPENINGS, h->tournament->openings, NULL, e);
}

static bool keep_out(void *user, const struct store_entry *entry)
{
    struct text *outs = user;
    if (strcmp(entry->kind, OUT_ENTRY) == 0) {
        text_string(outs, entry->words);
        text_char(outs, '\n');
    }
    return true;
}

static bool keep_outs(struct hall *h, struct reader *r, struct error *e)
{
    return reader_walk_log(r, keep_out, &h->outs, e) &&
        (!h->outs.cut || error_set(e, "out of memory"));
}

static bool count_change(void *user, const struct store_entry *entry)
{
    *(int64_t *)user += contest_input_is_change(entry);
    return true;
}

// The lineup was read before the file was ours: somebody may have come or gone in between.
static bool is_up_to_date(struct hall *h, struct reader *r, struct error *e)
{
    int64_t changes = 0;
    return reader_walk_log(r, count_change, &changes, e) &&
        (changes == h->tournament->lineup->changes ||
            error_set(e, "somebody has just changed the contest: run it again"));
}

static bool read_ledger(struct hall *h, struct error *e)
{
    struct reader *r = reader_open(h->tournament->path, e);
    if (!r)
        return false;
    bool read = is_up_to_date(h, r, e) &&
        ledger_load(&h->ledger, r, (int)h->tournament->lineup->count, e) && keep_outs(h, r, e) &&
        keep_openings(h, r, e);
    reader_close(r);
    return read;
}

bool hall_open(struct hall *h, const struct tournament *t, struct error *e)
{
    h->tournament = t;
    h->written_end = &h->written;
    h->outs = text_growing();
    chores_init(&h->chores);
    const struct store_options options = {
        .path = t->path, .contest = t->contest, .done = written, .user = h};
    h->store = store_open(&options, e);
    if (!h->store)
        return false;
    h->engaged = calloc(t->lineup->count, sizeof *h->engaged);
    for (size_t i = 0; h->engaged && i < t->lineup->count; i++)
        h->engaged[i] = t->lineup->attendance[i] == ATTENDS_AWAITED; // the lobby knows who is there
    bool well = (h->engaged || error_set(e, "out of memory")) && read_ledger(h, e) &&
        schedule_init(&h->schedule, &t->lineup->plan, e);
    if (!well) {
        free(h->engaged);
        text_destroy(&h->outs);
        ledger_destroy(&h->ledger);
        store_close(h->store, NULL);
        return false;
    }
    h->schedule.events = &schedule_events;
    h->schedule.user = h;
    pthread_mutex_init(&h->lock, NULL);
    return true;
}

// What is written now may make chores, and those are written before the file is given back.
static void finish_chores(struct hall *h)
{
    struct error ignored; // closing says it again
    for (bool more = true; more;) {
        bool written = store_wait(h->store, &ignored);
        pthread_mutex_lock(&h->lock);
        settle(h);
        more = written && h->chores.first;
        pthread_mutex_unlock(&h->lock);
    }
}

bool hall_close(struct hall *h, struct error *e)
{
    struct error closing;
    finish_chores(h);
    bool closed = store_close(h->store, &closing);
    h->store = NULL;
    pthread_mutex_lock(&h->lock);
    settle(h);
    if (!closed && !h->failed)
        fail(h, &closing);
    if (h->open)
        let_go(h, h->open);
    for (struct hall_game *g = h->put_off, *next; g; g = next) {
        next = g->next;
        discard(h, g);
    }
    pthread_mutex_unlock(&h->lock);
    if (h->failed)
        *e = h->error;
    text_destroy(&h->outs);
    chores_destroy(&h->chores);
    schedule_destroy(&h->schedule);
    ledger_destroy(&h->ledger);
    free(h->engaged);
    pthread_mutex_destroy(&h->lock);
    return !h->failed;
}
