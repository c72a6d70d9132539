// Players that are out by their faults, and the games that they forfeit (S9).
#include "arena/dispatch/parts.h"

#include <stdio.h>
#include <string.h>

#define OUT_ENTRY "out" // the kind of an entry of the log

static bool exclusions_keep_out(void *user, const struct store_entry *entry)
{
    struct text *kept = user;
    if (strcmp(entry->kind, OUT_ENTRY) == 0) {
        text_string(kept, entry->words);
        text_char(kept, '\n');
    }
    return true;
}

bool exclusions_load(struct dispatch *d, struct reader *r, struct error *e)
{
    return reader_walk_log(r, exclusions_keep_out, &d->exclusions, e) &&
        (!d->exclusions.cut || error_set(e, "out of memory"));
}

void exclusions_make_void(struct dispatch *d, int64_t pair, int game)
{
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words,
        "game %lld: forfeited, since a player was out before it in the schedule (S9)",
        (long long)pair * GAMES_PER_PAIR + game + 1);
    if (feeds_want(d->options.feeds, ARENA_VOIDED))
        feeds_publish(d->options.feeds,
            arena_event_create(
                ARENA_VOIDED, pair * GAMES_PER_PAIR + game + 1, words, strlen(words)));
    if (!pending_writes_void(&d->writes, pair, game, words))
        dispatch_out_of_memory(d);
    d->ledger.games--;
}

static const struct ledger_pair *exclusions_find_results(
    struct dispatch *d, int64_t index, bool handed_out)
{
    if (!handed_out)
        return ledger_find(&d->ledger, index);
    for (const struct dispatch_pair *pair = d->pairs; pair; pair = pair->next) {
        if (pair->pairing.index == index)
            return &pair->results;
    }
    return NULL;
}

// The pair has become a forfeit: what is stored of it becomes void. If the pair is being played,
// that is what has been told so far; if it was played before, both games.
static void exclusions_forfeited(void *user, int64_t index, bool handed_out)
{
    struct dispatch *d = user;
    const struct ledger_pair *results = exclusions_find_results(d, index, handed_out);
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        if (results ? results->half_points[game] != LEDGER_UNKNOWN : handed_out)
            exclusions_make_void(d, index, game);
    }
}

// Does the log say already that the player is out? A contest that goes on finds that out again.
static bool exclusions_is_logged(const struct dispatch *d, const char *words)
{
    size_t length = strlen(words);
    for (const char *line = d->exclusions.bytes; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, words, length) == 0 && line[length] == '\n')
            return true;
    }
    return false;
}

// Tells people and the log that a player is out.
static void exclusions_put_out(void *user, int player, int64_t index)
{
    struct dispatch *d = user;
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words, "%s is out, by its faults up to game %lld (S9)",
        d->options.roster->players[player].name, (long long)(index + 1) * GAMES_PER_PAIR);
    if (exclusions_is_logged(d, words))
        return;
    if (!pending_writes_entry(&d->writes, OUT_ENTRY, words))
        dispatch_out_of_memory(d);
    struct arena_event *event = arena_event_create(ARENA_OUT, 0, words, strlen(words));
    if (event)
        event->player = player;
    feeds_publish(d->options.feeds, event);
}

const struct schedule_events exclusions_events = {
    .forfeited = exclusions_forfeited, .out = exclusions_put_out};

bool exclusions_is_forfeit(const struct dispatch *d, const struct dispatch_pair *pair)
{
    return schedule_is_forfeit(&d->schedule, pair->pairing.index);
}
