// agon play: games between two players, refereed.
#include "base/clock.h"
#include "base/random.h"
#include "cli/commands.h"
#include "cli/conditions.h"
#include "cli/match.h"
#include "cli/openings_input.h"
#include "cli/players.h"
#include "cli/score.h"
#include "cli/subject.h"
#include "cli/terminal.h"
#include "cli/watch.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_MOST = 100 * 1000 * 1000, CONCURRENCY_MOST = 10000, DAY_MS = 24 * 60 * 60 * 1000 };

// As typed.
struct request {
    const char *game, *players[SEATS], *position, *variant, *wire, *wires[SEATS], *time, *clock;
    const char *record, *openings;
    int64_t games, concurrency, seed, pace;
    bool json, watch, verbose, ascii;
};

struct play {
    struct match match;
    struct watch watch;
    bool json;
    struct score scores[SEATS]; // by player
    int64_t played, voids;
};

// --- What was asked for ---

static bool read_players(struct play *p, const struct request *q, struct error *e)
{
    for (int i = 0; i < SEATS; i++) {
        const char *name = q->wires[i] ? q->wires[i] : q->wire;
        const struct wire *w;
        if (!conditions_wire(p->match.game, name, &w, e) ||
            !player_read(&p->match.players[i], q->players[i], p->match.game, w, e))
            return false;
    }
    players_tell_apart(&p->match.players[0], &p->match.players[1]);
    return true;
}

// Games that need a person, or a port, are played one after the other.
static bool check_concurrency(const struct play *p, struct error *e)
{
    for (int i = 0; i < SEATS && p->match.concurrency > 1; i++) {
        const struct player *player = &p->match.players[i];
        if (player->untimed || strncmp(player->text, "listen:", 7) == 0)
            return error_set(
                e, "%s can play only one game at a time: leave out --concurrency", player->text);
    }
    if (p->match.players[0].untimed && p->match.players[1].untimed && p->match.games > 1)
        return error_set(e, "two people play one game at a time: leave out --games");
    return true;
}

// --- What is said ---

static int name_width(const char *const names[SEATS])
{
    size_t a = strlen(names[0]), b = strlen(names[1]);
    return (int)(a > b ? a : b);
}

static void report(void *user, int64_t index, int first, const struct result *result)
{
    struct play *p = user;
    p->played++;
    p->voids += result->verdict == VERDICT_VOID;
    const char *names[SEATS] = {p->match.players[first].name, p->match.players[1 - first].name};
    score_count((struct score *[]){&p->scores[first], &p->scores[1 - first]}, result);
    if (p->json)
        score_print_game_json(index, names, result);
    else
        score_print_game(index, names, name_width(names), result);
    // Once for each player: the others are in the records.
    if (!p->json && result->blame != NOBODY &&
        p->scores[result->blame == 0 ? first : 1 - first].faults == 1)
        score_print_details(result);
}

static void watch(void *user, struct table *t, const struct referee_event *event)
{
    const struct play *p = user;
    watch_event(&p->watch, t, event);
}

static void summary_json(const struct play *p)
{
    const char *const names[SEATS] = {p->match.players[0].name, p->match.players[1].name};
    const struct score *const scores[SEATS] = {&p->scores[0], &p->scores[1]};
    struct text out = text_growing();
    text_format(
        &out, "{\"summary\":{\"games\":%" PRId64 ",\"void\":%" PRId64 ",", p->played, p->voids);
    score_json(&out, names, scores, SEATS);
    text_format(&out, ",\"seed\":%" PRIu64 "}}", p->match.seed);
    puts(out.bytes);
    text_destroy(&out);
}

static void text_count(struct text *out, int64_t number, const char *one, const char *many)
{
    text_format(out, "%" PRId64 " %s", number, number == 1 ? one : many);
}

// The command that plays the same games again.
static void text_again(struct text *out, const struct play *p, const struct request *q)
{
    text_format(out, "agon play %s ", q->game);
    text_word(out, q->players[0]);
    text_char(out, ' ');
    text_word(out, q->players[1]);
    const struct {
        const char *name, *value;
    } options[] = {{"variant", q->variant}, {"position", q->position}, {"wire", q->wire},
        {"wire-first", q->wires[0]}, {"wire-second", q->wires[1]}, {"time", q->time},
        {"clock", q->clock}, {"openings", q->openings}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (options[i].value) {
            text_format(out, " --%s ", options[i].name);
            text_word(out, options[i].value);
        }
    }
    if (p->match.games > 1)
        text_format(out, " --games %" PRId64, p->match.games);
    text_format(out, " --seed %" PRIu64, p->match.seed);
}

