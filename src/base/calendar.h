// A date with a time of day, as people write it: "2026-11-20 18:00" in local time, or with a zone,
// "2026-11-20T18:00:30+01:00".
#ifndef AGON_BASE_CALENDAR_H
#define AGON_BASE_CALENDAR_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct calendar_time {
    int year; // from 1970 to 9999; 0 means that there is no time
    int month, day;
    int hour, minute, second;
    bool has_zone; // false: it is local time, wherever it is read
    int zone_s;    // how many seconds the zone is ahead of UTC
};

// Reads "YYYY-MM-DD HH:MM", with or without ":SS", with a blank or a T in the middle, with "Z",
// "+HH:MM", "-HH:MM" or nothing at the end. Returns false if the text is not such a time, or if the
// calendar has no such day.
bool calendar_read(const char *text, struct calendar_time *t);
// As it is read: "2026-11-20 18:00+01:00".
void calendar_print(struct text *out, const struct calendar_time *t);
// Appends seconds since 1970 as "2026-11-20T17:00:00Z".
void calendar_print_utc(struct text *out, int64_t unix_s);

bool calendar_is_given(const struct calendar_time *t);
// Seconds since 1970. A time without a zone is that of the machine's zone now; a time of day that
// does not exist there, because clocks are put forward, is moved as the C library does it.
int64_t calendar_unix_s(const struct calendar_time *t);
// The same, but a time without a zone is taken for UTC. So two times without a zone can be compared
// anywhere, and it does not depend on the machine.
int64_t calendar_plain_s(const struct calendar_time *t);
// The time that is so many seconds after 1970, in the zone of `like`, or local if that has none.
struct calendar_time calendar_like(const struct calendar_time *like, int64_t unix_s);

#endif
