#include "base/number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

bool number_read(const char *what, const char *typed, int64_t least, int64_t most, int64_t *number,
    struct error *e)
{
    char *end;
    errno = 0;
    long long value = strtoll(typed, &end, 10);
    bool starts_well = (typed[0] >= '0' && typed[0] <= '9') || typed[0] == '-';
    if (!starts_well || *end != '\0' || end == typed)
        return error_set(e, "%s takes a whole number, not \"%.40s\"", what, typed);
    if (errno == ERANGE || value < least || value > most)
        return error_set(e, "%s takes a number from %" PRId64 " to %" PRId64 ", not %.40s", what,
            least, most, typed);
    *number = value;
    return true;
}
