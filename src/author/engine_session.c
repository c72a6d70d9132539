#include "author/engine_session.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "wire/framer.h"

enum { ENGINE_READ_BYTES = 4096, ENGINE_LOOK_MS = 50 };

void engine_say(struct engine_session *s, const struct text *lines)
{
    pthread_mutex_lock(&s->lock);
    for (size_t done = 0; done < lines->length && !s->deaf;) {
        ssize_t n = write(s->setup.out, lines->bytes + done, lines->length - done);
        s->deaf = n < 0 && errno != EINTR;
        done += n > 0 ? (size_t)n : 0;
    }
    pthread_mutex_unlock(&s->lock);
}

void engine_say_line(struct engine_session *s, const char *format, ...)
{
    char words[512], bytes[sizeof words + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    struct text line = TEXT_IN(bytes);
    text_format(&line, "%s\n", words);
    engine_say(s, &line);
}

void engine_prepare(struct engine_session *s, const char *complaint)
{
    struct error e;
    if (!s->thinker.runs && !thinker_prepare(&s->thinker, &e))
        engine_say_line(s, "%s %s", complaint, e.words);
}

static bool engine_is_deaf(struct engine_session *s)
{
    pthread_mutex_lock(&s->lock);
    bool deaf = s->deaf;
    pthread_mutex_unlock(&s->lock);
    return deaf;
}

// Hears everything that has come. Returns false if that was the end.
static bool engine_hear(struct engine_session *s, struct framer *in)
{
    struct message m;
    while (framer_next(in, &m)) {
        struct value line = {m.bytes, m.bytes + m.length};
        if (s->setup.protocol == ENGINE_NBOARD ? !nboard_session_hear(s, line)
                                               : !ugi_session_hear(s, line))
            return false;
    }
    return true;
}

// Whoever sends commands by a pipe may close it before the answer is there. A thought that would
// not end by itself ends now; any other may go on as long as somebody reads.
static void engine_end_thought(struct engine_session *s)
{
    struct pollfd reader = {.fd = s->setup.out};
    bool endless = s->thinker.order.infinite || s->thinker.order.lines > 0;
    while (!endless && thinker_is_busy(&s->thinker) && poll(&reader, 1, ENGINE_LOOK_MS) == 0)
        continue;
    thinker_stop(&s->thinker, false);
}

// Lines are handed on in small pieces: the framer keeps at most FRAMER_QUEUE of them.
static bool engine_feed(struct engine_session *s, struct framer *in, const char *bytes, size_t n,
    bool *goes_on, struct error *e)
{
    for (size_t at = 0; at < n && *goes_on;) {
        const char *newline = memchr(bytes + at, '\n', n - at);
        size_t length = newline ? (size_t)(newline - bytes) + 1 - at : n - at;
        if (!framer_feed(in, bytes + at, length))
            return error_set(e, "a command is too long");
        *goes_on = engine_hear(s, in);
        at += length;
    }
    return true;
}

static bool engine_listen(struct engine_session *s, struct framer *in, struct error *e)
{
    char bytes[ENGINE_READ_BYTES];
    for (bool goes_on = true; goes_on;) {
        ssize_t n = read(s->setup.in, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return error_set(e, "no commands can be read: %s", strerror(errno));
        if (n == 0) {
            engine_end_thought(s);
            return true;
        }
        if (!engine_feed(s, in, bytes, (size_t)n, &goes_on, e))
            return false;
        goes_on = goes_on && !engine_is_deaf(s);
    }
    return true;
}

bool engine_serve(const struct engine_setup *setup, bool *lost, struct error *e)
{
    struct engine_session s = {.setup = *setup, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct framer in;
    *lost = false;
    if (!setup->game->start(&s.start, setup->variant, e))
        return false;
    s.position = s.start;
    thinker_init(&s.thinker, setup->game, setup->brain, setup->memory_bytes);
    framer_init_lines(&in, NULL);
    bool well = engine_listen(&s, &in, e);
    framer_destroy(&in);
    thinker_destroy(&s.thinker);
    *lost = s.deaf; // no thread says anything any more
    return *lost ? error_set(e, "nobody reads the answers") : well;
}
