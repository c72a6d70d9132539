#include "store/head.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct head head_of(const struct chain *games, const struct chain *log)
{
    unsigned char hash[SHA256_BYTES];
    struct sha256 s = sha256_begin();
    sha256_add(&s, games->head, SHA256_BYTES);
    sha256_add(&s, log->head, SHA256_BYTES);
    sha256_end(&s, hash);
    struct head h = {.games = games->rows, .entries = log->rows};
    memcpy(h.hash, hash, HEAD_HASH_BYTES);
    return h;
}

bool head_equal(const struct head *a, const struct head *b)
{
    return a->games == b->games && a->entries == b->entries &&
        memcmp(a->hash, b->hash, HEAD_HASH_BYTES) == 0;
}

void head_print(const struct head *h, char text[HEAD_TEXT_BYTES])
{
    int length = snprintf(text, HEAD_TEXT_BYTES, "%" PRId64 "-%" PRId64 "-", h->games, h->entries);
    for (int i = 0; i < HEAD_HASH_BYTES; i++)
        length += snprintf(text + length, 3, "%02x", h->hash[i]);
}

static bool head_read_count(const char **text, int64_t *count)
{
    if (**text < '0' || **text > '9')
        return false;
    char *end;
    errno = 0;
    *count = strtoll(*text, &end, 10);
    *text = end + 1;
    return errno == 0 && *end == '-';
}

static int head_digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

static bool head_read_hash(const char *text, unsigned char hash[HEAD_HASH_BYTES])
{
    for (int i = 0; i < HEAD_HASH_BYTES; i++) {
        int high = head_digit_of(text[2 * i]), low = high < 0 ? -1 : head_digit_of(text[2 * i + 1]);
        if (low < 0)
            return false;
        hash[i] = (unsigned char)(16 * high + low);
    }
    return text[2 * HEAD_HASH_BYTES] == '\0';
}

bool head_read(struct head *h, const char *text, struct error *e)
{
    const char *at = text;
    *h = (struct head){0};
    return (head_read_count(&at, &h->games) && head_read_count(&at, &h->entries) &&
               head_read_hash(at, h->hash)) ||
        error_set(e,
            "\"%.80s\" is not the head of a contest, such as 24-3-1f0c... as it is printed", text);
}
