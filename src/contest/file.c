#include "contest/file.h"

#include "contest/openings.h"
#include "contest/read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    DAY_MS = 24 * 60 * 60 * 1000,
    ROUNDS_MOST = 1000 * 1000,
    GAMES_MOST = 1000 * 1000,
    CONCURRENCY_MOST = 256,
    FAULTS_IN_A_ROW_MOST = 1000 * 1000,
    TIE_BREAK_PAIRS_DEFAULT = 4,
    VARIABLES_MOST = 256,
};

// --- Formats ---

static const char *const format_names[] = {
    "round-robin", "gauntlet", "swiss", "knockout", "double-knockout", "ladder", "match", NULL};

_Static_assert(
    sizeof format_names / sizeof *format_names == CONTEST_FORMATS + 1, "a name for each format");

// The keys that only some formats know, and which of them each does.
enum { SPECIAL_KEYS = 5 };
static const char *const special_keys[SPECIAL_KEYS] = {
    "rounds", "games", "heroes", "tie_break_games", "seeding"};
static const char *const format_keys[CONTEST_FORMATS][SPECIAL_KEYS] = {
    [CONTEST_ROUND_ROBIN] = {"rounds", "games", "seeding"},
    [CONTEST_GAUNTLET] = {"rounds", "games", "heroes"},
    [CONTEST_SWISS] = {"rounds", "games", "seeding"},
    [CONTEST_KNOCKOUT] = {"games", "tie_break_games", "seeding"},
    [CONTEST_DOUBLE_KNOCKOUT] = {"games", "tie_break_games", "seeding"},
    [CONTEST_LADDER] = {"rounds", "seeding"},
    [CONTEST_MATCH] = {"games"},
};

const char *contest_format_name(int format)
{
    return format_names[format];
}

static void check_special_key(
    struct reader *r, const struct contest_file *f, const struct node *map, const char *key)
{
    const struct node *n = node_find(map, key);
    if (!n)
        return;
    char bytes[80];
    struct text known = TEXT_IN(bytes);
    const char *const *keys = format_keys[f->format];
    for (int i = 0; i < SPECIAL_KEYS && keys[i]; i++) {
        if (strcmp(keys[i], key) == 0)
            return;
        text_format(&known, "%s%s", i > 0 ? ", " : "", keys[i]);
    }
    read_problem(r, n->key_line, "\"%s\" means nothing to the format %s, which knows: %s", key,
        format_names[f->format], bytes);
}

int64_t contest_file_rounds(const struct contest_file *f)
{
    if (f->rounds > 0)
        return f->rounds;
    if (f->format == CONTEST_ROUND_ROBIN || f->format == CONTEST_GAUNTLET)
        return 1;
    if (f->format != CONTEST_SWISS)
        return 0;
    int64_t enough = 0; // until one player is left who can have won all of them
    for (size_t winners = f->player_count; winners > 1; winners = (winners + 1) / 2)
        enough++;
    return enough;
}

int64_t contest_file_pairs(const struct contest_file *f)
{
    int64_t players = (int64_t)f->player_count, rounds = contest_file_rounds(f);
    switch ((enum contest_format)f->format) {
    case CONTEST_MATCH:
        return f->pairs;
    case CONTEST_ROUND_ROBIN:
        return rounds * players * (players - 1) / 2 * f->pairs;
    case CONTEST_GAUNTLET:
        return rounds * f->heroes * (players - f->heroes) * f->pairs;
    case CONTEST_SWISS:
        return rounds * (players / 2) * f->pairs;
    case CONTEST_LADDER:
        return rounds > 0 ? rounds * (players / 2) : CONTEST_PAIRS_UNKNOWN;
    default:
        return CONTEST_PAIRS_UNKNOWN;
    }
}

// --- Keys that take more than one value ---

