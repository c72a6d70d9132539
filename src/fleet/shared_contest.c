#include "fleet/shared_contest.h"

#include "contest/entry_text.h"
#include "store/postgres_array.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HOST_BYTES = 64 };

// --- Can it be shared? ---

// An entry may do on a worker what it may do anywhere: nothing but play.
static const char *shared_contest_why_not_entry(
    const struct contest_file *f, const struct contest_player *p)
{
    int sandbox = p->sandbox != CONTEST_UNSET ? p->sandbox : f->sandbox;
    if (sandbox != CONTEST_SANDBOX_CLOSED)
        return "workers start entries in the sandbox \"closed\" only";
    if (f->read.count + p->read.count > 0)
        return "\"read\" names files of the organiser's machine: put them into the entry";
    return NULL;
}

static const char *shared_contest_why_not(
    const struct contest_file *f, const struct contest_player *p)
{
    const char *player = p->player;
    if (player[0] == '@')
        return NULL;
    if (entry_text_is(player))
        return shared_contest_why_not_entry(f, p);
    if (strncmp(player, "listen:", 7) == 0)
        return "it connects to a port of the organiser's machine";
    if (strncmp(player, "tcp://", 6) == 0)
        return "it plays one game at a time, wherever it runs";
    if (strcmp(player, "human") == 0)
        return "it is a person";
    return "it is a command of the organiser's machine";
}

bool shared_contest_check(const struct definition *d, struct error *e)
{
    const struct contest_file *f = &d->file;
    for (size_t i = 0; i < f->player_count; i++) {
        const struct contest_player *p = &f->players[i];
        const char *why = p->until == INT64_MAX ? shared_contest_why_not(f, p) : NULL;
        if (why)
            return error_set(e,
                "%.40s cannot play on other machines: %s   (hand it in as an entry, or leave out"
                " \"fleet\")",
                p->name, why);
    }
    return true;
}

// --- Publishing ---

// The entries of the log that a worker must know.
struct shared_contest_log {
    struct postgres_array kinds, words;
};

static bool shared_contest_take_entry(void *user, const struct store_entry *entry)
{
    struct shared_contest_log *log = user;
    if (change_find(entry->kind) == CHANGE_KINDS &&
        strcmp(entry->kind, DEFINITION_OPENINGS_ENTRY) != 0)
        return true;
    postgres_array_text(&log->kinds, entry->kind);
    postgres_array_text(&log->words, entry->words);
    return true;
}

static void shared_contest_name_us(char words[SHARED_COORDINATOR_BYTES])
{
    char host[HOST_BYTES] = "";
    gethostname(host, sizeof host - 1);
    snprintf(words, SHARED_COORDINATOR_BYTES, "process %d on %s", (int)getpid(), host);
}

static bool shared_contest_write(struct shared_contest *s, struct postgres *p,
    const struct shared_offer *offer, struct shared_contest_log *log, struct error *e)
{
    struct postgres_parameters q = {0};
    shared_contest_name_us(s->us);
    postgres_add_text(&q, offer->name);
    postgres_add_text(&q, offer->text);
    if (!postgres_add_array(&q, &log->kinds, e) || !postgres_add_array(&q, &log->words, e))
        return false;
    postgres_add_number(&q, offer->lease_ms);
    postgres_add_text(&q, s->us);
    PGresult *r = postgres_ask(p,
        "WITH before AS (SELECT coordinator FROM agon.contests WHERE name = $1 AND ended IS NULL)"
        " INSERT INTO agon.contests AS c"
        " (name, generation, text, kinds, words, lease_ms, coordinator, since)"
        " VALUES ($1, 1, $2, $3, $4, $5, $6, clock_timestamp())"
        " ON CONFLICT (name) DO UPDATE SET generation = c.generation +"
        " ((c.text, c.kinds, c.words) IS DISTINCT FROM"
        " (excluded.text, excluded.kinds, excluded.words))::int,"
        " text = excluded.text, kinds = excluded.kinds, words = excluded.words,"
        " lease_ms = excluded.lease_ms, coordinator = excluded.coordinator,"
        " since = excluded.since, ended = NULL"
        " RETURNING id, generation, coalesce((SELECT coordinator FROM before), '')",
        &q, e);
    if (r) {
        s->id = postgres_number(r, 0, 0);
        s->generation = postgres_number(r, 0, 1);
        snprintf(s->before, sizeof s->before, "%s", postgres_text(r, 0, 2));
    }
    PQclear(r);
    return r != NULL;
}

bool shared_contest_publish(
    struct shared_contest *s, struct postgres *p, const struct shared_offer *offer, struct error *e)
{
    struct shared_contest_log log = {
        postgres_array(POSTGRES_TEXTS), postgres_array(POSTGRES_TEXTS)};
    struct reader *reader = reader_open(offer->path, e);
    bool well = reader && reader_walk_log(reader, shared_contest_take_entry, &log, e) &&
        shared_contest_write(s, p, offer, &log, e);
    if (reader)
        reader_close(reader);
    postgres_array_destroy(&log.kinds);
    postgres_array_destroy(&log.words);
    return well;
}

// --- Reading ---

static bool shared_contest_follow(
    struct definition *d, const char *kind_word, const char *words, struct error *e)
{
    enum change_kind kind = change_find(kind_word);
    if (kind != CHANGE_KINDS)
        return definition_change(d, kind, words, &definition_words, e);
    if (strcmp(kind_word, DEFINITION_OPENINGS_ENTRY) == 0 && d->opening_text.length == 0)
        text_string(&d->opening_text, words);
    return true;
}

// The next item as a text of its own; false: there is none.
static bool shared_contest_next(struct postgres_items *items, struct text *out)
{
    const void *item;
    size_t length;
    text_clear(out);
    if (!postgres_items_next(items, &item, &length))
        return false;
    text_bytes(out, item, length);
    return true;
}

bool shared_contest_read(struct definition *d, const PGresult *row, struct error *e)
{
    enum { TEXT = 1, KINDS = 2, WORDS = 3 };
    if (!definition_take(d, postgres_text(row, 0, TEXT), &definition_words, e))
        return false;
    struct postgres_items kinds = postgres_items(row, 0, KINDS),
                          words = postgres_items(row, 0, WORDS);
    struct text kind = text_growing(), entry = text_growing();
    bool well = true;
    while (well && shared_contest_next(&kinds, &kind) && shared_contest_next(&words, &entry))
        well = shared_contest_follow(d, kind.bytes, entry.bytes, e);
    text_destroy(&kind);
    text_destroy(&entry);
    return well && definition_complete(d, e);
}
