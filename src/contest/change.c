#include "contest/change.h"

#include "base/nearest.h"
#include "contest/file_writer.h"
#include "contest/player.h"
#include "contest/player_name.h"
#include "contest/statistics.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[CHANGE_KINDS] = {
    [CHANGE_ADD] = "add",
    [CHANGE_REMOVE] = "remove",
    [CHANGE_SUSPEND] = "suspend",
    [CHANGE_RESUME] = "resume",
    [CHANGE_REPLACE] = "replace",
};

const char *change_name(enum change_kind kind)
{
    return kind_names[kind];
}

enum change_kind change_find(const char *name)
{
    int kind = 0;
    while (kind < CHANGE_KINDS && strcmp(kind_names[kind], name) != 0)
        kind++;
    return (enum change_kind)kind;
}

// --- Words ---

static const char without[] = ", without";

static const char *unit_of(const struct contest_file *f, enum change_kind kind)
{
    if (kind == CHANGE_REPLACE)
        return "row ";
    return contest_format_is_fixed(f->format) ? "game " : "round ";
}

// People know a pair by the number of its first game.
static bool tells_games(const struct contest_file *f, enum change_kind kind)
{
    return kind != CHANGE_REPLACE && contest_format_is_fixed(f->format);
}

void change_print(struct text *out, const struct contest_file *f, const struct contest_change *c)
{
    int64_t number = tells_games(f, c->kind) ? c->at * GAMES_PER_PAIR + 1 : c->at + 1;
    text_format(out, "%s%" PRId64, unit_of(f, c->kind), c->kind == CHANGE_REPLACE ? c->at : number);
    for (size_t i = 0; i < c->pair_count; i++) {
        text_string(out, i == 0 ? without : "");
        for (int game = 1; game <= GAMES_PER_PAIR; game++)
            text_format(out, " %" PRId64, c->pairs[i] * GAMES_PER_PAIR + game);
    }
    text_format(out, ": %s", c->rest);
}

static bool change_take_number(const char **at, int64_t *number)
{
    char *end;
    errno = 0;
    if (**at < '0' || **at > '9')
        return false;
    *number = strtoll(*at, &end, 10);
    *at = end;
    return errno == 0;
}

// " 5 6 11 12": the pairs, in rising order.
static bool take_pairs(const char **at, struct contest_change *c)
{
    while (**at == ' ') {
        int64_t first, second;
        (*at)++;
        if (!change_take_number(at, &first) || *(*at)++ != ' ' ||
            !change_take_number(at, &second) || first < 1 || second - 1 != first ||
            first % GAMES_PER_PAIR != 1)
            return false;
        int64_t pair = first / GAMES_PER_PAIR;
        if (c->pair_count > 0 && c->pairs[c->pair_count - 1] >= pair)
            return false;
        int64_t *pairs = realloc(c->pairs, (c->pair_count + 1) * sizeof *pairs);
        if (!pairs)
            return false;
        c->pairs = pairs;
        c->pairs[c->pair_count++] = pair;
    }
    return c->pair_count > 0;
}

static bool read_words(const struct contest_file *f, const char *words, struct contest_change *c)
{
    const char *unit = unit_of(f, c->kind), *at = words + strlen(unit);
    int64_t number;
    if (strncmp(words, unit, strlen(unit)) != 0 || !change_take_number(&at, &number))
        return false;
    bool leaves = c->kind == CHANGE_REMOVE || c->kind == CHANGE_SUSPEND;
    if (leaves && strncmp(at, without, strlen(without)) == 0) {
        at += strlen(without);
        if (!take_pairs(&at, c))
            return false;
    }
    if (strncmp(at, ": ", 2) != 0)
        return false;
    c->rest = at + 2;
    c->at = c->kind == CHANGE_REPLACE ? number : number - 1;
    bool whole = !tells_games(f, c->kind) || c->at % GAMES_PER_PAIR == 0;
    c->at = tells_games(f, c->kind) ? c->at / GAMES_PER_PAIR : c->at;
    return whole && c->at >= 0;
}

