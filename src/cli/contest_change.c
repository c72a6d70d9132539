// What an organiser does to a contest that has begun and that nobody is running: agon contest void,
// add and remove. All of it goes into the log of the contest's file, from which everything is
// computed again: the same log gives the same contest.
#include "cli/archive.h"
#include "cli/commands.h"
#include "cli/ledger.h"
#include "cli/players.h"
#include "cli/probe.h"
#include "cli/program.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "contest/write.h"
#include "link/link.h"
#include "store/owner.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHY_BYTES_MOST = 500 };

struct change {
    const char *file;
    struct store *store;
    struct archive archive;
    struct ledger ledger;
    struct schedule schedule;
    bool refused; // something that was to be written; `error` says why
    struct error error;
};

// --- The contest is ours ---

// On the store's thread.
static void written(void *user, void *tag, const struct error *error)
{
    (void)tag;
    struct change *c = user;
    if (error && !c->refused) {
        c->refused = true;
        c->error = *error;
    }
}

static bool refuse_while_run(const char *path, const char *file, struct error *e)
{
    struct owner_process owner;
    if (!owner_find(path, &owner, e))
        return false;
    if (owner.pid == 0)
        return true;
    close(owner.pidfd);
    struct text pause = text_growing();
    text_command(&pause, "contest pause", file);
    error_set(e, "process %d is running %.60s; let it stop first:  %s", (int)owner.pid, file,
        pause.bytes);
    text_destroy(&pause);
    return false;
}

// False: what is wrong has been printed. To be closed in both cases.
static bool open_contest(struct change *c, const char *file)
{
    struct error e;
    char path[ARCHIVE_PATH_BYTES];
    *c = (struct change){.file = file};
    const struct store_options options = {.path = path, .done = written, .user = c};
    signal(STOP_PAUSE_SIGNAL, SIG_IGN); // this will be over soon enough
    if (!archive_path(path, file, &e)) {
        wrong_input(&e);
        return false;
    }
    if (access(path, F_OK) == 0 &&
        (!refuse_while_run(path, file, &e) || !(c->store = store_open(&options, &e)))) {
        wrong_input(&e);
        return false;
    }
    if (!archive_open(&c->archive, file))
        return false;
    const struct lineup *l = &c->archive.lineup;
    bool read = ledger_load(&c->ledger, c->archive.reader, (int)l->count, &e) &&
        schedule_init(&c->schedule, &l->plan, &e);
    if (!read)
        wrong_input(&e);
    return read;
}

// Everything is on the disk, or it is said why not.
static int close_contest(struct change *c, int status)
{
    schedule_destroy(&c->schedule);
    ledger_destroy(&c->ledger);
    archive_close(&c->archive); // before the store, which leaves one file only if it is the last
    bool closed = !c->store || store_close(c->store, &c->error);
    if (status == EXIT_OK && (!closed || c->refused))
        status = wrong_input(&c->error);
    return status;
}

// --- void ---

struct voiding {
    int64_t number; // of the game, in the schedule
    const char *why;
    bool later;           // those that depend on it, too
    int64_t pair;         // of the game
    int game;             // in the pair
    int64_t end;          // the first pair that depends on its result
    int64_t dependents;   // games stored of this pair and later ones
    char description[96]; // "game 17 (ann - bob)"
};

static bool describe(void *user, const struct store_game *g)
{
    struct voiding *v = user;
    if (g->play != v->number)
        return true;
    snprintf(v->description, sizeof v->description, "game %" PRId64 " (%s - %s)", g->play,
        g->first_name, g->second_name);
    return false;
}

static bool find_game(struct change *c, struct voiding *v, struct error *e)
{
    v->pair = (v->number - 1) / GAMES_PER_PAIR;
    v->game = (int)((v->number - 1) % GAMES_PER_PAIR);
    if (!reader_walk_games(c->archive.reader, READER_BY_PAIR, describe, v, e))
        return false;
    return v->description[0] != '\0' ||
        error_set(e, "no game %" PRId64 " is stored that counts", v->number);
}

