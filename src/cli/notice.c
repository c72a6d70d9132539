#include "cli/notice.h"

#include "cli/terminal.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

enum { NOTICES_KEPT = 32, NOTICE_BYTES = 512 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool held;
static char kept[NOTICES_KEPT][NOTICE_BYTES]; // in a ring
static size_t count;                          // all that came while they were held

void notice_say(const char *format, ...)
{
    char words[NOTICE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&lock);
    if (held)
        snprintf(kept[count++ % NOTICES_KEPT], NOTICE_BYTES, "%s", words);
    else
        print_line(stderr, "%s", words);
    pthread_mutex_unlock(&lock);
}

void notice_hold(void)
{
    pthread_mutex_lock(&lock);
    held = true;
    pthread_mutex_unlock(&lock);
}

void notice_last(struct text *out)
{
    pthread_mutex_lock(&lock);
    if (count > 0)
        text_string(out, kept[(count - 1) % NOTICES_KEPT]);
    pthread_mutex_unlock(&lock);
}

void notice_release(void)
{
    pthread_mutex_lock(&lock);
    size_t first = count > NOTICES_KEPT ? count - NOTICES_KEPT : 0;
    if (first > 0)
        fprintf(stderr, "(%zu earlier notices are left out)\n", first);
    for (size_t i = first; i < count; i++)
        print_line(stderr, "%s", kept[i % NOTICES_KEPT]);
    count = 0;
    held = false;
    pthread_mutex_unlock(&lock);
}
