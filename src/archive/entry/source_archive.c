// An archive, by libarchive: zip, and tar with or without gzip; no other format is let in.
#include "archive/entry/members.h"
#include "archive/entry/source.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <sys/stat.h>

enum { READ_BYTES = 64 * 1024 };

struct archive_walk {
    struct archive *archive; // libarchive's
    const struct source_visitor *visitor;
    void *user;
};

// Names are UTF-8, whatever the locale is; libarchive knows those that are not only as bytes.
static const char *source_archive_name(struct archive_entry *entry)
{
    const char *name = archive_entry_pathname_utf8(entry);
    name = name ? name : archive_entry_pathname(entry);
    return name ? name : "";
}

// What libarchive says may quote the archive.
static bool source_archive_fail(struct archive *a, const char *name, struct error *e)
{
    char shown[MEMBERS_SHOWN_BYTES], words[MEMBERS_SHOWN_BYTES];
    const char *why = archive_error_string(a);
    members_show(why && why[0] != '\0' ? why : "the archive is damaged", words);
    if (name)
        return error_set(e, "\"%s\" cannot be unpacked: %.100s", members_show(name, shown), words);
    return error_set(e, "it is not a .zip or .tar.gz that can be read: %s", words);
}

static bool source_archive_content(struct archive_walk *w, const char *name, struct error *e)
{
    char bytes[READ_BYTES];
    for (;;) {
        la_ssize_t length = archive_read_data(w->archive, bytes, sizeof bytes);
        if (length < 0)
            return source_archive_fail(w->archive, name, e);
        if (length == 0)
            return w->visitor->end(w->user, e);
        if (!w->visitor->bytes(w->user, bytes, (size_t)length, e))
            return false;
    }
}

static bool source_archive_refuse(const char *name, const char *rule, struct error *e)
{
    char shown[MEMBERS_SHOWN_BYTES];
    return error_set(e, "\"%s\" %s", members_show(name, shown), rule);
}

static const char *source_archive_target(struct archive_entry *entry)
{
    const char *target = archive_entry_symlink_utf8(entry);
    target = target ? target : archive_entry_symlink(entry);
    return target ? target : "";
}

static bool source_archive_file(
    struct archive_walk *w, struct archive_entry *entry, struct error *e)
{
    const char *name = source_archive_name(entry);
    struct source_file file = {
        .name = name, .executable = (archive_entry_perm(entry) & S_IXUSR) != 0};
    if (archive_entry_hardlink(entry) || archive_entry_hardlink_utf8(entry))
        return source_archive_refuse(name, "is a hard link: only files and links may be in it", e);
    if (archive_entry_is_encrypted(entry))
        return source_archive_refuse(name, "is encrypted", e);
    switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
        return w->visitor->begin(w->user, &file, e) && source_archive_content(w, name, e);
    case AE_IFDIR:
        file.kind = SOURCE_FOLDER;
        return w->visitor->begin(w->user, &file, e);
    case AE_IFLNK:
        file.kind = SOURCE_LINK;
        file.target = source_archive_target(entry);
        return w->visitor->begin(w->user, &file, e);
    case AE_IFIFO:
        return source_archive_refuse(name, "is a FIFO", e);
    case AE_IFSOCK:
        return source_archive_refuse(name, "is a socket", e);
    case AE_IFBLK:
    case AE_IFCHR:
        return source_archive_refuse(name, "is a device", e);
    default:
        return source_archive_refuse(name, "is neither a file nor a folder", e);
    }
}

static bool source_archive_files(struct archive_walk *w, struct error *e)
{
    for (;;) {
        struct archive_entry *entry;
        int result = archive_read_next_header(w->archive, &entry);
        if (result == ARCHIVE_EOF)
            return true;
        // A warning is about a name that the locale does not know, or about an owner or a time: we
        // use none of them.
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
            return source_archive_fail(w->archive, NULL, e);
        if (!source_archive_file(w, entry, e))
            return false;
    }
}

static struct archive *source_archive_create(void)
{
    struct archive *a = archive_read_new();
    if (a && archive_read_support_filter_gzip(a) == ARCHIVE_OK &&
        archive_read_support_format_tar(a) == ARCHIVE_OK &&
        archive_read_support_format_zip_seekable(a) == ARCHIVE_OK)
        return a;
    archive_read_free(a);
    return NULL;
}

// Where the bytes of an archive are.
struct archive_place {
    int fd;            // -1: in memory
    const void *bytes; // there
    size_t length;
};

static bool source_archive_open_and_walk(
    struct archive_walk *w, const struct archive_place *place, struct error *e)
{
    if (!w->archive)
        return error_set(e, "libarchive of this machine cannot read .zip and .tar.gz");
    int opened = place->fd >= 0 ? archive_read_open_fd(w->archive, place->fd, READ_BYTES)
                                : archive_read_open_memory(w->archive, place->bytes, place->length);
    return opened == ARCHIVE_OK ? source_archive_files(w, e)
                                : source_archive_fail(w->archive, NULL, e);
}

// libarchive loses names that the locale of the thread cannot write. So it gets one that knows all
// letters.
static bool source_archive_walk(const struct archive_place *place,
    const struct source_visitor *visitor, void *user, struct error *e)
{
    locale_t unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (unicode == (locale_t)0)
        return error_set(e, "this machine lacks the locale C.UTF-8, and archives need it");
    locale_t before = uselocale(unicode);
    struct archive_walk w = {source_archive_create(), visitor, user};
    bool well = source_archive_open_and_walk(&w, place, e);
    archive_read_free(w.archive);
    uselocale(before);
    freelocale(unicode);
    return well;
}

bool source_walk_archive(int fd, const struct source_visitor *visitor, void *user, struct error *e)
{
    return source_archive_walk(&(struct archive_place){.fd = fd}, visitor, user, e);
}

bool source_walk_bytes(const void *bytes, size_t length, const struct source_visitor *visitor,
    void *user, struct error *e)
{
    const struct archive_place place = {.fd = -1, .bytes = bytes, .length = length};
    return source_archive_walk(&place, visitor, user, e);
}
