#include "fleet/lease_needs.h"

#include "arena/requirement.h"
#include "base/words.h"

#include <stdio.h>
#include <string.h>

void lease_needs_layer_word(char word[LEASE_NEEDS_WORD_BYTES], enum sandbox_layer layer)
{
    snprintf(word, LEASE_NEEDS_WORD_BYTES, "layer:%s", sandbox_layer_name(layer));
}

void lease_needs_tool_word(char word[LEASE_NEEDS_WORD_BYTES], const char *program)
{
    snprintf(word, LEASE_NEEDS_WORD_BYTES, "tool:%s", program);
}

static void lease_needs_add(struct lease_needs *n, const char word[LEASE_NEEDS_WORD_BYTES])
{
    for (size_t i = 0; i < n->can_count; i++) {
        if (strcmp(n->can[i], word) == 0)
            return;
    }
    if (n->can_count < LEASE_NEEDS_WORDS_MOST)
        snprintf(n->can[n->can_count++], LEASE_NEEDS_WORD_BYTES, "%s", word);
}

static void lease_needs_add_layers(struct lease_needs *n, const struct contest_file *f)
{
    sandbox_layers required = 0;
    requirement_of_file(f, &required, NULL); // whether it makes sense was checked before
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++) {
        char word[LEASE_NEEDS_WORD_BYTES];
        lease_needs_layer_word(word, (enum sandbox_layer)i);
        if (required & 1u << i)
            lease_needs_add(n, word);
    }
}

// --- Entries ---

// Finds the program of a command; "" if it is a file of the entry, or cannot be told.
static void lease_needs_program(char program[LEASE_NEEDS_WORD_BYTES], const char *command)
{
    struct words words;
    program[0] = '\0';
    if (!words_split(command, &words, NULL))
        return;
    if (words.list[0] && !strchr(words.list[0], '/'))
        snprintf(program, LEASE_NEEDS_WORD_BYTES, "%s", words.list[0]);
    words_destroy(&words);
}

// Calls `each` for every command of the recipe, until it returns false.
static bool lease_needs_walk(const struct recipe *r,
    bool (*each)(void *user, const char *program, struct error *e), void *user, struct error *e)
{
    char program[LEASE_NEEDS_WORD_BYTES];
    bool well = true;
    for (char *const *command = r->build; well && *command; command++) {
        lease_needs_program(program, *command);
        well = program[0] == '\0' || each(user, program, e);
    }
    lease_needs_program(program, r->run);
    return well && (program[0] == '\0' || each(user, program, e));
}

static bool lease_needs_add_program(void *user, const char *program, struct error *e)
{
    char word[LEASE_NEEDS_WORD_BYTES];
    (void)e;
    lease_needs_tool_word(word, program);
    lease_needs_add(user, word);
    return true;
}

static bool lease_needs_check_program(void *user, const char *program, struct error *e)
{
    const char *name = user;
    char bytes[ERROR_WORDS_BYTES / 2];
    struct text known = TEXT_IN(bytes);
    if (recipe_package(program))
        return true;
    for (size_t i = 0; recipe_program(i); i++)
        text_format(&known, "%s%s", i > 0 ? ", " : "", recipe_program(i));
    return error_set(e, "%.40s needs %.40s, and no worker says whether it has that   (%s)", name,
        program, bytes);
}

bool lease_needs_check(const struct roster *roster, struct error *e)
{
    for (size_t i = 0; i < roster->count; i++) {
        const struct recipe *r = &roster->builds[i].entry.recipe;
        if (r->run && !lease_needs_walk(r, lease_needs_check_program, roster->players[i].name, e))
            return false;
    }
    return true;
}

// A limit that somebody has written down tells what a bot needs; the default tells nothing.
static int64_t lease_needs_memory(const struct roster *roster, size_t player)
{
    const struct contest_file *f = &roster->definition->file;
    const struct recipe *r = &roster->builds[player].entry.recipe;
    bool is_said = f->limits.of[CONTEST_LIMIT_MEMORY] > 0 ||
        f->players[player].limits.of[CONTEST_LIMIT_MEMORY] > 0 ||
        (r->run && r->limits.of[CONTEST_LIMIT_MEMORY] > 0);
    return is_said && r->run ? roster->players[player].sandbox.limits.memory_bytes : 0;
}

void lease_needs_find(struct lease_needs *n, const struct roster *roster, const int players[SEATS])
{
    const struct contest_file *f = &roster->definition->file;
    bool starts_bots = false;
    *n = (struct lease_needs){.cores = 1, .speed = (double)f->min_speed_percent / 100};
    for (int seat = 0; seat < SEATS; seat++) {
        size_t player = (size_t)players[seat];
        const struct recipe *r = &roster->builds[player].entry.recipe;
        n->memory_bytes += lease_needs_memory(roster, player);
        if (!r->run)
            continue;
        starts_bots = true;
        lease_needs_walk(r, lease_needs_add_program, n, NULL);
    }
    if (!starts_bots)
        return;
    lease_needs_add_layers(n, f);
    n->cores = f->cores > 0 ? SEATS * f->cores : 1;
}
