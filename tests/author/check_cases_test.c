// The cases of `agon check` against the pages: every rule of a protocol is exercised by a case, or
// is named as one that binds the arena only; and docs/checking.md shows the cases that there are.
// The argument is the folder docs.
#include "author/check.h"
#include "author/check/case.h"
#include "base/whole_file.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PAGE_BYTES = 1 << 17, PATH_BYTES = 4096, RULE_BYTES = 8 };

static const char *docs_folder;

static const char *const wire_of[FAMILIES] = {[FAMILY_HGP] = "hgp",
    [FAMILY_SANTORINI] = "santorini",
    [FAMILY_COURSE] = "santorini-course",
    [FAMILY_STONES] = "stones"};

static char *page_read(const char *name)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s.md", docs_folder, name);
    FILE *file = fopen(path, "r");
    char *bytes = calloc(1, PAGE_BYTES);
    assert_non_null(file);
    assert_non_null(bytes);
    assert_true(fread(bytes, 1, PAGE_BYTES - 1, file) < PAGE_BYTES - 1);
    fclose(file);
    return bytes;
}

// Takes the next id of a rule, such as "S10", behind `at`. Returns NULL if the line has none.
static const char *rule_next(const char *at, char rule[RULE_BYTES])
{
    for (; *at && *at != '\n'; at++) {
        size_t digits = strspn(at + 1, "0123456789");
        if (!strchr("GRST", *at) || digits == 0 || digits > 2 ||
            isalnum((unsigned char)at[1 + digits]))
            continue;
        snprintf(rule, RULE_BYTES, "%.*s", (int)digits + 1, at);
        return at + digits + 1;
    }
    return NULL;
}

static bool rule_is_in(const char *rule, const char *list)
{
    char found[RULE_BYTES];
    while (list && (list = rule_next(list, found))) {
        if (strcmp(found, rule) == 0)
            return true;
    }
    return false;
}

static bool rule_is_covered(const char *rule, enum family family)
{
    for (const struct arena_rule *a = arena_rules; a->rule; a++) {
        if (strcmp(a->rule, rule) == 0)
            return true;
    }
    for (const struct check_case *c = check_cases; c->id; c++) {
        if (rule_is_in(rule, c->rules[family]))
            return true;
    }
    return false;
}

// The rows of a page's table of rules begin with the ids: "| G2, G3 | ...".
static void every_rule_of_a_protocol_page_has_a_case(void **state)
{
    (void)state;
    for (int family = 0; family < FAMILIES; family++) {
        char name[64], rule[RULE_BYTES];
        int seen = 0;
        snprintf(name, sizeof name, "protocols/%s", wire_of[family]);
        char *page = page_read(name);
        for (char *line = strtok(page, "\n"); line; line = strtok(NULL, "\n")) {
            char *cell = strncmp(line, "| ", 2) == 0 ? line + 2 : NULL;
            if (!cell || !strchr("GRST", cell[0]) || !isdigit((unsigned char)cell[1]))
                continue;
            *strchr(cell, '|') = '\0';
            for (const char *at = cell; (at = rule_next(at, rule)); seen++) {
                if (!rule_is_covered(rule, (enum family)family))
                    fail_msg("%s: no case exercises %s", wire_of[family], rule);
            }
        }
        assert_true(seen >= 9);
        free(page);
    }
}

// Each ruling begins with its id: "- **G1 Framing.**". Those of letter G are for all protocols.
static void every_ruling_for_all_protocols_has_a_case_in_each(void **state)
{
    (void)state;
    char *page = page_read("rulings"), rule[RULE_BYTES];
    int seen = 0;
    for (const char *at = page; (at = strstr(at, "\n- **G")); seen++) {
        at += strlen("\n- **");
        assert_non_null(rule_next(at, rule));
        for (int family = 0; family < FAMILIES; family++) {
            if (!rule_is_covered(rule, (enum family)family))
                fail_msg("%s: no case exercises %s", wire_of[family], rule);
        }
    }
    assert_int_equal(seen, 10);
    free(page);
}

static void every_rule_of_a_case_is_a_ruling(void **state)
{
    (void)state;
    char *page = page_read("rulings"), rule[RULE_BYTES], begin[32];
    for (const struct check_case *c = check_cases; c->id; c++) {
        for (int family = 0; family < FAMILIES; family++) {
            for (const char *at = c->rules[family]; at && (at = rule_next(at, rule));) {
                snprintf(begin, sizeof begin, "\n- **%s", rule);
                if (!strstr(page, begin))
                    fail_msg("%s: there is no ruling %s", c->id, rule);
            }
        }
    }
    free(page);
}

static void the_page_shows_every_case(void **state)
{
    (void)state;
    char *page = page_read("checking"), row[256];
    for (const struct check_case *c = check_cases; c->id; c++) {
        snprintf(row, sizeof row, "\n| `%s` | %s |", c->id, c->title);
        if (!strstr(page, row))
            fail_msg("docs/checking.md has no row of %s: %s", c->id, row + 1);
    }
    for (const struct arena_rule *a = arena_rules; a->rule; a++) {
        snprintf(row, sizeof row, "\n| %s | %s |", a->rule, a->why);
        if (!strstr(page, row))
            fail_msg("docs/checking.md has no row of %s", a->rule);
    }
    free(page);
}

// A plan is the same for the same seed, its game has begun, and its protocol can begin there.
static void every_planned_game_can_begin(void **state)
{
    (void)state;
    for (const struct check_case *c = check_cases; c->id; c++) {
        for (int family = 0; family < FAMILIES; family++) {
            for (int i = 0; i < c->games[family] && i < 24; i++) {
                const struct wire *w = wire_find(wire_of[family], NULL);
                const struct plan_setting setting = {
                    .wire = w, .seed = 7 + (uint64_t)i, .index = i};
                struct game_plan plan, again;
                c->plan(&setting, &plan);
                c->plan(&setting, &again);
                assert_true(position_equal(&plan.start, &again.start));
                assert_true(plan.seat == 0 || plan.seat == 1);
                assert_false(w->game->outcome(&plan.start).over);
                assert_true(wire_can_begin(w, &plan.start, NULL));
            }
        }
    }
}

int main(int argc, char **argv)
{
    docs_folder = argc > 1 ? argv[1] : "docs";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_of_a_protocol_page_has_a_case),
        cmocka_unit_test(every_ruling_for_all_protocols_has_a_case_in_each),
        cmocka_unit_test(every_rule_of_a_case_is_a_ruling),
        cmocka_unit_test(the_page_shows_every_case),
        cmocka_unit_test(every_planned_game_can_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
