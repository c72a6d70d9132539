// What a viewer sends over the feed, against any bytes: the same messages in one piece and byte by
// byte, never longer than a message may be; and each as a wish.
#include "fuzz.h"

#include "web/http/websocket.h"
#include "web/wish.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

// What was understood: a hash of all events in their order, and how many bytes were used.
struct heard {
    uint64_t hash;
    size_t used;
    enum websocket_step last;
};

static void note(struct heard *h, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        h->hash = (h->hash ^ at[i]) * UINT64_C(1099511628211);
}

// Takes all frames of the first `length` bytes, which are shown `piece` at a time.
static struct heard take(const unsigned char *bytes, size_t length, size_t piece)
{
    struct websocket w = {0};
    struct heard h = {.hash = UINT64_C(14695981039346656037), .last = WEBSOCKET_MORE};
    for (size_t shown = piece < length ? piece : length;;) {
        struct websocket_event event;
        enum websocket_step step = websocket_take(&w, bytes + h.used, shown - h.used, &event);
        if (step == WEBSOCKET_MORE) {
            if (shown == length)
                return h;
            shown = shown + piece < length ? shown + piece : length;
            continue;
        }
        h.last = step;
        note(&h, &step, sizeof step);
        if (step == WEBSOCKET_WRONG || step == WEBSOCKET_CLOSED)
            return h;
        require(event.used > 0 && event.used <= shown - h.used);
        h.used += event.used;
        require(w.length <= WEBSOCKET_MESSAGE_BYTES_MOST);
        if (step == WEBSOCKET_MESSAGE) {
            struct wish wish;
            note(&h, w.message, w.length);
            if (wish_read(&wish, (const char *)w.message, w.length))
                require(
                    wish.game >= 0 && wish.lines >= 0 && memchr(wish.slug, '\0', sizeof wish.slug));
        }
        if (step == WEBSOCKET_PINGED)
            note(&h, event.control, event.control_length);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct wish wish;
    unsigned char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        return 0;
    if (size > 0)
        memcpy(copy, bytes, size);
    struct heard whole = take(copy, size, size > 0 ? size : 1), pieces = take(copy, size, 1);
    require(whole.hash == pieces.hash && whole.used == pieces.used && whole.last == pieces.last);
    (void)wish_read(&wish, (const char *)copy, size);
    free(copy);
    return 0;
}
