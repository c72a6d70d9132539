// A stored record against any bytes: a frame with a dictionary, both of them a stranger's, is
// unpacked within bounds or refused with words; and any bytes that agon packs come back. The first
// two bytes say how long the dictionary is, the rest is the frame.
#include "fuzz.h"

#include "store/contents.h"
#include "store/pack.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void unpack_strange(const uint8_t *bytes, size_t size)
{
    struct unpacker *u = unpacker_create();
    size_t most = size - 2, wanted = (size_t)(bytes[0] << 8 | bytes[1]);
    size_t length = wanted < most ? wanted : most;
    const struct packed dictionary = {bytes + 2, length},
                        frame = {bytes + 2 + length, most - length};
    bool has_dictionary = unpacker_set_dictionary(u, &dictionary);
    for (int with_dictionary = 0; with_dictionary < 2; with_dictionary++) {
        struct unpacked unpacked;
        struct error e = {.words = ""};
        if (unpacker_unpack(u, &frame, with_dictionary, &unpacked, &e))
            require(
                unpacked.length <= STORE_RECORD_MOST_BYTES && (!with_dictionary || has_dictionary));
        else
            require(strncmp(e.words, "its record", strlen("its record")) == 0);
    }
    unpacker_destroy(u);
}

// The bytes many times, so that they are worth a dictionary, and then once.
static void pack_and_unpack(const uint8_t *bytes, size_t size)
{
    struct packer *p = packer_create();
    struct unpacker *u = unpacker_create();
    size_t times = PACK_DICTIONARY_LEAST_BYTES / size + 1;
    char *record = malloc(times * size);
    for (size_t i = 0; i < times; i++)
        memcpy(record + i * size, bytes, size);
    require(packer_wants(p, times * size));
    struct packed packed = packer_set_dictionary(p, record, times * size);
    // A record begins with a brace; what begins like a dictionary of Zstandard may be refused.
    if (packed.frame != NULL) {
        struct unpacked unpacked;
        struct error e;
        require(unpacker_set_dictionary(u, &packed));
        packed = packer_pack(p, record, size);
        require(packed.frame != NULL && unpacker_unpack(u, &packed, true, &unpacked, &e));
        require(unpacked.length == size && memcmp(unpacked.bytes, record, size) == 0);
    }
    free(record);
    unpacker_destroy(u);
    packer_destroy(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2)
        return 0;
    unpack_strange(bytes, size);
    pack_and_unpack(bytes, size);
    return 0;
}
