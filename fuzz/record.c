// A record against any bytes: it is read, or the words name a line of it and can be shown on a
// terminal. A whole line that agon writes is JSON (but for the digits of its seed).
#include "fuzz.h"

#include "referee/record_form.h"
#include "referee/recorded.h"
#include "referee/recorded_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check_words(const struct error *e, const char *bytes, size_t size)
{
    long long line, lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += bytes[i] == '\n';
    require(e->words[0] != '\0');
    if (sscanf(e->words, "line %lld", &line) == 1)
        require(line >= 1 && line <= lines);
    for (const char *c = e->words; *c != '\0'; c++)
        require((unsigned char)*c >= ' ' && *c != 0x7F);
}

static void check_record(const struct recorded *r)
{
    size_t moves = r->moves.length > 0;
    for (size_t i = 0; i < r->moves.length; i++)
        moves += r->moves.bytes[i] == ' ';
    require(r->seats.length >= moves || r->moves.length == 0);
    require(!(r->torn && r->ended));
    enum record_line which;
    if (r->header.length > 0)
        require(
            record_form_check(r->header.bytes, r->header.length, &which) && which == RECORD_GAME);
}

static void check_times(const char *bytes, size_t size)
{
    struct recorded_time times[SEATS], sum = recorded_time_none;
    recorded_time_read(times, bytes, size);
    for (int seat = 0; seat < SEATS; seat++) {
        recorded_time_add(&sum, &times[seat]);
        require(times[seat].charged_us >= 0 && times[seat].charged_us >= times[seat].slowest_us);
    }
    require(sum.charged_us >= 0 && sum.cpu_us >= RECORDED_NOT_MEASURED);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct recorded r;
    struct error e = {.words = ""};
    const char *text = (const char *)bytes;
    if (recorded_read(&r, text, size, &e))
        check_record(&r);
    else
        check_words(&e, text, size);
    recorded_destroy(&r);
    check_times(text, size);
    return 0;
}
