#include "contest/file_keys.h"

#include "base/nearest.h"
#include "base/quantity.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES_MOST = 64 };

static const char *const kind_words[TREE_KINDS] = {"a text", "a list", "a map"};

// Half characters are only where a text was cut: the tree has seen to that.
void file_tidy_words(char *words)
{
    char *out = words;
    const char *in = words;
    for (size_t left = strlen(words); left > 0;) {
        struct letter letter = letter_at(in, left);
        if (letter.shown)
            memmove(out, in, letter.bytes);
        else
            *out = '?';
        bool is_half = letter.bytes == 1 && letter.code >= 0x80;
        out += is_half ? 0 : letter.shown ? letter.bytes : 1;
        in += letter.bytes;
        left -= letter.bytes;
    }
    *out = '\0';
}

bool file_problem(struct file_reader *r, int line, const char *format, ...)
{
    struct contest_problems *p = r->problems;
    p->count++;
    size_t at = p->kept;
    while (at > 0 && p->list[at - 1].line > line)
        at--;
    if (at == CONTEST_PROBLEMS_MOST)
        return false;
    if (p->kept < CONTEST_PROBLEMS_MOST)
        p->kept++;
    memmove(&p->list[at + 1], &p->list[at], (p->kept - 1 - at) * sizeof *p->list);
    p->list[at].line = line;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(p->list[at].words, sizeof p->list[at].words, format, arguments);
    va_end(arguments);
    file_tidy_words(p->list[at].words);
    return false;
}

// --- Maps ---

static void list_words(struct text *out, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        text_format(out, "%s%s", i > 0 ? ", " : "", words[i]);
}

// The keys of a table; returns how many.
static size_t list_keys(const struct file_key *entries, const char *keys[CHOICES_MOST])
{
    size_t count = 0;
    for (; entries[count].key; count++) {
        assert(count < CHOICES_MOST);
        keys[count] = entries[count].key;
    }
    return count;
}

static const struct file_key *find_entry(const struct file_key *entries, const char *key)
{
    while (entries->key && strcmp(entries->key, key) != 0)
        entries++;
    return entries->key ? entries : NULL;
}

// The entry that a wrong key was meant for, or NULL.
static const struct file_key *nearest_entry(const struct file_key *entries, const char *key)
{
    const char *keys[CHOICES_MOST] = {0};
    int near = nearest_word(key, keys, list_keys(entries, keys));
    return near >= 0 ? &entries[near] : NULL;
}

static bool unknown_key(
    struct file_reader *r, const struct file_key *entries, const struct tree_node *n)
{
    const struct file_key *near = nearest_entry(entries, n->key);
    if (near)
        return file_problem(
            r, n->key_line, "unknown key \"%.40s\". Did you mean \"%s\"?", n->key, near->key);
    const char *keys[CHOICES_MOST] = {0};
    char list[CONTEST_PROBLEM_BYTES];
    struct text all = TEXT_IN(list);
    list_words(&all, keys, list_keys(entries, keys));
    return file_problem(r, n->key_line, "unknown key \"%.40s\"   (%s)", n->key, list);
}

// A key that is there, only mistyped, has been blamed once and is not missing besides.
static bool is_missing(
    const struct file_key *entries, const struct file_key *entry, const struct tree_node *map)
{
    if (!entry->required)
        return false;
    for (const struct tree_node *n = map->first; n; n = n->next) {
        const struct file_key *known = find_entry(entries, n->key);
        if ((known ? known : nearest_entry(entries, n->key)) == entry)
            return false;
    }
    return true;
}

// The entry before this one in the same map with the same key, or NULL.
static const struct tree_node *find_twin(const struct tree_node *map, const struct tree_node *n)
{
    const struct tree_node *first = tree_find(map, n->key);
    return first != n ? first : NULL;
}

static bool read_entry(
    struct file_reader *r, const struct file_key *entries, const struct tree_node *n, void *target)
{
    const struct file_key *entry = find_entry(entries, n->key);
    if (!entry)
        return unknown_key(r, entries, n);
    if (tree_is_empty(n))
        return file_problem(
            r, n->key_line, "\"%s\" has no value: give it one, or delete the line", n->key);
    return entry->read(r, entry, n, (char *)target + entry->offset);
}

bool file_read_map(struct file_reader *r, const struct file_key *entries, const char *what,
    const struct tree_node *map, void *target)
{
    if (map->kind != TREE_MAP)
        return file_problem(
            r, map->line, "%s takes lines of \"KEY: VALUE\", not %s", what, kind_words[map->kind]);
    bool well = true;
    for (const struct tree_node *n = map->first; n; n = n->next) {
        const struct tree_node *twin = find_twin(map, n);
        if (twin)
            well = file_problem(r, n->key_line, "\"%.40s\" is given twice; first in line %d",
                n->key, twin->key_line);
        else
            well = read_entry(r, entries, n, target) && well;
    }
    for (const struct file_key *entry = entries; entry->key; entry++) {
        if (is_missing(entries, entry, map))
            well = file_problem(r, map->line, "\"%s\" is missing", entry->key);
    }
    return well;
}

