#include "cli/terminal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_colour(FILE *stream)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(fileno(stream)) && !(no_colour && *no_colour) &&
        !(terminal && strcmp(terminal, "dumb") == 0);
}

struct drawing terminal_drawing(FILE *stream, bool ascii)
{
    setlocale(LC_CTYPE, "");
    return (struct drawing){
        .unicode = !ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .colour = has_colour(stream),
        .last = MOVE_NONE,
    };
}

int wrong_input(const struct error *e)
{
    if (e->words[0] != '\0')
        fprintf(stderr, "agon: %s\n", e->words);
    return EXIT_WRONG_INPUT;
}

int wrong_text(const char *what, const char *text, const struct error *e)
{
    if (!e->has_at)
        fprintf(stderr, "agon: %s: %s\n", what, e->words);
    else if (e->at >= strlen(text))
        fprintf(stderr, "agon: %s, at its end (character %zu): %s\n", what, e->at + 1, e->words);
    else if (text[e->at] > ' ' && text[e->at] < 0x7F)
        fprintf(
            stderr, "agon: %s, character %zu \"%c\": %s\n", what, e->at + 1, text[e->at], e->words);
    else
        fprintf(stderr, "agon: %s, character %zu: %s\n", what, e->at + 1, e->words);
    return EXIT_WRONG_INPUT;
}

int output_failed(int error)
{
    const char *why = error == EBADF ? "it is closed" : strerror(error);
    if (error == 0)
        why = "a part of it is lost";
    fprintf(stderr, "agon: the output cannot be written: %s\n", why);
    return EXIT_FAILED;
}

void text_grouped(struct text *out, uint64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text_char(out, ',');
        text_char(out, digits[i]);
    }
}

void text_word(struct text *out, const char *word)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "@%_-+=:,./";
    if (word[0] != '\0' && word[strspn(word, safe)] == '\0') {
        text_string(out, word);
        return;
    }
    text_char(out, '\'');
    for (; *word != '\0'; word++)
        *word == '\'' ? text_string(out, "'\\''") : text_char(out, *word);
    text_char(out, '\'');
}
