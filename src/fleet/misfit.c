#include "fleet/misfit.h"

#include "fleet/capabilities.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MISFIT_WORKERS_MOST = 3 }; // that are told one by one

// A copy is not for the worker of the first, and waits for another one.
static const char misfit_ask_needs[] =
    "SELECT DISTINCT array_to_string(l.can, ','), l.cores, l.memory_bytes, l.speed::text"
    " FROM agon.leases l JOIN agon.contests c ON c.id = l.contest"
    " WHERE c.name = $1 AND c.ended IS NULL AND l.until < clock_timestamp() AND l.copy = 0";
static const char misfit_ask_workers[] =
    "SELECT array_to_string(w.can, ','), w.cores, w.memory_bytes, w.speed::text, w.id"
    " FROM agon.workers w WHERE w.state = 'here' ORDER BY w.id";
enum { MISFIT_CAN, MISFIT_CORES, MISFIT_MEMORY, MISFIT_SPEED, MISFIT_WORKER };

// Cuts "tool:cc,layer:seccomp" into words. Returns how many there are.
static size_t misfit_words(const char *list, char words[][LEASE_NEEDS_WORD_BYTES], size_t most)
{
    size_t count = 0;
    while (*list != '\0' && count < most) {
        const size_t length = strcspn(list, ",");
        struct text word = text_fixed(words[count++], LEASE_NEEDS_WORD_BYTES);
        text_bytes(&word, list, length);
        list += length + (list[length] == ',');
    }
    return count;
}

static struct lease_needs misfit_needs(const PGresult *r, int row)
{
    struct lease_needs n = {.cores = postgres_number(r, row, MISFIT_CORES),
        .memory_bytes = postgres_number(r, row, MISFIT_MEMORY),
        .speed = strtod(postgres_text(r, row, MISFIT_SPEED), NULL)};
    n.can_count = misfit_words(postgres_text(r, row, MISFIT_CAN), n.can, LEASE_NEEDS_WORDS_MOST);
    return n;
}

static bool misfit_fits(
    const PGresult *workers, int row, const struct lease_needs *needs, struct error *why)
{
    struct capabilities c = {.cores = postgres_number(workers, row, MISFIT_CORES),
        .memory_bytes = postgres_number(workers, row, MISFIT_MEMORY),
        .speed = strtod(postgres_text(workers, row, MISFIT_SPEED), NULL)};
    c.can_count =
        misfit_words(postgres_text(workers, row, MISFIT_CAN), c.can, CAPABILITIES_WORDS_MOST);
    return capabilities_fit(&c, needs, why);
}

// Nobody fits: says what each lacks.
static void misfit_tell(const PGresult *workers, const struct lease_needs *needs, struct text *out)
{
    const int count = PQntuples(workers);
    text_string(out, count == 0 ? "no worker is here" : "no worker fits some of its games");
    for (int row = 0; row < count && row < MISFIT_WORKERS_MOST; row++) {
        struct error why;
        misfit_fits(workers, row, needs, &why);
        text_format(out, "%s worker %" PRId64 ": %s", row == 0 ? ":" : ";",
            postgres_number(workers, row, MISFIT_WORKER), why.words);
    }
    if (count > MISFIT_WORKERS_MOST)
        text_format(out, "; and %d more", count - MISFIT_WORKERS_MOST);
}

static bool misfit_has_worker(const PGresult *workers, const struct lease_needs *needs)
{
    struct error why;
    for (int row = 0; row < PQntuples(workers); row++) {
        if (misfit_fits(workers, row, needs, &why))
            return true;
    }
    return false;
}

bool misfit_find(struct postgres *p, const char *contest, struct text *out, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_text(&q, contest);
    PGresult *needs = postgres_ask(p, misfit_ask_needs, &q, e);
    PGresult *workers = needs ? postgres_ask(p, misfit_ask_workers, NULL, e) : NULL;
    bool told = false;
    for (int row = 0; workers && row < PQntuples(needs) && !told; row++) {
        const struct lease_needs n = misfit_needs(needs, row);
        told = !misfit_has_worker(workers, &n);
        if (told)
            misfit_tell(workers, &n, out);
    }
    PQclear(needs);
    PQclear(workers);
    return workers != NULL;
}
