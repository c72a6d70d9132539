#include "link/hidden.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    char **list; // ended by NULL
    size_t count, room;
} hidden = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const char *const none[] = {NULL};

// The folder is resolved and not the last part, which may be a file that does not exist yet.
static bool hidden_resolve(const char *path, char resolved[PATH_MAX])
{
    char folder[PATH_MAX], whole[PATH_MAX];
    if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder)
        return false;
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        folder[--length] = '\0';
    char *name = strrchr(folder, '/');
    const char *last = name == NULL ? folder : name + 1;
    char kept[PATH_MAX];
    snprintf(kept, sizeof kept, "%s", last);
    if (name == NULL)
        strcpy(folder, ".");
    else
        name[name == folder ? 1 : 0] = '\0';
    if (realpath(folder, whole) == NULL)
        return false;
    return snprintf(resolved, PATH_MAX, "%s/%s", strcmp(whole, "/") == 0 ? "" : whole, kept) <
        PATH_MAX;
}

static bool hidden_make_room(void)
{
    if (hidden.count + 1 < hidden.room)
        return true;
    size_t room = hidden.room == 0 ? 16 : 2 * hidden.room;
    char **list = realloc(hidden.list, room * sizeof *list);
    if (list == NULL)
        return false;
    hidden.list = list;
    hidden.room = room;
    return true;
}

bool hidden_add(const char *path)
{
    char resolved[PATH_MAX];
    if (!hidden_resolve(path, resolved))
        return true; // where there is no folder, there is nothing to see
    pthread_mutex_lock(&hidden.lock);
    char *copy = hidden_make_room() ? strdup(resolved) : NULL;
    if (copy != NULL) {
        hidden.list[hidden.count++] = copy;
        hidden.list[hidden.count] = NULL;
    }
    pthread_mutex_unlock(&hidden.lock);
    return copy != NULL;
}

void hidden_remove(const char *path)
{
    char resolved[PATH_MAX];
    if (!hidden_resolve(path, resolved))
        return;
    pthread_mutex_lock(&hidden.lock);
    for (size_t i = 0; i < hidden.count; i++) {
        if (strcmp(hidden.list[i], resolved) == 0) {
            free(hidden.list[i]);
            hidden.list[i] = hidden.list[--hidden.count];
            hidden.list[hidden.count] = NULL;
            break;
        }
    }
    if (hidden.count == 0) {
        free(hidden.list);
        hidden.list = NULL;
        hidden.room = 0;
    }
    pthread_mutex_unlock(&hidden.lock);
}

const char *const *hidden_take(void)
{
    pthread_mutex_lock(&hidden.lock);
    return hidden.count == 0 ? none : (const char *const *)hidden.list;
}

void hidden_release(void)
{
    pthread_mutex_unlock(&hidden.lock);
}
