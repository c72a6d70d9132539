// Text inside an HTML page.
#ifndef AGON_BASE_HTML_H
#define AGON_BASE_HTML_H

#include "base/text.h"

// Appends the text so that a browser shows it as it is: characters that have a meaning in HTML
// become entities. Letters that are not shown (base/letter.h) and bytes that are not UTF-8 become
// U+FFFD.
void html_escape(struct text *out, const char *text);

#endif
