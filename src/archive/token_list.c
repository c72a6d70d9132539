// The text of a file of tokens is one line for each: its hash, when it was added, and the name. The
// first line says what the file is.
#include "archive/token_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { RANDOM_BYTES = 16, BASE32_BITS = 5, HASH_DIGITS = 2 * SHA256_BYTES };

#define TOKEN_LIST_HEAD "agon tokens 1"

// --- One token ---

bool token_make(char token[TOKEN_BYTES], struct error *e)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    unsigned char bytes[RANDOM_BYTES];
    size_t have = 0;
    while (have < sizeof bytes) {
        ssize_t more = getrandom(bytes + have, sizeof bytes - have, 0);
        if (more < 0 && errno != EINTR)
            return error_set(e, "the system has no random numbers: %s", strerror(errno));
        have += more > 0 ? (size_t)more : 0;
    }
    size_t length = 0;
    for (size_t bit = 0; bit < 8 * sizeof bytes; bit += BASE32_BITS) {
        size_t at = bit / 8;
        unsigned two = (unsigned)bytes[at] << 8 | (at + 1 < sizeof bytes ? bytes[at + 1] : 0);
        token[length++] = letters[two >> (16 - BASE32_BITS - bit % 8) & 31];
    }
    token[length] = '\0';
    explicit_bzero(bytes, sizeof bytes);
    return true;
}

void token_hash(const char *token, unsigned char hash[SHA256_BYTES])
{
    struct sha256 s = sha256_begin();
    sha256_add(&s, token, strlen(token));
    sha256_end(&s, hash);
}

static void token_list_put_hash(const unsigned char *hash, char digits[HASH_DIGITS + 1])
{
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(digits + 2 * i, 3, "%02x", hash[i]);
}

void token_fingerprint(const struct token *token, char fingerprint[TOKEN_FINGERPRINT_BYTES])
{
    char digits[HASH_DIGITS + 1];
    token_list_put_hash(token->hash, digits);
    memcpy(fingerprint, digits, TOKEN_FINGERPRINT_BYTES - 1);
    fingerprint[TOKEN_FINGERPRINT_BYTES - 1] = '\0';
}

// --- The list ---

void token_list_destroy(struct token_list *list)
{
    free(list->tokens);
    *list = (struct token_list){0};
}

const struct token *token_list_of(const struct token_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->tokens[i].name, name) == 0)
            return &list->tokens[i];
    }
    return NULL;
}

static bool token_list_is_equal(const unsigned char *a, const unsigned char *b)
{
    unsigned different = 0;
    for (int i = 0; i < SHA256_BYTES; i++)
        different |= (unsigned)(a[i] ^ b[i]);
    return different == 0;
}

const struct token *token_list_find(
    const struct token_list *list, const unsigned char hash[SHA256_BYTES])
{
    const struct token *found = NULL;
    for (size_t i = 0; i < list->count; i++)
        found = token_list_is_equal(list->tokens[i].hash, hash) ? &list->tokens[i] : found;
    return found;
}

static bool token_list_append(struct token_list *list, const struct token *token, struct error *e)
{
    if (list->count >= TOKEN_LIST_MOST)
        return error_set(e, "there are %d tokens, and no more can be kept", TOKEN_LIST_MOST);
    if (token_list_of(list, token->name))
        return error_set(e, "%s has a token already: revoke it first", token->name);
    struct token *tokens = realloc(list->tokens, (list->count + 1) * sizeof *tokens);
    if (!tokens)
        return error_set(e, "out of memory");
    list->tokens = tokens;
    list->tokens[list->count++] = *token;
    return true;
}

bool token_list_add(struct token_list *list, const struct token *token, struct error *e)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *other = list->tokens[i].name;
        if (strcmp(other, token->name) != 0 && player_names_look_alike(other, token->name))
            return error_set(
                e, "the name %s looks like %s, who has a token already", token->name, other);
    }
    return token_list_append(list, token, e);
}

bool token_list_remove(struct token_list *list, const char *name, struct error *e)
{
    const struct token *token = token_list_of(list, name);
    if (!token)
        return error_set(e, "%.128s has no token", name);
    size_t at = (size_t)(token - list->tokens);
    list->count--;
    memmove(&list->tokens[at], &list->tokens[at + 1], (list->count - at) * sizeof *list->tokens);
    return true;
}

// --- Its text ---

void token_list_write(const struct token_list *list, struct text *out)
{
    text_string(out, TOKEN_LIST_HEAD "\n");
    for (size_t i = 0; i < list->count; i++) {
        const struct token *t = &list->tokens[i];
        char digits[HASH_DIGITS + 1];
        token_list_put_hash(t->hash, digits);
        text_format(out, "%s %" PRId64 " %s\n", digits, t->added_s, t->name);
    }
}

static bool token_list_read_hash(const char *digits, unsigned char hash[SHA256_BYTES])
{
    if (strspn(digits, "0123456789abcdef") < HASH_DIGITS)
        return false;
    for (int i = 0; i < SHA256_BYTES; i++) {
        const char pair[3] = {digits[2 * i], digits[2 * i + 1], '\0'};
        hash[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return true;
}

// Reads "HASH SECONDS NAME".
static bool token_list_read_line(const char *line, struct token *token, struct error *e)
{
    if (!token_list_read_hash(line, token->hash) || line[HASH_DIGITS] != ' ')
        return error_set(e, "it does not begin with a hash");
    const char *seconds = line + HASH_DIGITS + 1;
    size_t digits = strspn(seconds, "0123456789");
    if (digits == 0 || digits > 15 || seconds[digits] != ' ')
        return error_set(e, "there is no time behind the hash");
    token->added_s = strtoll(seconds, NULL, 10);
    return player_name_read(token->name, seconds + digits + 1, e);
}

// Cuts the next line off. Returns NULL at the end.
static char *token_list_next_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    if (line[0] == '\0')
        return NULL;
    *rest = end ? end + 1 : line + strlen(line);
    if (end)
        *end = '\0';
    return line;
}

static bool token_list_read_lines(struct token_list *list, char *rest, struct error *e)
{
    char *line = token_list_next_line(&rest);
    if (line && strcmp(line, TOKEN_LIST_HEAD) != 0)
        return error_set(
            e, "is not a file of tokens: its first line is not \"" TOKEN_LIST_HEAD "\"");
    for (int number = 2; (line = token_list_next_line(&rest)); number++) {
        struct token token;
        struct error why;
        if (!token_list_read_line(line, &token, &why) || !token_list_append(list, &token, &why))
            return error_set(e, "line %d: %.200s", number, why.words);
    }
    return true;
}

bool token_list_read(struct token_list *list, const char *bytes, size_t length, struct error *e)
{
    *list = (struct token_list){0};
    char *copy = strndup(bytes, length);
    if (!copy)
        return error_set(e, "out of memory");
    bool well = strlen(copy) == length ? token_list_read_lines(list, copy, e)
                                       : error_set(e, "is not a file of tokens: it is not a text");
    free(copy);
    if (!well)
        token_list_destroy(list);
    return well;
}
