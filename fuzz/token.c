// Tokens against any bytes: the message at a door gives the same in one piece and byte by byte, and
// never more than a token; a file of tokens is refused with words, or is the same when it is
// written and read again.
#include "fuzz.h"

#include "archive/token_list.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static enum token_step take(
    const char *bytes, size_t size, size_t piece, char token[TOKEN_BYTES], struct error *e)
{
    struct framer f;
    framer_init(&f, false);
    enum token_step step = TOKEN_AWAITED;
    bool well = true;
    for (size_t at = 0; at < size && well && step == TOKEN_AWAITED; at += piece) {
        well = framer_feed(&f, bytes + at, size - at < piece ? size - at : piece);
        step = token_take(&f, token, e);
    }
    framer_destroy(&f);
    return step;
}

static void check_message(const char *bytes, size_t size)
{
    char whole[TOKEN_BYTES] = "", pieces[TOKEN_BYTES] = "";
    struct error e = {0};
    enum token_step step = take(bytes, size, size, whole, &e);
    require(step != TOKEN_WRONG || e.words[0] != '\0');
    if (step != TOKEN_TAKEN)
        return;
    require(token_fits(whole));
    require(take(bytes, size, 1, pieces, &e) == TOKEN_TAKEN && strcmp(whole, pieces) == 0);
}

static void check_file(const char *bytes, size_t size)
{
    struct token_list list, again;
    struct error e = {0};
    if (!token_list_read(&list, bytes, size, &e)) {
        require(e.words[0] != '\0' && list.count == 0);
        return;
    }
    struct text out = text_growing();
    token_list_write(&list, &out);
    require(token_list_read(&again, out.bytes, out.length, &e) && again.count == list.count);
    for (size_t i = 0; i < list.count; i++) {
        require(strcmp(list.tokens[i].name, again.tokens[i].name) == 0);
        require(memcmp(list.tokens[i].hash, again.tokens[i].hash, SHA256_BYTES) == 0);
        require(list.tokens[i].added_s == again.tokens[i].added_s);
    }
    text_destroy(&out);
    token_list_destroy(&again);
    token_list_destroy(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    check_message((const char *)bytes, size);
    check_file((const char *)bytes, size);
    return 0;
}
