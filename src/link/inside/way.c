#include "link/inside/way.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// How far we are: `real` is the part that has been followed, `rest` what is still to follow.
struct way {
    char *real;
    char rest[PATH_MAX];
    int links;
    way_link *met;
    void *user;
};

// Takes the next name from `rest`. Returns false at the end.
static bool way_next_name(struct way *w, char name[NAME_MAX + 1], bool *fits)
{
    char *at = w->rest + strspn(w->rest, "/");
    size_t length = strcspn(at, "/");
    *fits = length <= NAME_MAX;
    if (length == 0 || !*fits)
        return false;
    memcpy(name, at, length);
    name[length] = '\0';
    memmove(w->rest, at + length, strlen(at + length) + 1);
    return true;
}

static void way_go_up(struct way *w)
{
    char *slash = strrchr(w->real, '/');
    slash[slash == w->real ? 1 : 0] = '\0';
}

// Puts what a link says before the rest of the way.
static bool way_take_link(struct way *w, const char *link, const char *target)
{
    char rest[PATH_MAX];
    if (++w->links > WAY_LINKS_MOST ||
        snprintf(rest, sizeof rest, "%s/%s", target, w->rest) >= (int)sizeof rest)
        return false;
    w->met(w->user, link, target);
    memcpy(w->rest, rest, strlen(rest) + 1);
    if (target[0] == '/')
        strcpy(w->real, "/");
    return true;
}

static bool way_step(struct way *w, const char *name)
{
    char next[PATH_MAX], target[PATH_MAX];
    if (strcmp(name, ".") == 0)
        return true;
    if (strcmp(name, "..") == 0) {
        way_go_up(w);
        return true;
    }
    const char *slash = w->real[1] == '\0' ? "" : "/";
    if (snprintf(next, sizeof next, "%s%s%s", w->real, slash, name) >= (int)sizeof next)
        return false;
    ssize_t length = readlink(next, target, sizeof target - 1);
    if (length > 0) {
        target[length] = '\0';
        return way_take_link(w, next, target);
    }
    if (length < 0 && errno != EINVAL) // EINVAL: it is there, and it is not a link
        return false;
    memcpy(w->real, next, strlen(next) + 1);
    return true;
}

bool way_follow(const char *path, const char *base, way_link *met, void *user, char real[PATH_MAX])
{
    struct way w = {.real = real, .met = met, .user = user};
    char name[NAME_MAX + 1];
    bool fits = true;
    if (path[0] == '\0' ||
        snprintf(w.rest, sizeof w.rest, "%s/%s", path[0] == '/' ? "" : base, path) >=
            (int)sizeof w.rest)
        return false;
    strcpy(real, "/");
    while (way_next_name(&w, name, &fits)) {
        if (!way_step(&w, name))
            return false;
    }
    return fits;
}

void way_tidy(char *path)
{
    char *out = path;
    for (const char *in = path; *in != '\0';) {
        in += strspn(in, "/");
        size_t length = strcspn(in, "/");
        if (length == 2 && in[0] == '.' && in[1] == '.') {
            while (out > path && *--out != '/')
                continue;
        } else if (length > 0 && !(length == 1 && in[0] == '.')) {
            *out++ = '/';
            memmove(out, in, length);
            out += length;
        }
        in += length;
    }
    if (out == path)
        *out++ = '/';
    *out = '\0';
}
