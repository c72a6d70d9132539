// What is shown of a bot's stderr: of every kind of trace the line that names the error, wherever
// it stands, and however much the bot had said before.
#include "referee/excerpt.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static char shown[EXCERPT_BYTES];

static void show(const char *head, const char *tail, uint64_t dropped_bytes)
{
    const struct link_stderr said = {.head = head,
        .head_bytes = strlen(head),
        .tail = tail,
        .tail_bytes = strlen(tail),
        .dropped_bytes = dropped_bytes};
    struct text out = TEXT_IN(shown);
    excerpt_write(&said, NULL, &out);
    assert_false(out.cut);
}

static int lines_shown(void)
{
    int lines = 0;
    for (const char *c = shown; *c != '\0'; c++)
        lines += *c == '\n';
    return lines;
}

// The line so many times, with its number in the place of the #.
static void put_numbered(struct text *out, const char *line, int count)
{
    for (int i = 0; i < count; i++) {
        const char *place = strchr(line, '#');
        text_bytes(out, line, (size_t)(place - line));
        text_number(out, i);
        text_string(out, place + 1);
    }
}

// A trace: what comes first, a line for each of the calls, what comes last.
struct trace {
    const char *first, *call, *last;
    const char *names[4]; // what must be shown
};

static const struct trace traces[] = {
    {"Traceback (most recent call last):\n",
        "  File \"mybot.py\", line #, in search\n    search()\n",
        "ZeroDivisionError: division by zero\n", {"ZeroDivisionError: division by zero\n"}},
    {"Traceback (most recent call last):\n",
        "  File \"mybot.py\", line #, in search\n    search()\n", "mybot.NoMove\n",
        {"Traceback (most recent", "\nmybot.NoMove\n"}},
    {"/home/ann/bot.js:12\n    const best = bord[row];\n                 ^\n\n"
     "ReferenceError: bord is not defined\n",
        "    at search (/home/ann/bot.js:#:17)\n", "\nNode.js v20.11.1\n",
        {"/home/ann/bot.js:12\n    const best = bord[row];\n                 ^\n\n"
         "ReferenceError: bord is not defined\n",
            "Node.js v20.11.1\n"}},
    {"node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\n"
     "Error: Cannot find module './board'\nRequire stack:\n",
        "    at Module._load (node:internal/modules/cjs/loader:#:27)\n",
        "  code: 'MODULE_NOT_FOUND',\n}\n\nNode.js v20.11.1\n",
        {"Error: Cannot find module './board'\n"}},
    {"thread 'main' panicked at src/main.rs:4:5:\n"
     "index out of bounds: the len is 3 but the index is 7\nstack backtrace:\n",
        "  #: core::panicking::panic_fmt\n             at "
        "/rustc/9fc6/library/core/src/panicking.rs\n",
        "note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.\n",
        {"thread 'main' panicked at src/main.rs:4:5:\n",
            "index out of bounds: the len is 3 but the index is 7\n"}},
    {"Exception in thread \"main\" java.lang.IllegalStateException: no move\n",
        "\tat bot.Search.best(Search.java:#)\n",
        "Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 8 out of bounds for length 8\n"
        "\tat bot.Board.get(Board.java:31)\n\t... 61 more\n",
        {"Exception in thread \"main\" java.lang.IllegalStateException: no move\n",
            "Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 8 out of bounds"}},
    {"panic: runtime error: index out of range [8] with length 8\n\ngoroutine 1 [running]:\n",
        "main.search(0xc000012345)\n\t/home/ann/bot.go:# +0x1d\n", "exit status 2\n",
        {"panic: runtime error: index out of range [8] with length 8\n", "exit status 2\n"}},
    {"=================================================================\n"
     "==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018\n"
     "READ of size 4 at 0x602000000018 thread T0\n",
        "    frame # 0x5581f0 in search bot.c:31\n",
        "\nSUMMARY: AddressSanitizer: heap-buffer-overflow bot.c:31 in search\n==4711==ABORTING\n",
        {"==4711==ERROR: AddressSanitizer: heap-buffer-overflow", "==4711==ABORTING\n"}},
    {"bot: bot.c:31: search: Assertion `depth > 0' failed.\n", "  frame #\n", "Aborted\n",
        {"Assertion `depth > 0' failed.\n", "Aborted\n"}},
    {"terminate called after throwing an instance of 'std::out_of_range'\n"
     "  what():  vector::_M_range_check: __n (which is 8) >= this->size() (which is 8)\n",
        " #: search(int) in ./bot\n", "",
        {"terminate called after throwing", "vector::_M_range_check: __n (which is 8)"}},
    {"Unhandled exception. System.IndexOutOfRangeException: Index was outside the bounds.\n",
        "   at Bot.Search(Board board) in Bot.cs:line #\n", "",
        {"System.IndexOutOfRangeException: Index was outside the bounds.\n"}},
    {"bot.rb:3:in `[]': undefined method `-' for nil (NoMethodError)\n",
        "\tfrom bot.rb:#:in `search'\n", "", {"undefined method `-' for nil (NoMethodError)\n"}},
};

