#include "referee/recorded_time.h"

#include "wire/value.h"

#include <string.h>

// No answer takes longer: about four months. So sums cannot overflow.
#define MOST_US INT64_C(10000000000000)

const struct recorded_time recorded_time_none = {
    0, RECORDED_NOT_MEASURED, RECORDED_NOT_MEASURED, RECORDED_NOT_MEASURED};

// Adds a number that may not be known.
static void recorded_time_sum(int64_t *sum, int64_t more)
{
    if (more != RECORDED_NOT_MEASURED)
        *sum = (*sum == RECORDED_NOT_MEASURED ? 0 : *sum) + more;
}

static void recorded_time_larger(int64_t *most, int64_t other)
{
    if (other > *most)
        *most = other;
}

void recorded_time_add(struct recorded_time *sum, const struct recorded_time *more)
{
    sum->charged_us += more->charged_us;
    recorded_time_larger(&sum->slowest_us, more->slowest_us);
    recorded_time_sum(&sum->cpu_us, more->cpu_us);
    recorded_time_sum(&sum->pondered_us, more->pondered_us);
}

static int64_t recorded_time_number(struct value line, const char *key)
{
    struct value v;
    int64_t number;
    bool known = value_member(line, key, &v) && value_integer(v, &number) && number >= 0 &&
        number <= MOST_US;
    return known ? number : RECORDED_NOT_MEASURED;
}

static bool recorded_time_seat(struct value line, const char *key, int64_t *seat)
{
    *seat = recorded_time_number(line, key);
    return *seat >= 0 && *seat < SEATS;
}

// `answer` has the times of one answer.
static void recorded_time_take_answer(struct recorded_time *t, struct value answer)
{
    int64_t charged = recorded_time_number(answer, "charged_us");
    if (charged == RECORDED_NOT_MEASURED)
        return;
    t->charged_us += charged;
    recorded_time_larger(&t->slowest_us, charged);
    recorded_time_sum(&t->cpu_us, recorded_time_number(answer, "cpu_us"));
}

static void recorded_time_take_line(
    struct recorded_time times[SEATS], const char *bytes, size_t length)
{
    const struct message message = {.bytes = bytes, .length = length};
    struct value line, type, answer;
    int64_t seat;
    if (!value_check(&message, &line, NULL) || !value_member(line, "type", &type))
        return;
    if (value_is(type, "move") && recorded_time_seat(line, "seat", &seat))
        recorded_time_take_answer(&times[seat], line);
    else if (value_is(type, "pondering") && recorded_time_seat(line, "seat", &seat))
        recorded_time_sum(&times[seat].pondered_us, recorded_time_number(line, "cpu_us"));
    else if (value_is(type, "end") && recorded_time_seat(line, "blame", &seat) &&
        value_member(line, "answer", &answer))
        recorded_time_take_answer(&times[seat], answer);
}

void recorded_time_read(struct recorded_time times[SEATS], const char *bytes, size_t length)
{
    for (int seat = 0; seat < SEATS; seat++)
        times[seat] = recorded_time_none;
    for (const char *end = bytes + length; bytes < end;) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (!newline)
            return;
        recorded_time_take_line(times, bytes, (size_t)(newline - bytes));
        bytes = newline + 1;
    }
}