// The name of a player as it stands in the file.
static bool tell_name(const char *player, struct text *name)
{
    struct tree tree;
    struct error e;
    int line;
    const struct tree_node *found = NULL;
    if (tree_read(&tree, player, strlen(player), &line, &e) && tree.root)
        found = tree.root->kind == TREE_MAP ? tree_find(tree.root, "name") : tree.root;
    bool well = found && found->kind == TREE_TEXT;
    if (well)
        text_string(name, found->text);
    tree_destroy(&tree);
    return well;
}

bool change_tell(const struct contest_file *f, enum change_kind kind, const char *words,
    struct text *when, char name[PLAYER_NAME_BYTES])
{
    struct contest_change c = {.kind = kind};
    struct text who = text_fixed(name, PLAYER_NAME_BYTES);
    bool well = read_words(f, words, &c);
    if (well && kind == CHANGE_REPLACE)
        text_format(when, "after %" PRId64 " games", c.at);
    else if (well)
        text_format(when, "from %.*s on", (int)strcspn(words, ",:"), words);
    if (well && (kind == CHANGE_ADD || kind == CHANGE_REPLACE))
        well = tell_name(c.rest, &who);
    else if (well)
        text_string(&who, c.rest);
    free(c.pairs);
    return well;
}

// --- Players ---

static bool is_knockout(const struct contest_file *f)
{
    return f->format == CONTEST_KNOCKOUT || f->format == CONTEST_DOUBLE_KNOCKOUT;
}

static bool change_is_there(const struct contest_player *p)
{
    return p->until == INT64_MAX || p->suspended;
}

static bool refuse_unknown(const struct contest_file *f, const char *name, struct error *e)
{
    const char **names = calloc(f->player_count, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; names && i < f->player_count; i++) {
        if (change_is_there(&f->players[i]))
            names[count++] = f->players[i].name;
    }
    int near = nearest_word(name, names, count);
    if (near >= 0)
        error_set(e, "there is no player \"%.40s\". Did you mean \"%s\"?", name, names[near]);
    else
        error_set(e, "there is no player \"%.40s\"", name);
    free(names);
    return false;
}

static struct contest_player *change_find_in(const struct contest_file *f, const char *name)
{
    char normal[PLAYER_NAME_BYTES];
    bool is_name = player_name_read(normal, name, NULL);
    for (size_t i = 0; is_name && i < f->player_count; i++) {
        if (strcmp(f->players[i].name, normal) == 0)
            return &f->players[i];
    }
    return NULL;
}

const struct contest_player *change_any_player(const struct contest_file *f, const char *name)
{
    return change_find_in(f, name);
}

const struct contest_player *change_find_player(
    const struct contest_file *f, const char *name, struct error *e)
{
    const struct contest_player *p = change_find_in(f, name);
    if (!p)
        refuse_unknown(f, name, e);
    else if (!change_is_there(p))
        error_set(e, "\"%.40s\" has been removed", name);
    return p && change_is_there(p) ? p : NULL;
}

// "{"start": 10000ms}", or nothing.
static void print_time(struct text *out, const struct contest_time *t)
{
    const struct {
        const char *key;
        int64_t ms;
    } times[] = {{"start", t->start_ms}, {"first", t->first_ms}, {"request", t->request_ms},
        {"game", t->game_ms}, {"increment", t->increment_ms}};
    const char *before = "{";
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        if (times[i].ms == CONTEST_UNSET)
            continue;
        text_format(out, "%s\"%s\": %" PRId64 "ms", before, times[i].key, times[i].ms);
        before = ", ";
    }
    text_string(out, before[0] == '{' ? "" : "}");
}

static void print_environment(struct text *out, const struct contest_player *p)
{
    for (size_t i = 0; i < p->variables; i++) {
        text_string(out, i == 0 ? "{" : ", ");
        file_write_text(out, p->environment[i].name, NULL); // as it was read: it is UTF-8
        text_string(out, ": ");
        file_write_text(out, p->environment[i].value, NULL);
    }
    text_string(out, p->variables > 0 ? "}" : "");
}

static void change_print_paths(struct text *out, const struct contest_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        text_string(out, i == 0 ? "[" : ", ");
        file_write_text(out, paths->list[i], NULL);
    }
    text_string(out, paths->count > 0 ? "]" : "");
}