// What was stored and could not have been played without this result depends on it.
static bool find_dependents(struct change *c, struct voiding *v, struct error *e)
{
    for (size_t i = 0; i < c->ledger.count; i++) {
        if (c->ledger.pairs[i].index == v->pair)
            c->ledger.pairs[i].half_points[v->game] = LEDGER_UNKNOWN;
    }
    if (!ledger_replay(&c->ledger, &c->schedule, e))
        return false;
    v->end = c->schedule.next;
    for (size_t i = 0; i < c->ledger.count; i++) {
        const struct ledger_pair *pair = &c->ledger.pairs[i];
        for (int game = 0; pair->index >= v->end && game < GAMES_PER_PAIR; game++)
            v->dependents += pair->half_points[game] != LEDGER_UNKNOWN;
    }
    return v->dependents == 0 || v->later ||
        error_set(e,
            "%" PRId64 " later game%s on its result, because the schedule follows from results:"
            " --later makes %s void, too",
            v->dependents, v->dependents == 1 ? " depends" : "s depend",
            v->dependents == 1 ? "it" : "them");
}

static bool write_void(
    struct change *c, int64_t pair, int game, const char *reason, struct error *e)
{
    return (store_room(c->store) > 0 || store_wait(c->store, e)) &&
        store_void_game(c->store, pair, game, reason, NULL, e);
}

// The last first: wherever this is interrupted, what is left is a contest that was stopped early.
static bool write_voids(struct change *c, const struct voiding *v, struct error *e)
{
    char reason[WHY_BYTES_MOST + 128];
    snprintf(reason, sizeof reason, "it depends on %s, which is void", v->description);
    for (size_t i = c->ledger.count; v->dependents > 0 && i > 0; i--) {
        const struct ledger_pair *pair = &c->ledger.pairs[i - 1];
        for (int game = GAMES_PER_PAIR - 1; pair->index >= v->end && game >= 0; game--) {
            if (pair->half_points[game] != LEDGER_UNKNOWN &&
                !write_void(c, pair->index, game, reason, e))
                return false;
        }
    }
    snprintf(reason, sizeof reason, "%s: %.*s", v->description, WHY_BYTES_MOST,
        v->why ? v->why : "no reason given");
    return write_void(c, v->pair, v->game, reason, e);
}

int contest_void(const struct command *self, int argc, char **argv)
{
    const char *file = NULL, *number = NULL;
    struct voiding v = {0};
    const struct argument arguments[] = {{"FILE", "the contest file", &file},
        {"NUMBER", "of the game, as at the beginning of its line", &number}};
    const struct option options[] = {
        {"why", "the reason, for the log", .text = &v.why, .value = "TEXT"},
        {"later", "also the games of later rounds, which depend on its result", .flag = &v.later},
    };
    const struct syntax syntax = {self, arguments, 2, options, sizeof options / sizeof *options};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    if (!options_number("NUMBER", number, 1, INT64_MAX, &v.number, &e))
        return wrong_input(&e);
    struct change c;
    int status = EXIT_WRONG_INPUT;
    if (open_contest(&c, file)) {
        bool well = find_game(&c, &v, &e) && find_dependents(&c, &v, &e) && write_voids(&c, &v, &e);
        status = well ? EXIT_OK : wrong_input(&e);
    }
    status = close_contest(&c, status);
    if (status != EXIT_OK)
        return status;
    print_part(stdout, "%s is void", v.description);
    if (v.dependents > 0)
        printf(", and %" PRId64 " later one%s", v.dependents, v.dependents == 1 ? "" : "s");
    print_command("; to go on:  ", "contest run", file);
    return EXIT_OK;
}

// --- add and remove ---

// The first round of which no game has been played.
static bool find_round(struct change *c, int64_t *round, struct error *e)
{
    const struct schedule *s = &c->schedule;
    if (!ledger_replay(&c->ledger, &c->schedule, e))
        return false;
    if (s->over)
        return error_set(e, "the contest is over");
    *round = s->next == 0 ? 0 : s->wave.pairings[s->next - 1 - s->wave_start].round + 1;
    int64_t rounds = s->field.plan.rounds;
    return rounds == 0 || *round < rounds ||
        error_set(e, "the last of its %" PRId64 " rounds has begun: nobody can come or go any more",
            rounds);
}

static bool check_ladder(const struct change *c, struct error *e)
{
    int format = c->archive.input.file.format;
    return format == CONTEST_LADDER ||
        error_set(e, "%.80s: players come and go only in a ladder, and this is a %s", c->file,
            contest_format_name(format));
}

struct newcomer {
    const char *name, *player, *wire, *directory;
};

static bool write_newcomer(struct text *out, const struct newcomer *n, struct error *e)
{
    const struct contest_write_pair pairs[] = {
        {"name", n->name}, {"player", n->player}, {"wire", n->wire}, {"directory", n->directory}};
    return contest_write_map(out, pairs, sizeof pairs / sizeof *pairs, e);
}

