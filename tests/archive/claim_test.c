// Times and messages of claimed records. The first argument is the folder of the golden records,
// which the referee has written: they hold. What is changed in them does not.
#include "archive/claim/claimed_messages.h"
#include "archive/claim/claimed_times.h"

#include "base/whole_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *folder;
static const char *const goldens[] = {"hgp", "illegal", "malformed", "santorini",
    "santorini-course", "stones", "stones-quoted", "timeout"};

static struct text golden(const char *name)
{
    char path[512];
    struct error e;
    struct text record = text_growing();
    snprintf(path, sizeof path, "%s/%s.jsonl", folder, name);
    assert_true(whole_file_read(path, 1 << 20, &record, &e));
    return record;
}

// Puts `new` in the place of the last `old`.
static void change(struct text *record, const char *old, const char *new)
{
    struct text out = text_growing();
    const char *last = NULL;
    for (const char *at = record->bytes; (at = strstr(at, old)); at++)
        last = at;
    assert_non_null(last);
    text_bytes(&out, record->bytes, (size_t)(last - record->bytes));
    text_string(&out, new);
    text_string(&out, last + strlen(old));
    text_destroy(record);
    *record = out;
}

// With the budgets that the record tells.
static bool holds(const struct text *record, struct error *e)
{
    struct recorded_game g;
    struct budget own[SEATS];
    const struct budget *budgets[SEATS] = {&own[0], &own[1]};
    bool out_of_memory = false;
    bool read = recorded_game_read(&g, record->bytes, record->length, e);
    if (!read)
        print_error("%s\n", e->words);
    assert_true(read);
    for (int seat = 0; seat < SEATS; seat++) {
        const struct recorded_player *p = &g.players[seat];
        own[seat] = (struct budget){.start_ns = p->start_ms * NS_PER_MS,
            .first_ns = p->first_ms * NS_PER_MS,
            .request_ns = p->request_ms * NS_PER_MS,
            .game_ns = p->game_ms * NS_PER_MS,
            .increment_ns = p->increment_ms * NS_PER_MS};
    }
    bool well =
        claimed_times_check(&g, budgets, e) && claimed_messages_check(&g, &out_of_memory, e);
    assert_false(out_of_memory);
    recorded_game_destroy(&g);
    return well;
}

struct forgery {
    const char *golden, *old, *new, *why; // `why` is NULL: it holds all the same
};

static void try_forgeries(const struct forgery *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct error e = {0};
        struct text record = golden(list[i].golden);
        change(&record, list[i].old, list[i].new);
        bool well = holds(&record, &e);
        if (well != !list[i].why || (list[i].why && !strstr(e.words, list[i].why)))
            print_error("%s with %s: %s\n", list[i].golden, list[i].new, e.words);
        assert_int_equal(well, !list[i].why);
        assert_true(well || strstr(e.words, list[i].why));
        text_destroy(&record);
    }
}
#define TRY_FORGERIES(list) try_forgeries(list, sizeof(list) / sizeof *(list))

static void what_the_referee_has_written_holds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        struct error e = {0};
        struct text record = golden(goldens[i]);
        bool well = holds(&record, &e);
        if (!well)
            print_error("%s: %s\n", goldens[i], e.words);
        assert_true(well);
        text_destroy(&record);
    }
}

static void a_move_costs_no_more_than_there_was(void **state)
{
    (void)state;
    static const struct forgery list[] = {
        {"hgp", "\"charged_us\":1000", "\"charged_us\":1001", "another time than it took"},
        {"hgp", "\"charged_us\":1000", "\"charged_us\":-1", "another time than it took"},
        {"hgp", "\"wall_us\":1000,\"charged_us\":1000", "\"wall_us\":100000,\"charged_us\":100000",
            NULL}, // exactly its budget
        {"hgp", "\"wall_us\":1000,\"charged_us\":1000", "\"wall_us\":100001,\"charged_us\":100001",
            "100001 us of 100000"},
        {"hgp", "\"wall_us\":1000,\"charged_us\":1000",
            "\"wall_us\":999999999999999999,\"charged_us\":999999999999999999", "nobody lost"},
        {"hgp", "\"game_ms\":0,\"increment_ms\":0", "\"game_ms\":2,\"increment_ms\":2", NULL},
        {"hgp", "\"game_ms\":0,\"increment_ms\":0", "\"game_ms\":20,\"increment_ms\":0", "us of 0"},
    };
    TRY_FORGERIES(list);
}

static void who_lost_on_time_has_used_it_up(void **state)
{
    (void)state;
    static const struct forgery list[] = {
        {"timeout", "\"charged_us\":560000", "\"charged_us\":5000", "do not show"},
        {"timeout", "\"charged_us\":560000", "\"charged_us\":499000", "do not show"},
        {"timeout", "\"charged_us\":560000", "\"charged_us\":600001", "do not show"},
        {"timeout", "\"limit_ms\":500", "\"limit_ms\":100", "do not show"},
        {"timeout", "\"first_ms\":500", "\"first_ms\":600", "do not show"},
        {"timeout", "\"wall_us\":600000}", "\"wall_us\":599999}", "do not show"},
        {"timeout", "560 ms charged", "5 ms charged", "the words"},
        {"timeout", "charged of 500", "charged of 5000", "the words"},
        {"timeout", "\"rule\":\"G9\"", "\"rule\":\"G5\"", "by a rule"},
        {"timeout", "\"player\":\"./ann\",\"wire\":\"stones\"", "\"player\":\"@7\",\"wire\":null",
            "do not show"}, // it would have to be 1 s late
    };
    TRY_FORGERIES(list);
}

