// Players that are out by their faults, and the games that they forfeit (S9).
#include "cli/hall_inside.h"

#include <stdio.h>
#include <string.h>

#define OUT_ENTRY "out" // the kind of an entry of the log

static bool keep_out(void *user, const struct store_entry *entry)
{
    struct text *outs = user;
    if (strcmp(entry->kind, OUT_ENTRY) == 0) {
        text_string(outs, entry->words);
        text_char(outs, '\n');
    }
    return true;
}

bool hall_outs_load(struct hall *h, struct reader *r, struct error *e)
{
    return reader_walk_log(r, keep_out, &h->outs, e) &&
        (!h->outs.cut || error_set(e, "out of memory"));
}

void hall_outs_make_void(struct hall *h, int64_t pair, int game)
{
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words,
        "game %lld: forfeited, since a player was out before it in the schedule (S9)",
        (long long)pair * GAMES_PER_PAIR + game + 1);
    if (!chores_void(&h->chores, pair, game, words))
        hall_out_of_memory(h);
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
            hall_outs_make_void(h, index, game);
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
        hall_out_of_memory(h);
    if (t->out)
        t->out(t->user, words);
}

const struct schedule_events hall_outs_events = {.forfeited = forfeited, .out = put_out};

bool hall_outs_is_forfeit(const struct hall *h, const struct hall_pair *pair)
{
    return schedule_is_forfeit(&h->schedule, pair->pairing.index);
}
