#include "store/faulty.h"

#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

enum { PATH_BYTES = 256, COPY_BYTES = PATH_BYTES + 8 };

static sqlite3_vfs *real;
static sqlite3_vfs faulty;
static struct faulty_plan plan; // changes only while no store is open
static atomic_int calls_left;   // until one fails
static atomic_bool has_failed;

struct file {
    sqlite3_file base;
    sqlite3_file *real;    // right behind this struct
    char path[PATH_BYTES]; // "" for temporary files
};

static int fails(enum faulty_kind kind, int usual_code)
{
    if ((plan.kinds & kind) == 0)
        return SQLITE_OK;
    int left = atomic_fetch_sub(&calls_left, 1);
    if (left > 1 || (left < 1 && !plan.from_then_on))
        return SQLITE_OK;
    atomic_store(&has_failed, true);
    return plan.code != 0 ? plan.code : usual_code;
}

static sqlite3_file *real_of(sqlite3_file *f)
{
    return ((struct file *)f)->real;
}

// --- Power cuts ----------------------------------------------------------------------------------

static void synced_path(const char *path, char copy[COPY_BYTES])
{
    snprintf(copy, COPY_BYTES, "%s.synced", path);
}

static void copy_file(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    char bytes[65536];
    size_t length;
    while (in != NULL && out != NULL && (length = fread(bytes, 1, sizeof bytes, in)) > 0)
        fwrite(bytes, 1, length, out);
    if (in != NULL)
        fclose(in);
    if (out == NULL || fclose(out) != 0)
        abort();
}

// Reads through SQLite: closing a second descriptor of the file would give up SQLite's locks on it.
static void remember(struct file *f)
{
    char copy[COPY_BYTES];
    synced_path(f->path, copy);
    sqlite3_int64 size = 0;
    if (f->path[0] == '\0' || f->real->pMethods->xFileSize(f->real, &size) != SQLITE_OK)
        return;
    FILE *out = fopen(copy, "wb");
    char *bytes = malloc((size_t)size + 1);
    if (out == NULL || bytes == NULL)
        abort();
    if (f->real->pMethods->xRead(f->real, bytes, (int)size, 0) != SQLITE_OK ||
        fwrite(bytes, 1, (size_t)size, out) != (size_t)size || fclose(out) != 0)
        abort();
    free(bytes);
}

void faulty_cut_power(const char *folder)
{
    DIR *files = opendir(folder);
    if (files == NULL)
        abort();
    for (struct dirent *file = readdir(files); file != NULL; file = readdir(files)) {
        char path[PATH_BYTES], copy[COPY_BYTES];
        snprintf(path, sizeof path, "%.128s/%.64s", folder, file->d_name);
        synced_path(path, copy);
        if (file->d_name[0] == '.' || strstr(file->d_name, ".synced") != NULL)
            continue;
        char draft[COPY_BYTES + 8]; // what a new file was called before it was whole
        snprintf(draft, sizeof draft, "%s-new.synced", path);
        if (strstr(file->d_name, "-shm") != NULL)
            unlink(path);
        else if (access(copy, F_OK) == 0)
            copy_file(copy, path);
        else if (access(draft, F_OK) == 0)
            copy_file(draft, path);
        else if (truncate(path, 0) != 0)
            abort();
    }
    closedir(files);
}

// --- Files ---------------------------------------------------------------------------------------

static int close_file(sqlite3_file *f)
{
    return real_of(f)->pMethods->xClose(real_of(f));
}

static int read_file(sqlite3_file *f, void *bytes, int count, sqlite3_int64 at)
{
    int code = fails(FAULTY_READ, SQLITE_IOERR_READ);
    return code != SQLITE_OK ? code : real_of(f)->pMethods->xRead(real_of(f), bytes, count, at);
}

static int write_file(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 at)
{
    int code = fails(FAULTY_WRITE, SQLITE_IOERR_WRITE);
    int written =
        real_of(f)->pMethods->xWrite(real_of(f), bytes, code != SQLITE_OK ? count / 2 : count, at);
    return code != SQLITE_OK ? code : written;
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size)
{
    int code = fails(FAULTY_TRUNCATE, SQLITE_IOERR_TRUNCATE);
    return code != SQLITE_OK ? code : real_of(f)->pMethods->xTruncate(real_of(f), size);
}

// The disk under the test need not be synced: nothing really cuts the power.
static int sync_file(sqlite3_file *f, int flags)
{
    (void)flags;
    int code = fails(FAULTY_SYNC, SQLITE_IOERR_FSYNC);
    if (code == SQLITE_OK && plan.remember_syncs)
        remember((struct file *)f);
    return code;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static int lock_file(sqlite3_file *f, int lock)
{
    return real_of(f)->pMethods->xLock(real_of(f), lock);
}

static int unlock_file(sqlite3_file *f, int lock)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), lock);
}

static int is_reserved(sqlite3_file *f, int *reserved)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), reserved);
}

static int control_file(sqlite3_file *f, int what, void *argument)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), what, argument);
}

static int sector_size(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int device_traits(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int map_shared(sqlite3_file *f, int region, int size, int extend, void volatile **at)
{
    int code = fails(FAULTY_SHARED_MEMORY, SQLITE_IOERR_SHMMAP);
    return code != SQLITE_OK ? code
                             : real_of(f)->pMethods->xShmMap(real_of(f), region, size, extend, at);
}

static int lock_shared(sqlite3_file *f, int offset, int count, int flags)
{
    return real_of(f)->pMethods->xShmLock(real_of(f), offset, count, flags);
}

static void order_shared(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static int unmap_shared(sqlite3_file *f, int remove)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = device_traits,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = order_shared,
    .xShmUnmap = unmap_shared,
};

// --- The disk ------------------------------------------------------------------------------------

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *flags_out)
{
    (void)vfs;
    struct file *file = (struct file *)f;
    memset(file, 0, sizeof *file);
    int code = fails(FAULTY_OPEN, SQLITE_CANTOPEN);
    if (code != SQLITE_OK)
        return code;
    file->real = (sqlite3_file *)(file + 1);
    snprintf(file->path, sizeof file->path, "%s", name != NULL ? name : "");
    code = real->xOpen(real, name, file->real, flags, flags_out);
    if (file->real->pMethods != NULL)
        file->base.pMethods = &methods;
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    (void)vfs;
    (void)sync_folder;
    int code = fails(FAULTY_DELETE, SQLITE_IOERR_DELETE);
    if (code != SQLITE_OK)
        return code;
    char copy[COPY_BYTES];
    synced_path(name, copy);
    unlink(copy);
    return real->xDelete(real, name, 0);
}

void faulty_install(void)
{
    real = sqlite3_vfs_find(NULL);
    faulty = *real; // names, time and the like are those of the real one
    faulty.zName = "faulty";
    faulty.pNext = NULL;
    faulty.szOsFile = (int)sizeof(struct file) + real->szOsFile;
    faulty.xOpen = open_file;
    faulty.xDelete = delete_file;
    plan = (struct faulty_plan){0};
    sqlite3_vfs_register(&faulty, 1);
}

void faulty_uninstall(void)
{
    sqlite3_vfs_unregister(&faulty);
    sqlite3_vfs_register(real, 1);
}

void faulty_arm(const struct faulty_plan *p, int n)
{
    plan = *p;
    atomic_store(&calls_left, n);
    atomic_store(&has_failed, false);
}

bool faulty_disarm(void)
{
    plan = (struct faulty_plan){0};
    return atomic_load(&has_failed);
}
