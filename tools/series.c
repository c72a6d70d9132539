#include "series.h"

#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_AT_ONCE = 256, TELL_EVERY_S = 10 };

// --- Options ---

static bool read_number(const char *name, const char *value, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(value, &end, 10);
    if (value[0] >= '0' && value[0] <= '9' && *end == '\0' && errno == 0)
        return true;
    fprintf(stderr, "%s takes a whole number, not \"%s\"\n", name, value);
    return false;
}

bool options_read(const struct option *options, size_t count, int argc, char **argv)
{
    for (int i = 0; i < argc; i += 2) {
        size_t n = 0;
        while (n < count && strcmp(options[n].name, argv[i]) != 0)
            n++;
        if (n == count || i + 1 == argc) {
            fprintf(stderr, n == count ? "no option \"%s\"\n" : "%s needs a value\n", argv[i]);
            return false;
        }
        if (options[n].text)
            *options[n].text = argv[i + 1];
        else if (!read_number(argv[i], argv[i + 1], options[n].number))
            return false;
    }
    return true;
}

// --- Games ---

bool series_next(struct series *s, uint64_t *number)
{
    pthread_mutex_lock(&s->lock);
    uint64_t taken_s = (uint64_t)((clock_now_ns() - s->started_ns) / NS_PER_SECOND);
    bool goes_on = !s->failure && s->next < s->games && (s->seconds == 0 || taken_s < s->seconds);
    *number = goes_on ? s->next++ : 0;
    if (taken_s >= s->told_s + TELL_EVERY_S) {
        s->told_s = taken_s;
        fprintf(stderr, "%llu games, %llu samples, %llu s\n", (unsigned long long)s->next,
            (unsigned long long)s->samples, (unsigned long long)taken_s);
    }
    pthread_mutex_unlock(&s->lock);
    return goes_on;
}

void series_fail(struct series *s, const char *words)
{
    pthread_mutex_lock(&s->lock);
    s->failure = words;
    pthread_mutex_unlock(&s->lock);
}

void series_write(struct series *s, const void *samples, size_t count)
{
    pthread_mutex_lock(&s->lock);
    if (fwrite(samples, s->sample_bytes, count, s->file) != count)
        s->failure = "the samples could not be written";
    s->samples += count;
    pthread_mutex_unlock(&s->lock);
}

int series_run(struct series *s, const char *path, void *(*work)(void *), void *argument)
{
    s->file = fopen(path, "wb");
    if (!s->file) {
        fprintf(stderr, "%s: %s: %s\n", s->tool, path, strerror(errno));
        return EXIT_FAILURE;
    }
    pthread_mutex_init(&s->lock, NULL);
    s->started_ns = clock_now_ns();
    pthread_t threads[THREADS_AT_ONCE];
    uint64_t count = 0;
    while (count < s->threads && count < THREADS_AT_ONCE &&
        pthread_create(&threads[count], NULL, work, argument) == 0)
        count++;
    for (uint64_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&s->lock);
    if (count == 0)
        s->failure = "no thread to play on";
    if (fclose(s->file) != 0 && !s->failure)
        s->failure = "the samples could not be written";
    fprintf(stderr, "%llu games, %llu samples\n", (unsigned long long)s->next,
        (unsigned long long)s->samples);
    if (s->failure)
        fprintf(stderr, "%s: %s\n", s->tool, s->failure);
    return s->failure ? EXIT_FAILURE : EXIT_SUCCESS;
}
