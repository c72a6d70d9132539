// agon host: bots connect to a port, join, and play a contest. The players that have joined are
// written into a contest file like any other. Then the contest is run as agon contest run does it,
// so that it can also go on.
#include "archive/token_file.h"
#include "arena/conditions.h"
#include "arena/player_text.h"
#include "arena/roster.h"
#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/number.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/contest_run.h"
#include "cli/enter_key.h"
#include "cli/host_door.h"
#include "cli/notice.h"
#include "cli/position_argument.h"
#include "cli/program.h"
#include "cli/sandbox_check.h"
#include "cli/terminal.h"
#include "contest/compare.h"
#include "contest/file_writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    COMMAND_BYTES = 8192,
    WAIT_MOST_S = 24 * 60 * 60,
    RETURN_S = 60, // for players to come back when a contest goes on
};

// What options set, and what the contest file has under these keys.
enum host_key {
    KEY_GAME,
    KEY_VARIANT,
    KEY_WIRE,
    KEY_FORMAT,
    KEY_ROUNDS,
    KEY_GAMES,
    KEY_SEED,
    KEY_OPENINGS,
    KEY_CLOCK,
    KEY_RECORDS,
    KEY_FAULTS,
    KEY_TOKENS,
    KEY_REQUIRE,
    KEYS
};

static const char *const key_names[KEYS] = {"game", "variant", "wire", "format", "rounds", "games",
    "seed", "openings", "clock", "records", "faults", "tokens", "require"};

struct host {
    const char *values[KEYS]; // NULL: the default
    const char *time, *file;
    int64_t wait_s; // 0: not said
    int64_t concurrency;
    bool lines, json;
    const struct wire *wire; // of the contest
    struct host_doors doors;
    int64_t per_address;  // 0: as many players as like to join
    int64_t keep_names_s; // for those who left
    bool asks_tokens;     // --tokens was given, and is not "none"
    char tokens[TOKEN_FILE_PATH_BYTES];
    char resume[COMMAND_BYTES];
    struct web_door door;
};

// --- The contest file ---

static void host_write_time(struct text *out, const char *time)
{
    text_string(out, "time: {");
    if (!strchr(time, '='))
        text_string(out, "request: ");
    for (const char *c = time; *c != '\0'; c++) {
        if (*c == '=' || *c == ',')
            text_string(out, *c == '=' ? ": " : ", ");
        else
            text_char(out, *c);
    }
    text_string(out, "}\n");
}

static bool host_write_head(
    const struct host *h, int64_t players, struct text *out, struct error *e)
{
    text_string(out,
        "# Written by agon host: who joined, and how they play. The players connect "
        "to their port.\n");
    for (int key = 0; key < KEYS; key++) {
        if (!h->values[key])
            continue;
        text_format(out, "%s: ", key_names[key]);
        const char *value = h->values[key];
        char folder[16]; // whose name is also a word of this key
        if (key == KEY_RECORDS && contest_records_is_word(value)) {
            snprintf(folder, sizeof folder, "./%s", value);
            value = folder;
        }
        if (!file_write_text(out, value, e))
            return false;
        text_char(out, '\n');
    }
    if (h->time)
        host_write_time(out, h->time);
    // By default all players may play at once.
    int64_t most = players / 2 < CONTEST_CONCURRENCY_MOST ? players / 2 : CONTEST_CONCURRENCY_MOST;
    text_format(
        out, "concurrency: %" PRId64 "\nplayers:\n", h->concurrency > 0 ? h->concurrency : most);
    return true;
}

// `wire` is written only if it is not the contest's; NULL: the player has none.
static bool host_write_player(const struct host *h, const char *name, const char *player,
    const struct wire *wire, struct text *out, struct error *e)
{
    const char *own = wire && wire != h->wire ? wire->name : NULL;
    const struct file_write_pair pairs[] = {{"name", name}, {"player", player}, {"wire", own}};
    text_string(out, "  - ");
    bool well = file_write_map(out, pairs, sizeof pairs / sizeof *pairs, e);
    text_char(out, '\n');
    return well;
}

