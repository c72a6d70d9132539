#include "link/inside/preparation.h"

#include "link/hidden.h"
#include "link/inside/executable.h"
#include "link/inside/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- What it needs to read ---

struct needs_entry {
    char *key; // who asks
    struct needs needs;
    const char **reads; // the files and folders of `needs`, ended by NULL
    const char **links; // the links: path, target, path, target, ..., ended by NULL
};

void needs_memory_destroy(struct needs_memory *m)
{
    for (size_t i = 0; i < m->count; i++) {
        struct needs_entry *entry = &m->list[i];
        free(entry->key);
        needs_destroy(&entry->needs);
        free(entry->reads);
        free(entry->links);
    }
    free(m->list);
    *m = (struct needs_memory){0};
}

// Two players with the same command and folder, and the same `read:`, need the same.
static char *needs_memory_key(const struct link_spec *spec)
{
    struct text key = text_growing();
    text_string(&key, spec->player);
    text_format(&key, "\n%s", spec->directory ? spec->directory : "");
    for (const char *const *path = spec->sandbox.read; path && *path; path++)
        text_format(&key, "\n%s", *path);
    for (const char *const *more = spec->environment; more && *more; more++)
        text_format(&key, "\n%s", *more);
    if (key.cut) {
        text_destroy(&key);
        return NULL;
    }
    return key.bytes;
}

static bool needs_memory_list(struct needs_entry *entry)
{
    entry->reads = calloc(entry->needs.count + 1, sizeof *entry->reads);
    entry->links = calloc(2 * entry->needs.count + 1, sizeof *entry->links);
    if (entry->reads == NULL || entry->links == NULL)
        return false;
    size_t reads = 0, links = 0;
    for (size_t i = 0; i < entry->needs.count; i++) {
        const struct need *need = &entry->needs.list[i];
        if (need->kind == NEED_LINK) {
            entry->links[links++] = need->path;
            entry->links[links++] = need->target;
        } else {
            entry->reads[reads++] = need->path;
        }
    }
    return true;
}

// In a file system of its own, what is hidden is covered; else a folder that holds such a file must
// not be readable as a whole.
static bool needs_memory_ask(struct needs_entry *entry, const struct needs_question *question)
{
    struct needs_question whole = *question;
    if (!(sandbox_layers_of(SANDBOX_CLOSED) & 1u << SANDBOX_MOUNTS))
        whole.never = hidden_take();
    bool good = needs_find(&entry->needs, &whole, NULL);
    if (whole.never != NULL)
        hidden_release();
    return good;
}

static const struct needs_entry *needs_memory_find(struct needs_memory *m,
    const struct link_spec *spec, const struct words *words, char *const *environment)
{
    char *key = needs_memory_key(spec);
    if (key == NULL)
        return NULL;
    for (size_t i = 0; i < m->count; i++) {
        if (strcmp(m->list[i].key, key) == 0) {
            free(key);
            return &m->list[i];
        }
    }
    if (m->count == m->room) {
        size_t room = m->room == 0 ? 8 : 2 * m->room;
        struct needs_entry *list = realloc(m->list, room * sizeof *list);
        if (list == NULL) {
            free(key);
            return NULL;
        }
        m->list = list;
        m->room = room;
    }
    struct needs_entry *entry = &m->list[m->count++];
    *entry = (struct needs_entry){.key = key};
    const struct needs_question question = {.words = words->list,
        .directory = spec->directory,
        .environment = environment,
        .read = spec->sandbox.read};
    return needs_memory_ask(entry, &question) && needs_memory_list(entry) ? entry : NULL;
}

// --- The whole ---

// The folder where it runs, absolute; false with errno if there is no such name.
static bool preparation_find_directory(struct preparation *p, const char *directory)
{
    if (directory != NULL && directory[0] == '/')
        return snprintf(p->directory, PATH_MAX, "%s", directory) < PATH_MAX;
    if (getcwd(p->directory, PATH_MAX) == NULL) {
        if (directory != NULL)
            return false;
        snprintf(p->directory, PATH_MAX, "/"); // ours is gone
    }
    size_t length = strlen(p->directory);
    errno = ENAMETOOLONG;
    return directory == NULL ||
        snprintf(p->directory + length, PATH_MAX - length, "/%s", directory) <
        (int)(PATH_MAX - length);
}

// Where it can have no file system of its own, its scratch folder is made here.
static bool preparation_make_scratch(struct preparation *p)
{
    if (p->order.sandbox.manner != SANDBOX_CLOSED || p->order.layers & 1u << SANDBOX_MOUNTS)
        return true;
    if (scratch_make(p->order.user, p->scratch)) {
        p->order.scratch = p->scratch;
        return true;
    }
    p->scratch[0] = '\0';
    return false;
}

static bool preparation_find_needs(struct preparation *p, const struct link_spec *spec,
    const struct words *words, struct needs_memory *memory)
{
    if (spec->sandbox.manner != SANDBOX_CLOSED)
        return true;
    const struct needs_entry *entry = needs_memory_find(memory, spec, words, p->environment.list);
    errno = ENOMEM;
    if (entry == NULL)
        return false;
    p->order.sandbox.read = entry->reads;
    p->order.links = entry->links;
    return true;
}

static bool preparation_fail(struct preparation *p, enum start_step step, int error)
{
    p->step = step;
    p->error = error;
    return false;
}

bool preparation_make(struct preparation *p, const struct link_spec *spec,
    const struct words *words, struct needs_memory *memory)
{
    enum sandbox_manner manner = spec->sandbox.manner;
    *p = (struct preparation){.order = {.path = p->path,
                                  .directory = p->directory,
                                  .fds = {-1, -1, -1},
                                  .arguments = words->list,
                                  .sandbox = spec->sandbox,
                                  .layers = sandbox_layers_of(manner),
                                  .filtered = process_filters(manner),
                                  .kept = link_layers().keeper,
                                  .files = process_nofile_limit(),
                                  .cores = spec->cores}};
    p->order.user = fork_server_new_user(p->order.layers);
    if (!preparation_find_directory(p, spec->directory))
        return preparation_fail(p, START_DIRECTORY, errno);
    if (!preparation_make_scratch(p))
        return preparation_fail(p, START_PREPARE, errno);
    if (!environment_make(
            &p->environment, spec, p->scratch[0] != '\0' ? p->scratch : SCRATCH_INSIDE))
        return preparation_fail(p, START_PREPARE, ENOMEM);
    p->order.environment = p->environment.list;
    if (!executable_find(words->list[0], p->environment.list, p->path))
        return preparation_fail(p, START_EXEC, p->path[0] != '\0' ? EACCES : ENOENT);
    if (!preparation_find_needs(p, spec, words, memory))
        return preparation_fail(p, START_PREPARE, errno);
    return true;
}

void preparation_destroy(struct preparation *p)
{
    environment_destroy(&p->environment);
}

struct started preparation_start(struct preparation *p, struct fork_servers *servers)
{
    p->order.hides = hidden_take();
    struct started started = fork_server_start(servers, &p->order);
    hidden_release();
    return started;
}
