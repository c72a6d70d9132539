// The files of an entry: which names and links they may have, how many there may be, and the hash
// that says which bot it is. Pure: nothing is read or written here.
#ifndef AGON_ARCHIVE_ENTRY_MEMBERS_H
#define AGON_ARCHIVE_ENTRY_MEMBERS_H

#include "base/sha256.h"
#include "contest/entry_text.h"

enum {
    MEMBERS_MOST = 10000,      // files, links and folders
    MEMBERS_DEPTH_MOST = 32,   // folders in folders
    MEMBERS_RATIO_MOST = 100,  // bytes unpacked for one byte of the archive,
    MEMBERS_SHOWN_BYTES = 120, // of a name in a message
    MEMBERS_NAME_MOST = 255,   // bytes between two slashes: what file systems take
};
#define MEMBERS_BYTES_MOST (INT64_C(256) << 20)       // unpacked
#define MEMBERS_PACKED_BYTES_MOST (INT64_C(64) << 20) // of an archive
#define MEMBERS_RATIO_FREE_BYTES (INT64_C(4) << 20)   // from here on the ratio counts

enum member_kind { MEMBER_FILE, MEMBER_PROGRAM, MEMBER_LINK };

struct member {
    char *path; // relative to the entry's folder
    enum member_kind kind;
    char *target;                       // of a link, as it is written there; else NULL
    unsigned char digest[SHA256_BYTES]; // of its content, or of its target
    int64_t bytes;
};

struct members {
    struct member *list; // sorted by path after members_finish
    size_t count;
    size_t seen;        // of all kinds, also folders and files that are left out
    int64_t bytes;      // of all that was read
    int64_t most_bytes; // for `bytes`; by the size of the archive
    // All files lie in this one folder, with its slash, and it is left away; "": there is none.
    char top[ENTRY_PATH_BYTES];
    char hash[ENTRY_HASH_BYTES];
};

// `packed_bytes` is the size of the archive; 0 for a folder, which is not packed.
struct members members_begin(int64_t packed_bytes);
void members_destroy(struct members *m);

// Checks the name of a file, link or folder and counts it. Fills in its path, without "./" and
// double slashes; "" is the entry's own folder. Returns false and fills `e` with the name and the
// rule that it breaks.
bool members_name(
    struct members *m, const char *name, char path[ENTRY_PATH_BYTES], struct error *e);
// True for what tools leave behind: it belongs to no bot, and is left out.
bool members_is_left_out(const char *path);
// Counts bytes that were unpacked. Returns false if that is too much.
bool members_count(struct members *m, const char *path, size_t bytes, struct error *e);
// Adds a file or link; the texts are copied.
bool members_add(struct members *m, const struct member *member, struct error *e);
// The same for a link: fills in its digest, too.
bool members_add_link(struct members *m, char *path, const char *target, struct error *e);

// Call it when all are there: sorts them, finds `top`, checks links and names that are the same
// file, and computes the hash.
bool members_finish(struct members *m, struct error *e);

const struct member *members_find(const struct members *m, const char *path);

// A name from outside for a message: visible, and not too long.
const char *members_show(const char *name, char shown[MEMBERS_SHOWN_BYTES]);

#endif
