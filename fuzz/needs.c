// What is read of foreign files to find out what a command needs: an ELF file, the first line of a
// script, a pyvenv.cfg. The first byte chooses, the rest is the file.
#include "fuzz.h"

#include "link/inside/elf.h"
#include "link/inside/pyvenv.h"
#include "link/inside/shebang.h"

#include <stdlib.h>
#include <string.h>

struct bytes {
    const uint8_t *at;
    size_t size;
};

static void require(bool what)
{
    if (!what)
        abort();
}

static size_t read_bytes(void *user, uint64_t offset, void *bytes, size_t length)
{
    const struct bytes *b = user;
    if (offset >= b->size)
        return 0;
    size_t left = b->size - (size_t)offset;
    length = length < left ? length : left;
    memcpy(bytes, b->at + offset, length);
    return length;
}

static void check_elf(struct bytes b)
{
    struct elf elf;
    bool well = elf_parse(&elf, &(struct elf_source){read_bytes, &b});
    require(well || elf.needed_count == 0);
    require(memchr(elf.interpreter, '\0', sizeof elf.interpreter));
    require(memchr(elf.rpath, '\0', sizeof elf.rpath));
    require(memchr(elf.runpath, '\0', sizeof elf.runpath));
    require(elf.needed_count <= ELF_NEEDED_MOST);
    for (size_t i = 0; i < elf.needed_count; i++) {
        require(elf.needed[i] < sizeof elf.names);
        size_t left = sizeof elf.names - elf.needed[i];
        require(memchr(elf.names + elf.needed[i], '\0', left));
        require(elf.names[elf.needed[i]] != '\0');
    }
}

static void check_first_line(struct bytes b)
{
    struct shebang s;
    if (!shebang_parse(&s, (const char *)b.at, b.size))
        return;
    require(s.count >= 1 && s.count <= SHEBANG_WORDS_MOST && s.words[s.count] == NULL);
    for (size_t i = 0; i < s.count; i++) {
        require(s.words[i] >= s.bytes && s.words[i] < s.bytes + sizeof s.bytes);
        require(strlen(s.words[i]) < SHEBANG_BYTES);
    }
    require(s.words[0][0] != '\0');
    require(shebang_env_program(s.words, s.count) <= s.count);
}

static void check_pyvenv(struct bytes b)
{
    char home[32];
    if (pyvenv_home((const char *)b.at, b.size, home, sizeof home))
        require(strlen(home) > 0 && strlen(home) < sizeof home && !strchr(home, '\n'));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static void (*const checks[])(struct bytes b) = {check_elf, check_first_line, check_pyvenv};
    if (size == 0)
        return 0;
    // A copy of its own, so that a sanitizer sees each byte that is read beyond it.
    uint8_t *copy = malloc(size - 1 > 0 ? size - 1 : 1);
    require(copy != NULL);
    memcpy(copy, bytes + 1, size - 1);
    checks[bytes[0] % 3]((struct bytes){copy, size - 1});
    free(copy);
    return 0;
}
