#include "archive/entry/members.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct members members_begin(int64_t packed_bytes)
{
    int64_t most = packed_bytes * MEMBERS_RATIO_MOST;
    most = most > MEMBERS_RATIO_FREE_BYTES ? most : MEMBERS_RATIO_FREE_BYTES;
    bool by_size = packed_bytes > 0 && most < MEMBERS_BYTES_MOST;
    return (struct members){.most_bytes = by_size ? most : MEMBERS_BYTES_MOST};
}

void members_destroy(struct members *m)
{
    for (size_t i = 0; i < m->count; i++) {
        free(m->list[i].path);
        free(m->list[i].target);
    }
    free(m->list);
    *m = (struct members){0};
}

const char *members_show(const char *name, char shown[MEMBERS_SHOWN_BYTES])
{
    struct text out = text_fixed(shown, MEMBERS_SHOWN_BYTES);
    text_visible(&out, name, strlen(name));
    return shown;
}

// --- Names ---

static bool members_refuse(const char *name, const char *rule, struct error *e)
{
    char shown[MEMBERS_SHOWN_BYTES];
    return error_set(e, "\"%s\" %s", members_show(name, shown), rule);
}

static bool members_check_letters(const char *name, struct error *e)
{
    const char *at = name;
    for (size_t left = strlen(name); left > 0;) {
        struct letter letter = letter_at(at, left);
        if (letter.bytes == 1 && letter.code >= 0x80)
            return members_refuse(name, "has a name that is not UTF-8", e);
        if (!letter.shown)
            return members_refuse(name, "has a control character in its name", e);
        at += letter.bytes;
        left -= letter.bytes;
    }
    return true;
}

// Appends one part of the name; "" and "." mean nothing.
static bool members_add_part(
    struct text *path, const char *part, size_t length, const char *name, struct error *e)
{
    if (length == 0 || (length == 1 && part[0] == '.'))
        return true;
    if (length == 2 && memcmp(part, "..", 2) == 0)
        return members_refuse(name, "has \"..\" in its name, which leads out of the folder", e);
    if (length > MEMBERS_NAME_MOST)
        return members_refuse(name, "has a name of more than 255 bytes", e);
    if (path->length > 0)
        text_char(path, '/');
    text_bytes(path, part, length);
    return true;
}

static int members_depth(const char *path)
{
    int depth = 0;
    for (; *path != '\0'; path++)
        depth += *path == '/';
    return depth;
}

bool members_name(struct members *m, const char *name, char path[ENTRY_PATH_BYTES], struct error *e)
{
    struct text out = text_fixed(path, ENTRY_PATH_BYTES);
    if (++m->seen > MEMBERS_MOST)
        return error_set(e, "more than %d files and folders", MEMBERS_MOST);
    if (name[0] == '\0')
        return error_set(e, "a file whose name is empty or not UTF-8");
    if (name[0] == '/')
        return members_refuse(name, "has an absolute path, which leads out of the folder", e);
    if (!members_check_letters(name, e))
        return false;
    for (const char *part = name;; part++) {
        size_t length = strcspn(part, "/");
        if (!members_add_part(&out, part, length, name, e))
            return false;
        part += length;
        if (*part == '\0')
            break;
    }
    if (out.cut)
        return members_refuse(name, "has a path that is too long", e);
    return members_depth(path) <= MEMBERS_DEPTH_MOST ||
        members_refuse(name, "lies more than 32 folders deep", e);
}

bool members_is_left_out(const char *path)
{
    static const char *const names[] = {"__MACOSX", ".DS_Store", ".git"};
    for (const char *part = path; *part != '\0';) {
        size_t length = strcspn(part, "/");
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            if (strlen(names[i]) == length && memcmp(part, names[i], length) == 0)
                return true;
        }
        part += length + (part[length] == '/');
    }
    return false;
}

// --- Adding ---

bool members_count(struct members *m, const char *path, size_t bytes, struct error *e)
{
    char shown[MEMBERS_SHOWN_BYTES];
    m->bytes += (int64_t)bytes;
    if (m->bytes <= m->most_bytes)
        return true;
    if (m->most_bytes == MEMBERS_BYTES_MOST)
        return error_set(e, "more than %" PRId64 " MiB unpacked, at \"%s\"",
            MEMBERS_BYTES_MOST >> 20, members_show(path, shown));
    return error_set(e, "more than %d times as large unpacked, at \"%s\"", MEMBERS_RATIO_MOST,
        members_show(path, shown));
}

bool members_add(struct members *m, const struct member *member, struct error *e)
{
    // Grows at the powers of two.
    if ((m->count & (m->count - 1)) == 0) {
        size_t room = m->count == 0 ? 1 : 2 * m->count;
        struct member *list = realloc(m->list, room * sizeof *list);
        if (!list)
            return error_set(e, "out of memory");
        m->list = list;
    }
    struct member *added = &m->list[m->count];
    *added = *member;
    added->path = strdup(member->path);
    added->target = member->target ? strdup(member->target) : NULL;
    m->count += added->path != NULL;
    return (added->path && (added->target || !member->target)) || error_set(e, "out of memory");
}

bool members_add_link(struct members *m, char *path, const char *target, struct error *e)
{
    struct member link = {.path = path, .kind = MEMBER_LINK, .target = (char *)(uintptr_t)target};
    struct sha256 sha = sha256_begin();
    sha256_add(&sha, target, strlen(target));
    sha256_end(&sha, link.digest);
    return members_add(m, &link, e);
}

