// Names of players: which there are, which look alike, and that whatever is let in anywhere comes
// back from a contest file as it was.
#include "base/random.h"
#include "base/text.h"
#include "contest/file.h"
#include "contest/file_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>

#include <cmocka.h>

// 32 columns.
#define FOUR_WIDE "\u65e5\u672c\u65e5\u672c"
#define SIXTEEN_WIDE FOUR_WIDE FOUR_WIDE FOUR_WIDE FOUR_WIDE

enum { TEXTS = 20000, TEXT_BYTES = 256 };

// --- The rule ---

static void names_of_people_and_programs_are_names(void **state)
{
    (void)state;
    static const char *const names[] = {"ann", "@5", "@max", "@max:2", "my_bot-2.py", "my bot",
        "J\u00fcrgen's bot", "\u65e5\u672c\u8a9e", "\u0410\u043d\u043d\u0430", "v1/bot", "bot (4)",
        "tcp://127.0.0.1:7001", "listen:7001", "{ \"\u00fc: #", "<i>x</i>", "#1", "-", "\u20ac5",
        "\u0905\u0928\u0941", "\u05e9\u05dc\u05d5\u05dd", "12345678901234567890123456789012",
        SIXTEEN_WIDE};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[PLAYER_NAME_BYTES];
        struct error e = {0};
        if (!player_name_read(name, names[i], &e))
            fail_msg("%s: %s", names[i], e.words);
        assert_string_equal(name, names[i]);
    }
}

static void other_texts_are_refused_and_told_why(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "a name has 1 to 32 characters, not 0"},
        {"123456789012345678901234567890123", "a name has 1 to 32 characters, not 33"},
        {SIXTEEN_WIDE "!", "a name is at most 32 columns wide, not 33"},
        {" ann", "a name cannot begin or end with a blank"},
        {"ann ", "a name cannot begin or end with a blank"},
        {"ann  bob", "a name cannot have two blanks in a row"},
        {"ann\n", "a name cannot have U+000A in it: that is a control character"},
        {"\x1b[2J", "a name cannot have U+001B in it: that is a control character"},
        {"x\x7f", "a name cannot have U+007F in it: that is a control character"},
        {"x\xc2\x80", "a name cannot have U+0080 in it: that is a control character"},
        {"x\xc2\x85", "a name cannot have U+0085 in it: that is a control character"},
        {"\xc2\x9b", "a name cannot have U+009B in it: that is a control character"},
        {"\u202eann", "a name cannot have U+202E in it: that is a character that cannot be seen"},
        {"a\u200bnn", "a name cannot have U+200B in it: that is a character that cannot be seen"},
        {"\ufeff", "a name cannot have U+FEFF in it: that is a character that cannot be seen"},
        {"a\u3164", "a name cannot have U+3164 in it: that is a character that cannot be seen"},
        {"a\ufe0f", "a name cannot have U+FE0F in it: that is a character that cannot be seen"},
        {"a\U000E0041",
            "a name cannot have U+E0041 in it: that is a character that cannot be seen"},
        {"a\u00a0b", "a name cannot have U+00A0 in it: that is not the plain blank"},
        {"a\u2028b", "a name cannot have U+2028 in it: that is not the plain blank"},
        {"\xef\xbf\xbe", "a name cannot have U+FFFE in it: that is no character of any script"},
        {"\xef\xbf\xbf", "a name cannot have U+FFFF in it: that is no character of any script"},
        {"\U0001F916",
            "a name cannot have U+1F916 in it: that is neither a letter nor a digit nor "
            "punctuation"},
        {"\u0301ann", "U+0301 in a name needs a letter before it"},
        {"x\u0316\u0316\u0316\u0316\u0316", "a letter of a name cannot carry more than 4 marks"},
        {"J\xfcrgen", "a name is UTF-8, and the byte 0xfc in it is not"},
        {"\xed\xa0\x80", "a name is UTF-8, and the byte 0xed in it is not"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[PLAYER_NAME_BYTES];
        struct error e = {0};
        assert_false(player_name_read(name, cases[i].text, &e));
        assert_string_equal(e.words, cases[i].words);
    }
}

static void a_name_is_turned_into_nfc(void **state)
{
    (void)state;
    char name[PLAYER_NAME_BYTES];
    assert_true(player_name_read(name, "Ju\u0308rgen", NULL));
    assert_string_equal(name, "J\u00fcrgen");
    // 32 syllables are 96 parts, and 64 columns; 16 of them fit.
    char parts[200] = "";
    for (int i = 0; i < 16; i++)
        strcat(parts, "\u1112\u1161\u11ab");
    assert_true(player_name_read(name, parts, NULL));
    assert_int_equal(strlen(name), 16 * strlen("\ud55c"));
}

