#include "referee/scribe.h"

#include <stdio.h>
#include <string.h>
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
    t->recorded = t->fixture.record_path && record_open(&t->record, t->fixture.record_path, e);
    if (t->recorded)
        write_header(t);
    return t->recorded || !t->fixture.record_path;
}

// The end of what a bot that lost by a fault wrote to stderr, from the beginning of a line if that
// leaves enough.
static void keep_last_words(struct table *t, int seat, const struct link_stderr *words)
{
    struct result *result = &t->referee.result;
    if (result->blame != seat)
        return;
    const char *bytes = words->tail_bytes > 0 ? words->tail : words->head;
    size_t length = words->tail_bytes > 0 ? words->tail_bytes : words->head_bytes;
    size_t most = sizeof result->last_words - 1;
    if (length > most) {
        bytes += length - most;
        length = most;
        const char *newline = memchr(bytes, '\n', length / 2);
        if (newline) {
            length -= (size_t)(newline + 1 - bytes);
            bytes = newline + 1;
        }
    }
    memcpy(result->last_words, bytes, length);
    result->last_words[length] = '\0';
}

void scribe_last_words(struct table *t, int seat)
{
    struct seat *s = table_guest(t, seat)->seat;
    if (!t->playing || !s || !s->link)
        return;
    struct link_stderr words = link_stderr(s->link);
    keep_last_words(t, seat, &words);
    size_t seen = s->stderr_seen;
    if (seen > words.head_bytes)
        seen = words.head_bytes;
    s->stderr_seen = words.head_bytes;
    record_stderr(&t->record, seat, words.head + seen, words.head_bytes - seen, words.tail,
        words.tail_bytes, words.dropped_bytes);
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
