#include "link/inside/needs_library.h"

#include "link/inside/elf.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIBRARIES_MOST = 64 }; // that are looked into, outside the system's folders

// The libraries of one program. Those that are to be looked into wait in `queue`.
struct needs_loader {
    struct needs_search *search;
    const char *program;
    char rpath[ELF_TEXT_BYTES]; // of the program: counts for its libraries, too
    char *queue[LIBRARIES_MOST];
    size_t queued;
    struct elf elf; // the file that is being looked into
};

static size_t needs_library_read(void *user, uint64_t offset, void *bytes, size_t length)
{
    const int *fd = user;
    if (offset > INT64_MAX)
        return 0;
    ssize_t got = pread(*fd, bytes, length, (off_t)offset);
    return got > 0 ? (size_t)got : 0;
}

static bool needs_library_parse(struct elf *elf, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return false;
    struct elf_source source = {needs_library_read, &fd};
    bool well = elf_parse(elf, &source);
    close(fd);
    return well;
}

// The text at `at` without `token`, with or without its braces; NULL if it does not begin so.
static const char *needs_library_after(const char *at, const char *token, const char *braced)
{
    size_t length = strlen(token), braced_length = strlen(braced);
    if (strncmp(at, braced, braced_length) == 0)
        return at + braced_length;
    return strncmp(at, token, length) == 0 ? at + length : NULL;
}

// Puts the folder of the file in place of $ORIGIN. Returns false if the folder's name does not fit,
// or has another such word in it.
static bool needs_library_expand(
    const char *folder, size_t length, const char *origin, char out[PATH_MAX])
{
    struct text t = text_fixed(out, PATH_MAX);
    const char *end = folder + length;
    for (const char *at = folder; at < end;) {
        const char *after = *at == '$' ? needs_library_after(at, "$ORIGIN", "${ORIGIN}") : NULL;
        if (after && after <= end) {
            text_string(&t, origin);
            at = after;
        } else if (*at == '$') {
            return false;
        } else {
            text_char(&t, *at++);
        }
    }
    return !t.cut && t.length > 0;
}

static bool needs_library_is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

// Looks for a library in folders with colons between them.
static bool needs_library_find_in(
    const char *folders, const char *origin, const char *name, char found[PATH_MAX])
{
    char folder[PATH_MAX];
    while (folders && *folders != '\0') {
        size_t length = strcspn(folders, ":;");
        if (needs_library_expand(folders, length, origin, folder) &&
            snprintf(found, PATH_MAX, "%s/%s", folder, name) < PATH_MAX &&
            needs_library_is_file(found))
            return true;
        folders += length + (folders[length] != '\0');
    }
    return false;
}

// In the order of the loader. What is not found lies in a folder of the system, or nowhere.
static bool needs_library_find(
    const struct needs_loader *l, const char *origin, const char *name, char found[PATH_MAX])
{
    if (strchr(name, '/')) {
        snprintf(found, PATH_MAX, "%s", name);
        return true;
    }
    bool has_runpath = l->elf.runpath[0] != '\0';
    return (!has_runpath &&
               (needs_library_find_in(l->elf.rpath, origin, name, found) ||
                   needs_library_find_in(l->rpath, origin, name, found))) ||
        needs_library_find_in(
            needs_search_variable(l->search, "LD_LIBRARY_PATH"), origin, name, found) ||
        needs_library_find_in(l->elf.runpath, origin, name, found);
}

static void needs_library_add(struct needs_loader *l, const char *path)
{
    char real[PATH_MAX], why[NEED_WHY_BYTES];
    snprintf(why, sizeof why, "a library that %.100s loads", l->program);
    if (!needs_search_follow(l->search, path, why, real) ||
        !needs_search_add(l->search, real, why) || needs_search_is_system(real) ||
        l->queued == LIBRARIES_MOST || !needs_search_visits(l->search, real))
        return;
    char *copy = strdup(real);
    l->search->no_memory |= !copy;
    if (copy)
        l->queue[l->queued++] = copy;
}

static void needs_library_add_needed(struct needs_loader *l, const char *file)
{
    char origin[PATH_MAX], found[PATH_MAX];
    snprintf(origin, sizeof origin, "%.*s", (int)(strrchr(file, '/') - file), file);
    for (size_t i = 0; i < l->elf.needed_count; i++) {
        if (needs_library_find(l, origin, l->elf.names + l->elf.needed[i], found))
            needs_library_add(l, found);
    }
}

// LD_PRELOAD names libraries with blanks or colons between them.
static void needs_library_add_preloaded(struct needs_loader *l)
{
    const char *at = needs_search_variable(l->search, "LD_PRELOAD");
    while (at && *at != '\0') {
        char path[PATH_MAX];
        size_t length = strcspn(at, ": ");
        snprintf(path, sizeof path, "%.*s", (int)length, at);
        if (length > 0 && strchr(path, '/'))
            needs_library_add(l, path);
        at += length + (at[length] != '\0');
    }
}

bool needs_library_add_all(struct needs_search *s, const char *program)
{
    struct needs_loader *l = calloc(1, sizeof *l);
    if (!l) {
        s->no_memory = true;
        return true;
    }
    const char *slash = strrchr(program, '/');
    l->search = s;
    l->program = slash ? slash + 1 : program;
    bool is_elf = needs_library_parse(&l->elf, program);
    if (is_elf && l->elf.interpreter[0] != '\0')
        needs_library_add(l, l->elf.interpreter);
    if (is_elf && l->elf.runpath[0] == '\0' && l->elf.rpath[0] == '/')
        memcpy(l->rpath, l->elf.rpath, sizeof l->rpath); // $ORIGIN would mean another folder
    if (is_elf) {
        needs_library_add_preloaded(l);
        needs_library_add_needed(l, program);
    }
    for (size_t i = 0; i < l->queued; i++) {
        if (needs_library_parse(&l->elf, l->queue[i]))
            needs_library_add_needed(l, l->queue[i]);
    }
    for (size_t i = 0; i < l->queued; i++)
        free(l->queue[i]);
    free(l);
    return is_elf;
}
