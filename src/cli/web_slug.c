#include "cli/web_slug.h"

#include "base/text.h"
#include "store/postgres.h"

void web_slug(char slug[WEB_SLUG_BYTES], const char *file)
{
    const char *mark = postgres_is_place(file) ? strchr(file, '#') : NULL;
    const char *slash = strrchr(file, '/'), *name = mark ? mark + 1 : slash ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    struct text out = text_fixed(slug, WEB_SLUG_BYTES);
    text_bytes(&out, name, !mark && dot && dot > name ? (size_t)(dot - name) : strlen(name));
}
