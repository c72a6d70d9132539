// The file that keeps tests of versions against any bytes: numbers that are printed are finite, or
// the words name a line.
#include "fuzz.h"

#include "author/strength.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct strength s;
    struct error e = {.words = ""};
    struct text out = text_growing();
    if (!strength_read(&s, "reversi", (const char *)bytes, size, &e)) {
        if (e.words[0] == '\0')
            abort();
    } else if (strength_judge(&s, &e)) {
        strength_text(&s, &out);
        strength_svg(&s, "fuzz", &out);
    }
    text_destroy(&out);
    return 0;
}
