#include "report/log_line.h"

#include "base/columns.h"
#include "report/json.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { WORDS_COLUMNS = 200 };

void log_line_text(struct text *out, const struct store_entry *entry)
{
    char at[32] = "", first_line[4 * WORDS_COLUMNS + 1];
    struct tm parts;
    time_t seconds = (time_t)entry->at;
    if (localtime_r(&seconds, &parts))
        strftime(at, sizeof at, "%Y-%m-%d %H:%M:%S", &parts);
    struct text words = TEXT_IN(first_line), line = text_growing();
    text_bytes(&words, entry->words, strcspn(entry->words, "\n"));
    text_format(&line, "%s  %-8s  ", at, entry->kind);
    text_visible(out, line.bytes, line.length);
    columns_clip(out, first_line, WORDS_COLUMNS);
    text_char(out, '\n');
    text_destroy(&line);
}

void log_line_json(struct text *out, const struct store_entry *entry)
{
    text_format(out, "{\"at\":%" PRId64, entry->at);
    json_key_text(out, "kind", entry->kind);
    json_key_text(out, "words", entry->words);
    json_schema(out, "log/1");
    text_string(out, "}\n");
}
