#include "wire/engine_line.h"

#include <string.h>
#include <strings.h>

static bool engine_line_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool engine_line_word(struct value *rest, struct value *word)
{
    while (rest->at < rest->end && engine_line_is_blank(*rest->at))
        rest->at++;
    word->at = rest->at;
    while (rest->at < rest->end && !engine_line_is_blank(*rest->at))
        rest->at++;
    word->end = rest->at;
    return word->at < word->end;
}

bool engine_line_take(struct value *rest, const char *text)
{
    struct value after = *rest, word;
    size_t length = strlen(text);
    if (!engine_line_word(&after, &word) || (size_t)(word.end - word.at) != length ||
        strncasecmp(word.at, text, length) != 0)
        return false;
    *rest = after;
    return true;
}

bool engine_line_number(struct value word, int64_t least, int64_t most, int64_t *number)
{
    bool minus = word.at < word.end && *word.at == '-';
    const char *c = word.at + minus;
    int64_t sum = 0;
    if (c == word.end)
        return false;
    for (; c < word.end; c++) {
        if (*c < '0' || *c > '9')
            return false;
        if (sum < INT64_MAX / 100)
            sum = sum * 10 + (*c - '0');
    }
    sum = minus ? -sum : sum;
    *number = sum < least ? least : sum > most ? most : sum;
    return true;
}

bool engine_line_copy(struct value v, char *bytes, size_t capacity)
{
    size_t length = (size_t)(v.end - v.at);
    if (length >= capacity || memchr(v.at, '\0', length))
        return false;
    memcpy(bytes, v.at, length);
    bytes[length] = '\0';
    return true;
}

bool engine_line_move(
    const struct game *game, const position *p, struct value word, move *m, struct error *e)
{
    char text[MOVE_TEXT_BYTES];
    if (!engine_line_copy(word, text, sizeof text))
        return error_set(e, "that is not a move: %s", game->notation);
    return game->parse_move(p, text, m, e);
}

struct value engine_line_before_slash(struct value word)
{
    const char *slash = memchr(word.at, '/', (size_t)(word.end - word.at));
    return (struct value){word.at, slash ? slash : word.end};
}
