#include "wire/token.h"

#include "wire/value.h"

#include <string.h>

bool token_fits(const char *text)
{
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
    return letters >= 1 && letters <= TOKEN_LETTERS_MOST && text[letters] == '\0';
}

void token_write(struct text *out, const char *token)
{
    text_format(out, "{\"token\":\"%s\"}\n", token);
}

static enum token_step token_refuse(struct error *e, const char *words)
{
    error_set(e, "%s", words);
    return TOKEN_WRONG;
}

enum token_step token_take(struct framer *f, char token[TOKEN_BYTES], struct error *e)
{
    static const char too_long[] = "its first message is too long for a token (G10)";
    struct message m;
    struct value whole, member;
    if (!framer_next(f, &m)) {
        bool long_already = framer_rest(f, &m) && m.length > TOKEN_MESSAGE_BYTES;
        return long_already ? token_refuse(e, too_long) : TOKEN_AWAITED;
    }
    if (m.length > TOKEN_MESSAGE_BYTES)
        return token_refuse(e, too_long);
    if (m.broken || !value_check(&m, &whole, NULL) || !value_member(whole, "token", &member) ||
        value_kind(member) != VALUE_STRING)
        return token_refuse(e, "its first message has no token (G10)");
    // With its quotes the text is two bytes longer than a token; escapes make it longer still.
    if (member.end - member.at > TOKEN_LETTERS_MOST + 2 ||
        !value_string(member, token, TOKEN_BYTES) || !token_fits(token))
        return token_refuse(e, "what it sent is not a token (G10)");
    return TOKEN_TAKEN;
}
