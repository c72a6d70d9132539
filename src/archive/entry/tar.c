// Packs an entry into a tar file in memory: the same content gives the same bytes, whatever it came
// from. All files lie in one folder, so that whoever unpacks it leaves away that one and no other.
#include "archive/entry.h"
#include "archive/entry/members.h"
#include "archive/entry/source.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/stat.h>

// A file with its content.
struct tar_file {
    char *path; // in the entry, without its one folder
    bool executable;
    struct text content;
};

struct tar_walk {
    const struct entry *entry;
    struct members members; // checks the whole as it was checked before
    struct tar_file *list;
    size_t count, room;
    char path[ENTRY_PATH_BYTES]; // of what is being read
    bool left_out;
    struct sha256 sha;
};

// --- Reading ---

static bool tar_changed(struct error *e)
{
    return error_set(e, "it changed while it was packed");
}

static bool tar_add(struct tar_walk *w, bool executable, struct error *e)
{
    size_t top = strlen(w->entry->top);
    if (strncmp(w->path, w->entry->top, top) != 0)
        return tar_changed(e);
    if (w->count == w->room) {
        size_t room = w->room == 0 ? 16 : 2 * w->room;
        struct tar_file *list = realloc(w->list, room * sizeof *list);
        if (!list)
            return error_set(e, "out of memory");
        w->list = list;
        w->room = room;
    }
    struct tar_file *file = &w->list[w->count];
    *file = (struct tar_file){
        .path = strdup(w->path + top), .executable = executable, .content = text_growing()};
    w->count += file->path != NULL;
    return file->path || error_set(e, "out of memory");
}

static bool tar_begin(void *user, const struct source_file *file, struct error *e)
{
    struct tar_walk *w = user;
    if (!members_name(&w->members, file->name, w->path, e))
        return false;
    w->left_out = file->kind == SOURCE_FOLDER || members_is_left_out(w->path);
    w->sha = sha256_begin();
    if (w->left_out)
        return true;
    return file->kind == SOURCE_LINK ? members_add_link(&w->members, w->path, file->target, e)
                                     : tar_add(w, file->executable, e);
}

static bool tar_take_bytes(void *user, const char *bytes, size_t length, struct error *e)
{
    struct tar_walk *w = user;
    if (!members_count(&w->members, w->path, length, e))
        return false;
    if (w->left_out)
        return true;
    if (w->members.bytes > MEMBERS_PACKED_BYTES_MOST)
        return error_set(e, "its files have more than %d MiB, and no more than that can travel",
            (int)(MEMBERS_PACKED_BYTES_MOST >> 20));
    struct text *content = &w->list[w->count - 1].content;
    sha256_add(&w->sha, bytes, length);
    text_bytes(content, bytes, length);
    return !content->cut || error_set(e, "out of memory");
}

static bool tar_end(void *user, struct error *e)
{
    struct tar_walk *w = user;
    if (w->left_out)
        return true;
    const struct tar_file *file = &w->list[w->count - 1];
    struct member member = {.path = w->path,
        .kind = file->executable ? MEMBER_PROGRAM : MEMBER_FILE,
        .bytes = (int64_t)file->content.length};
    sha256_end(&w->sha, member.digest);
    return members_add(&w->members, &member, e);
}

static int tar_compare(const void *left, const void *right)
{
    const struct tar_file *a = left, *b = right;
    return strcmp(a->path, b->path);
}

static bool tar_read(struct tar_walk *w, const char *path, struct error *e)
{
    static const struct source_visitor visitor = {
        .begin = tar_begin, .bytes = tar_take_bytes, .end = tar_end};
    if (!source_walk(path, &visitor, w, e) || !members_finish(&w->members, e))
        return false;
    if (w->count > 0)
        qsort(w->list, w->count, sizeof *w->list, tar_compare);
    return strcmp(w->members.hash, w->entry->hash) == 0 || tar_changed(e);
}

// --- Writing ---

static la_ssize_t tar_write(struct archive *a, void *user, const void *bytes, size_t length)
{
    struct text *out = user;
    text_bytes(out, bytes, length);
    if (!out->cut)
        return (la_ssize_t)length;
    archive_set_error(a, ENOMEM, "out of memory");
    return -1;
}

static bool tar_write_member(struct archive *a, const struct member *m, const struct tar_file *file)
{
    char path[ENTRY_PATH_BYTES + 8];
    struct text name = TEXT_IN(path);
    struct archive_entry *header = archive_entry_new();
    if (!header)
        return false;
    text_format(&name, "entry/%s", m->path);
    archive_entry_copy_pathname(header, path);
    archive_entry_set_filetype(header, file ? AE_IFREG : AE_IFLNK);
    archive_entry_set_perm(header, m->kind == MEMBER_FILE ? 0644 : 0755);
    archive_entry_set_mtime(header, 0, 0);
    archive_entry_set_size(header, file ? (la_int64_t)file->content.length : 0);
    if (!file)
        archive_entry_copy_symlink(header, m->target);
    bool well = !name.cut && archive_write_header(a, header) == ARCHIVE_OK &&
        (!file || file->content.length == 0 ||
            archive_write_data(a, file->content.bytes, file->content.length) ==
                (la_ssize_t)file->content.length);
    archive_entry_free(header);
    return well;
}

static const struct tar_file *tar_find(const struct tar_walk *w, const char *path)
{
    const struct tar_file key = {.path = (char *)(uintptr_t)path};
    return w->count > 0 ? bsearch(&key, w->list, w->count, sizeof key, tar_compare) : NULL;
}

// Members are sorted by their names.
static bool tar_write_all(const struct tar_walk *w, struct text *out, struct error *e)
{
    struct archive *a = archive_write_new();
    bool well = a && archive_write_set_format_pax_restricted(a) == ARCHIVE_OK &&
        archive_write_set_bytes_in_last_block(a, 1) == ARCHIVE_OK &&
        archive_write_open(a, out, NULL, tar_write, NULL) == ARCHIVE_OK;
    for (size_t i = 0; well && i < w->members.count; i++) {
        const struct member *m = &w->members.list[i];
        well = tar_write_member(a, m, m->kind == MEMBER_LINK ? NULL : tar_find(w, m->path));
    }
    well = well && archive_write_close(a) == ARCHIVE_OK;
    if (!well)
        error_set(e, "it cannot be packed: %s", a ? archive_error_string(a) : "out of memory");
    archive_write_free(a);
    return well;
}

static void tar_destroy(struct tar_walk *w)
{
    for (size_t i = 0; i < w->count; i++) {
        free(w->list[i].path);
        text_destroy(&w->list[i].content);
    }
    free(w->list);
    members_destroy(&w->members);
}

// libarchive loses names that the locale of the thread cannot write. So it gets one that knows all
// letters.
bool entry_pack(const struct entry *entry, const char *path, struct text *out, struct error *e)
{
    int64_t packed = source_packed_bytes(path, MEMBERS_PACKED_BYTES_MOST, e);
    if (packed < 0)
        return false;
    locale_t unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (unicode == (locale_t)0)
        return error_set(e, "this machine lacks the locale C.UTF-8, and archives need it");
    struct tar_walk w = {.entry = entry, .members = members_begin(packed)};
    bool well = tar_read(&w, path, e);
    locale_t before = uselocale(unicode);
    well = well && tar_write_all(&w, out, e);
    uselocale(before);
    freelocale(unicode);
    tar_destroy(&w);
    return well;
}