struct change_space change_space(void)
{
    return (struct change_space){text_growing(), text_growing(), text_growing(), text_growing()};
}

void change_space_destroy(struct change_space *space)
{
    text_destroy(&space->environment);
    text_destroy(&space->time);
    text_destroy(&space->limits);
    text_destroy(&space->read);
}

static const char *change_text_or_null(const struct text *t)
{
    return t->length > 0 ? t->bytes : NULL;
}

struct change_texts change_texts(const struct contest_player *p, struct change_space *space)
{
    print_environment(&space->environment, p);
    print_time(&space->time, &p->time);
    contest_limits_print(&space->limits, &p->limits);
    change_print_paths(&space->read, &p->read);
    return (struct change_texts){.name = p->name,
        .player = p->player,
        .wire = p->wire,
        .directory = p->directory,
        .environment = change_text_or_null(&space->environment),
        .time = change_text_or_null(&space->time),
        .limits = change_text_or_null(&space->limits),
        .sandbox = p->sandbox != CONTEST_UNSET ? contest_sandbox_name(p->sandbox) : NULL,
        .read = change_text_or_null(&space->read)};
}

bool change_print_player(struct text *out, const struct change_texts *t, struct error *e)
{
    const struct {
        const char *key, *value;
    } texts[] = {{"name", t->name}, {"player", t->player}, {"wire", t->wire},
        {"directory", t->directory}, {"sandbox", t->sandbox}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!texts[i].value)
            continue;
        text_format(out, "%s\"%s\": ", i > 0 ? ", " : "{", texts[i].key);
        if (!file_write_text(out, texts[i].value, e))
            return false;
    }
    if (t->environment)
        text_format(out, ", \"environment\": %s", t->environment);
    if (t->time)
        text_format(out, ", \"time\": %s", t->time);
    if (t->limits)
        text_format(out, ", \"limits\": %s", t->limits);
    if (t->read)
        text_format(out, ", \"read\": %s", t->read);
    text_char(out, '}');
    return true;
}

// --- Coming ---

static bool first_problem(const struct contest_problems *problems, struct error *e)
{
    return problems->count == 0 || error_set(e, "%s", problems->list[0].words);
}

static bool change_add(struct contest_file *f, const struct contest_change *c,
    const struct contest_words *known, struct error *e)
{
    struct contest_player *players = realloc(f->players, (f->player_count + 1) * sizeof *players);
    if (!players)
        return error_set(e, "out of memory");
    f->players = players;
    struct contest_problems problems = {0};
    struct contest_player *p = &players[f->player_count];
    if (f->format == CONTEST_MATCH)
        return error_set(e, "a match has 2 players");
    if (is_knockout(f) && c->at > 0)
        return error_set(e, "the bracket of a knockout is drawn when its first game is played");
    if (f->player_count == CONTEST_PLAYERS_MOST)
        return error_set(e, "a contest has at most %d players", CONTEST_PLAYERS_MOST);
    if (!player_read_text(p, f, (int64_t)f->player_count, c->rest, known, &problems))
        return first_problem(&problems, e);
    p->from = c->at;
    p->added = true;
    f->player_count++;
    return true;
}

static bool change_replace(struct contest_file *f, const struct contest_change *c,
    const struct contest_words *known, struct error *e)
{
    struct contest_problems problems = {0};
    struct contest_player next, *old = NULL;
    if (!player_read_text(&next, f, PLAYER_REPLACES, c->rest, known, &problems))
        return first_problem(&problems, e);
    struct contest_player *p = change_find_in(f, next.name);
    bool well = p && change_is_there(p) ? true : change_find_player(f, next.name, e) != NULL;
    if (well && p->before && p->before->until_row > c->at)
        well = error_set(e, "\"%.40s\" is replaced before it was replaced", next.name);
    if (well && !(old = malloc(sizeof *old)))
        well = error_set(e, "out of memory");
    if (!well) {
        player_destroy(&next);
        return false;
    }
    player_succeed(p, &next, old);
    old->until_row = c->at;
    return true;
}

