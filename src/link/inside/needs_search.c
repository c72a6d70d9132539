#include "link/inside/needs_search.h"

#include "link/inside/way.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// /nix/store and /gnu/store hold the whole system where Nix and Guix install it. /opt is none of
// them: what lies there is found like any other installation.
const char *const needs_system_folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64",
    "/libx32", "/etc", "/nix/store", "/gnu/store", NULL};

// Folders for many things: nothing that is below them is shut by that, but they as a whole are.
static const char *const shared_folders[] = {"/", "/home", "/root", "/tmp", "/var", "/var/tmp",
    "/var/lib", "/run", "/srv", "/mnt", "/media", "/opt", NULL};

// Folders in which nothing is a file like others.
static const char *const special_folders[] = {"/proc", "/sys", "/dev", NULL};

// --- Paths ---

// True if `path` is `folder`, or lies below it.
static bool needs_search_is_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 &&
        (path[length] == '\0' || path[length] == '/' || (length == 1 && folder[0] == '/'));
}

static bool needs_search_is_in_any(const char *path, const char *const *folders)
{
    for (; *folders; folders++) {
        if (needs_search_is_in(path, *folders))
            return true;
    }
    return false;
}

bool needs_search_is_system(const char *path)
{
    return needs_search_is_in_any(path, needs_system_folders);
}

static bool needs_search_holds_hidden(const struct needs_search *s, const char *path)
{
    for (size_t i = 0; i < s->hidden_count; i++) {
        if (needs_search_is_in(s->hidden[i], path))
            return true;
    }
    return false;
}

static bool needs_search_is_hidden(const struct needs_search *s, const char *path)
{
    for (size_t i = 0; i < s->hidden_count; i++) {
        if (needs_search_is_in(path, s->hidden[i]))
            return true;
    }
    return false;
}

static bool needs_search_is_home(const struct needs_search *s, const char *folder)
{
    static const char homes[] = "/home/";
    const char *name = folder + sizeof homes - 1;
    if (strncmp(folder, homes, sizeof homes - 1) == 0 && !strchr(name, '/'))
        return true;
    size_t length = strlen(s->home);
    return length > 0 && needs_search_is_in(folder, s->home) &&
        (folder[length] == '\0' || strcmp(folder + length, "/.local") == 0 ||
            strcmp(folder + length, "/.local/share") == 0 ||
            strcmp(folder + length, "/.config") == 0);
}

bool needs_search_is_shared(const struct needs_search *s, const char *folder)
{
    for (const char *const *shared = shared_folders; *shared; shared++) {
        if (strcmp(*shared, folder) == 0)
            return true;
    }
    // Also what holds the home folder, wherever that is.
    return needs_search_is_home(s, folder) ||
        (s->home[0] != '\0' && needs_search_is_in(s->home, folder)) ||
        needs_search_holds_hidden(s, folder);
}

const char *needs_search_variable(const struct needs_search *s, const char *name)
{
    size_t length = strlen(name);
    for (char *const *v = s->question->environment; v && *v; v++) {
        if (strncmp(*v, name, length) == 0 && (*v)[length] == '=')
            return *v + length + 1;
    }
    return NULL;
}

// --- The list ---

static void needs_search_put(struct needs_search *s, enum need_kind kind, const char *path,
    const char *target, const char *why)
{
    struct needs *n = s->needs;
    for (size_t i = 0; i < n->count; i++) {
        if (strcmp(n->list[i].path, path) == 0)
            return;
    }
    if (n->count == NEEDS_MOST)
        return;
    struct need *need = &n->list[n->count];
    *need =
        (struct need){.kind = kind, .path = strdup(path), .target = target ? strdup(target) : NULL};
    snprintf(need->why, sizeof need->why, "%s", why);
    n->count++;
    s->no_memory |= !need->path || (target && !need->target);
}

void needs_search_refuse(struct needs_search *s, const char *path, const char *why)
{
    struct needs *n = s->needs;
    for (size_t i = 0; i < n->refused_count; i++) {
        if (strcmp(n->refused[i].path, path) == 0)
            return;
    }
    if (n->refused_count == NEEDS_MOST)
        return;
    struct need *need = &n->refused[n->refused_count];
    *need = (struct need){.kind = NEED_FOLDER, .path = strdup(path)};
    snprintf(need->why, sizeof need->why, "%s", why);
    n->refused_count++;
    s->no_memory |= !need->path;
}

static bool needs_search_check(struct needs_search *s, const char *real, bool asked)
{
    if (needs_search_is_hidden(s, real) || needs_search_holds_hidden(s, real))
        needs_search_refuse(s, real, "it holds what no bot may read, such as results");
    else if (needs_search_is_in_any(real, special_folders))
        needs_search_refuse(s, real, "it is a folder of the kernel");
    else if (strcmp(real, "/") == 0)
        needs_search_refuse(s, real, "it is all there is");
    else if (!asked && needs_search_is_shared(s, real))
        needs_search_refuse(s, real, "many things lie there, not only this bot's");
    else
        return true;
    return false;
}

