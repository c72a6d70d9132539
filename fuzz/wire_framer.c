// Fuzzes the framer and the check of JSON: the first byte says how the stream is chopped and
// whether bare words are messages. Any chopping gives the same messages, and what is taken for JSON
// is what jansson takes for JSON.
#include "fuzz.h"

#include "wire/value.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 4096, SCALARS = 0x80 };

struct seen {
    size_t length, bad_at;
    bool broken;
    uint64_t sum; // of the bytes that do not depend on the chopping
};

static void require(bool truth)
{
    if (!truth)
        abort();
}

static uint64_t sum_of(const struct message *m)
{
    uint64_t sum = 14695981039346656037u;
    size_t length = m->broken ? m->bad_at + 1 : m->length;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)m->bytes[i]) * 1099511628211u;
    return sum;
}

static void check_message(const struct message *m)
{
    struct value v;
    struct fault fault;
    bool ours = value_check(m, &v, &fault);
    if (!ours) {
        require(fault.verdict == VERDICT_MALFORMED && fault.has_at && fault.at <= m->length);
        require(fault.expected[0] != '\0' && fault.seen[0] != '\0' && fault.words[0] != '\0');
    }
    // jansson lets a raw NUL behind a number pass.
    if (memchr(m->bytes, '\0', m->length)) {
        require(!ours);
        return;
    }
    json_t *root = json_loadb(m->bytes, m->length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    require(m->broken ? !ours : ours == (root != NULL));
    json_decref(root);
}

// Feeds the stream in pieces of that length, reads everything, and returns how many messages there
// were. The messages are read after each piece, so that a chopped stream is less of a flood.
static size_t cut(
    const char *bytes, size_t size, size_t piece, bool scalars, struct seen *seen, bool *flooded)
{
    struct framer f;
    size_t count = 0;
    framer_init(&f, scalars);
    *flooded = false;
    for (size_t at = 0; at < size && !*flooded; at += piece) {
        *flooded = !framer_feed(&f, bytes + at, size - at < piece ? size - at : piece);
        struct message m;
        while (framer_next(&f, &m) && count < MOST_MESSAGES) {
            if (piece == 1)
                check_message(&m);
            seen[count++] = (struct seen){m.broken ? 0 : m.length, m.bad_at, m.broken, sum_of(&m)};
        }
        if (framer_rest(&f, &m))
            require(m.length <= FRAMER_MESSAGE_BYTES);
    }
    framer_destroy(&f);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct seen one[MOST_MESSAGES], other[MOST_MESSAGES];
    if (size < 1 || size > MOST_MESSAGES)
        return 0;
    bool scalars = bytes[0] & SCALARS, one_floods, other_floods;
    size_t piece = (size_t)(bytes[0] & ~SCALARS) + 1;
    const char *stream = (const char *)bytes + 1;
    size_t ones = cut(stream, size - 1, 1, scalars, one, &one_floods);
    size_t others = cut(stream, size - 1, piece, scalars, other, &other_floods);
    // A flood of messages depends on when they are read, so then only what came before it counts.
    size_t common = ones < others ? ones : others;
    require(one_floods || other_floods || ones == others);
    for (size_t i = 0; i < common; i++)
        require(one[i].length == other[i].length && one[i].bad_at == other[i].bad_at &&
            one[i].broken == other[i].broken && one[i].sum == other[i].sum);
    return 0;
}
