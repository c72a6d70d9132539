// The description of a machine against any bytes: it is refused, or it can be written and read
// again, and is the same.
#include "fuzz.h"

#include "fleet/capabilities.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct capabilities c, again;
    struct error e;
    if (!capabilities_read(&c, (const char *)bytes, size, &e))
        return 0;
    struct text out = text_growing();
    capabilities_print(&out, &c);
    require(!out.cut && capabilities_read(&again, out.bytes, out.length, &e));
    require(again.cores == c.cores && again.memory_bytes == c.memory_bytes &&
        again.can_count == c.can_count && strcmp(again.host, c.host) == 0);
    struct lease_needs needs = {.cores = c.cores, .memory_bytes = c.memory_bytes};
    require(capabilities_fit(&again, &needs, &e));
    text_destroy(&out);
    return 0;
}