// Are the options right? They are checked before anybody joins, by a contest of made-up players.
static bool host_check_options(const struct host *h)
{
    struct text out = text_growing();
    struct error e;
    int64_t players = h->doors.players > 0 ? h->doors.players : SEATS;
    bool written = host_write_head(h, players, &out, &e);
    for (int64_t i = 0; written && i < players; i++) {
        char name[32];
        snprintf(name, sizeof name, "%" PRId64, i + 1);
        written = host_write_player(h, name, "@random", NULL, &out, &e);
    }
    if (!written) {
        text_destroy(&out);
        return wrong_input(&e) == EXIT_OK;
    }
    struct definition definition;
    struct roster roster = {0};
    bool well = definition_take(&definition, out.bytes, &players_words, &e);
    if (!well)
        contest_problems_print(NULL, &definition.problems, &e);
    // A file of openings is read later, together with its contest.
    if (well && definition.file.openings != CONTEST_OPENINGS_FILE)
        well = (definition_complete(&definition, &e) && roster_read(&roster, &definition, &e)) ||
            wrong_input(&e) == EXIT_OK;
    roster_destroy(&roster);
    definition_destroy(&definition);
    text_destroy(&out);
    return well;
}

static bool host_write_file(const char *path, const struct text *text, struct error *e)
{
    if (text->cut)
        return error_set(e, "out of memory");
    return atomic_file_write(path, text->bytes, text->length, e);
}

// --- A new contest ---

static void host_lobby_said(void *user, const struct lobby_event *event)
{
    (void)user;
    notice_say("%s", event->words);
}

static const struct lobby_events lobby_events = {.said = host_lobby_said};

static struct lobby_limits host_limits(const struct host *h)
{
    struct lobby_limits limits = lobby_default_limits();
    limits.players_per_address = (size_t)h->per_address;
    limits.name_kept_ns = h->keep_names_s * NS_PER_SECOND;
    return limits;
}

static bool host_invite(const struct host *h, struct lobby *lobby, struct error *e)
{
    const struct lobby_limits limits = host_limits(h);
    lobby_limit(lobby, &limits);
    if (h->asks_tokens && !lobby_require_tokens(lobby, h->tokens, e))
        return false;
    size_t most = h->doors.players > 0 ? (size_t)h->doors.players : LOBBY_ENTRANTS_MOST;
    for (size_t i = 0; i < h->doors.listen.count; i++) {
        const struct host_door *d = &h->doors.list[i];
        for (int64_t number = 0; number < d->ports; number++) {
            char port[HOST_PORT_BYTES];
            host_door_name(d, number, port);
            const struct lobby_invitation invitation = {.port = port,
                .wire = d->wire,
                .any_dialect = d->any_dialect,
                .most = d->shared ? most : 1,
                .patience_ns = d->patience_ns};
            if (!lobby_invite(lobby, &invitation, e))
                return false;
        }
    }
    return true;
}

static void host_begin_now(void *lobby)
{
    lobby_begin_now(lobby);
}

static bool host_gather(const struct host *h, struct lobby *lobby, struct error *e)
{
    struct enter_key enter;
    bool by_hand = h->doors.players == 0 && enter_key_watch(&enter, host_begin_now, lobby);
    if (by_hand)
        notice_say("press Enter to begin with those who have joined");
    bool well = lobby_gather(lobby, (size_t)h->doors.players, h->wait_s * 1000, e);
    if (by_hand)
        enter_key_leave(&enter);
    if (!well)
        return false;
    lobby_close_list(lobby);
    size_t present = lobby_present(lobby);
    return present >= SEATS ||
        error_set(
            e, "%zu of at least %d players joined in %" PRId64 " s", present, SEATS, h->wait_s);
}

static bool host_write_contest(const struct host *h, const struct lobby *lobby, struct error *e)
{
    struct text out = text_growing();
    bool well = host_write_head(h, (int64_t)lobby_present(lobby), &out, e);
    const struct player *player;
    for (int i = 0; well && (player = lobby_player(lobby, i)); i++)
        well = host_write_player(h, player->name, player->text, player->wire, &out, e);
    well = well && host_write_file(h->file, &out, e);
    text_destroy(&out);
    return well;
}

static int host_begin_contest(const struct host *h)
{
    struct error e;
    if (h->doors.players == 0 && h->wait_s == 0 && isatty(STDIN_FILENO) != 1) {
        error_set(&e, "how many bots are to join?   (--players N, or --wait SECONDS)");
        return wrong_input(&e);
    }
    struct lobby *lobby = lobby_create(&lobby_events, NULL, &e);
    if (!lobby) {
        print_line(stderr, "agon: %s", e.words);
        return EXIT_OURS;
    }
    int status;
    if (!host_invite(h, lobby, &e) || !host_gather(h, lobby, &e) ||
        !host_write_contest(h, lobby, &e)) {
        status = wrong_input(&e);
    } else {
        const struct contest_orders orders = {.file = h->file,
            .resume = h->resume,
            .lobby = lobby,
            .lines = h->lines,
            .json = h->json,
            .door = &h->door};
        status = contest_run_file(&orders);
    }
    lobby_destroy(lobby);
    return status;
}