static void every_trace_shows_what_names_the_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
        const struct trace *t = &traces[i];
        // Without talk before it, and with much; with few calls, and with many.
        for (int kind = 0; kind < 4; kind++) {
            struct text said = text_growing();
            put_numbered(
                &said, "move #: depth 7, value 0.31, and no end in sight\n", kind & 1 ? 300 : 0);
            text_string(&said, t->first);
            put_numbered(&said, t->call, kind & 2 ? 120 : 5);
            text_string(&said, t->last);
            show(said.bytes, "", 0);
            for (int n = 0; n < 4 && t->names[n]; n++) {
                if (!strstr(shown, t->names[n]))
                    fail_msg("%s is not in:\n%s", t->names[n], shown);
            }
            assert_in_range(lines_shown(), 1, 40);
            text_destroy(&said);
        }
    }
}

static void a_short_text_is_shown_whole(void **state)
{
    (void)state;
    show("", "", 0);
    assert_string_equal(shown, "");
    show("one\r\ntwo", "", 0);
    assert_string_equal(shown, "one\ntwo\n");
    show("one\nt", "wo\n", 0);
    assert_string_equal(shown, "one\ntwo\n");
}

static void of_a_long_one_the_beginning_and_the_end_are_shown_and_the_gap_is_told(void **state)
{
    (void)state;
    struct text said = text_growing();
    put_numbered(&said, "line #\n", 236);
    show(said.bytes, "", 0);
    assert_non_null(strstr(shown, "line 11\n... 212 lines left out ...\nline 224\n"));
    assert_int_equal(lines_shown(), EXCERPT_FIRST_LINES + 1 + EXCERPT_LAST_LINES);
    text_destroy(&said);
}

static void what_was_not_kept_is_told_in_bytes(void **state)
{
    (void)state;
    show("one\ntw", "ree\nfour\n", 4711);
    assert_string_equal(shown, "one\ntw\n... 4711 bytes left out ...\nree\nfour\n");
    struct text said = text_growing();
    put_numbered(&said, "line #\n", 100);
    show(said.bytes, said.bytes, 4711);
    assert_non_null(strstr(shown, "line 11\n... 176 lines and 4711 bytes left out ...\nline 88\n"));
    text_destroy(&said);
}

static void a_long_line_is_cut_between_two_letters(void **state)
{
    (void)state;
    char line[1000] = "";
    for (int i = 0; i < 200; i++)
        strcat(line, i < 159 ? "x" : "\xC3\xA9");
    show(line, "", 0);
    assert_int_equal(strspn(shown, "x"), 159);
    assert_string_equal(shown + 159, " ...\n");
}