static void summary(const struct play *p, const struct request *q)
{
    struct text out = text_growing();
    text_char(&out, '\n');
    for (int i = 0; i < SEATS; i++) {
        const struct score *s = &p->scores[i];
        text_format(&out, "%s%s ", i > 0 ? ", " : "", p->match.players[i].name);
        text_count(&out, s->wins, "win", "wins");
        if (s->faults > 0) {
            text_string(&out, " (");
            text_count(&out, s->faults, "fault", "faults");
            text_char(&out, ')');
        }
    }
    if (p->scores[0].draws > 0) {
        text_string(&out, ", ");
        text_count(&out, p->scores[0].draws, "draw", "draws");
    }
    if (p->voids > 0)
        text_format(&out, ", %" PRId64 " void", p->voids);
    text_char(&out, '.');
    if (q->record)
        text_format(&out, "  Records in %s", q->record);
    text_string(&out, "\nagain:  ");
    text_again(&out, p, q);
    puts(out.bytes);
    text_destroy(&out);
}

// --- The command ---

static int run(struct play *p, const struct request *q)
{
    struct error e;
    if (!link_process_setup(&e))
        fprintf(stderr, "agon: %s\n", e.words);
    enum match_end end = match_run(&p->match, &e);
    link_process_teardown();
    if (end == MATCH_FAILED) {
        fprintf(stderr, "agon: %s\n", e.words);
        return EXIT_FAILED;
    }
    if (p->json)
        summary_json(p);
    else
        summary(p, q);
    if (end == MATCH_INTERRUPTED)
        fprintf(
            stderr, "stopped after %" PRId64 " of %" PRId64 " games\n", p->played, p->match.games);
    return p->voids > 0 || end == MATCH_INTERRUPTED ? EXIT_FAILED : EXIT_OK;
}

static bool prepare(struct play *p, const struct request *q, struct error *e)
{
    p->json = q->json;
    p->watch = (struct watch){q->watch, q->verbose, q->ascii, q->pace};
    p->match.games = q->games;
    p->match.concurrency = q->concurrency;
    // Without --seed every run is another one, and its seed is told at the end.
    p->match.seed = q->seed >= 0
        ? (uint64_t)q->seed
        : random_mix((uint64_t)clock_now_ns() ^ (uint64_t)getpid()) % 100000;
    p->match.report = report;
    p->match.watch = q->watch || q->verbose ? watch : NULL;
    p->match.user = p;
    p->match.record_folder = q->record;
    const struct openings_setting setting = {.game = p->match.game,
        .start = &p->match.start,
        .players = p->match.players,
        .count = SEATS,
        .seed = p->match.seed};
    return read_players(p, q, e) &&
        openings_input_read(&p->match.openings, q->openings, &setting, e) &&
        conditions_budget(&p->match.budget, wire_default(p->match.game), q->time, q->clock, e) &&
        check_concurrency(p, e) && conditions_folder(q->record, e);
}

int command_play(const struct command *self, int argc, char **argv)
{
    struct request q = {.games = 1, .concurrency = 1, .seed = -1};
    const struct argument arguments[] = {
        {"GAME", subject_games(), &q.game},
        {"A", "a player, who begins the first game", &q.players[0]},
        {"B", "the other: @1 to @10, @max, @random, human, a command, listen:PORT, tcp://HOST:PORT",
            &q.players[1]},
    };
    const struct option options[] = {
        {"games", "how many games; who begins alternates (1)", .number = &q.games, .least = 1,
            .most = GAMES_MOST, .value = "N"},
        {"concurrency", "how many at once, spread over the cores (1)", .number = &q.concurrency,
            .least = 1, .most = CONCURRENCY_MOST, .value = "N"},
        {"seed", "repeat a run: built-in players and drawn lots are the same", .number = &q.seed,
            .least = 0, .most = INT64_MAX, .value = "N"},
        {"time",
            "for each request but the first; or start=MS,first=MS,request=MS,game=MS,increment=MS",
            .text = &q.time, .value = "MS"},
        {"clock", "refunded (what the machine's load cost is not charged) or wall",
            .text = &q.clock, .value = "KIND"},
        {"wire", "the protocol that the bots speak", .text = &q.wire, .value = "NAME"},
        {"wire-first", "the protocol of A", .text = &q.wires[0], .value = "NAME"},
        {"wire-second", "the protocol of B", .text = &q.wires[1], .value = "NAME"},
        {"variant", "a variant of the game, such as 5x5", .text = &q.variant, .value = "NAME"},
        {"position", "where to begin instead of the start", .text = &q.position, .value = "TEXT"},
        {"openings", "where every two games begin: none, random:K or a file (none)",
            .text = &q.openings, .value = "WHAT"},
        {"record", "write every game to DIR/NUMBER.jsonl", .text = &q.record, .value = "DIR"},
        {"watch", "draw the board live", .flag = &q.watch},
        {"pace", "with --watch: how long each position stays (0)", .number = &q.pace, .least = 0,
            .most = DAY_MS, .value = "MS"},
        {"ascii", "draw without Unicode", .flag = &q.ascii},
        {"verbose", "show the wire as it happens", .flag = &q.verbose},
        {"json", "one JSON object per game, and one for the summary", .flag = &q.json},
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    struct subject subject;
    if (!subject_read(&subject, q.game, q.variant, q.position))
        return EXIT_WRONG_INPUT;
    struct play p = {.match = {.game = subject.game, .start = subject.position}};
    int status = prepare(&p, &q, &e) ? run(&p, &q) : wrong_input(&e);
    openings_destroy(&p.match.openings);
    return status;
}