// --- Values ---

// Notes a problem if the node is not a text: "takes a whole number, not a list".
static bool file_is_text(struct file_reader *r, const struct file_key *entry,
    const struct tree_node *n, const char *wanted)
{
    return n->kind == TREE_TEXT ||
        file_problem(
            r, n->key_line, "\"%s\" takes %s, not %s", entry->key, wanted, kind_words[n->kind]);
}

bool file_keep_text(struct file_reader *r, int line, const char *text, char **target)
{
    *target = strdup(text);
    return *target || file_problem(r, line, "out of memory");
}

bool file_read_text(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    if (!file_is_text(r, entry, n, "a text"))
        return false;
    if (n->text[0] == '\0')
        return file_problem(r, n->line, "\"%s\" is empty", entry->key);
    return file_keep_text(r, n->line, n->text, target);
}

bool file_read_digits(const char *text, int64_t *number)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] != '\0')
        return false;
    errno = 0;
    *number = strtoll(text, NULL, 10);
    return errno == 0;
}

bool file_read_number(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    if (!file_is_text(r, entry, n, "a whole number"))
        return false;
    const char *digits = n->text + (n->text[0] == '-' || n->text[0] == '+');
    if (digits[0] == '\0' || strspn(digits, "0123456789") != strlen(digits))
        return file_problem(
            r, n->line, "\"%s\" takes a whole number, not \"%.40s\"", entry->key, n->text);
    int64_t number;
    if (!file_read_digits(n->text, &number) || number < entry->least || number > entry->most)
        return file_problem(r, n->line,
            "\"%s\" takes a number from %" PRId64 " to %" PRId64 ", not %.40s", entry->key,
            entry->least, entry->most, n->text);
    *(int64_t *)target = number;
    return true;
}

bool file_read_games(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    int64_t number;
    if (!file_read_number(r, entry, n, &number))
        return false;
    if (number % 2 != 0)
        return file_problem(r, n->line,
            "\"%s\" takes an even number, not %" PRId64
            ": games come in pairs, with the seats swapped",
            entry->key, number);
    *(int64_t *)target = number / 2;
    return true;
}

void file_hint(struct text *out, const char *typed, const char *const *words)
{
    size_t count = 0;
    while (words[count])
        count++;
    int near = nearest_word(typed, words, count);
    if (near >= 0)
        text_format(out, ". Did you mean \"%s\"?", words[near]);
    text_string(out, "   (");
    list_words(out, words, count);
    text_char(out, ')');
}

bool file_read_choice(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    if (!file_is_text(r, entry, n, "one word"))
        return false;
    for (int i = 0; entry->words[i]; i++) {
        if (strcmp(entry->words[i], n->text) == 0) {
            *(int *)target = i;
            return true;
        }
    }
    char bytes[HINT_BYTES];
    struct text hint = TEXT_IN(bytes);
    file_hint(&hint, n->text, entry->words);
    return file_problem(r, n->line, "\"%s\" cannot be \"%.40s\"%s", entry->key, n->text, bytes);
}

// --- Sandboxes ---

static const char *const sandbox_names[] = {"none", "open", "closed", NULL};

const char *contest_sandbox_name(int sandbox)
{
    return sandbox_names[sandbox];
}

bool file_read_sandbox(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct file_key choice = *entry;
    choice.words = sandbox_names;
    return file_read_choice(r, &choice, n, target);
}

static bool file_read_path(struct file_reader *r, const struct file_key *entry,
    const struct tree_node *n, struct contest_paths *paths)
{
    if (n->kind != TREE_TEXT || tree_is_empty(n) || n->text[0] == '\0')
        return file_problem(
            r, n->line, "\"%s\" takes files and folders, such as [data, weights.bin]", entry->key);
    if (n->text[0] == '~')
        return file_problem(r, n->line,
            "\"%s\": %.80s is read without a shell: write out what ~ means", entry->key, n->text);
    if (strspn(n->text, "/.") == strlen(n->text) && n->text[0] == '/')
        return file_problem(r, n->line,
            "\"%s\": %.80s is everything there is, also what other bots keep to themselves: name "
            "the folders that it needs",
            entry->key, n->text);
    return file_keep_text(r, n->line, n->text, &paths->list[paths->count]) && ++paths->count > 0;
}

