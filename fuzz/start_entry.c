// The entry of a log about a start against any bytes: it is refused, or it can be written and read
// again, and is the same.
#include "fuzz.h"

#include "archive/start_entry.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct start_entry start, again;
    char *words = malloc(size + 1);
    require(words != NULL);
    memcpy(words, bytes, size);
    words[size] = '\0';
    if (start_entry_read(&start, words)) {
        struct text out = text_growing();
        start_entry_print(&out, &start);
        require(!out.cut && start_entry_read(&again, out.bytes));
        require(again.row == start.row && start_entry_equal(&start, &again));
        text_destroy(&out);
    }
    free(words);
    return 0;
}