static bool needs_search_add_any(
    struct needs_search *s, const char *real, const char *why, bool asked)
{
    struct stat status;
    if (stat(real, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
        return false;
    if (needs_search_is_system(real))
        return true;
    if (!needs_search_check(s, real, asked))
        return false;
    needs_search_put(s, S_ISDIR(status.st_mode) ? NEED_FOLDER : NEED_FILE, real, NULL, why);
    return true;
}

bool needs_search_add(struct needs_search *s, const char *real, const char *why)
{
    return needs_search_add_any(s, real, why, false);
}

bool needs_search_add_asked(struct needs_search *s, const char *real, const char *why)
{
    return needs_search_add_any(s, real, why, true);
}

bool needs_search_visits(struct needs_search *s, const char *real)
{
    for (size_t i = 0; i < s->visited_count; i++) {
        if (strcmp(s->visited[i], real) == 0)
            return false;
    }
    if (s->visited_count == NEEDS_VISITED_MOST)
        return false;
    char *copy = strdup(real);
    s->no_memory |= !copy;
    if (copy)
        s->visited[s->visited_count++] = copy;
    return copy != NULL;
}

// --- Links ---

struct needs_links {
    struct needs_search *search;
    const char *why;
};

static void needs_search_met_link(void *user, const char *link, const char *target)
{
    const struct needs_links *links = user;
    if (!needs_search_is_system(link) && !needs_search_is_in_any(link, special_folders))
        needs_search_put(links->search, NEED_LINK, link, target, links->why);
}

bool needs_search_follow(
    struct needs_search *s, const char *path, const char *why, char real[PATH_MAX])
{
    struct needs_links links = {s, why};
    return way_follow(path, s->base, needs_search_met_link, &links, real);
}

static void needs_search_ignore_link(void *user, const char *link, const char *target)
{
    (void)user;
    (void)link;
    (void)target;
}

// --- Beginning and end ---

static void needs_search_find_home(struct needs_search *s)
{
    struct passwd entry, *found = NULL;
    char bytes[4096];
    const char *home = NULL;
    if (getpwuid_r(getuid(), &entry, bytes, sizeof bytes, &found) == 0 && found)
        home = found->pw_dir;
    const char *variable = getenv("HOME");
    if (variable && variable[0] == '/')
        home = variable;
    if (!home || !way_follow(home, "/", needs_search_ignore_link, NULL, s->home) ||
        strcmp(s->home, "/") == 0)
        s->home[0] = '\0';
}

// Where `path` leads. It need not exist yet: then its folder must.
static bool needs_search_locate(const char *path, const char *here, char real[PATH_MAX])
{
    char folder[PATH_MAX];
    if (way_follow(path, here, needs_search_ignore_link, NULL, real))
        return true;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path);
    if (!way_follow(slash ? folder : ".", here, needs_search_ignore_link, NULL, real))
        return false;
    size_t length = strlen(real);
    int more = snprintf(real + length, PATH_MAX - length, "%s%s", real[1] == '\0' ? "" : "/", name);
    return more > 0 && (size_t)more < PATH_MAX - length;
}

static void needs_search_find_hidden(struct needs_search *s)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        strcpy(here, "/");
    const char *const *never = s->question->never;
    for (; never && *never && s->hidden_count < NEEDS_HIDDEN_MOST; never++) {
        if (needs_search_locate(*never, here, s->hidden[s->hidden_count]))
            s->hidden_count++;
    }
}

bool needs_search_init(
    struct needs_search *s, struct needs *needs, const struct needs_question *question)
{
    char here[PATH_MAX];
    *s = (struct needs_search){.needs = needs, .question = question};
    *needs = (struct needs){.list = calloc(NEEDS_MOST, sizeof *needs->list),
        .refused = calloc(NEEDS_MOST, sizeof *needs->refused)};
    if (!needs->list || !needs->refused)
        return false;
    const char *directory = question->directory ? question->directory : ".";
    if (!getcwd(here, sizeof here) ||
        !way_follow(directory, here, needs_search_ignore_link, NULL, s->base))
        strcpy(s->base, "/");
    needs_search_find_home(s);
    needs_search_find_hidden(s);
    return true;
}

void needs_search_destroy(struct needs_search *s)
{
    for (size_t i = 0; i < s->visited_count; i++)
        free(s->visited[i]);
}

static int needs_search_compare(const void *a, const void *b)
{
    const struct need *first = a, *second = b;
    return strcmp(first->path, second->path);
}

static bool needs_search_is_covered(const struct needs *n, const struct need *need)
{
    for (size_t i = 0; i < n->count; i++) {
        const struct need *other = &n->list[i];
        if (other != need && other->kind == NEED_FOLDER &&
            needs_search_is_in(need->path, other->path))
            return true;
    }
    return false;
}

static void needs_search_free(struct need *need)
{
    free(need->path);
    free(need->target);
}

void needs_search_finish(struct needs_search *s)
{
    struct needs *n = s->needs;
    if (s->no_memory)
        return;
    qsort(n->list, n->count, sizeof *n->list, needs_search_compare);
    qsort(n->refused, n->refused_count, sizeof *n->refused, needs_search_compare);
    bool covered[NEEDS_MOST];
    for (size_t i = 0; i < n->count; i++)
        covered[i] = needs_search_is_covered(n, &n->list[i]);
    size_t kept = 0;
    for (size_t i = 0; i < n->count; i++) {
        if (covered[i])
            needs_search_free(&n->list[i]);
        else
            n->list[kept++] = n->list[i];
    }
    n->count = kept;
}

void needs_destroy(struct needs *needs)
{
    for (size_t i = 0; i < needs->count; i++)
        needs_search_free(&needs->list[i]);
    for (size_t i = 0; i < needs->refused_count; i++)
        needs_search_free(&needs->refused[i]);
    free(needs->list);
    free(needs->refused);
    *needs = (struct needs){0};
}