// --- When all are there ---

static int members_compare(const void *left, const void *right)
{
    const struct member *a = left, *b = right;
    return strcmp(a->path, b->path);
}

const struct member *members_find(const struct members *m, const char *path)
{
    const struct member key = {.path = (char *)(uintptr_t)path};
    return m->count > 0 ? bsearch(&key, m->list, m->count, sizeof key, members_compare) : NULL;
}

// Two files of the same name, or a file that is a folder, too.
static bool members_check_same(const struct members *m, struct error *e)
{
    for (size_t i = 0; i < m->count; i++) {
        char folder[ENTRY_PATH_BYTES];
        struct text path = TEXT_IN(folder);
        if (i > 0 && strcmp(m->list[i - 1].path, m->list[i].path) == 0)
            return members_refuse(m->list[i].path, "is there twice", e);
        text_string(&path, m->list[i].path);
        for (char *slash; (slash = strrchr(folder, '/'));) {
            *slash = '\0';
            const struct member *file = members_find(m, folder);
            if (file && file->kind == MEMBER_LINK)
                return members_refuse(m->list[i].path, "lies behind a link", e);
            if (file)
                return members_refuse(folder, "is a file and a folder, too", e);
        }
    }
    return true;
}

static void members_find_top(struct members *m)
{
    m->top[0] = '\0';
    size_t length = m->count > 0 ? strcspn(m->list[0].path, "/") + 1 : 0;
    for (size_t i = 0; i < m->count; i++) {
        const char *path = m->list[i].path;
        if (strlen(path) < length || strncmp(path, m->list[0].path, length) != 0)
            return;
    }
    struct text top = TEXT_IN(m->top);
    if (length > 0)
        text_bytes(&top, m->list[0].path, length);
    for (size_t i = 0; i < m->count; i++)
        memmove(m->list[i].path, m->list[i].path + length, strlen(m->list[i].path) + 1 - length);
}

// ".." may stand at the beginning of a link only. So how far up it leads can be read from its text.
static bool members_leads_out(const struct member *link)
{
    int depth = members_depth(link->path);
    bool down = false;
    if (link->target[0] == '/' || link->target[0] == '\0')
        return true;
    for (const char *part = link->target;; part++) {
        size_t length = strcspn(part, "/");
        bool up = length == 2 && memcmp(part, "..", 2) == 0;
        if (up && (down || --depth < 0))
            return true;
        down = down || (!up && length > 0 && !(length == 1 && part[0] == '.'));
        part += length;
        if (*part == '\0')
            return false;
    }
}

static void members_go_up(struct text *way)
{
    char *slash = strrchr(way->bytes, '/');
    way->length = slash ? (size_t)(slash - way->bytes) : 0;
    way->bytes[way->length] = '\0';
}

// Does another link lie on its way? Then its text would not tell where it leads.
static bool members_leads_through_link(const struct members *m, const struct member *link)
{
    char bytes[ENTRY_PATH_BYTES];
    struct text way = TEXT_IN(bytes);
    text_string(&way, link->path);
    members_go_up(&way);
    for (const char *part = link->target;; part++) {
        size_t length = strcspn(part, "/");
        if (length == 2 && memcmp(part, "..", 2) == 0)
            members_go_up(&way);
        else if (length > 0 && !(length == 1 && part[0] == '.'))
            text_format(&way, "%s%.*s", way.length > 0 ? "/" : "", (int)length, part);
        part += length;
        if (*part == '\0')
            return way.cut;
        const struct member *on = members_find(m, bytes);
        if (way.cut || (on && on->kind == MEMBER_LINK))
            return true;
    }
}

static bool members_check_link(const struct members *m, const struct member *link, struct error *e)
{
    if (!members_check_letters(link->target, e))
        return false;
    if (members_leads_out(link))
        return members_refuse(link->path, "is a link that leads out of the folder", e);
    return !members_leads_through_link(m, link) ||
        members_refuse(link->path, "is a link that leads through another link", e);
}

static bool members_check_links(const struct members *m, struct error *e)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct member *member = &m->list[i];
        if (member->kind == MEMBER_LINK && !members_check_link(m, member, e))
            return false;
    }
    return true;
}

static void members_hash(struct members *m)
{
    static const char begin[] = "agon entry 1\n";
    static const char kinds[] = {[MEMBER_FILE] = 'f', [MEMBER_PROGRAM] = 'x', [MEMBER_LINK] = 'l'};
    unsigned char digest[SHA256_BYTES];
    struct sha256 s = sha256_begin();
    sha256_add(&s, begin, strlen(begin));
    for (size_t i = 0; i < m->count; i++) {
        const struct member *member = &m->list[i];
        sha256_add(&s, &kinds[member->kind], 1);
        sha256_add(&s, member->path, strlen(member->path) + 1);
        sha256_add(&s, member->digest, sizeof member->digest);
    }
    sha256_end(&s, digest);
    struct text out = TEXT_IN(m->hash);
    for (size_t i = 0; i < sizeof digest; i++)
        text_format(&out, "%02x", digest[i]);
}

bool members_finish(struct members *m, struct error *e)
{
    if (m->count == 0)
        return error_set(e, "there is no file in it");
    qsort(m->list, m->count, sizeof *m->list, members_compare);
    if (!members_check_same(m, e))
        return false;
    members_find_top(m);
    if (!members_check_links(m, e))
        return false;
    members_hash(m);
    return true;
}
