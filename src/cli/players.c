#include "cli/players.h"

#include "brains/brain.h"
#include "brains/pace.h"
#include "cli/human.h"
#include "cli/terminal.h"
#include "link/words.h"

#include <stdio.h>
#include <string.h>

static move think_built_in(const struct player *player, const struct ask *ask, void **memory)
{
    const struct brain *brain = player->user;
    if (brain_is_instant(brain))
        return brain_choose(brain, ask->game, ask->position, ask->seed);
    if (!*memory)
        *memory = mind_create(brain, ask->game, 0);
    if (!*memory)
        return MOVE_NONE;
    const struct limits limits = {
        .time_ns = pace_ns(&(struct allowance){ask->limit_ns, ask->left_ns, ask->increment_ns}),
        .book = true};
    struct thought thought;
    mind_think(*memory, ask->position, &limits, ask->seed, ask->stop, &thought);
    return thought.best;
}

static void forget_game(void *memory)
{
    mind_destroy(memory);
}

// The part of a path that says most: "bots/my.bot.py" is "my.bot".
static void take_name(char name[REFEREE_NAME_BYTES], const char *path, size_t length)
{
    const char *end = path + length, *start = path;
    for (const char *c = path; c + 1 < end; c++) {
        if (*c == '/')
            start = c + 1;
    }
    const char *dot = NULL;
    for (const char *c = start + 1; c < end; c++) {
        if (*c == '.')
            dot = c;
    }
    if (dot)
        end = dot;
    size_t count = 0;
    for (const char *c = start; c < end && count + 4 < REFEREE_NAME_BYTES; c++) {
        if (*c != '"' && *c != '\'' && *c != '\\')
            name[count++] = *c;
    }
    name[count] = '\0';
}

static bool is_interpreter(const char *name)
{
    static const char *const interpreters[] = {"python", "python2", "python3", "node", "java",
        "ruby", "perl", "sh", "bash", "dash", "lua", "php", "julia", "env", "mono", "dotnet",
        "deno", "bun", "racket", "guile", "ocaml", "Rscript", "stdbuf", "nice", "taskset", "pypy3"};
    for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++) {
        if (strcmp(interpreters[i], name) == 0)
            return true;
    }
    return false;
}

static bool is_named(const char *name)
{
    return name[0] != '\0' && !is_interpreter(name);
}

// A command is called after its program; behind an interpreter, after the script it runs.
static void name_command(char name[REFEREE_NAME_BYTES], const char *text)
{
    struct words words;
    struct error e; // without memory it has no name of its own
    bool is_code = false;
    bool split = words_split(text, &words, &e);
    for (size_t i = 0; split && i < words.count && !is_named(name); i++) {
        const char *word = words.list[i];
        // The name of a file may have blanks; of code it is the first word.
        size_t length = is_code ? strcspn(word, " \t\n") : strlen(word);
        // Not an option, an address to be filled in, or a variable for `env`.
        if (*word != '-' && !memchr(word, '{', length) && !memchr(word, '=', length))
            take_name(name, word, length);
        is_code = strcmp(word, "-c") == 0 || strcmp(word, "-e") == 0;
    }
    if (split)
        words_destroy(&words);
    if (name[0] == '\0')
        snprintf(name, REFEREE_NAME_BYTES, "bot");
}

bool player_read(struct player *p, const char *text, const struct game *game,
    const struct wire *wire, struct error *e)
{
    *p = (struct player){.text = text};
    if (text[0] == '@') {
        const struct brain *brain = brain_find(text, e);
        if (!brain || !brain_plays(brain, game, e))
            return false;
        p->think = think_built_in;
        p->forget = forget_game;
        p->user = brain;
        p->instant = brain_is_instant(brain);
        snprintf(p->name, sizeof p->name, "%s", brain->name);
        return true;
    }
    if (strcmp(text, "human") == 0) {
        p->think = human_think;
        p->untimed = true;
        snprintf(p->name, sizeof p->name, "human");
        return true;
    }
    enum link_kind kind;
    if (!link_check(text, &kind, e))
        return false;
    if (!wire)
        return error_set(
            e, "this game has no protocol for bots: only built-in players can play it");
    p->wire = wire;
    if (kind == LINK_COMMAND || kind == LINK_DIAL_IN)
        name_command(p->name, text);
    else
        snprintf(p->name, sizeof p->name, "%.60s", text);
    return true;
}

void players_setup(void)
{
    struct error e;
    if (!link_process_setup(&e))
        print_line(stderr, "agon: %s", e.words);
}

void players_tell_apart(struct player *a, struct player *b)
{
    if (strcmp(a->name, b->name) != 0)
        return;
    size_t length = strlen(a->name);
    if (length > REFEREE_NAME_BYTES - 3)
        length = REFEREE_NAME_BYTES - 3;
    snprintf(a->name + length, sizeof a->name - length, ":1");
    snprintf(b->name + length, sizeof b->name - length, ":2");
}
