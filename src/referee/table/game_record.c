#include "referee/table/game_record.h"

#include "referee/excerpt.h"

#include <stdio.h>
#include <time.h>

static void game_record_hold(const struct record *r)
{
    if (r->lock)
        pthread_mutex_lock(r->lock);
}

static void game_record_release(const struct record *r)
{
    if (r->lock)
        pthread_mutex_unlock(r->lock);
}

static void game_record_write_header(
    struct record *r, const struct fixture *f, const struct player *const players[SEATS])
{
    char started[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &utc);
    struct record_header header = {
        .game = f->game,
        .start = &f->start,
        .seed = f->seed,
        .index = f->index,
        .host = f->host,
        .started = started,
    };
    for (int seat = 0; seat < SEATS; seat++)
        header.players[seat] = record_player(players[seat], f->budgets[seat]);
    record_begin(r, &header);
}

static bool game_record_open(struct record *r, const struct fixture *f,
    const struct player *const players[SEATS], struct error *e)
{
    record_destroy(r); // that of the game before, if nobody has taken it
    if (f->record_path && !record_open(r, f->record_path, f->record_claimed, e))
        return false;
    if (f->record_kept)
        record_keep(r);
    else if (!f->record_path)
        return false;
    game_record_write_header(r, f, players);
    return true;
}

bool game_record_begin(struct record *r, const struct fixture *f,
    const struct player *const players[SEATS], struct error *e)
{
    if (f->record_lock)
        pthread_mutex_lock(f->record_lock);
    bool opened = game_record_open(r, f, players, e);
    r->lock = f->record_lock;
    game_record_release(r);
    return opened;
}

void game_record_event(struct record *r, const struct referee_event *event)
{
    game_record_hold(r);
    record_event(r, event);
    game_record_release(r);
}

void game_record_flush(struct record *r)
{
    game_record_hold(r);
    record_flush(r);
    game_record_release(r);
}

void game_record_destroy(struct record *r)
{
    game_record_hold(r);
    record_destroy(r);
    game_record_release(r);
}

void game_record_last_words(
    struct record *r, int seat, const struct session *s, int64_t began_ns, struct result *result)
{
    struct link_stderr words = link_stderr(s->link);
    if (result->blame == seat) {
        struct text last_words = TEXT_IN(result->last_words);
        excerpt_write(&words, s->player->given, &last_words);
    }
    game_record_hold(r);
    record_stderr(r, seat, &words, began_ns);
    game_record_release(r);
    link_stderr_forget(s->link);
}

void game_record_end(struct record *r, bool decided, struct result *result)
{
    struct error e;
    game_record_hold(r);
    bool written = !decided || record_end(r, result, &e);
    if (!decided)
        record_destroy(r);
    game_record_release(r);
    if (!written) {
        // A result that cannot be recorded does not count.
        result->verdict = VERDICT_VOID;
        result->winner = result->blame = NOBODY;
        snprintf(result->rule, sizeof result->rule, "G5");
        struct text words = TEXT_IN(result->explanation);
        text_format(&words, "void: %s", e.words);
    }
}