static const struct entry time_entries[] = {
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

static const struct contest_time time_unset = {
    CONTEST_UNSET, CONTEST_UNSET, CONTEST_UNSET, CONTEST_UNSET, CONTEST_UNSET};

// A single time is that for each request.
static bool read_time(
    struct reader *r, const struct entry *entry, const struct node *n, void *target)
{
    struct contest_time *time = target;
    if (n->kind == NODE_MAP)
        return read_map(r, time_entries, "\"time\"", n, time);
    const struct entry single = {.key = entry->key, .least = 1, .most = DAY_MS};
    return read_duration(r, &single, n, &time->request_ms);
}

static bool read_openings(
    struct reader *r, const struct entry *entry, const struct node *n, void *target)
{
    static const char random[] = "random:";
    struct contest_file *f = target;
    char *text = NULL;
    if (!read_text(r, entry, n, &text))
        return false;
    bool well = true;
    if (strcmp(text, "none") == 0) {
        f->openings = CONTEST_OPENINGS_NONE;
    } else if (strncmp(text, random, strlen(random)) == 0) {
        f->openings = CONTEST_OPENINGS_RANDOM;
        well = read_digits(text + strlen(random), &f->opening_moves) && f->opening_moves >= 1 &&
            f->opening_moves <= OPENINGS_MOVES_MOST;
        if (!well)
            read_problem(r, n->line, "\"%s\": random:K takes 1 to %d moves, not \"%.40s\"",
                entry->key, OPENINGS_MOVES_MOST, text + strlen(random));
    } else {
        f->openings = CONTEST_OPENINGS_FILE;
        f->opening_file = text;
        text = NULL;
    }
    free(text);
    return well;
}

static bool read_game(
    struct reader *r, const struct entry *entry, const struct node *n, void *target)
{
    char *name = NULL;
    struct error e;
    if (!read_text(r, entry, n, &name))
        return false;
    const struct game *game = *(const struct game **)target = game_find(name, &e);
    free(name);
    return game || read_problem(r, n->line, "%s", e.words);
}

static bool read_variable(struct reader *r, const struct node *n, struct contest_variable *v)
{
    if (n->key[0] == '\0' || strchr(n->key, '='))
        return read_problem(
            r, n->key_line, "\"%.40s\" cannot be the name of an environment variable", n->key);
    if (n->kind != NODE_TEXT || node_is_empty(n))
        return read_problem(
            r, n->key_line, "the environment variable %.40s takes a text, \"\" for none", n->key);
    return read_keep(r, n->line, n->key, &v->name) && read_keep(r, n->line, n->text, &v->value);
}

static bool read_environment(
    struct reader *r, const struct entry *entry, const struct node *n, void *target)
{
    struct contest_player *p = target;
    if (n->kind != NODE_MAP)
        return read_problem(r, n->key_line, "\"%s\" takes lines of \"NAME: TEXT\"", entry->key);
    size_t count = 0;
    for (const struct node *v = n->first; v; v = v->next)
        count++;
    if (count > VARIABLES_MOST)
        return read_problem(r, n->key_line, "\"%s\" takes at most %d variables, not %zu",
            entry->key, VARIABLES_MOST, count);
    p->environment = calloc(count + 1, sizeof *p->environment);
    if (!p->environment)
        return read_problem(r, n->key_line, "out of memory");
    bool well = true;
    for (const struct node *v = n->first; v; v = v->next) {
        const struct node *twin = node_find(n, v->key);
        if (twin != v)
            well = read_problem(r, v->key_line, "\"%.40s\" is given twice; first in line %d",
                v->key, twin->key_line);
        else
            well = read_variable(r, v, &p->environment[p->variables++]) && well;
    }
    return well;
}

// --- Names ---

// A name stands in tables and on the terminal. `whose`: "a player's".
static bool check_name(
    struct reader *r, int line, const char *name, const char *whose, size_t letters_most)
{
    size_t length = strlen(name);
    if (length > letters_most)
        return read_problem(
            r, line, "%s name has 1 to %zu characters, not %zu", whose, letters_most, length);
    for (const char *c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            return read_problem(r, line, "%s name is one line without control characters", whose);
    }
    return (name[0] != ' ' && name[length - 1] != ' ') ||
        read_problem(r, line, "%s name cannot begin or end with a blank", whose);
}

static bool read_title(
    struct reader *r, const struct entry *entry, const struct node *n, void *target)
{
    return read_text(r, entry, n, target) &&
        check_name(r, n->line, n->text, "a contest's", CONTEST_TITLE_LETTERS);
}

static bool read_name(
    struct reader *r, const struct entry *entry, const struct node *n, void *target)
{
    char *name = NULL;
    if (!read_text(r, entry, n, &name))
        return false;
    bool well = check_name(r, n->line, name, "a player's", CONTEST_NAME_LETTERS);
    if (well)
        memcpy(target, name, strlen(name) + 1);
    free(name);
    return well;
}

// --- Players ---

static const struct entry player_entries[] = {
    {"name", read_name, .offset = offsetof(struct contest_player, name)},
    {"player", read_text, .offset = offsetof(struct contest_player, player), .required = true},
    {"wire", read_text, .offset = offsetof(struct contest_player, wire)},
    {"directory", read_text, .offset = offsetof(struct contest_player, directory)},
    {"environment", read_environment, .offset = 0},
    {"time", read_time, .offset = offsetof(struct contest_player, time)},
    {0},
};

static bool read_player(struct reader *r, const struct node *n, struct contest_player *p)
{
    static const struct entry short_form = {.key = "player"};
    *p = (struct contest_player){.time = time_unset, .line = n->line, .until = INT64_MAX};
    if (n->kind == NODE_TEXT && !node_is_empty(n))
        return read_text(r, &short_form, n, &p->player);
    if (n->kind == NODE_MAP)
        return read_map(r, player_entries, "a player", n, p);
    return read_problem(r, n->line, "a player is a text or lines of \"KEY: VALUE\"");
}

static bool read_players(
    struct reader *r, const struct entry *entry, const struct node *n, void *target)
{
    struct contest_file *f = target;
    if (n->kind != NODE_LIST)
        return read_problem(
            r, n->key_line, "\"%s\" takes a list: a line \"- ...\" for each", entry->key);
    size_t count = 0;
    for (const struct node *p = n->first; p; p = p->next)
        count++;
    if (count < 2 || count > CONTEST_PLAYERS_MOST)
        return read_problem(
            r, n->key_line, "a contest has 2 to %d players, not %zu", CONTEST_PLAYERS_MOST, count);
    f->players = calloc(count, sizeof *f->players);
    if (!f->players)
        return read_problem(r, n->key_line, "out of memory");
    bool well = true;
    for (const struct node *p = n->first; p; p = p->next)
        well = read_player(r, p, &f->players[f->player_count++]) && well;
    return well;
}

// --- The whole file ---

static const char *const seedings[] = {"listed", "lots", NULL};
static const char *const clocks[] = {"refunded", "wall", NULL};
static const char *const fault_policies[] = {"continue", "drop", "erase", NULL};

static const struct entry file_entries[] = {
    {"name", read_title, .offset = offsetof(struct contest_file, name)},
    {"game", read_game, .offset = offsetof(struct contest_file, game), .required = true},
    {"variant", read_text, .offset = offsetof(struct contest_file, variant)},
    {"wire", read_text, .offset = offsetof(struct contest_file, wire)},
    {"format", read_choice, .offset = offsetof(struct contest_file, format), .words = format_names},
    {"rounds", read_number, .offset = offsetof(struct contest_file, rounds), .least = 1,
        .most = ROUNDS_MOST},
    {"games", read_games, .offset = offsetof(struct contest_file, pairs), .least = 2,
        .most = GAMES_MOST},
    {"heroes", read_number, .offset = offsetof(struct contest_file, heroes), .least = 1,
        .most = CONTEST_PLAYERS_MOST},
    {"tie_break_games", read_games, .offset = offsetof(struct contest_file, tie_break_pairs),
        .most = GAMES_MOST},
    {"seeding", read_choice, .offset = offsetof(struct contest_file, seeding_by_lot),
        .words = seedings},
    {"openings", read_openings, .offset = 0},
    {"seed", read_number, .offset = offsetof(struct contest_file, seed), .most = INT64_MAX},
    {"time", read_time, .offset = offsetof(struct contest_file, time)},
    {"clock", read_choice, .offset = offsetof(struct contest_file, wall_clock), .words = clocks},
    {"concurrency", read_number, .offset = offsetof(struct contest_file, concurrency), .least = 1,
        .most = CONCURRENCY_MOST},
    {"records", read_text, .offset = offsetof(struct contest_file, records)},
    {"faults", read_choice, .offset = offsetof(struct contest_file, faults),
        .words = fault_policies},
    {"suspend_after", read_number, .offset = offsetof(struct contest_file, suspend_after),
        .most = FAULTS_IN_A_ROW_MOST},
    {"players", read_players, 0, .required = true},
    {0},
};

static void check_variant(struct reader *r, const struct contest_file *f, const struct node *map)
{
    if (!f->game || !f->variant)
        return;
    for (const char *const *v = f->game->variants; *v; v++) {
        if (strcmp(*v, f->variant) == 0)
            return;
    }
    char bytes[HINT_BYTES];
    struct text hint = TEXT_IN(bytes);
    read_hint(&hint, f->variant, f->game->variants);
    read_problem(r, node_find(map, "variant")->line, "no variant \"%.40s\" of %s%s", f->variant,
        f->game->name, bytes);
}

static void check_wire(
    struct reader *r, const struct contest_file *f, const struct node *map, const char *wire)
{
    struct error e;
    if (f->game && wire && r->words->wire && !r->words->wire(f->game, wire, &e))
        read_problem(r, node_find(map, "wire")->line, "%s", e.words);
}

// The line of a key of a player, or of the player in its short form.
static int line_of_key(const struct node *player, const char *key)
{
    const struct node *n = player->kind == NODE_MAP ? node_find(player, key) : NULL;
    return n ? n->line : player->line;
}

static void check_player(
    struct reader *r, const struct contest_file *f, const struct node *n, struct contest_player *p)
{
    check_wire(r, f, n, p->wire);
    if (!p->player || !f->game)
        return;
    char name[CONTEST_NAME_BYTES];
    struct text own = TEXT_IN(name);
    struct error e;
    text_string(&own, p->player);
    if (r->words->player && !r->words->player(f->game, p->player, name, &e))
        read_problem(r, line_of_key(n, "player"), "%s", e.words);
    else if (n->kind == NODE_TEXT || !node_find(n, "name"))
        read_tidy(strcpy(p->name, name));
}

static bool same_port(const struct contest_player *a, const struct contest_player *b)
{
    return a->player && b->player && strcmp(a->player, b->player) == 0 &&
        strncmp(a->player, "listen:", strlen("listen:")) == 0;
}

// They are told apart by the names that they say, which is before anything else is known of them.
static bool can_share_port(const struct reader *r, const struct contest_file *f,
    const struct contest_player *a, const struct contest_player *b)
{
    const char *wire = a->wire ? a->wire : f->wire, *other = b->wire ? b->wire : f->wire;
    bool same = wire && other ? strcmp(wire, other) == 0 : wire == other;
    return same && f->game && (!r->words->names || r->words->names(f->game, wire));
}

// Each finding is told once: for the later of two players, the one at `index`.
static void check_against_others(
    struct reader *r, const struct contest_file *f, const struct node *n, size_t index)
{
    const struct contest_player *p = &f->players[index];
    for (size_t i = 0; i < index; i++) {
        const struct contest_player *other = &f->players[i];
        if (p->name[0] != '\0' && strcmp(p->name, other->name) == 0) {
            read_problem(r, line_of_key(n, "name"),
                "two players are called \"%s\", the other in line %d: give each its own name",
                p->name, other->line);
            return;
        }
        if (same_port(p, other) && !can_share_port(r, f, p, other)) {
            read_problem(r, line_of_key(n, "player"),
                "two players are \"%.40s\", the other in line %d, and cannot be told apart by a "
                "name that they say: give each its own port",
                p->player, other->line);
            return;
        }
    }
}

static void check_players(struct reader *r, struct contest_file *f, const struct node *map)
{
    const struct node *list = node_find(map, "players");
    const struct node *n = list ? list->first : NULL;
    for (size_t i = 0; i < f->player_count; i++, n = n->next) {
        check_player(r, f, n, &f->players[i]);
        check_against_others(r, f, n, i);
    }
}

static void check_format(struct reader *r, struct contest_file *f, const struct node *map)
{
    const struct node *format = node_find(map, "format"), *heroes = node_find(map, "heroes");
    if (f->format == CONTEST_FORMATS && format)
        return; // it was wrong, and what depends on it cannot be judged
    if (f->format == CONTEST_FORMATS)
        f->format = CONTEST_ROUND_ROBIN;
    for (int i = 0; i < SPECIAL_KEYS; i++)
        check_special_key(r, f, map, special_keys[i]);
    if (f->format == CONTEST_MATCH && f->player_count > 2)
        read_problem(r, format->line, "a match is between 2 players, not %zu", f->player_count);
    if (f->format == CONTEST_GAUNTLET && heroes && f->player_count > 0 &&
        f->heroes >= (int64_t)f->player_count)
        read_problem(r, heroes->line, "of %zu players 1 to %zu can be heroes, not %" PRId64,
            f->player_count, f->player_count - 1, f->heroes);
}

static void check_faults(struct reader *r, const struct contest_file *f, const struct node *map)
{
    if (f->suspend_after > 0 && f->faults != CONTEST_CONTINUE)
        read_problem(r, node_find(map, "suspend_after")->line,
            "\"suspend_after\" means nothing with faults: %s, since the first fault ends it all",
            fault_policies[f->faults]);
}

// What can be judged only when everything has been read.
static void check_all(struct reader *r, struct contest_file *f, const struct node *map)
{
    if (map->kind != NODE_MAP)
        return;
    check_format(r, f, map);
    check_variant(r, f, map);
    check_wire(r, f, map, f->wire);
    check_faults(r, f, map);
    check_players(r, f, map);
}

bool contest_file_read(struct contest_file *f, const char *bytes, size_t length,
    const struct contest_words *words, struct contest_problems *problems)
{
    *f = (struct contest_file){
        .format = CONTEST_FORMATS,
        .pairs = 1,
        .heroes = 1,
        .tie_break_pairs = TIE_BREAK_PAIRS_DEFAULT,
        .seed = 1,
        .time = time_unset,
        .concurrency = 1,
    };
    *problems = (struct contest_problems){0};
    struct reader r = {problems, words};
    struct tree tree;
    struct error e;
    int line;
    if (!tree_read(&tree, bytes, length, &line, &e)) {
        read_problem(&r, line, "%s", e.words);
    } else if (!tree.root || node_is_empty(tree.root)) {
        read_problem(&r, 1, "the file is empty; agon contest init writes one to begin with");
    } else {
        read_map(&r, file_entries, "a contest file", tree.root, f);
        check_all(&r, f, tree.root);
    }
    tree_destroy(&tree);
    return problems->count == 0;
}

static void destroy_player(struct contest_player *p)
{
    for (size_t i = 0; i < p->variables; i++) {
        free(p->environment[i].name);
        free(p->environment[i].value);
    }
    free(p->environment);
    free(p->player);
    free(p->wire);
    free(p->directory);
}

// --- Players who come and go ---

static void add_player(struct reader *r, struct contest_file *f, const struct node *n, int64_t from)
{
    size_t count = f->player_count;
    if (count == CONTEST_PLAYERS_MOST) {
        read_problem(r, n->line, "a contest has at most %d players", CONTEST_PLAYERS_MOST);
        return;
    }
    struct contest_player *players = realloc(f->players, (count + 1) * sizeof *players);
    if (!players) {
        read_problem(r, n->line, "out of memory");
        return;
    }
    f->players = players;
    struct contest_player *p = &players[count];
    if (read_player(r, n, p)) {
        check_player(r, f, n, p);
        check_against_others(r, f, n, count);
    }
    p->from = from;
    p->added = true;
    if (r->problems->count == 0)
        f->player_count++;
    else
        destroy_player(p);
}

bool contest_file_add(struct contest_file *f, const char *bytes, size_t length, int64_t from,
    const struct contest_words *words, struct contest_problems *problems)
{
    *problems = (struct contest_problems){0};
    struct reader r = {problems, words};
    struct tree tree;
    struct error e;
    int line;
    if (!tree_read(&tree, bytes, length, &line, &e))
        read_problem(&r, line, "%s", e.words);
    else if (!tree.root)
        read_problem(&r, 1, "there is no player");
    else
        add_player(&r, f, tree.root, from);
    tree_destroy(&tree);
    return problems->count == 0;
}

bool contest_file_remove(struct contest_file *f, const char *name, int64_t until, struct error *e)
{
    for (size_t i = 0; i < f->player_count; i++) {
        struct contest_player *p = &f->players[i];
        if (strcmp(p->name, name) == 0 && p->until == INT64_MAX) {
            p->until = until > p->from ? until : p->from;
            return true;
        }
    }
    return error_set(e, "there is no player \"%.40s\"", name);
}

void contest_file_destroy(struct contest_file *f)
{
    for (size_t i = 0; i < f->player_count; i++)
        destroy_player(&f->players[i]);
    free(f->players);
    free(f->name);
    free(f->variant);
    free(f->wire);
    free(f->opening_file);
    free(f->records);
    *f = (struct contest_file){0};
}
