#include "contest/player.h"

#include <stdlib.h>
#include <string.h>

enum { VARIABLES_MOST = 256 };

// --- Keys ---

static bool read_variable(
    struct file_reader *r, const struct tree_node *n, struct contest_variable *v)
{
    if (n->key[0] == '\0' || strchr(n->key, '='))
        return file_problem(
            r, n->key_line, "\"%.40s\" cannot be the name of an environment variable", n->key);
    if (n->kind != TREE_TEXT || tree_is_empty(n))
        return file_problem(
            r, n->key_line, "the environment variable %.40s takes a text, \"\" for none", n->key);
    return file_keep_text(r, n->line, n->key, &v->name) &&
        file_keep_text(r, n->line, n->text, &v->value);
}

static bool player_read_environment(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct contest_player *p = target;
    if (n->kind != TREE_MAP)
        return file_problem(r, n->key_line, "\"%s\" takes lines of \"NAME: TEXT\"", entry->key);
    size_t count = 0;
    for (const struct tree_node *v = n->first; v; v = v->next)
        count++;
    if (count > VARIABLES_MOST)
        return file_problem(r, n->key_line, "\"%s\" takes at most %d variables, not %zu",
            entry->key, VARIABLES_MOST, count);
    p->environment = calloc(count + 1, sizeof *p->environment);
    if (!p->environment)
        return file_problem(r, n->key_line, "out of memory");
    bool well = true;
    for (const struct tree_node *v = n->first; v; v = v->next) {
        const struct tree_node *twin = tree_find(n, v->key);
        if (twin != v)
            well = file_problem(r, v->key_line, "\"%.40s\" is given twice; first in line %d",
                v->key, twin->key_line);
        else
            well = read_variable(r, v, &p->environment[p->variables++]) && well;
    }
    return well;
}

static bool player_read_name(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    char *name = NULL;
    if (!file_read_text(r, entry, n, &name))
        return false;
    struct error e;
    bool well = player_name_read(target, name, &e) || file_problem(r, n->line, "%s", e.words);
    free(name);
    return well;
}

static const struct file_key player_entries[] = {
    {"name", player_read_name, .offset = offsetof(struct contest_player, name)},
    {"player", file_read_text, .offset = offsetof(struct contest_player, player), .required = true},
    {"wire", file_read_text, .offset = offsetof(struct contest_player, wire)},
    {"directory", file_read_text, .offset = offsetof(struct contest_player, directory)},
    {"environment", player_read_environment, .offset = 0},
    {"time", file_read_time, .offset = offsetof(struct contest_player, time)},
    {"limits", file_read_limits, .offset = offsetof(struct contest_player, limits)},
    {"sandbox", file_read_sandbox, .offset = offsetof(struct contest_player, sandbox)},
    {"read", file_read_paths, .offset = offsetof(struct contest_player, read)},
    {0},
};

bool player_read_node(struct file_reader *r, const struct tree_node *n, struct contest_player *p)
{
    static const struct file_key short_form = {.key = "player"};
    *p = (struct contest_player){.time = file_time_unset,
        .limits = contest_limits_unset(),
        .sandbox = CONTEST_UNSET,
        .line = n->line,
        .until = INT64_MAX,
        .version = 1};
    if (n->kind == TREE_TEXT && !tree_is_empty(n))
        return file_read_text(r, &short_form, n, &p->player);
    if (n->kind == TREE_MAP)
        return file_read_map(r, player_entries, "a player", n, p);
    return file_problem(r, n->line, "a player is a text or lines of \"KEY: VALUE\"");
}

static void destroy_one(struct contest_player *p)
{
    for (size_t i = 0; i < p->variables; i++) {
        free(p->environment[i].name);
        free(p->environment[i].value);
    }
    free(p->environment);
    free(p->look);
    free(p->player);
    free(p->wire);
    free(p->directory);
    file_destroy_paths(&p->read);
    free(p->absences);
    free(p->withdrawn);
}

void player_destroy(struct contest_player *p)
{
    for (struct contest_player *old = p->before, *before; old; old = before) {
        before = old->before;
        destroy_one(old);
        free(old);
    }
    destroy_one(p);
}

// --- Checks ---

void player_check_wire(struct file_reader *r, const struct contest_file *f,
    const struct tree_node *map, const char *wire)
{
    struct error e;
    if (f->game && wire && r->words->wire && !r->words->wire(f->game, wire, &e))
        file_problem(r, tree_find(map, "wire")->line, "%s", e.words);
}

// The line of a key of a player, or of the player in its short form.
static int line_of_key(const struct tree_node *player, const char *key)
{
    const struct tree_node *n = player->kind == TREE_MAP ? tree_find(player, key) : NULL;
    return n ? n->line : player->line;
}

