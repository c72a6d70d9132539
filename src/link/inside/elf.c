#include "link/inside/elf.h"

#include <elf.h>
#include <string.h>

enum {
    SEGMENTS_MOST = 128,  // real programs have about 14
    ENTRIES_MOST = 4096,  // of the dynamic section; real programs have about 40
    ENTRIES_AT_ONCE = 64, // that are read together
};

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ELF_OWN_DATA ELFDATA2LSB
#else
#define ELF_OWN_DATA ELFDATA2MSB
#endif

// A file while it is read.
struct elf_file {
    const struct elf_source *source;
    Elf64_Phdr segments[SEGMENTS_MOST];
    size_t segment_count;
    uint64_t strings, strings_bytes; // where its names lie in the file
};

static bool elf_get(const struct elf_file *f, uint64_t offset, void *bytes, size_t length)
{
    return offset <= UINT64_MAX - length &&
        f->source->read(f->source->user, offset, bytes, length) == length;
}

// Reads a text that ends with a NUL within `most` bytes. "" if there is none.
static bool elf_get_text(
    const struct elf_file *f, uint64_t offset, uint64_t most, char *text, size_t capacity)
{
    size_t length = most < capacity ? (size_t)most : capacity;
    size_t got = f->source->read(f->source->user, offset, text, length);
    if (got > length || got == 0 || !memchr(text, '\0', got)) {
        text[0] = '\0';
        return false;
    }
    return true;
}

static bool elf_get_segments(struct elf_file *f)
{
    Elf64_Ehdr head;
    if (!elf_get(f, 0, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELF_OWN_DATA ||
        (head.e_type != ET_EXEC && head.e_type != ET_DYN) ||
        head.e_phentsize != sizeof(Elf64_Phdr) || head.e_phnum > SEGMENTS_MOST)
        return false;
    f->segment_count = head.e_phnum;
    return f->segment_count > 0 &&
        elf_get(f, head.e_phoff, f->segments, f->segment_count * sizeof *f->segments);
}

// Where in the file the byte lies that is loaded to `address`, and how many bytes follow it there.
static bool elf_locate(
    const struct elf_file *f, uint64_t address, uint64_t *offset, uint64_t *follow)
{
    for (size_t i = 0; i < f->segment_count; i++) {
        const Elf64_Phdr *s = &f->segments[i];
        if (s->p_type != PT_LOAD || address < s->p_vaddr || address - s->p_vaddr >= s->p_filesz)
            continue;
        uint64_t within = address - s->p_vaddr;
        if (s->p_offset > UINT64_MAX - within)
            return false;
        *offset = s->p_offset + within;
        *follow = s->p_filesz - within;
        return true;
    }
    return false;
}

static const Elf64_Phdr *elf_segment(const struct elf_file *f, uint32_t type)
{
    for (size_t i = 0; i < f->segment_count; i++) {
        if (f->segments[i].p_type == type)
            return &f->segments[i];
    }
    return NULL;
}

// --- The dynamic section ---

typedef void elf_entry(struct elf_file *f, const Elf64_Dyn *entry, struct elf *elf);

static void elf_walk_entries(
    struct elf_file *f, const Elf64_Phdr *section, elf_entry *take, struct elf *elf)
{
    Elf64_Dyn entries[ENTRIES_AT_ONCE];
    size_t count = section->p_filesz / sizeof *entries;
    count = count < ENTRIES_MOST ? count : ENTRIES_MOST;
    for (size_t first = 0; first < count; first += ENTRIES_AT_ONCE) {
        size_t some = count - first < ENTRIES_AT_ONCE ? count - first : ENTRIES_AT_ONCE;
        if (section->p_offset > UINT64_MAX - first * sizeof *entries ||
            !elf_get(
                f, section->p_offset + first * sizeof *entries, entries, some * sizeof *entries))
            return;
        for (size_t i = 0; i < some; i++) {
            if (entries[i].d_tag == DT_NULL)
                return;
            take(f, &entries[i], elf);
        }
    }
}

static void elf_take_strings(struct elf_file *f, const Elf64_Dyn *entry, struct elf *elf)
{
    (void)elf;
    if (entry->d_tag == DT_STRTAB &&
        !elf_locate(f, entry->d_un.d_ptr, &f->strings, &f->strings_bytes))
        f->strings_bytes = 0;
}

static void elf_get_string(const struct elf_file *f, uint64_t index, char *text, size_t capacity)
{
    text[0] = '\0';
    if (index < f->strings_bytes && f->strings <= UINT64_MAX - index)
        elf_get_text(f, f->strings + index, f->strings_bytes - index, text, capacity);
}

static void elf_add_needed(struct elf *elf, const char *name)
{
    const size_t *last = elf->needed_count > 0 ? &elf->needed[elf->needed_count - 1] : NULL;
    size_t used = last ? *last + strlen(elf->names + *last) + 1 : 0, bytes = strlen(name) + 1;
    if (bytes == 1 || elf->needed_count == ELF_NEEDED_MOST || bytes > sizeof elf->names - used)
        return;
    memcpy(elf->names + used, name, bytes);
    elf->needed[elf->needed_count++] = used;
}

static void elf_take_entry(struct elf_file *f, const Elf64_Dyn *entry, struct elf *elf)
{
    char name[ELF_TEXT_BYTES];
    switch (entry->d_tag) {
    case DT_NEEDED:
        elf_get_string(f, entry->d_un.d_val, name, sizeof name);
        elf_add_needed(elf, name);
        break;
    case DT_RPATH:
        elf_get_string(f, entry->d_un.d_val, elf->rpath, sizeof elf->rpath);
        break;
    case DT_RUNPATH:
        elf_get_string(f, entry->d_un.d_val, elf->runpath, sizeof elf->runpath);
        break;
    default:
        break;
    }
}

bool elf_parse(struct elf *elf, const struct elf_source *source)
{
    *elf = (struct elf){0};
    struct elf_file f = {.source = source};
    if (!elf_get_segments(&f))
        return false;
    const Elf64_Phdr *interpreter = elf_segment(&f, PT_INTERP);
    if (interpreter)
        elf_get_text(&f, interpreter->p_offset, interpreter->p_filesz, elf->interpreter,
            sizeof elf->interpreter);
    const Elf64_Phdr *section = elf_segment(&f, PT_DYNAMIC);
    if (section) {
        elf_walk_entries(&f, section, elf_take_strings, elf);
        elf_walk_entries(&f, section, elf_take_entry, elf);
    }
    return true;
}
