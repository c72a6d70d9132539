// What the loader reads of a program or library in the ELF form: which program loads it, which
// libraries it names, and where they are looked for. The bytes are foreign: every number in them is
// checked, and at most a fixed amount of them is read. Pure; the bytes come through `elf_source`.
#ifndef AGON_LINK_INSIDE_ELF_H
#define AGON_LINK_INSIDE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ELF_TEXT_BYTES = 4096,  // the longest path or search path; a longer one is left out
    ELF_NEEDED_MOST = 128,  // more libraries are left out
    ELF_NAMES_BYTES = 8192, // of their names together
};

// Reads up to `length` bytes at `offset`; returns how many there are.
typedef size_t elf_read(void *user, uint64_t offset, void *bytes, size_t length);

struct elf_source {
    elf_read *read;
    void *user;
};

struct elf {
    char interpreter[ELF_TEXT_BYTES]; // the program that loads it; "" if it names none
    char rpath[ELF_TEXT_BYTES];       // folders with colons between them; ""
    char runpath[ELF_TEXT_BYTES];     // the same; if there is one, `rpath` does not count
    size_t needed[ELF_NEEDED_MOST];   // where in `names` the name of each library begins
    size_t needed_count;
    char names[ELF_NAMES_BYTES];
};

// Returns false if it is not a 64-bit ELF file in this machine's byte order, or makes no sense.
bool elf_parse(struct elf *elf, const struct elf_source *source);

#endif
