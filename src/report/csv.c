#include "report/csv.h"

#include <string.h>

// Would a spreadsheet take this text for a formula and compute it?
static bool csv_is_formula(const char *text, bool (*is_harmless)(const char *text))
{
    if (text[0] == '@')
        return !is_harmless || !is_harmless(text);
    return text[0] != '\0' && strchr("=+-\t\r\n", text[0]) != NULL;
}

void csv_text(struct text *out, const char *text, bool (*is_harmless)(const char *text))
{
    const char *guard = csv_is_formula(text, is_harmless) ? "'" : "";
    if (text[strcspn(text, "\",\r\n")] == '\0') {
        text_string(out, guard);
        text_string(out, text);
        return;
    }
    text_char(out, '"');
    text_string(out, guard);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            text_char(out, '"');
        text_char(out, *text);
    }
    text_char(out, '"');
}
