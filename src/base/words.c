#include "base/words.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// A reading position in the line, and the word that is being put together.
struct splitter {
    const char *line;
    size_t at;
    struct text word;
    struct words *words;
    struct error *e;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool push_word(struct words *words, const char *word)
{
    char **list = realloc(words->list, (words->count + 2) * sizeof *list);
    if (list == NULL)
        return false;
    words->list = list;
    list[words->count] = strdup(word);
    if (list[words->count] == NULL)
        return false;
    words->count++;
    list[words->count] = NULL;
    return true;
}

static bool need_shell(struct splitter *s)
{
    return error_at(s->e, s->at,
        "'%c' would need a shell, and a command is run without one. Quote it if it is meant as it "
        "stands, or write sh -c '...'",
        s->line[s->at]);
}

// A `$` that a shell would replace: before a name, a brace or a parenthesis.
static bool is_variable(const char *dollar)
{
    char next = dollar[1];
    return next == '{' || next == '(' || next == '_' || (next >= 'a' && next <= 'z') ||
        (next >= 'A' && next <= 'Z');
}

static bool take_single_quotes(struct splitter *s)
{
    size_t open = s->at++;
    const char *close = strchr(s->line + s->at, '\'');
    if (close == NULL)
        return error_at(s->e, open, "the quote ' is never closed");
    text_bytes(&s->word, s->line + s->at, (size_t)(close - (s->line + s->at)));
    s->at = (size_t)(close - s->line) + 1;
    return true;
}

static bool take_double_quotes(struct splitter *s)
{
    size_t open = s->at++;
    for (;; s->at++) {
        const char *here = s->line + s->at;
        if (*here == '\0')
            return error_at(s->e, open, "the quote \" is never closed");
        if (*here == '"')
            break;
        if (*here == '`' || (*here == '$' && is_variable(here)))
            return need_shell(s);
        if (*here == '\\' && here[1] != '\0' && strchr("\"\\$`", here[1]) != NULL)
            s->at++;
        text_char(&s->word, s->line[s->at]);
    }
    s->at++;
    return true;
}

static bool take_word(struct splitter *s)
{
    text_clear(&s->word);
    while (s->line[s->at] != '\0' && !is_blank(s->line[s->at])) {
        const char *here = s->line + s->at;
        if (*here == '\'') {
            if (!take_single_quotes(s))
                return false;
        } else if (*here == '"') {
            if (!take_double_quotes(s))
                return false;
        } else if (strchr("|&;<>()`", *here) != NULL || (*here == '$' && is_variable(here))) {
            return need_shell(s);
        } else {
            if (*here == '\\' && *++here == '\0')
                return error_at(s->e, s->at, "there is nothing behind the last backslash");
            text_char(&s->word, *here);
            s->at = (size_t)(here - s->line) + 1;
        }
    }
    if (s->word.cut || !push_word(s->words, s->word.bytes))
        return error_set(s->e, "no memory for the words of a command");
    return true;
}

bool words_split(const char *line, struct words *words, struct error *e)
{
    *words = (struct words){0};
    struct splitter s = {.line = line, .word = text_growing(), .words = words, .e = e};
    bool good = true;
    while (good) {
        while (is_blank(line[s.at]))
            s.at++;
        if (line[s.at] == '\0')
            break;
        good = take_word(&s);
    }
    text_destroy(&s.word);
    if (good && words->count == 0)
        good = error_set(e, "the command is empty");
    if (good && words->list[0][0] == '\0')
        good = error_at(e, 0, "the command has no name");
    if (!good)
        words_destroy(words);
    return good;
}

bool words_contain(const struct words *words, const char *part)
{
    for (size_t i = 0; i < words->count; i++) {
        if (strstr(words->list[i], part) != NULL)
            return true;
    }
    return false;
}

static char *replaced(const char *word, const char *part, const char *with)
{
    struct text t = text_growing();
    const char *found;
    while ((found = strstr(word, part)) != NULL) {
        text_bytes(&t, word, (size_t)(found - word));
        text_string(&t, with);
        word = found + strlen(part);
    }
    text_string(&t, word);
    char *copy = t.cut ? NULL : strdup(t.bytes);
    text_destroy(&t);
    return copy;
}

bool words_replace(struct words *words, const char *part, const char *with)
{
    for (size_t i = 0; i < words->count; i++) {
        if (strstr(words->list[i], part) == NULL)
            continue;
        char *word = replaced(words->list[i], part, with);
        if (word == NULL)
            return false;
        free(words->list[i]);
        words->list[i] = word;
    }
    return true;
}

void words_destroy(struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->list[i]);
    free(words->list);
    *words = (struct words){0};
}

// --- The other way round ---

static bool words_is_shown(const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        struct letter letter = letter_at(bytes + at, length - at);
        if (!letter.shown)
            return false;
        at += letter.bytes;
    }
    return true;
}

// $'...', byte for byte: a terminal can show it, and a shell reads the same word.
static void words_put_dollar_quoted(struct text *out, const char *bytes, size_t length)
{
    text_string(out, "$'");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\'' || c == '\\')
            text_format(out, "\\%c", c);
        else if (c >= ' ' && c < 0x7F)
            text_char(out, (char)c);
        else
            text_format(out, "\\%03o", c);
    }
    text_char(out, '\'');
}

void text_word(struct text *out, const char *word)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "@%_-+=:,./";
    if (word[0] != '\0' && word[strspn(word, safe)] == '\0') {
        text_string(out, word);
        return;
    }
    size_t length = strlen(word);
    if (!words_is_shown(word, length)) {
        words_put_dollar_quoted(out, word, length);
        return;
    }
    text_char(out, '\'');
    for (; *word != '\0'; word++)
        *word == '\'' ? text_string(out, "'\\''") : text_char(out, *word);
    text_char(out, '\'');
}