static void a_name_is_made_of_any_text(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
    } cases[] = {{"ann", "ann"}, {"", "bot"}, {"   ", "bot"}, {" a \t b", "a ? b"},
        {"x\x1by", "x?y"}, {"\u202e\u202d", "??"}, {"J\xfcrgen", "J?rgen"}, {"\u0301x", "?x"},
        {"Ju\u0308rgen", "J\u00fcrgen"},
        {"123456789012345678901234567890 bot", "123456789012345678901234567890 b"},
        {"1234567890123456789012345678901 bot", "1234567890123456789012345678901"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[PLAYER_NAME_BYTES];
        player_name_make(name, cases[i].text);
        assert_string_equal(name, cases[i].name);
    }
}

static void names_that_people_cannot_tell_apart_look_alike(void **state)
{
    (void)state;
    assert_true(player_names_look_alike("ann", "ann"));
    assert_true(player_names_look_alike("ann", "\u0430nn")); // Cyrillic
    assert_true(player_names_look_alike("paypal", "p\u0430yp\u0430l"));
    assert_true(player_names_look_alike("O1", "0l"));
    assert_true(player_names_look_alike("barn", "bam"));
    assert_true(player_names_look_alike("ann", "\uff41nn")); // as wide as Chinese
    assert_false(player_names_look_alike("ann", "Ann"));
    assert_false(player_names_look_alike("ann", "anna"));
    assert_false(player_names_look_alike("bot:1", "bot:2"));
    assert_false(player_names_look_alike("u", "\u00fc"));
}

// --- What is written is read again ---

static void put_character(struct text *out, uint32_t code)
{
    if (code < 0x80) {
        text_char(out, (char)code);
    } else if (code < 0x800) {
        text_bytes(out, (char[]){(char)(0xC0 | code >> 6), (char)(0x80 | (code & 0x3F))}, 2);
    } else if (code < 0x10000) {
        text_bytes(out,
            (char[]){(char)(0xE0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3F)),
                (char)(0x80 | (code & 0x3F))},
            3);
    } else {
        text_bytes(out,
            (char[]){(char)(0xF0 | code >> 18), (char)(0x80 | (code >> 12 & 0x3F)),
                (char)(0x80 | (code >> 6 & 0x3F)), (char)(0x80 | (code & 0x3F))},
            4);
    }
}

// One to ten characters of the sorts that have ever made trouble; surrogates and bytes that are not
// UTF-8 among them.
static void draw_text(struct random *r, char bytes[TEXT_BYTES])
{
    static const struct {
        uint32_t from, to;
    } pools[] = {{'a', 'z'}, {'A', 'Z'}, {' ', '~'}, {' ', ' '}, {1, 0x1F}, {0x7F, 0x9F},
        {0x85, 0x85}, {0xA0, 0xFF}, {0x300, 0x36F}, {0x400, 0x45F}, {0x590, 0x6FF}, {0x900, 0x97F},
        {0x1100, 0x11FF}, {0x2000, 0x206F}, {0x2028, 0x2029}, {0x3041, 0x30FF}, {0x3164, 0x3164},
        {0x4E00, 0x4FFF}, {0xAC00, 0xADFF}, {0xD7FF, 0xE000}, {0xFB1D, 0xFDFF}, {0xFE00, 0xFE0F},
        {0xFEFF, 0xFEFF}, {0xFF01, 0xFFEF}, {0xFFF9, 0xFFFF}, {0x1D100, 0x1D1FF},
        {0x1F300, 0x1F9FF}, {0x1FFFE, 0x20010}, {0xE0001, 0xE01EF}, {0x10FFFE, 0x10FFFF},
        {1, 0x10FFFF}};
    static const char yaml[] = "\"'\\#:-{}[]&*!|>%@`,?~\n\t";
    struct text out = text_fixed(bytes, TEXT_BYTES);
    bool tame = random_below(r, 2) == 0; // half of them have a chance to be names
    for (uint64_t i = random_below(r, 10) + 1; i > 0; i--) {
        uint64_t kind = random_below(r, tame ? 12 : 40);
        size_t pool = tame && kind < 8 ? kind % 3 : random_below(r, sizeof pools / sizeof *pools);
        if (kind == 38)
            text_char(&out, (char)(0x80 + random_below(r, 0x80)));
        else if (kind == 39)
            text_char(&out, yaml[random_below(r, sizeof yaml - 1)]);
        else
            put_character(&out,
                pools[pool].from +
                    (uint32_t)random_below(r, pools[pool].to - pools[pool].from + 1));
    }
}