static bool check_name_is_free(const struct change *c, const char *typed, struct error *e)
{
    const struct contest_file *f = &c->archive.input.file;
    char name[PLAYER_NAME_BYTES];
    if (!player_name_read(name, typed, e))
        return false;
    for (size_t i = 0; i < f->player_count; i++) {
        if (strcmp(f->players[i].name, name) == 0)
            return error_set(e,
                "there is or was a player \"%.40s\": whoever comes, also a new version, has a name"
                " of its own",
                name);
    }
    return true;
}

// With the newcomer in it; the newcomer must be able to start.
static bool try_lineup(struct change *c, struct error *e)
{
    struct lineup l;
    bool well =
        lineup_read(&l, &c->archive.input, e) && probe_players(&l.players[l.count - 1], 1, NULL, e);
    lineup_destroy(&l);
    return well;
}

static bool add_newcomer(
    struct change *c, const struct newcomer *n, int64_t *round, struct error *e)
{
    struct text words = text_growing();
    bool well = check_ladder(c, e) && check_name_is_free(c, n->name, e) && find_round(c, round, e);
    if (well) {
        text_format(&words, "round %" PRId64 ": ", *round + 1);
        well = write_newcomer(&words, n, e) &&
            contest_input_change(&c->archive.input, CONTEST_INPUT_ADD, words.bytes, e) &&
            try_lineup(c, e) && store_add_entry(c->store, CONTEST_INPUT_ADD, words.bytes, NULL, e);
    }
    text_destroy(&words);
    return well;
}

int contest_add(const struct command *self, int argc, char **argv)
{
    const char *file = NULL;
    struct newcomer n = {0};
    const struct argument arguments[] = {{"FILE", "the contest file, of a ladder", &file},
        {"NAME", "what the player is called", &n.name},
        {"PLAYER", "who plays: \"python3 mybot.py\", @3, tcp://HOST:PORT, ...", &n.player}};
    const struct option options[] = {
        {"wire", "the protocol that it speaks, if not that of the contest", .text = &n.wire,
            .value = "NAME"},
        {"directory", "where its command runs", .text = &n.directory, .value = "DIR"},
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    players_setup();
    struct change c;
    int64_t round = 0;
    int status = EXIT_WRONG_INPUT;
    if (open_contest(&c, file))
        status = add_newcomer(&c, &n, &round, &e) ? EXIT_OK : wrong_input(&e);
    status = close_contest(&c, status);
    link_process_teardown();
    if (status != EXIT_OK)
        return status;
    print_part(stdout, "%s plays from round %" PRId64 " on", n.name, round + 1);
    print_command("; to go on:  ", "contest run", file);
    return EXIT_OK;
}

static bool check_others_stay(const struct change *c, struct error *e)
{
    const struct contest_file *f = &c->archive.input.file;
    size_t staying = 0;
    for (size_t i = 0; i < f->player_count; i++)
        staying += f->players[i].until == INT64_MAX;
    return staying >= 2 || error_set(e, "a ladder needs two players: add another one first");
}

static bool remove_player(struct change *c, const char *name, int64_t *round, struct error *e)
{
    struct text words = text_growing();
    bool well = check_ladder(c, e) && find_round(c, round, e);
    if (well) {
        text_format(&words, "round %" PRId64 ": %s", *round + 1, name);
        well = contest_input_change(&c->archive.input, CONTEST_INPUT_REMOVE, words.bytes, e) &&
            check_others_stay(c, e) &&
            store_add_entry(c->store, CONTEST_INPUT_REMOVE, words.bytes, NULL, e);
    }
    text_destroy(&words);
    return well;
}

int contest_remove(const struct command *self, int argc, char **argv)
{
    const char *file = NULL, *name = NULL;
    const struct argument arguments[] = {{"FILE", "the contest file, of a ladder", &file},
        {"NAME", "what the player is called", &name}};
    const struct syntax syntax = {self, arguments, 2, NULL, 0};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    struct change c;
    int64_t round = 0;
    int status = EXIT_WRONG_INPUT;
    if (open_contest(&c, file))
        status = remove_player(&c, name, &round, &e) ? EXIT_OK : wrong_input(&e);
    status = close_contest(&c, status);
    if (status != EXIT_OK)
        return status;
    print_part(stdout, "%s leaves before round %" PRId64, name, round + 1);
    print_command("; to go on:  ", "contest run", file);
    return EXIT_OK;
}
