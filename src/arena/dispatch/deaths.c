// When a contest goes on after its owner died: the log gets an entry for each game that was under
// way, with the processes of its bots. It counts how often the same two players were under way when
// an owner died: if that is so again and again, one of them may be what kills it.
#include "arena/dispatch/parts.h"

#include "store/postgres.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUSPECT_FROM = 3, // deaths with the same two players
    SAID_MOST = 8     // games that are told to watchers; the log has all of them
};

// One game that was under way, and what the log knows of others like it.
struct deaths_search {
    const struct under_way_left *left;
    const struct under_way_game *game;
    int64_t count;        // of earlier deaths with the same players
    bool noted;           // this very game of this very death is in the log already
    int64_t owner, since; // of the death that was counted last
};

static bool deaths_are_same_players(const struct under_way_game *a, const struct under_way_game *b)
{
    return (a->players[0] == b->players[0] && a->players[1] == b->players[1]) ||
        (a->players[0] == b->players[1] && a->players[1] == b->players[0]);
}

// The games of one death follow each other in the log, and count once.
static bool deaths_look_at(void *user, const struct store_entry *entry)
{
    struct deaths_search *s = user;
    struct under_way_left death;
    struct under_way_game game;
    const char *line = strchr(entry->words, '\n');
    if (strcmp(entry->kind, UNDER_WAY_ENTRY) != 0 || !line ||
        !under_way_scan(line + 1, &death, &game) || !deaths_are_same_players(&game, s->game))
        return true;
    if (death.owner == s->left->owner && death.since == s->left->since)
        s->noted = s->noted || game.number == s->game->number;
    else if (death.owner != s->owner || death.since != s->since)
        s->count++;
    s->owner = death.owner;
    s->since = death.since;
    return true;
}

static void deaths_text_player(
    struct text *out, const struct dispatch *d, const struct under_way_game *game, int seat)
{
    text_string(out, d->options.roster->players[game->players[seat]].name);
    if (game->processes[seat] != 0)
        text_format(out, " (process %" PRId64 ")", game->processes[seat]);
}

// "game 12 of ann (process 31) and bob (process 32) was under way when agon (process 30) died"
static void deaths_text(struct text *out, const struct dispatch *d, const struct deaths_search *s)
{
    text_format(out, "game %" PRId64 " of ", s->game->number);
    deaths_text_player(out, d, s->game, 0);
    text_string(out, " and ");
    deaths_text_player(out, d, s->game, 1);
    text_format(out, " was under way when agon (process %" PRId64 ") died", s->left->owner);
    if (s->count > 0)
        text_format(out, ", as a game of these two was %" PRId64 " time%s before", s->count,
            s->count == 1 ? "" : "s");
    if (s->count + 1 >= SUSPECT_FROM)
        text_string(out, ": they are suspect");
}

static void deaths_say(struct dispatch *d, const char *words)
{
    if (!feeds_want(d->options.feeds, ARENA_SAID))
        return;
    struct arena_event *event = arena_event_create(ARENA_SAID, 0, words, strlen(words));
    if (event)
        event->player = NOBODY;
    feeds_publish(d->options.feeds, event);
}

static bool deaths_note(struct dispatch *d, struct reader *r, const struct under_way_left *left,
    const struct under_way_game *game, struct error *e)
{
    int64_t players = (int64_t)d->options.roster->count;
    if (game->players[0] >= players || game->players[1] >= players)
        return true; // of another contest
    struct deaths_search s = {.left = left, .game = game};
    if (!reader_walk_log(r, deaths_look_at, &s, e))
        return false;
    struct text words = text_growing();
    deaths_text(&words, d, &s);
    if (game - left->games < SAID_MOST)
        deaths_say(d, words.bytes);
    text_char(&words, '\n');
    under_way_print(&words, left, game);
    bool added = !words.cut || error_set(e, "out of memory");
    added = added && (s.noted || store_add_entry(d->store, UNDER_WAY_ENTRY, words.bytes, NULL, e));
    text_destroy(&words);
    return added;
}

static bool deaths_note_all(
    struct dispatch *d, struct reader *r, const struct under_way_left *left, struct error *e)
{
    for (size_t i = 0; i < left->count; i++) {
        if (!deaths_note(d, r, left, &left->games[i], e))
            return false;
    }
    if (left->count > SAID_MOST) {
        char bytes[96];
        struct text more = TEXT_IN(bytes);
        text_format(
            &more, "and so were %zu more games: see agon contest log", left->count - SAID_MOST);
        deaths_say(d, bytes);
    }
    return left->count == 0 || store_wait(d->store, e);
}

// A damaged file is told, and nothing more is made of it.
static bool deaths_read(struct dispatch *d, struct reader *r, struct error *e)
{
    struct under_way_left *left = malloc(sizeof *left);
    struct error why, told;
    if (!left)
        return error_set(e, "out of memory");
    bool read = under_way_read(d->options.path, left, &why);
    if (!read) {
        error_set(
            &told, "agon died, and which games were under way is not known: %.180s", why.words);
        deaths_say(d, told.words);
    }
    bool well = !read || deaths_note_all(d, r, left, e);
    free(left);
    return well;
}

// The file lies beside a file of results: a contest in a database has none.
bool deaths_load(struct dispatch *d, struct reader *r, struct error *e)
{
    struct error why, told;
    if (postgres_is_place(d->options.path))
        return true;
    if (!d->is_new && !deaths_read(d, r, e))
        return false;
    // Only now is replaced what the last owner has left: its games are in the log. The contest can
    // do without this file.
    if (!under_way_open(&d->under_way_file, d->options.path, &why)) {
        error_set(&told, "if agon dies, the log will not tell which games were under way: %.180s",
            why.words);
        deaths_say(d, told.words);
    }
    return true;
}