// A contest file with these two texts in it.
static bool write_file(struct text *out, const char *name, const char *text)
{
    struct error e;
    text_string(out, "game: reversi\nrecords: ");
    if (!file_write_text(out, text, &e))
        return false;
    text_string(out, "\nplayers:\n  - {name: somebody else, player: x}\n  - ");
    const struct file_write_pair pairs[] = {
        {"name", name}, {"player", text}, {"wire", NULL}, {"directory", text}};
    bool well = file_write_map(out, pairs, sizeof pairs / sizeof *pairs, &e);
    text_char(out, '\n');
    return well;
}

static void assert_read_again(const char *name, const char *text)
{
    struct text out = text_growing();
    assert_true(write_file(&out, name, text));
    struct contest_file f;
    struct contest_problems problems;
    if (!contest_file_read(&f, out.bytes, out.length, &(struct contest_words){0}, &problems))
        fail_msg("%s\nline %d: %s", out.bytes, problems.list[0].line, problems.list[0].words);
    assert_string_equal(f.players[1].name, name);
    assert_string_equal(f.players[1].player, text);
    assert_string_equal(f.players[1].directory, text);
    assert_string_equal(f.records, text);
    contest_file_destroy(&f);
    text_destroy(&out);
}

static void every_name_that_is_let_in_comes_back_from_a_contest_file(void **state)
{
    (void)state;
    struct random r = random_seeded(85);
    int accepted = 0;
    for (int i = 0; i < TEXTS; i++) {
        char text[TEXT_BYTES], name[PLAYER_NAME_BYTES], made[PLAYER_NAME_BYTES];
        struct error e = {0};
        draw_text(&r, text);
        if (player_name_read(name, text, &e)) {
            accepted++;
            assert_read_again(name, "x");
        } else {
            assert_true(e.words[0] != '\0');
        }
        player_name_make(made, text);
        assert_true(player_name_read(name, made, &e));
        assert_string_equal(name, made);
        assert_read_again(made, "x");
    }
    // Not a test that refuses everything.
    assert_in_range(accepted, TEXTS / 10, TEXTS * 9 / 10);
}

static void every_other_text_comes_back_too_or_is_refused_before(void **state)
{
    (void)state;
    struct random r = random_seeded(86);
    int written = 0;
    for (int i = 0; i < TEXTS; i++) {
        char text[TEXT_BYTES];
        draw_text(&r, text);
        struct text out = text_growing();
        bool well = write_file(&out, "ann", text);
        text_destroy(&out);
        written += well;
        if (well)
            assert_read_again("ann", text);
    }
    assert_in_range(written, TEXTS / 2, TEXTS);
}

// --- The letters that names are made of ---

// As ICU has it.
static struct letter letter_by_icu(UChar32 code)
{
    const uint32_t mask = U_GET_GC_MASK(code);
    const int width = u_getIntPropertyValue(code, UCHAR_EAST_ASIAN_WIDTH);
    const bool hidden = u_hasBinaryProperty(code, UCHAR_NONCHARACTER_CODE_POINT) ||
        (mask & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK)) != 0;
    const bool joins = (code >= 0x1160 && code <= 0x11FF) || (code >= 0xD7B0 && code <= 0xD7FF);
    struct letter letter = {.code = (uint32_t)code, .columns = 1, .shown = !hidden};
    if (hidden)
        return letter;
    if ((mask & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0 || joins)
        letter.columns = 0;
    else if (width == U_EA_WIDE || width == U_EA_FULLWIDTH)
        letter.columns = 2;
    return letter;
}

// Was it there in Unicode 14, which our table is of?
static bool is_old(UChar32 code)
{
    UVersionInfo age;
    u_charAge(code, age);
    return age[0] > 0 && age[0] <= 14;
}

static void every_letter_is_what_icu_says(void **state)
{
    (void)state;
    for (UChar32 code = 1; code <= 0x10FFFF; code++) {
        char bytes[U8_MAX_LENGTH];
        int32_t length = 0;
        if (U_IS_SURROGATE(code) || !is_old(code))
            continue;
        U8_APPEND_UNSAFE(bytes, length, code);
        const struct letter seen = letter_at(bytes, (size_t)length), right = letter_by_icu(code);
        if (seen.bytes != (size_t)length || seen.code != right.code || seen.shown != right.shown ||
            seen.columns != right.columns)
            fail_msg("U+%04X: shown %d, %d columns", (unsigned)code, seen.shown, seen.columns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_people_and_programs_are_names),
        cmocka_unit_test(other_texts_are_refused_and_told_why),
        cmocka_unit_test(a_name_is_turned_into_nfc),
        cmocka_unit_test(a_name_is_made_of_any_text),
        cmocka_unit_test(names_that_people_cannot_tell_apart_look_alike),
        cmocka_unit_test(every_name_that_is_let_in_comes_back_from_a_contest_file),
        cmocka_unit_test(every_other_text_comes_back_too_or_is_refused_before),
        cmocka_unit_test(every_letter_is_what_icu_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
