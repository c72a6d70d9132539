#include "cli/coordination.h"

#include "base/clock.h"
#include "cli/notice.h"
#include "store/database_owner.h"
#include "store/postgres.h"
#include "store/reader.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum {
    LOOK_EVERY_MS = 500,
    AWAY_MS = 2000, // between two tries while the database is away
    RETRY_FIRST_MS = 500,
    RETRY_MOST_MS = 15000,
    TRIES_MOST = 8,     // that fail at once although the database is there
    SOON_MS = 10 * 1000 // a run that lasts longer has got somewhere
};

bool coordination_is_away(const char *location)
{
    struct postgres_place place;
    struct postgres p = {0};
    struct error e;
    bool away = postgres_place_read(&place, location, &e) &&
        !postgres_open(&p, place.url, "agon contest run", &e) && e.passes;
    postgres_close(&p);
    return away;
}

// The owner could not be found out. Somebody who waits goes on waiting while the database is away.
static bool coordination_outlives(
    const char *location, bool waited, bool *away, const struct error *e)
{
    if (!waited || (*away && !coordination_is_away(location)))
        return false;
    if (!*away)
        notice_say("%s: trying again", e->words);
    *away = true;
    poll(NULL, 0, AWAY_MS);
    return true;
}

// An owner that has only just begun has not said yet who it is.
static void coordination_name(const struct database_owner *o, struct text *out)
{
    if (o->host[0] == '\0')
        text_string(out, "another process");
    else
        text_format(out, "process %" PRId64 " on %s", o->pid, o->host);
    if (o->connection[0] != '\0')
        text_format(out, " (%s)", o->connection);
}

bool coordination_wait_for_turn(const char *location, bool no_wait, bool *waited, struct error *e)
{
    struct database_owner owner;
    bool away = false;
    *waited = false;
    for (;;) {
        if (!database_owner_find(location, &owner, e)) {
            if (!coordination_outlives(location, *waited, &away, e))
                return false;
            continue;
        }
        away = false;
        if (!owner.is_here)
            return true;
        char words[ERROR_WORDS_BYTES];
        struct text name = TEXT_IN(words);
        coordination_name(&owner, &name);
        if (no_wait)
            return error_set(e, "%s hands out its games", words);
        if (!*waited)
            notice_say("%s hands out its games; waiting to take over", words);
        *waited = true;
        poll(NULL, 0, LOOK_EVERY_MS);
    }
}

// Keeps the words of the last entry, if that is a pause.
static bool coordination_note_entry(void *user, const struct store_entry *entry)
{
    struct text *words = user;
    text_clear(words);
    if (strcmp(entry->kind, "pause") == 0)
        text_string(words, entry->words);
    return true;
}

bool coordination_is_paused(const char *location, bool *paused, struct text *words, struct error *e)
{
    struct reader *reader = reader_open(location, e);
    bool read = reader && reader_walk_log(reader, coordination_note_entry, words, e);
    if (reader)
        reader_close(reader);
    *paused = read && words->length > 0;
    return read;
}

bool coordination_wait_for_database(struct coordination *c, const char *location)
{
    int wait_ms = RETRY_FIRST_MS;
    if (clock_now_ns() - c->began_ns > SOON_MS * NS_PER_MS)
        c->tries = 0;
    for (int i = 0; i < c->tries && wait_ms < RETRY_MOST_MS; i++)
        wait_ms *= 2;
    if (++c->tries > TRIES_MOST)
        return false;
    do {
        poll(NULL, 0, wait_ms);
        wait_ms = wait_ms < RETRY_MOST_MS ? 2 * wait_ms : RETRY_MOST_MS;
    } while (coordination_is_away(location));
    c->began_ns = clock_now_ns();
    return true;
}
