#include "cli/terminal.h"

#include "arena/placement.h"
#include "base/text.h"
#include "referee/crowd.h"
#include "report/json.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool terminal_has_colour(FILE *stream)
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
        .colour = terminal_has_colour(stream),
        .last = MOVE_NONE,
    };
}

__attribute__((format(printf, 3, 0))) static void print_visible(
    FILE *stream, const char *end, const char *format, va_list arguments)
{
    char *words = NULL;
    if (vasprintf(&words, format, arguments) < 0)
        return;
    struct text out = text_growing();
    text_visible(&out, words, strlen(words));
    text_string(&out, end);
    fputs(out.bytes, stream);
    text_destroy(&out);
    free(words);
}

void print_line(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_visible(stream, "\n", format, arguments);
    va_end(arguments);
}

void print_part(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_visible(stream, "", format, arguments);
    va_end(arguments);
}

void print_document(struct text *document, const char *schema)
{
    json_schema(document, schema);
    text_char(document, '}');
    puts(document->bytes);
    text_destroy(document);
}

void print_bytes(FILE *stream, const struct text *text)
{
    fwrite(text->bytes, 1, text->length, stream);
    fflush(stream);
}

void tell_crowd(const struct crowd *crowd)
{
    struct text words = text_growing();
    if (crowd_words(crowd, &words))
        fprintf(stderr, "agon: %s\n", words.bytes);
    text_destroy(&words);
}

void tell_placement(const struct placement_wish *wish)
{
    cpu_set_t allowed;
    struct text words = text_growing();
    if (placement_words(wish, placement_available(&allowed), &words))
        fprintf(stderr, "agon: %s\n", words.bytes);
    text_destroy(&words);
}

int wrong_input(const struct error *e)
{
    if (e->words[0] != '\0')
        print_line(stderr, "agon: %s", e->words);
    return EXIT_WRONG_INPUT;
}

int our_failure(const struct error *e)
{
    wrong_input(e);
    return EXIT_OURS;
}

bool error_in_text(struct error *e, const char *what, const char *text, const struct error *why)
{
    if (!why->has_at)
        return error_set(e, "%s: %.200s", what, why->words);
    if (why->at >= strlen(text))
        return error_set(
            e, "%s, at its end (character %zu): %.180s", what, why->at + 1, why->words);
    if (text[why->at] > ' ' && text[why->at] < 0x7F)
        return error_set(
            e, "%s, character %zu \"%c\": %.180s", what, why->at + 1, text[why->at], why->words);
    return error_set(e, "%s, character %zu: %.180s", what, why->at + 1, why->words);
}

int output_failed(int error)
{
    const char *why = error == EBADF ? "it is closed" : strerror(error);
    if (error == 0)
        why = "a part of it is lost";
    print_line(stderr, "agon: the output cannot be written: %s", why);
    return EXIT_OURS;
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
