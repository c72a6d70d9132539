// SHA-256 against the published examples, and against itself in pieces.
#include "base/cpu.h"
#include "base/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void in_hex(struct sha256 *s, char hex[2 * SHA256_BYTES + 1])
{
    unsigned char digest[SHA256_BYTES];
    sha256_end(s, digest);
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

static void the_published_examples_come_out(void **state)
{
    (void)state;
    static const struct {
        const char *text, *digest;
    } examples[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrl"
         "mnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        struct sha256 s = sha256_begin();
        sha256_add(&s, examples[i].text, strlen(examples[i].text));
        char hex[2 * SHA256_BYTES + 1];
        in_hex(&s, hex);
        assert_string_equal(hex, examples[i].digest);
    }
}

static void a_million_letters_come_out(void **state)
{
    (void)state;
    char letters[1000];
    memset(letters, 'a', sizeof letters);
    struct sha256 s = sha256_begin();
    for (int i = 0; i < 1000; i++)
        sha256_add(&s, letters, sizeof letters);
    char hex[2 * SHA256_BYTES + 1];
    in_hex(&s, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void pieces_of_any_length_give_the_same_as_the_whole(void **state)
{
    (void)state;
    char bytes[200];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        struct sha256 whole = sha256_begin();
        sha256_add(&whole, bytes, length);
        char expected[2 * SHA256_BYTES + 1], seen[2 * SHA256_BYTES + 1];
        in_hex(&whole, expected);
        for (size_t piece = 1; piece <= 67; piece += 11) {
            struct sha256 s = sha256_begin();
            for (size_t at = 0; at < length; at += piece)
                sha256_add(&s, bytes + at, length - at < piece ? length - at : piece);
            in_hex(&s, seen);
            assert_string_equal(seen, expected);
        }
    }
}

// Without the instructions that this machine may have.
static int limit_to_plain(void **state)
{
    (void)state;
    cpu_limit(CPU_PLAIN);
    return 0;
}

static int allow_all(void **state)
{
    (void)state;
    cpu_limit(CPU_LEVELS - 1);
    return 0;
}

static void the_plain_way_gives_the_same(void **state)
{
    the_published_examples_come_out(state);
    a_million_letters_come_out(state);
    pieces_of_any_length_give_the_same_as_the_whole(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_examples_come_out),
        cmocka_unit_test(a_million_letters_come_out),
        cmocka_unit_test(pieces_of_any_length_give_the_same_as_the_whole),
        cmocka_unit_test_setup_teardown(the_plain_way_gives_the_same, limit_to_plain, allow_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
