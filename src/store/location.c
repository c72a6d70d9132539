#include "store/location.h"

#include "base/text.h"
#include "store/postgres.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINKS_MOST = 40 }; // as many as the kernel follows

// --- In a database -------------------------------------------------------------------------------

void location_schema(char schema[LOCATION_SCHEMA_BYTES], const char *contest)
{
    snprintf(schema, LOCATION_SCHEMA_BYTES, "\"agon_%s\"", contest);
}

// The names of all contests in a database, or of the one that is asked for.
static PGresult *location_ask(
    struct postgres *p, const struct postgres_place *place, struct error *e)
{
    static const char sql[] =
        "SELECT substr(n.nspname, 6) FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid"
        " WHERE left(n.nspname, 5) = 'agon_' AND c.relname = 'contest'"
        " AND ($1 = '' OR substr(n.nspname, 6) = $1) ORDER BY 1";
    struct postgres_parameters with = {0};
    postgres_add_text(&with, place->contest);
    return postgres_open(p, place->url, "agon contest", e) ? postgres_ask(p, sql, &with, e) : NULL;
}

static bool location_exists_in(const char *address, bool *exists, struct error *e)
{
    struct postgres_place place;
    if (!postgres_place_read(&place, address, e))
        return false;
    struct postgres p;
    PGresult *names = location_ask(&p, &place, e);
    if (names != NULL)
        *exists = PQntuples(names) > 0;
    PQclear(names);
    postgres_close(&p);
    return names != NULL;
}

// Lists as many as the words can hold.
static bool location_tell_names(const char *url, const PGresult *names, struct error *e)
{
    char array[120];
    struct text list = TEXT_IN(array);
    for (int i = 0; i < PQntuples(names) && !list.cut; i++)
        text_format(&list, "%s%s", i > 0 ? ", " : "", postgres_text(names, i, 0));
    if (PQntuples(names) == 0)
        return error_set(e, "%.100s holds no contest", url);
    return error_set(e, "%.80s holds several contests: put #NAME behind it   (%s%s)", url, array,
        list.cut ? " ..." : "");
}

bool location_name(
    char location[LOCATION_BYTES], const char *address, const char *name, struct error *e)
{
    if (!postgres_is_contest_name(name))
        return error_set(e,
            "\"%.60s\" is not a name for a contest in a database (letters, digits, '-', '_' and"
            " '.', at most %d): put #NAME behind the address",
            name, POSTGRES_NAME_BYTES - 1);
    int length = snprintf(location, LOCATION_BYTES, "%s#%s", address, name);
    return length < LOCATION_BYTES || error_set(e, "the address is too long");
}

bool location_complete(char location[LOCATION_BYTES], const char *address, struct error *e)
{
    struct postgres_place place;
    struct postgres p;
    if (!postgres_place_read(&place, address, e))
        return false;
    if (place.contest[0] != '\0')
        return location_name(location, place.url, place.contest, e);
    PGresult *names = location_ask(&p, &place, e);
    bool one = names != NULL && PQntuples(names) == 1;
    bool well = one && location_name(location, place.url, postgres_text(names, 0, 0), e);
    if (names != NULL && !one)
        location_tell_names(place.url, names, e);
    PQclear(names);
    postgres_close(&p);
    return well;
}

// --- As a file -----------------------------------------------------------------------------------

// What a chain of symbolic links comes to at its end, where there is no file. NULL on failure.
static char *location_follow_links(const char *path)
{
    char *name = strdup(path);
    for (int links = 0; name != NULL && links < LINKS_MOST; links++) {
        char target[PATH_MAX];
        ssize_t length = readlink(name, target, sizeof target - 1);
        if (length < 0)
            return name;
        target[length] = '\0';
        const char *slash = target[0] == '/' ? NULL : strrchr(name, '/');
        char *next;
        if (asprintf(&next, "%.*s%s", slash ? (int)(slash - name) + 1 : 0, name, target) < 0)
            next = NULL;
        free(name);
        name = next;
    }
    free(name);
    errno = ELOOP;
    return NULL;
}

// The folder of a path, without links: "" for the root. NULL on failure.
static char *location_settle_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return realpath(".", NULL);
    char *folder = strndup(path, (size_t)(slash - path)), *whole = NULL;
    if (folder != NULL)
        whole = folder[0] == '\0' ? strdup("") : realpath(folder, NULL);
    free(folder);
    return whole;
}

// The path of a file that is not there yet, without links. NULL on failure.
static char *location_settle_new_path(const char *path)
{
    char *name = location_follow_links(path),
         *folder = name != NULL ? location_settle_folder(name) : NULL;
    char *whole = NULL;
    if (folder != NULL) {
        const char *slash = strrchr(name, '/');
        if (asprintf(&whole, "%s/%s", folder, slash != NULL ? slash + 1 : name) < 0)
            whole = NULL;
    }
    free(folder);
    free(name);
    return whole;
}

char *location_settle_path(const char *path)
{
    char *whole = realpath(path, NULL);
    return whole == NULL && errno == ENOENT ? location_settle_new_path(path) : whole;
}

bool location_exists(const char *location, bool *exists, struct error *e)
{
    if (postgres_is_place(location))
        return location_exists_in(location, exists, e);
    *exists = access(location, F_OK) == 0;
    return true;
}
