#include "contest/player_name.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

enum {
    TEXT_BYTES_MOST = 512, // of what may become a name, before it is in NFC
    NFC_GROWTH = 3,        // a text has at most so many times its length in NFC
    MARKS_MOST = 4,        // on one letter: UTS #39, 5.4
};

// --- Characters ---

static bool is_mark(uint32_t code)
{
    return (U_GET_GC_MASK((UChar32)code) & U_GC_M_MASK) != 0;
}

static bool is_allowed(struct letter letter)
{
    const uint32_t allowed =
        U_GC_L_MASK | U_GC_MN_MASK | U_GC_MC_MASK | U_GC_ND_MASK | U_GC_P_MASK | U_GC_SC_MASK;
    if (!letter.shown || letter.code < 0x7F)
        return letter.shown;
    return (U_GET_GC_MASK((UChar32)letter.code) & allowed) != 0 &&
        !u_hasBinaryProperty((UChar32)letter.code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

static bool refuse_character(struct letter letter, struct error *e)
{
    uint32_t mask = U_GET_GC_MASK((UChar32)letter.code);
    if (letter.bytes == 1 && letter.code >= 0x80)
        return error_set(e, "a name is UTF-8, and the byte 0x%02x in it is not", letter.code);
    const char *what = "neither a letter nor a digit nor punctuation";
    if (mask & U_GC_CC_MASK)
        what = "a control character";
    else if (mask & (U_GC_CN_MASK | U_GC_CO_MASK | U_GC_CS_MASK))
        what = "no character of any script";
    else if (mask & U_GC_Z_MASK)
        what = "not the plain blank";
    else if (!letter.shown ||
        u_hasBinaryProperty((UChar32)letter.code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
        what = "a character that cannot be seen";
    return error_set(e, "a name cannot have U+%04X in it: that is %s", letter.code, what);
}

// --- Normal form ---

// Converts a text that is UTF-8 and has at most TEXT_BYTES_MOST bytes. Returns false if memory runs
// out.
static bool player_name_normalise(struct text *out, const char *text)
{
    UChar from[TEXT_BYTES_MOST + 1], to[NFC_GROWTH * TEXT_BYTES_MOST + 1];
    char bytes[3 * NFC_GROWTH * TEXT_BYTES_MOST + 1];
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    u_strFromUTF8(from, sizeof from / sizeof *from, &length, text, -1, &status);
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&status);
    length = unorm2_normalize(nfc, from, length, to, sizeof to / sizeof *to, &status);
    u_strToUTF8(bytes, sizeof bytes, &length, to, length, &status);
    if (U_FAILURE(status))
        return false;
    text_bytes(out, bytes, (size_t)length);
    return !out->cut;
}

// --- Reading ---

static bool check_utf8(const char *text, struct error *e)
{
    for (size_t left = strlen(text); left > 0;) {
        struct letter letter = letter_at(text, left);
        if (letter.bytes == 1 && letter.code >= 0x80)
            return refuse_character(letter, e);
        text += letter.bytes;
        left -= letter.bytes;
    }
    return true;
}

// Of a text in NFC.
static bool check_characters(const char *name, struct error *e)
{
    int letters = 0, columns = 0, marks = 0;
    uint32_t before = ' ';
    for (size_t left = strlen(name); left > 0; letters++) {
        struct letter letter = letter_at(name, left);
        marks = is_mark(letter.code) ? marks + 1 : 0;
        if (!is_allowed(letter))
            return refuse_character(letter, e);
        if (letter.code == ' ' && before == ' ')
            return letters == 0 ? error_set(e, "a name cannot begin or end with a blank")
                                : error_set(e, "a name cannot have two blanks in a row");
        if (marks > 0 && before == ' ')
            return error_set(e, "U+%04X in a name needs a letter before it", letter.code);
        if (marks > MARKS_MOST)
            return error_set(e, "a letter of a name cannot carry more than %d marks", MARKS_MOST);
        before = letter.code;
        columns += letter.columns;
        name += letter.bytes;
        left -= letter.bytes;
    }
    if (letters == 0 || letters > PLAYER_NAME_LETTERS)
        return error_set(e, "a name has 1 to %d characters, not %d", PLAYER_NAME_LETTERS, letters);
    if (before == ' ')
        return error_set(e, "a name cannot begin or end with a blank");
    return columns <= PLAYER_NAME_LETTERS ||
        error_set(e, "a name is at most %d columns wide, not %d", PLAYER_NAME_LETTERS, columns);
}

bool player_name_read(char name[PLAYER_NAME_BYTES], const char *text, struct error *e)
{
    size_t length = strlen(text);
    if (length > TEXT_BYTES_MOST)
        return error_set(
            e, "a name has 1 to %d characters, not %zu bytes", PLAYER_NAME_LETTERS, length);
    struct text normal = text_growing();
    bool well = check_utf8(text, e) &&
        (player_name_normalise(&normal, text) || error_set(e, "out of memory")) &&
        check_characters(normal.bytes, e);
    if (well)
        memcpy(name, normal.bytes, normal.length + 1);
    text_destroy(&normal);
    return well;
}

// --- Making ---

// The beginning of any text, as UTF-8.
static void take_beginning(struct text *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        struct letter letter = letter_at(text, left);
        if (out->length + letter.bytes > TEXT_BYTES_MOST)
            break;
        if (letter.bytes == 1 && letter.code >= 0x80)
            text_char(out, '?');
        else
            text_bytes(out, text, letter.bytes);
        text += letter.bytes;
        left -= letter.bytes;
    }
}

// A character that is not allowed becomes "?"; a blank too many is left out.
static void keep_allowed(struct text *out, const char *text)
{
    int letters = 0, columns = 0, marks = 0;
    char before = ' ';
    for (size_t left = strlen(text); left > 0 && letters < PLAYER_NAME_LETTERS;) {
        struct letter letter = letter_at(text, left);
        marks = is_mark(letter.code) ? marks + 1 : 0;
        bool stays = is_allowed(letter) && marks <= MARKS_MOST && (marks == 0 || before != ' ');
        int width = stays ? letter.columns : 1;
        if (columns + width > PLAYER_NAME_LETTERS)
            break;
        if (!stays)
            text_char(out, '?');
        else if (letter.code != ' ' || before != ' ')
            text_bytes(out, text, letter.bytes);
        if (letter.code != ' ' || before != ' ') {
            letters++;
            columns += width;
        }
        before = letter.code == ' ' ? ' ' : 'x';
        text += letter.bytes;
        left -= letter.bytes;
    }
    while (out->length > 0 && out->bytes[out->length - 1] == ' ')
        out->bytes[--out->length] = '\0';
}

void player_name_make(char name[PLAYER_NAME_BYTES], const char *text)
{
    char array[TEXT_BYTES_MOST + 1];
    struct text beginning = TEXT_IN(array), normal = text_growing();
    struct text own = text_fixed(name, PLAYER_NAME_BYTES);
    take_beginning(&beginning, text);
    if (player_name_normalise(&normal, array))
        keep_allowed(&own, normal.bytes);
    text_destroy(&normal);
    if (own.length == 0)
        text_string(&own, "bot");
}

// --- Looks ---

char *player_name_look(const char *name)
{
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&status);
    int32_t length = uspoof_getSkeletonUTF8(checker, 0, name, -1, NULL, 0, &status);
    char *look = NULL;
    if (status == U_BUFFER_OVERFLOW_ERROR) {
        status = U_ZERO_ERROR;
        look = malloc((size_t)length + 1);
        if (look)
            uspoof_getSkeletonUTF8(checker, 0, name, -1, look, length + 1, &status);
    }
    if (checker)
        uspoof_close(checker);
    if (U_FAILURE(status)) {
        free(look);
        return NULL;
    }
    return look;
}

bool player_names_look_alike(const char *a, const char *b)
{
    char *looks[] = {player_name_look(a), player_name_look(b)};
    bool alike = looks[0] && looks[1] ? strcmp(looks[0], looks[1]) == 0 : strcmp(a, b) == 0;
    free(looks[0]);
    free(looks[1]);
    return alike;
}

void player_name_library(struct text *out)
{
    UVersionInfo version;
    char text[U_MAX_VERSION_STRING_LENGTH];
    u_getVersion(version);
    u_versionToString(version, text);
    text_format(out, "ICU %s", text);
}