static void check_player(struct file_reader *r, const struct contest_file *f,
    const struct tree_node *n, struct contest_player *p)
{
    player_check_wire(r, f, n, p->wire);
    if (!p->player || !f->game)
        return;
    char name[PLAYER_NAME_BYTES];
    struct text own = TEXT_IN(name);
    struct error e;
    text_string(&own, p->player);
    if (r->words->player && !r->words->player(f->game, p->player, name, &e))
        file_problem(r, line_of_key(n, "player"), "%s", e.words);
    else if (n->kind == TREE_TEXT || !tree_find(n, "name"))
        player_name_make(p->name, name);
    p->look = player_name_look(p->name);
}

static bool same_port(const struct contest_player *a, const struct contest_player *b)
{
    return a->player && b->player && strcmp(a->player, b->player) == 0 &&
        strncmp(a->player, "listen:", strlen("listen:")) == 0;
}

// On one port, agon tells players apart by the names that they say; it knows nothing else of them
// then.
static bool can_share_port(const struct file_reader *r, const struct contest_file *f,
    const struct contest_player *a, const struct contest_player *b)
{
    const char *wire = a->wire ? a->wire : f->wire, *other = b->wire ? b->wire : f->wire;
    return f->game && (!r->words->share || r->words->share(f->game, wire, other));
}

static bool has_left(const struct contest_player *p)
{
    return p->until != INT64_MAX && !p->suspended;
}

// Checks that the name of `p` is not one of those `count` players, and does not look like one. But
// `p` may take the place of the player with its own name. Each problem is reported once: for the
// later of two players.
static void check_against_others(struct file_reader *r, const struct contest_file *f,
    const struct tree_node *n, const struct contest_player *p, size_t count, bool replaces)
{
    for (size_t i = 0; i < count; i++) {
        const struct contest_player *other = &f->players[i];
        bool same_name = p->name[0] != '\0' && strcmp(p->name, other->name) == 0;
        if (same_name && replaces)
            continue;
        if (same_name) {
            file_problem(r, line_of_key(n, "name"),
                "two players are called \"%s\", the other in line %d: give each its own name",
                p->name, other->line);
            return;
        }
        if (p->look && other->look && strcmp(p->look, other->look) == 0) {
            file_problem(r, line_of_key(n, "name"),
                "\"%s\" looks like \"%s\", who is in line %d: give each a name that people can "
                "tell apart",
                p->name, other->name, other->line);
            return;
        }
        if (same_port(p, other) && !has_left(other) && !can_share_port(r, f, p, other)) {
            file_problem(r, line_of_key(n, "player"),
                "two players are \"%.40s\", the other in line %d, and cannot be told apart by a "
                "name that they say: give each its own port",
                p->player, other->line);
            return;
        }
    }
}

void player_check_node(
    struct file_reader *r, struct contest_file *f, const struct tree_node *n, size_t index)
{
    check_player(r, f, n, &f->players[index]);
    check_against_others(r, f, n, &f->players[index], index, false);
}

// --- Players who come when the contest has begun ---

bool player_read_text(struct contest_player *p, const struct contest_file *f, int64_t index,
    const char *text, const struct contest_words *words, struct contest_problems *problems)
{
    *problems = (struct contest_problems){0};
    struct file_reader r = {problems, words};
    struct tree tree;
    struct error e;
    int line;
    bool replaces = index == PLAYER_REPLACES, read = false;
    if (!tree_read(&tree, text, strlen(text), &line, &e)) {
        file_problem(&r, line, "%s", e.words);
    } else if (!tree.root) {
        file_problem(&r, 1, "there is no player");
    } else {
        read = true;
        if (player_read_node(&r, tree.root, p)) {
            check_player(&r, f, tree.root, p);
            check_against_others(
                &r, f, tree.root, p, replaces ? f->player_count : (size_t)index, replaces);
        }
    }
    tree_destroy(&tree);
    if (read && problems->count > 0)
        player_destroy(p);
    return problems->count == 0;
}

void player_succeed(
    struct contest_player *p, const struct contest_player *next, struct contest_player *old)
{
    *old = (struct contest_player){.player = p->player,
        .wire = p->wire,
        .directory = p->directory,
        .environment = p->environment,
        .variables = p->variables,
        .time = p->time,
        .limits = p->limits,
        .sandbox = p->sandbox,
        .read = p->read,
        .line = p->line,
        .until = INT64_MAX,
        .before = p->before,
        .version = p->version};
    memcpy(old->name, p->name, sizeof old->name);
    p->player = next->player;
    p->wire = next->wire;
    p->directory = next->directory;
    p->environment = next->environment;
    p->variables = next->variables;
    p->time = next->time;
    p->limits = next->limits;
    p->sandbox = next->sandbox;
    p->read = next->read;
    p->before = old;
    p->version++;
    free(next->look); // its name, and so its look, is that of `p`
}
