#include "link/inside/shebang.h"

#include <string.h>

static bool shebang_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool shebang_is_env(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strcmp(slash ? slash + 1 : program, "env") == 0;
}

static void shebang_add(struct shebang *s, const char *word)
{
    if (s->count < SHEBANG_WORDS_MOST)
        s->words[s->count++] = word;
}

// Cuts the argument of -S into words, in place. What only env itself can do (variables, escapes for
// special characters) is left as it stands.
static void shebang_split(struct shebang *s, char *text)
{
    char *in = text, *out = text;
    while (*in != '\0') {
        while (shebang_is_blank(*in))
            in++;
        if (*in == '\0')
            break;
        char *word = out, quote = '\0';
        for (; *in != '\0' && (quote != '\0' || !shebang_is_blank(*in)); in++) {
            if (*in == quote) {
                quote = '\0';
            } else if (quote == '\0' && (*in == '\'' || *in == '"')) {
                quote = *in;
            } else {
                if (*in == '\\' && quote != '\'' && in[1] != '\0')
                    in++;
                *out++ = *in;
            }
        }
        bool last = *in == '\0';
        *out++ = '\0'; // `out` is never ahead of `in`, so nothing unread is overwritten
        shebang_add(s, word);
        in += last ? 0 : 1;
        if (last)
            break;
    }
}

// The text after -S or --split-string=, or NULL.
static char *shebang_split_text(char *argument)
{
    static const char long_form[] = "--split-string=";
    if (strncmp(argument, long_form, sizeof long_form - 1) == 0)
        return argument + sizeof long_form - 1;
    if (argument[0] != '-' || argument[1] == '-')
        return NULL;
    char *flag = argument + 1;
    while (*flag == 'i' || *flag == '0' || *flag == 'v') // may stand before it: -iS, -vS
        flag++;
    return *flag == 'S' ? flag + 1 : NULL;
}

bool shebang_parse(struct shebang *s, const char *bytes, size_t length)
{
    *s = (struct shebang){0};
    if (length < 2 || bytes[0] != '#' || bytes[1] != '!')
        return false;
    bytes += 2;
    length = length - 2 < SHEBANG_BYTES - 2 ? length - 2 : SHEBANG_BYTES - 2;
    const char *end = memchr(bytes, '\n', length);
    length = end ? (size_t)(end - bytes) : length;
    end = memchr(bytes, '\0', length);
    length = end ? (size_t)(end - bytes) : length;
    memcpy(s->bytes, bytes, length);
    while (length > 0 && shebang_is_blank(s->bytes[length - 1]))
        length--;
    s->bytes[length] = '\0';
    char *interpreter = s->bytes + strspn(s->bytes, " \t");
    if (*interpreter == '\0')
        return false;
    char *argument = interpreter + strcspn(interpreter, " \t");
    if (*argument != '\0') {
        *argument++ = '\0';
        argument += strspn(argument, " \t");
    }
    shebang_add(s, interpreter);
    char *split = shebang_is_env(interpreter) ? shebang_split_text(argument) : NULL;
    if (split)
        shebang_split(s, split);
    else if (*argument != '\0')
        shebang_add(s, argument);
    return true;
}

// Options of env that take the next word as their value.
static bool shebang_takes_value(const char *option)
{
    static const char *const options[] = {"-u", "--unset", "-C", "--chdir"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(options[i], option) == 0)
            return true;
    }
    return false;
}

size_t shebang_env_program(const char *const *words, size_t count)
{
    size_t i = 1;
    bool options = true;
    for (; i < count; i++) {
        if (options && strcmp(words[i], "--") == 0)
            options = false;
        else if (options && shebang_takes_value(words[i]))
            i++;
        else if (!(options && words[i][0] == '-') && !strchr(words[i], '='))
            return i;
    }
    return count;
}