bool file_read_paths(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct contest_paths *paths = target;
    if (n->kind == TREE_MAP)
        return file_problem(r, n->key_line,
            "\"%s\" takes files and folders, such as [data, weights.bin]", entry->key);
    size_t count = n->kind == TREE_TEXT ? 1 : 0;
    for (const struct tree_node *p = n->kind == TREE_LIST ? n->first : NULL; p; p = p->next)
        count++;
    if (count > CONTEST_PATHS_MOST)
        return file_problem(r, n->key_line, "\"%s\" takes at most %d files and folders, not %zu",
            entry->key, CONTEST_PATHS_MOST, count);
    paths->list = calloc(count + 1, sizeof *paths->list);
    if (!paths->list)
        return file_problem(r, n->key_line, "out of memory");
    if (n->kind == TREE_TEXT)
        return file_read_path(r, entry, n, paths);
    bool well = true;
    for (const struct tree_node *p = n->first; p; p = p->next)
        well = file_read_path(r, entry, p, paths) && well;
    return well;
}

void file_destroy_paths(struct contest_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        free(paths->list[i]);
    free(paths->list);
    *paths = (struct contest_paths){0};
}

// --- Times ---

static bool read_duration(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    int64_t ms;
    if (!file_is_text(r, entry, n, "a time such as 500ms or 5s"))
        return false;
    if (!quantity_read_ms(n->text, &ms))
        return file_problem(r, n->line, "\"%s\" takes a time such as 500ms or 5s, not \"%.40s\"",
            entry->key, n->text);
    if (ms < entry->least || ms > entry->most) {
        char bytes[64];
        struct text range = TEXT_IN(bytes);
        quantity_print_ms(&range, entry->least);
        text_string(&range, " to ");
        quantity_print_ms(&range, entry->most);
        return file_problem(
            r, n->line, "\"%s\" takes a time from %s, not %.40s", entry->key, bytes, n->text);
    }
    *(int64_t *)target = ms;
    return true;
}

bool file_read_calendar(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    static const char wanted[] = "a date and a time such as 2026-11-20 18:00";
    if (!file_is_text(r, entry, n, wanted))
        return false;
    return calendar_read(n->text, target) ||
        file_problem(r, n->line,
            "\"%s\" takes %s (local time) or 2026-11-20 18:00+01:00, not \"%.40s\"", entry->key,
            wanted, n->text);
}

// --- Budgets and names ---

enum { DAY_MS = 24 * 60 * 60 * 1000 };

static const struct file_key time_entries[] = {
    {"start", read_duration, .offset = offsetof(struct contest_time, start_ms), .least = 1,
        .most = DAY_MS},
    {"first", read_duration, .offset = offsetof(struct contest_time, first_ms), .least = 1,
        .most = DAY_MS},
    {"request", read_duration, .offset = offsetof(struct contest_time, request_ms), .least = 1,
        .most = DAY_MS},
    {"game", read_duration, .offset = offsetof(struct contest_time, game_ms), .most = DAY_MS},
    {"increment", read_duration, .offset = offsetof(struct contest_time, increment_ms),
        .most = DAY_MS},
    {0},
};

const struct contest_time file_time_unset = {
    CONTEST_UNSET, CONTEST_UNSET, CONTEST_UNSET, CONTEST_UNSET, CONTEST_UNSET};

bool file_read_time(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct contest_time *time = target;
    if (n->kind == TREE_MAP)
        return file_read_map(r, time_entries, "\"time\"", n, time);
    const struct file_key single = {.key = entry->key, .least = 1, .most = DAY_MS};
    return read_duration(r, &single, n, &time->request_ms);
}

// --- Limits ---

static bool file_read_limit(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct contest_limits *limits = target;
    enum contest_limit limit;
    struct error e;
    if (!file_is_text(r, entry, n, "an amount") || !contest_limit_find(entry->key, &limit))
        return false;
    return contest_limit_read(limit, n->text, &limits->of[limit], &e) ||
        file_problem(r, n->line, "%s", e.words);
}

bool file_read_limits(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct file_key entries[CONTEST_LIMITS + 1] = {0};
    for (int i = 0; i < CONTEST_LIMITS; i++)
        entries[i] = (struct file_key){
            .key = contest_limit_name((enum contest_limit)i), .read = file_read_limit};
    char what[48];
    struct text name = TEXT_IN(what);
    text_format(&name, "\"%s\"", entry->key);
    return file_read_map(r, entries, what, n, target);
}

bool file_check_title(struct file_reader *r, int line, const char *title)
{
    size_t left = strlen(title), letters = 0;
    bool ends = title[0] == ' ' || title[left - 1] == ' ';
    for (; left > 0; letters++) {
        struct letter letter = letter_at(title, left);
        if (!letter.shown)
            return file_problem(r, line,
                "a contest's name is one line without control and format characters, and U+%04X is "
                "one",
                letter.code);
        title += letter.bytes;
        left -= letter.bytes;
    }
    if (letters > CONTEST_TITLE_LETTERS)
        return file_problem(r, line, "a contest's name has 1 to %d characters, not %zu",
            CONTEST_TITLE_LETTERS, letters);
    return !ends || file_problem(r, line, "a contest's name cannot begin or end with a blank");
}