static void the_longest_excerpt_fits(void **state)
{
    (void)state;
    struct text said = text_growing();
    for (int i = 0; i < 300; i++) {
        text_string(&said, i % 20 == 0 ? "error" : "plain");
        for (int k = 0; k < 300; k++)
            text_char(&said, 'x');
        text_char(&said, '\n');
    }
    show(said.bytes, said.bytes, UINT64_MAX); // show checks that nothing was cut
    text_destroy(&said);
}

static void any_bytes_make_lines(void **state)
{
    (void)state;
    static char bytes[2][3000];
    struct random r = random_seeded(5);
    for (int i = 0; i < 2000; i++) {
        for (size_t k = 0; k < sizeof bytes; k++)
            (&bytes[0][0])[k] = random_below(&r, 20) == 0 ? '\n' : (char)random_below(&r, 256);
        // Not in the middle of the arrays: what lies beyond is not to be read.
        size_t head = random_below(&r, sizeof bytes[0] + 1),
               tail = random_below(&r, sizeof bytes[1]);
        const struct link_stderr said = {.head = bytes[0] + sizeof bytes[0] - head,
            .head_bytes = head,
            .tail = bytes[1] + sizeof bytes[1] - tail,
            .tail_bytes = tail,
            .dropped_bytes = random_below(&r, 2)};
        struct text out = TEXT_IN(shown);
        excerpt_write(&said, NULL, &out);
        assert_false(out.cut);
        assert_int_equal(strlen(shown), out.length);
        assert_true(out.length == 0 || shown[out.length - 1] == '\n');
    }
}

#define HASH "c08d3f6bc08d3f6bc08d3f6bc08d3f6bc08d3f6bc08d3f6bc08d3f6bc08d3f6b"

static void an_entry_is_called_as_its_author_calls_it(void **state)
{
    (void)state;
    static const struct {
        const char *player, *said, *shown;
    } rows[] = {
        {"entry:mybot", "File \"/root/.cache/agon/entries/" HASH "/main.py\", line 7\n",
            "File \"mybot/main.py\", line 7\n"},
        {"entry:../b.zip", "at choose (/a b/" HASH "/x.js:1:2)\n in /c/" HASH "\n",
            "at choose (/a ../b.zip/x.js:1:2)\n in ../b.zip\n"},
        {"entry:mybot", "#0 0x5 in choose /c/" HASH ".part/main.c:51\n in /c/" HASH ".part\n",
            "#0 0x5 in choose mybot/main.c:51\n in mybot\n"}, // where it was compiled
        {"entry:mybot", "/c/" HASH ".parts/x\n", "mybot.parts/x\n"},
        {"entry:mybot", // longer than a line may be, until the path is shorter
            "#10 0x560a3287955a in choose(Position const&, std::vector<Move, std::allocator<Move> "
            "> const&) /root/.cache/agon/entries/" HASH ".part/main.cpp:44\n",
            "#10 0x560a3287955a in choose(Position const&, std::vector<Move, std::allocator<Move> "
            "> const&) mybot/main.cpp:44\n"},
        {"entry:mybot", "/lib/" HASH "0/x\n", "/lib/" HASH "0/x\n"}, // not a hash
        {"python3 main.py", "/c/" HASH "/x\n", "/c/" HASH "/x\n"},
        {NULL, "/c/" HASH "/x\n", "/c/" HASH "/x\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text words = TEXT_IN(shown);
        const struct link_stderr said = {.head = rows[i].said, .head_bytes = strlen(rows[i].said)};
        excerpt_write(&said, rows[i].player, &words);
        assert_string_equal(shown, rows[i].shown);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_trace_shows_what_names_the_error),
        cmocka_unit_test(a_short_text_is_shown_whole),
        cmocka_unit_test(of_a_long_one_the_beginning_and_the_end_are_shown_and_the_gap_is_told),
        cmocka_unit_test(what_was_not_kept_is_told_in_bytes),
        cmocka_unit_test(a_long_line_is_cut_between_two_letters),
        cmocka_unit_test(the_longest_excerpt_fits),
        cmocka_unit_test(any_bytes_make_lines),
        cmocka_unit_test(an_entry_is_called_as_its_author_calls_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