// --- One that goes on ---

// Writes a player of the file with the wire that these options give it.
static bool host_write_known(const struct host *h, const struct contest_file *f,
    const struct contest_player *p, struct text *out, struct error *e)
{
    const struct host_door *d = host_door_of(&h->doors, p->player);
    const struct wire *wire;
    if (!d)
        return error_set(e, "%s plays at %.60s", p->name, p->player);
    if (!wire_choose(f->game, p->wire ? p->wire : f->wire, &wire, e))
        return false;
    bool fits = wire == d->wire || (d->any_dialect && wire_is_told_apart(wire, d->wire));
    return host_write_player(h, p->name, p->player, fits ? wire : d->wire, out, e);
}

// Elsewhere the tokens of a contest may change while it goes on. Here a door must not be open that
// the command closes.
static bool host_compare_tokens(
    const struct contest_file *a, const struct contest_file *b, struct error *e)
{
    bool same = a->tokens && b->tokens ? strcmp(a->tokens, b->tokens) == 0 : a->tokens == b->tokens;
    return same || error_set(e, "\"tokens\" has changed");
}

// Does the file hold what the options say?
static bool host_compare_file(const struct host *h, const struct contest_file *f, struct error *e)
{
    struct text out = text_growing();
    struct error what = {.words = "it cannot be compared"};
    bool same = host_write_head(h, (int64_t)f->player_count, &out, &what);
    for (size_t i = 0; same && i < f->player_count; i++)
        same = host_write_known(h, f, &f->players[i], &out, &what);
    struct definition wanted;
    if (same) {
        struct error why;
        same = definition_take(&wanted, out.bytes, &players_words, &why);
        if (!same)
            contest_problems_print(NULL, &wanted.problems, &why);
        same = same && contest_compare(f, &wanted.file, &what) &&
            host_compare_tokens(f, &wanted.file, &what);
        definition_destroy(&wanted);
    }
    text_destroy(&out);
    return same ||
        error_set(e, "%.60s holds another contest: %.120s   (name another file with --contest)",
            h->file, what.words);
}

static int host_resume_contest(const struct host *h)
{
    struct definition definition;
    struct error e;
    int status = EXIT_OK;
    if (!definition_load(&definition, h->file, &players_words, &e))
        status = contest_problems_print(h->file, &definition.problems, &e);
    else if (!host_compare_file(h, &definition.file, &e))
        status = wrong_input(&e);
    definition_destroy(&definition);
    if (status != EXIT_OK)
        return status;
    const struct lobby_limits limits = host_limits(h);
    const struct contest_orders orders = {.file = h->file,
        .resume = h->resume,
        .limits = &limits,
        .wait_ms = (h->wait_s > 0 ? h->wait_s : RETURN_S) * 1000,
        .lines = h->lines,
        .json = h->json,
        .door = &h->door};
    return contest_run_file(&orders);
}

// --- The command ---

static bool host_check_arguments(struct host *h, struct error *e)
{
    struct position_argument about;
    if (h->doors.listen.count == 0)
        return error_set(e, "--listen is missing: where are the bots to connect?");
    if (!position_argument_read(&about, h->values[KEY_GAME], h->values[KEY_VARIANT], NULL, e))
        return false;
    if (!wire_choose(about.game, h->values[KEY_WIRE], &h->wire, e))
        return false;
    if (!h->wire)
        return error_set(e, "%s has no protocol for bots", about.game->name);
    h->doors.wire = h->values[KEY_WIRE];
    h->doors.time = h->time;
    h->doors.clock = h->values[KEY_CLOCK];
    h->asks_tokens = h->values[KEY_TOKENS] && strcmp(h->values[KEY_TOKENS], "none") != 0;
    if (!token_file_path(h->tokens, h->file, h->values[KEY_TOKENS], e))
        return false;
    return host_doors_read(&h->doors, about.game, e);
}

static void host_name_resume(struct host *h, int argc, char **argv)
{
    struct text out = TEXT_IN(h->resume);
    text_program(&out);
    for (int i = 0; i < argc; i++) {
        text_char(&out, ' ');
        text_word(&out, argv[i]);
    }
}

