#include "base/calendar.h"

#include <string.h>
#include <time.h>

enum {
    YEAR_LEAST = 1970,
    YEAR_MOST = 9999,
    MINUTE_S = 60,
    HOUR_S = 3600,
    DAY_S = 86400,
    ZONE_HOURS_MOST = 14, // no zone is farther from UTC
};

// --- Days ---

static bool calendar_is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int calendar_month_days(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && calendar_is_leap(year));
}

// Days from 1970-01-01 to the first day of the year.
static int64_t calendar_year_days(int year)
{
    int64_t before = year - 1;
    return 365 * (before - 1969) + before / 4 - before / 100 + before / 400 -
        (1969 / 4 - 1969 / 100 + 1969 / 400);
}

static int64_t calendar_days(const struct calendar_time *t)
{
    int64_t days = calendar_year_days(t->year) + t->day - 1;
    for (int month = 1; month < t->month; month++)
        days += calendar_month_days(t->year, month);
    return days;
}

int64_t calendar_plain_s(const struct calendar_time *t)
{
    return calendar_days(t) * DAY_S + t->hour * HOUR_S + t->minute * MINUTE_S + t->second -
        (t->has_zone ? t->zone_s : 0);
}

int64_t calendar_unix_s(const struct calendar_time *t)
{
    if (t->has_zone)
        return calendar_plain_s(t);
    struct tm local = {.tm_year = t->year - 1900,
        .tm_mon = t->month - 1,
        .tm_mday = t->day,
        .tm_hour = t->hour,
        .tm_min = t->minute,
        .tm_sec = t->second,
        .tm_isdst = -1};
    return (int64_t)mktime(&local);
}

struct calendar_time calendar_like(const struct calendar_time *like, int64_t unix_s)
{
    struct tm tm = {0};
    time_t time = (time_t)(unix_s + (like->has_zone ? like->zone_s : 0));
    if (like->has_zone)
        gmtime_r(&time, &tm);
    else
        localtime_r(&time, &tm);
    return (struct calendar_time){.year = tm.tm_year + 1900,
        .month = tm.tm_mon + 1,
        .day = tm.tm_mday,
        .hour = tm.tm_hour,
        .minute = tm.tm_min,
        .second = tm.tm_sec,
        .has_zone = like->has_zone,
        .zone_s = like->zone_s};
}

bool calendar_is_given(const struct calendar_time *t)
{
    return t->year != 0;
}

// --- Reading ---

// Reads exactly so many digits and moves `*at` behind them.
static bool calendar_digits(const char **at, int digits, int least, int most, int *number)
{
    *number = 0;
    for (int i = 0; i < digits; i++, (*at)++) {
        if (**at < '0' || **at > '9')
            return false;
        *number = *number * 10 + (**at - '0');
    }
    return *number >= least && *number <= most;
}

static bool calendar_sign(const char **at, const char *signs)
{
    return **at != '\0' && strchr(signs, *(*at)++);
}

static bool calendar_read_date(const char **at, struct calendar_time *t)
{
    return calendar_digits(at, 4, YEAR_LEAST, YEAR_MOST, &t->year) && calendar_sign(at, "-") &&
        calendar_digits(at, 2, 1, 12, &t->month) && calendar_sign(at, "-") &&
        calendar_digits(at, 2, 1, calendar_month_days(t->year, t->month), &t->day);
}

static bool calendar_read_clock(const char **at, struct calendar_time *t)
{
    if (!calendar_digits(at, 2, 0, 23, &t->hour) || !calendar_sign(at, ":") ||
        !calendar_digits(at, 2, 0, 59, &t->minute))
        return false;
    return **at != ':' || (calendar_sign(at, ":") && calendar_digits(at, 2, 0, 59, &t->second));
}

static bool calendar_read_zone(const char **at, struct calendar_time *t)
{
    int hours, minutes;
    if (**at == '\0')
        return true;
    t->has_zone = true;
    if (**at == 'Z')
        return calendar_sign(at, "Z");
    int sign = **at == '-' ? -1 : 1;
    if (!calendar_sign(at, "+-") || !calendar_digits(at, 2, 0, ZONE_HOURS_MOST, &hours) ||
        !calendar_sign(at, ":") || !calendar_digits(at, 2, 0, 59, &minutes))
        return false;
    t->zone_s = sign * (hours * HOUR_S + minutes * MINUTE_S);
    return true;
}

bool calendar_read(const char *text, struct calendar_time *t)
{
    struct calendar_time read = {0};
    const char *at = text;
    if (!calendar_read_date(&at, &read) || !calendar_sign(&at, " T") ||
        !calendar_read_clock(&at, &read))
        return false;
    at += strspn(at, " ");
    if (!calendar_read_zone(&at, &read) || *at != '\0')
        return false;
    *t = read;
    return true;
}

// --- Writing ---

void calendar_print(struct text *out, const struct calendar_time *t)
{
    text_format(out, "%04d-%02d-%02d %02d:%02d", t->year, t->month, t->day, t->hour, t->minute);
    if (t->second > 0)
        text_format(out, ":%02d", t->second);
    int zone = t->zone_s < 0 ? -t->zone_s : t->zone_s;
    if (t->has_zone && zone == 0)
        text_char(out, 'Z');
    else if (t->has_zone)
        text_format(
            out, "%c%02d:%02d", t->zone_s < 0 ? '-' : '+', zone / HOUR_S, zone % HOUR_S / MINUTE_S);
}

void calendar_print_utc(struct text *out, int64_t unix_s)
{
    struct tm utc;
    time_t time = (time_t)unix_s;
    if (gmtime_r(&time, &utc))
        text_format(out, "%04d-%02d-%02dT%02d:%02d:%02dZ", utc.tm_year + 1900, utc.tm_mon + 1,
            utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}