// --- Leaving ---

static bool change_withdraw(
    struct contest_player *p, const struct contest_change *c, struct error *e)
{
    if (c->pair_count == 0)
        return true;
    size_t count = p->withdrawn_count + c->pair_count;
    int64_t *withdrawn = realloc(p->withdrawn, count * sizeof *withdrawn);
    if (!withdrawn)
        return error_set(e, "out of memory");
    memcpy(withdrawn + p->withdrawn_count, c->pairs, c->pair_count * sizeof *withdrawn);
    p->withdrawn = withdrawn;
    p->withdrawn_count = count;
    return true;
}

static int64_t change_earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// A player who was removed may be removed again, when one of its games became void and was to be
// played once more.
static bool remove_player(struct contest_file *f, const struct contest_change *c, struct error *e)
{
    struct contest_player *p = change_find_in(f, c->rest);
    if (!p)
        return refuse_unknown(f, c->rest, e);
    if (!change_is_there(p) && c->pair_count == 0 && c->at >= p->until)
        return change_find_player(f, c->rest, e) != NULL;
    if (!change_withdraw(p, c, e))
        return false;
    if (p->suspended && p->absence_count > 0)
        p->until = p->absences[--p->absence_count].from;
    p->until = change_earlier(p->until, c->at > p->from ? c->at : p->from);
    p->suspended = false;
    return true;
}

static bool add_absence(struct contest_player *p, int64_t from, struct error *e)
{
    size_t count = p->absence_count + 1;
    struct absence *absences = realloc(p->absences, count * sizeof *absences);
    if (!absences)
        return error_set(e, "out of memory");
    absences[p->absence_count] = (struct absence){from, INT64_MAX};
    p->absences = absences;
    p->absence_count = count;
    return true;
}

static bool change_suspend(struct contest_file *f, const struct contest_change *c, struct error *e)
{
    struct contest_player *p = change_find_in(f, c->rest);
    if (is_knockout(f))
        return error_set(
            e, "a knockout cannot wait for anybody: replace \"%.40s\", or remove it", c->rest);
    if (!p || !change_is_there(p))
        return change_find_player(f, c->rest, e) != NULL;
    if (p->suspended)
        return error_set(e, "\"%.40s\" is suspended already", c->rest);
    int64_t from = c->at > p->from ? c->at : p->from;
    if (!change_withdraw(p, c, e) ||
        (!contest_format_is_fixed(f->format) && !add_absence(p, from, e)))
        return false;
    if (contest_format_is_fixed(f->format))
        p->until = from;
    p->suspended = true;
    return true;
}

// In a fixed schedule the pairs that waited are played now; in other formats the player is paired
// again.
static bool change_resume(struct contest_file *f, const struct contest_change *c, struct error *e)
{
    struct contest_player *p = change_find_in(f, c->rest);
    if (!p || !change_is_there(p))
        return change_find_player(f, c->rest, e) != NULL;
    if (!p->suspended)
        return error_set(e, "\"%.40s\" is not suspended", c->rest);
    if (contest_format_is_fixed(f->format)) {
        p->until = INT64_MAX;
        p->withdrawn_count = 0;
    } else {
        struct absence *last = &p->absences[p->absence_count - 1];
        last->until = c->at > last->from ? c->at : last->from;
    }
    p->suspended = false;
    return true;
}

// --- All of them ---

bool change_follow(struct contest_file *f, enum change_kind kind, const char *words,
    const struct contest_words *known, struct error *e)
{
    struct contest_change c = {.kind = kind};
    bool well = read_words(f, words, &c);
    if (!well)
        error_set(e, "\"%.80s\" does not tell when and who", words);
    else if (kind == CHANGE_ADD)
        well = change_add(f, &c, known, e);
    else if (kind == CHANGE_REPLACE)
        well = change_replace(f, &c, known, e);
    else
        well = kind == CHANGE_REMOVE ? remove_player(f, &c, e)
            : kind == CHANGE_SUSPEND ? change_suspend(f, &c, e)
                                     : change_resume(f, &c, e);
    free(c.pairs);
    return well;
}
