#include "contest/file.h"

#include "contest/file_keys.h"
#include "contest/openings.h"
#include "contest/player.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS_MOST = 1000 * 1000,
    GAMES_MOST = 1000 * 1000,
    FAULTS_IN_A_ROW_MOST = 1000 * 1000,
    TIE_BREAK_PAIRS_DEFAULT = 4,
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

bool contest_format_is_fixed(int format)
{
    return format == CONTEST_ROUND_ROBIN || format == CONTEST_GAUNTLET || format == CONTEST_MATCH;
}

static void check_special_key(struct file_reader *r, const struct contest_file *f,
    const struct tree_node *map, const char *key)
{
    const struct tree_node *n = tree_find(map, key);
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
    file_problem(r, n->key_line, "\"%s\" means nothing to the format %s, which knows: %s", key,
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
    size_t players = 0;
    for (size_t i = 0; i < f->player_count; i++)
        players += !f->players[i].added;
    int64_t enough = 0; // until one player is left who can have won all of them
    for (size_t winners = players; winners > 1; winners = (winners + 1) / 2)
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

static bool file_read_openings(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct contest_file *f = target;
    char *text = NULL;
    if (!file_read_text(r, entry, n, &text))
        return false;
    bool well = true;
    const char *moves = openings_drawn(text);
    if (strcmp(text, "none") == 0) {
        f->openings = CONTEST_OPENINGS_NONE;
    } else if (moves) {
        f->openings = CONTEST_OPENINGS_RANDOM;
        well = file_read_digits(moves, &f->opening_moves) && f->opening_moves >= 1 &&
            f->opening_moves <= OPENINGS_MOVES_MOST;
        if (!well)
            file_problem(r, n->line, "\"%s\": random:K takes 1 to %d moves, not \"%.40s\"",
                entry->key, OPENINGS_MOVES_MOST, moves);
    } else {
        f->openings = CONTEST_OPENINGS_FILE;
        f->opening_file = text;
        text = NULL;
    }
    free(text);
    return well;
}

bool contest_records_is_word(const char *text)
{
    return strcmp(text, "store") == 0 || strcmp(text, "none") == 0;
}

static bool file_read_records(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct contest_file *f = target;
    if (!file_read_text(r, entry, n, &f->records))
        return false;
    f->store_records = strcmp(f->records, "none") != 0;
    if (contest_records_is_word(f->records)) {
        free(f->records);
        f->records = NULL;
    }
    return true;
}

static bool file_read_tokens(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    char **tokens = target;
    if (!file_read_text(r, entry, n, tokens))
        return false;
    if (strcmp(*tokens, "none") == 0) {
        free(*tokens);
        *tokens = NULL;
    }
    return true;
}

// Appends the layers that one text names.
static bool file_add_layers(struct file_reader *r, const struct file_key *entry,
    const struct tree_node *n, struct text *layers)
{
    struct error e;
    if (n->kind != TREE_TEXT)
        return file_problem(
            r, n->line, "\"%s\" takes names of layers, such as [limits, seccomp]", entry->key);
    if (r->words->layers && !r->words->layers(n->text, &e))
        return file_problem(r, n->line, "\"%s\": %s", entry->key, e.words);
    text_format(layers, "%s%s", layers->length > 0 ? "," : "", n->text);
    return true;
}

static bool file_read_require(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct text layers = text_growing();
    bool well = true;
    if (n->kind != TREE_LIST)
        well = file_add_layers(r, entry, n, &layers);
    for (const struct tree_node *one = n->first; n->kind == TREE_LIST && one; one = one->next)
        well = file_add_layers(r, entry, one, &layers) && well;
    if (well && layers.length > 0)
        well = file_keep_text(r, n->line, layers.bytes, target);
    text_destroy(&layers);
    return well;
}

// A number such as 0.8; the target gets hundredths.
static bool file_read_hundredths(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    char *text = NULL;
    if (!file_read_text(r, entry, n, &text))
        return false;
    size_t whole = strspn(text, "0123456789");
    size_t rest = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;
    bool well = whole >= 1 && whole <= 6 && rest <= 2 &&
        (text[whole] == '\0' || (rest > 0 && text[whole + 1 + rest] == '\0'));
    int64_t hundredths = well ? 100 * strtoll(text, NULL, 10) : 0;
    if (well && rest > 0)
        hundredths += strtoll(text + whole + 1, NULL, 10) * (rest == 1 ? 10 : 1);
    free(text);
    if (!well || hundredths < entry->least || hundredths > entry->most)
        return file_problem(r, n->line,
            "\"%s\" takes a number from %.2f to %.2f with at most two decimals, not \"%.40s\"",
            entry->key, (double)entry->least / 100, (double)entry->most / 100, n->text);
    *(int64_t *)target = hundredths;
    return true;
}

bool file_read_game(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    char *name = NULL;
    struct error e;
    if (!file_read_text(r, entry, n, &name))
        return false;
    const struct game *game = *(const struct game **)target = game_find(name, &e);
    free(name);
    return game || file_problem(r, n->line, "%s", e.words);
}

// --- The name ---

static bool read_title(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    return file_read_text(r, entry, n, target) && file_check_title(r, n->line, n->text);
}

// --- Players ---

// A list of maps in the list holds the players that one pattern of paths stands for.
static bool file_is_inner_list(const struct tree_node *n)
{
    return n && n->kind == TREE_LIST && n->first && n->first->kind == TREE_MAP;
}

// Goes over the nodes of the players. `last` is NULL at the beginning, the result at the end.
static const struct tree_node *file_next_player(
    const struct tree_node *list, const struct tree_node **outer, const struct tree_node *last)
{
    if (last && *outer != last && last->next)
        return last->next; // in the inner list
    *outer = last ? (*outer)->next : list->first;
    return file_is_inner_list(*outer) ? (*outer)->first : *outer;
}

static bool read_players(
    struct file_reader *r, const struct file_key *entry, const struct tree_node *n, void *target)
{
    struct contest_file *f = target;
    const struct tree_node *outer = NULL, *p = NULL;
    if (n->kind != TREE_LIST)
        return file_problem(r, n->key_line,
            "\"%s\" takes a list, a line \"- ...\" for each; or a path such as entries/*",
            entry->key);
    size_t count = 0;
    while ((p = file_next_player(n, &outer, p)))
        count++;
    if (count < 2 || count > CONTEST_PLAYERS_MOST)
        return file_problem(
            r, n->key_line, "a contest has 2 to %d players, not %zu", CONTEST_PLAYERS_MOST, count);
    f->players = calloc(count, sizeof *f->players);
    if (!f->players)
        return file_problem(r, n->key_line, "out of memory");
    bool well = true;
    while ((p = file_next_player(n, &outer, p)))
        well = player_read_node(r, p, &f->players[f->player_count++]) && well;
    return well;
}

// --- The whole file ---

static const char *const seedings[] = {"listed", "lots", NULL};
static const char *const clocks[] = {"refunded", "wall", NULL};
static const char *const ponderings[] = {"allowed", "frozen", NULL};
static const char *const scalings[] = {"no", "yes", NULL};
static const char *const stderr_choices[] = {"hidden", "public", NULL};
static const char *const fleet_choices[] = {"no", "yes", NULL};
static const char *const fault_policies[] = {"continue", "drop", "erase", NULL};

static const struct file_key file_entries[] = {
    {"name", read_title, .offset = offsetof(struct contest_file, name)},
    {"game", file_read_game, .offset = offsetof(struct contest_file, game), .required = true},
    {"variant", file_read_text, .offset = offsetof(struct contest_file, variant)},
    {"wire", file_read_text, .offset = offsetof(struct contest_file, wire)},
    {"format", file_read_choice, .offset = offsetof(struct contest_file, format),
        .words = format_names},
    {"rounds", file_read_number, .offset = offsetof(struct contest_file, rounds), .least = 1,
        .most = ROUNDS_MOST},
    {"games", file_read_games, .offset = offsetof(struct contest_file, pairs), .least = 2,
        .most = GAMES_MOST},
    {"heroes", file_read_number, .offset = offsetof(struct contest_file, heroes), .least = 1,
        .most = CONTEST_PLAYERS_MOST},
    {"tie_break_games", file_read_games, .offset = offsetof(struct contest_file, tie_break_pairs),
        .most = GAMES_MOST},
    {"seeding", file_read_choice, .offset = offsetof(struct contest_file, seeding_by_lot),
        .words = seedings},
    {"openings", file_read_openings, .offset = 0},
    {"seed", file_read_number, .offset = offsetof(struct contest_file, seed), .most = INT64_MAX},
    {"time", file_read_time, .offset = offsetof(struct contest_file, time)},
    {"clock", file_read_choice, .offset = offsetof(struct contest_file, wall_clock),
        .words = clocks},
    {"limits", file_read_limits, .offset = offsetof(struct contest_file, limits)},
    {"pondering", file_read_choice, .offset = offsetof(struct contest_file, frozen),
        .words = ponderings},
    {"cores", file_read_number, .offset = offsetof(struct contest_file, cores), .least = 1,
        .most = CONTEST_CORES_MOST},
    {"min_speed", file_read_hundredths, .offset = offsetof(struct contest_file, min_speed_percent),
        .least = 1, .most = CONTEST_SPEED_MOST_PERCENT},
    {"scale_time", file_read_choice, .offset = offsetof(struct contest_file, scale_time),
        .words = scalings},
    {"concurrency", file_read_number, .offset = offsetof(struct contest_file, concurrency),
        .least = 1, .most = CONTEST_CONCURRENCY_MOST},
    {"records", file_read_records, .offset = 0},
    {"results", file_read_text, .offset = offsetof(struct contest_file, results)},
    {"faults", file_read_choice, .offset = offsetof(struct contest_file, faults),
        .words = fault_policies},
    {"suspend_after", file_read_number, .offset = offsetof(struct contest_file, suspend_after),
        .most = FAULTS_IN_A_ROW_MOST},
    {"sandbox", file_read_sandbox, .offset = offsetof(struct contest_file, sandbox)},
    {"read", file_read_paths, .offset = offsetof(struct contest_file, read)},
    {"tokens", file_read_tokens, .offset = offsetof(struct contest_file, tokens)},
    {"require", file_read_require, .offset = offsetof(struct contest_file, require)},
    {"fleet", file_read_choice, .offset = offsetof(struct contest_file, fleet),
        .words = fleet_choices},
    {"audit", file_read_number, .offset = offsetof(struct contest_file, audit),
        .most = CONTEST_AUDIT_MOST},
    {"stderr", file_read_choice, .offset = offsetof(struct contest_file, shows_stderr),
        .words = stderr_choices},
    {"starts", file_read_calendar, .offset = offsetof(struct contest_file, starts)},
    {"entries_until", file_read_calendar, .offset = offsetof(struct contest_file, entries_until)},
    {"players", read_players, 0, .required = true},
    {0},
};

static void check_variant(
    struct file_reader *r, const struct contest_file *f, const struct tree_node *map)
{
    if (!f->game || !f->variant)
        return;
    for (const char *const *v = f->game->variants; *v; v++) {
        if (strcmp(*v, f->variant) == 0)
            return;
    }
    char bytes[HINT_BYTES];
    struct text hint = TEXT_IN(bytes);
    file_hint(&hint, f->variant, f->game->variants);
    file_problem(r, tree_find(map, "variant")->line, "no variant \"%.40s\" of %s%s", f->variant,
        f->game->name, bytes);
}

static void file_check_players(
    struct file_reader *r, struct contest_file *f, const struct tree_node *map)
{
    const struct tree_node *list = tree_find(map, "players"), *outer = NULL, *n = NULL;
    for (size_t i = 0; i < f->player_count; i++) {
        n = file_next_player(list, &outer, n);
        player_check_node(r, f, n, i);
    }
}

static void check_format(struct file_reader *r, struct contest_file *f, const struct tree_node *map)
{
    const struct tree_node *format = tree_find(map, "format"), *heroes = tree_find(map, "heroes");
    if (f->format == CONTEST_FORMATS && format)
        return; // it was wrong, and what depends on it cannot be judged
    if (f->format == CONTEST_FORMATS)
        f->format = CONTEST_ROUND_ROBIN;
    for (int i = 0; i < SPECIAL_KEYS; i++)
        check_special_key(r, f, map, special_keys[i]);
    if (f->format == CONTEST_MATCH && f->player_count > 2)
        file_problem(r, format->line, "a match is between 2 players, not %zu", f->player_count);
    if (f->format == CONTEST_GAUNTLET && heroes && f->player_count > 0 &&
        f->heroes >= (int64_t)f->player_count)
        file_problem(r, heroes->line, "of %zu players 1 to %zu can be heroes, not %" PRId64,
            f->player_count, f->player_count - 1, f->heroes);
}

static void check_faults(
    struct file_reader *r, const struct contest_file *f, const struct tree_node *map)
{
    if (f->suspend_after > 0 && f->faults != CONTEST_CONTINUE)
        file_problem(r, tree_find(map, "suspend_after")->line,
            "\"suspend_after\" means nothing with faults: %s, since the first fault ends it all",
            fault_policies[f->faults]);
}

// Times with a zone and times without one can be compared only on one machine, and a file is read
// on any.
static void file_check_calendar(
    struct file_reader *r, const struct contest_file *f, const struct tree_node *map)
{
    const struct calendar_time *starts = &f->starts, *until = &f->entries_until;
    if (!calendar_is_given(starts) || !calendar_is_given(until))
        return;
    int line = tree_find(map, "entries_until")->line;
    if (starts->has_zone != until->has_zone)
        file_problem(r, line,
            "\"starts\" and \"entries_until\" are both local times, or both have a zone such as "
            "Z or +01:00");
    else if (calendar_plain_s(until) > calendar_plain_s(starts))
        file_problem(r, line, "\"entries_until\" is after \"starts\": no entry can come later");
}

// What can be judged only when everything has been read.
static void file_check_all(
    struct file_reader *r, struct contest_file *f, const struct tree_node *map)
{
    if (map->kind != TREE_MAP)
        return;
    check_format(r, f, map);
    check_variant(r, f, map);
    player_check_wire(r, f, map, f->wire);
    check_faults(r, f, map);
    file_check_calendar(r, f, map);
    file_check_players(r, f, map);
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
        .time = file_time_unset,
        .limits = contest_limits_unset(),
        .concurrency = 1,
        .store_records = true,
        .audit = CONTEST_AUDIT_DEFAULT,
        .sandbox = CONTEST_SANDBOX_CLOSED,
    };
    *problems = (struct contest_problems){0};
    struct file_reader r = {problems, words};
    struct tree tree;
    struct error e;
    int line;
    if (!tree_read(&tree, bytes, length, &line, &e)) {
        file_problem(&r, line, "%s", e.words);
    } else if (!tree.root || tree_is_empty(tree.root)) {
        file_problem(&r, 1, "the file is empty; agon contest init writes one to begin with");
    } else {
        file_read_map(&r, file_entries, "a contest file", tree.root, f);
        file_check_all(&r, f, tree.root);
    }
    tree_destroy(&tree);
    return problems->count == 0;
}

void contest_file_destroy(struct contest_file *f)
{
    for (size_t i = 0; i < f->player_count; i++)
        player_destroy(&f->players[i]);
    free(f->players);
    free(f->name);
    free(f->variant);
    free(f->wire);
    free(f->opening_file);
    free(f->records);
    free(f->results);
    file_destroy_paths(&f->read);
    free(f->tokens);
    free(f->require);
    *f = (struct contest_file){0};
}
