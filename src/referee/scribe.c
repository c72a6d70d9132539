#include "referee/scribe.h"

#include "referee/excerpt.h"

#include <stdio.h>
#include <time.h>

static void write_header(struct table *t)
{
    char started[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &utc);
    struct record_header header = {
        .game = t->fixture.game,
        .start = &t->fixture.start,
        .seed = t->fixture.seed,
        .index = t->fixture.index,
        .host = t->fixture.host,
        .started = started,
    };
    for (int seat = 0; seat < SEATS; seat++) {
        const struct player *player = table_player(t, seat);
        header.players[seat] = (struct record_player){player->name, player->text,
            player->wire ? player->wire->name : NULL, t->fixture.budgets[seat]};
    }
    record_begin(&t->record, &header);
}

bool scribe_begin(struct table *t, struct error *e)
{
    t->record = (struct record){.fd = -1};
    const struct fixture *f = &t->fixture;
    t->recorded = f->record_path && record_open(&t->record, f->record_path, f->record_claimed, e);
    if (t->recorded)
        write_header(t);
    return t->recorded || !f->record_path;
}

void scribe_last_words(struct table *t, int seat)
{
    struct seat *s = table_guest(t, seat)->seat;
    if (!t->playing || !s || !s->link)
        return;
    struct link_stderr words = link_stderr(s->link);
    struct result *result = &t->referee.result;
    if (result->blame == seat) {
        struct text last_words = TEXT_IN(result->last_words);
        excerpt_write(&words, &last_words);
    }
    record_stderr(&t->record, seat, words.head, words.head_bytes, words.tail, words.tail_bytes,
        words.dropped_bytes);
    link_stderr_forget(s->link);
}

void scribe_end(struct table *t)
{
    struct result *result = &t->referee.result;
    struct error e;
    if (t->decided && !record_end(&t->record, result, &e)) {
        // What is not written down has not happened (law 1).
        result->verdict = VERDICT_VOID;
        result->winner = result->blame = NOBODY;
        snprintf(result->rule, sizeof result->rule, "G5");
        struct text words = TEXT_IN(result->explanation);
        text_format(&words, "void: %s", e.words);
    }
    record_destroy(&t->record);
}