int command_host(const struct command *self, int argc, char **argv)
{
    struct host h = {
        .file = "host.yaml", .keep_names_s = lobby_default_limits().name_kept_ns / NS_PER_SECOND};
    const char **values = h.values;
    const struct argument arguments[] = {{"GAME", position_argument_games(), &values[KEY_GAME]}};
    const struct option options[] = {
        {"listen",
            "where bots connect: PORT, HOST:PORT or [IPv6]:PORT, loopback if no host is named; "
            "FIRST-LAST for a port each; PORT=WIRE for bots of that protocol; may be repeated",
            .list = &h.doors.listen, .value = "ADDR"},
        {"players", "how many bots to wait for; left out: until Enter is pressed",
            .number = &h.doors.players, .least = 2, .most = LOBBY_ENTRANTS_MOST, .value = "N"},
        {"wait", "begin after so many seconds with those who are there", .number = &h.wait_s,
            .least = 1, .most = WAIT_MOST_S, .value = "S"},
        {"contest", "the contest file to write; if it is there, to go on with (host.yaml)",
            .text = &h.file, .value = "FILE"},
        {"format", "who meets whom (round-robin)", .text = &values[KEY_FORMAT], .value = "NAME"},
        {"rounds", "how often all is played, or how many rounds there are (1, or by format)",
            .text = &values[KEY_ROUNDS], .value = "N"},
        {"games", "how many games two players play each time they meet, an even number (2)",
            .text = &values[KEY_GAMES], .value = "N"},
        {"seed", "the seed of what is drawn by lot (1)", .text = &values[KEY_SEED], .value = "N"},
        {"openings", "how games begin: none, random:K or a file (none)",
            .text = &values[KEY_OPENINGS], .value = "WHICH"},
        {"faults", "what a fault costs besides its game: continue, drop or erase (continue)",
            .text = &values[KEY_FAULTS], .value = "WHAT"},
        {"time", TIME_HELP, .text = &h.time, .value = "MS"},
        {"clock", "refunded or wall", .text = &values[KEY_CLOCK], .value = "KIND"},
        {"wire",
            "the protocol that the bots speak (the game's own, or what their first message tells)",
            .text = &values[KEY_WIRE], .value = "NAME"},
        {"variant", VARIANT_HELP, .text = &values[KEY_VARIANT], .value = "NAME"},
        {"concurrency", "how many games at once at most (all that can be played)",
            .number = &h.concurrency, .least = 1, .most = CONTEST_CONCURRENCY_MOST, .value = "N"},
        {"record", "write every game to DIR/NUMBER.jsonl", .text = &values[KEY_RECORDS],
            .value = "DIR"},
        {"tokens",
            "bots must show a token of this file first; required: of the one beside the contest "
            "file (none)",
            .text = &values[KEY_TOKENS], .value = "FILE"},
        {"per-address", "so many players may join from one address (as many as like to)",
            .number = &h.per_address, .least = 1, .most = LOBBY_ENTRANTS_MOST, .value = "N"},
        {"keep-names",
            "so many seconds a name without a token waits for the address of whoever had it (60)",
            .number = &h.keep_names_s, .most = WAIT_MOST_S, .value = "S"},
        SANDBOX_CHECK_OPTION(&values[KEY_REQUIRE]),
        {"lines", LINES_HELP, .flag = &h.lines},
        {"json", CONTEST_JSON_HELP, .flag = &h.json},
        web_door_option(&h.door, WEB_DOOR_WHERE),
        web_door_option(&h.door, WEB_DOOR_CERTIFICATE),
        web_door_option(&h.door, WEB_DOOR_KEY),
        web_door_option(&h.door, WEB_DOOR_ACCESS_LOG),
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e = {0};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    sandbox_layers required;
    if (!host_check_arguments(&h, &e) || !sandbox_check_read(values[KEY_REQUIRE], &required, &e))
        return wrong_input(&e);
    if (!host_check_options(&h))
        return EXIT_WRONG_INPUT;
    host_name_resume(&h, argc, argv);
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    // The bots that come are not started here: only what works on this machine counts.
    if (!sandbox_check_players(required, NULL, 0))
        status = EXIT_WRONG_INPUT;
    else if (!web_door_open(&h.door, false, &e))
        status = wrong_input(&e);
    else
        status = access(h.file, F_OK) == 0 ? host_resume_contest(&h) : host_begin_contest(&h);
    web_door_close(&h.door);
    link_process_teardown();
    return status;
}