static void a_refused_move_is_there_and_is_wrong(void **state)
{
    (void)state;
    static const struct forgery list[] = {
        {"illegal", "[\\\"place\\\",\\n 6,6]", "[\\\"place\\\",\\n 5,5]", "do not lead"},
        {"illegal", "\"rule\":\"S4\"", "\"rule\":\"S5\"", "do not show the end"},
        {"illegal", "\"verdict\":\"ILLEGAL\"", "\"verdict\":\"MALFORMED\"", "do not show the end"},
        {"illegal", "\"verdict\":\"ILLEGAL\",\"winner\":1,\"blame\":0,\"rule\":\"S4\"",
            "\"verdict\":\"CRASH\",\"winner\":1,\"blame\":0,\"rule\":\"G5\"", "over before that"},
        {"illegal", "{\"type\":\"from\",\"seat\":0,\"at_us\":12000,\"text\"",
            "{\"type\":\"to\",\"seat\":0,\"at_us\":12000,\"text\"", "do not show the end"},
        {"malformed", "d3 \\ufffd", "d3 \\ufffe", NULL},
        {"malformed", "\"text\":\"d3 \\ufffd\\u001b[2J\"", "\"message\":{\"placed\":[2,3]}",
            "its messages do not"},
        {"malformed", "\"verdict\":\"MALFORMED\",\"winner\":1,\"blame\":0,\"rule\":\"G3\"",
            "\"verdict\":\"LIMIT\",\"winner\":1,\"blame\":0,\"rule\":\"G9\"", "by a rule"},
    };
    TRY_FORGERIES(list);
}

static void a_move_is_the_one_that_was_sent(void **state)
{
    (void)state;
    static const struct forgery list[] = {
        {"santorini-course", "\"message\":[3,3]}", "\"message\":[3,2]}", "do not lead"},
        {"santorini-course", "\"move\":\"33\",\"wall_us\":1000,\"charged_us\":1000",
            "\"move\":\"33\",\"forced\":true", "do not lead"},
    };
    TRY_FORGERIES(list);
}

// Cuts a game off after its first four moves, and ends it otherwise.
static struct text broken_off(const char *name, const char *end)
{
    struct text whole = golden(name), out = text_growing();
    const char *at = whole.bytes;
    for (int i = 0; i < 4; i++)
        at = strstr(at, "{\"type\":\"move\"") + 1;
    at = strchr(at, '\n') + 1;
    text_bytes(&out, whole.bytes, (size_t)(at - whole.bytes));
    text_string(&out, end);
    text_destroy(&whole);
    return out;
}

static void who_gave_up_has_said_so(void **state)
{
    (void)state;
    static const char end[] =
        "{\"type\":\"end\",\"verdict\":\"WON\",\"winner\":1,\"blame\":null,\"rule\":null,"
        "\"explanation\":\"bob beats ann: ann gave up\",\"moves\":4,\"wall_us\":9000}\n";
    struct error e = {0};
    struct text silent = broken_off("santorini-course", end);
    assert_false(holds(&silent, &e));
    assert_non_null(strstr(e.words, "do not show the end"));
    change(&silent, "{\"type\":\"end\"",
        "{\"type\":\"from\",\"seat\":0,\"at_us\":9000,"
        "\"message\":\"ann\"}\n{\"type\":\"end\"");
    assert_true(holds(&silent, &e));
    struct text other = broken_off("stones", end);
    assert_false(holds(&other, &e));
    text_destroy(&silent);
    text_destroy(&other);
}

static void a_built_in_player_makes_no_fault(void **state)
{
    (void)state;
    static const struct {
        const char *verdict, *rule;
    } faults[] = {{"CRASH", "G5"}, {"DISCONNECT", "G5"}, {"LIMIT", "G5"}, {"FLOOD", "G2"},
        {"ILLEGAL", "T1"}, {"MALFORMED", "G3"}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char end[320];
        struct error e = {0};
        snprintf(end, sizeof end,
            "{\"type\":\"end\",\"verdict\":\"%s\",\"winner\":1,\"blame\":0,\"rule\":\"%s\","
            "\"explanation\":\"ann: went\",\"moves\":4,\"wall_us\":9000}\n",
            faults[i].verdict, faults[i].rule);
        struct text bot = broken_off("stones", end);
        assert_int_equal(holds(&bot, &e), i < 4); // nobody can tell
        change(&bot, "\"name\":\"ann\",\"player\":\"./ann\",\"wire\":\"stones\"",
            "\"name\":\"ann\",\"player\":\"@7\",\"wire\":null");
        assert_false(holds(&bot, &e));
        assert_non_null(
            strstr(e.words, i < 4 ? "a built-in player cannot" : "do not show the end"));
        text_destroy(&bot);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return EXIT_FAILURE;
    folder = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_referee_has_written_holds),
        cmocka_unit_test(a_move_costs_no_more_than_there_was),
        cmocka_unit_test(who_lost_on_time_has_used_it_up),
        cmocka_unit_test(a_refused_move_is_there_and_is_wrong),
        cmocka_unit_test(a_move_is_the_one_that_was_sent),
        cmocka_unit_test(who_gave_up_has_said_so),
        cmocka_unit_test(a_built_in_player_makes_no_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
