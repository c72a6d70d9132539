#include "base/html.h"

#include "base/text.h"

static const char *html_entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void html_escape(struct text *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        struct letter letter = letter_at(text, left);
        const char *entity = html_entity(*text);
        if (!letter.shown)
            text_string(out, "\xEF\xBF\xBD");
        else if (entity)
            text_string(out, entity);
        else
            text_bytes(out, text, letter.bytes);
        text += letter.bytes;
        left -= letter.bytes;
    }
}
