// agon play: games between two players, refereed.
#include "base/columns.h"
#include "cli/commands.h"
#include "cli/conditions.h"
#include "cli/human.h"
#include "cli/match_request.h"
#include "cli/players.h"
#include "cli/position_argument.h"
#include "cli/terminal.h"
#include "cli/trace.h"
#include "cli/watch.h"
#include "contest/pair_count.h"
#include "report/game_line.h"
#include "report/json.h"
#include "report/score.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ELO_GAMES_LEAST = 10 }; // with fewer, its error is larger than anybody wants to read

// As typed.
struct request {
    struct match_request match;
    int64_t pace;
    bool json, watch, verbose, ascii, strict;
};

struct play {
    struct match match;
    struct watch *watch; // NULL: nobody looks on
    struct human *human; // NULL: nobody plays
    bool json, verbose, ascii;
    struct score scores[SEATS];      // by player
    bool explained[SEATS][VERDICTS]; // the same: a fault of that kind has been shown in full
    struct pair_count counted;       // from the view of the first player
    struct record_ranges records;
    int64_t played, voids;
};

// --- What was asked for ---

static bool check_people(const struct match *m, const struct request *q, struct error *e)
{
    return !m->players[0].untimed || !m->players[1].untimed || q->match.games == 1 ||
        error_set(e, "two people play one game at a time: leave out --games");
}

// --- What is said ---

static int name_width(const char *const names[SEATS])
{
    int a = columns_count(names[0]), b = columns_count(names[1]);
    return a > b ? a : b;
}

// The first fault of each kind of each player: the others are in the records.
static bool is_explained(struct play *p, int player, enum verdict v)
{
    bool explained = p->explained[player][v];
    p->explained[player][v] = true;
    return explained && !p->verbose;
}

static void text_result(
    struct play *p, const struct match_game *g, const struct game_line *line, struct text *out)
{
    const struct result *result = g->result;
    game_line_text(out, line, name_width(line->names));
    int blamed = result->blame == 0 ? g->first : 1 - g->first;
    if (result->blame == NOBODY || is_explained(p, blamed, result->verdict))
        return;
    struct drawing style = terminal_drawing(stdout, p->ascii);
    game_line_details(out, result, &style);
}

static void print_result(struct play *p, const struct match_game *g)
{
    const struct game_line line = {.number = g->index,
        .names = {p->match.players[g->first].name, p->match.players[1 - g->first].name},
        .result = g->result,
        .played = &g->played,
        .record = g->record};
    struct text out = text_growing();
    if (p->json)
        game_line_json(&out, &line);
    else
        text_result(p, g, &line, &out);
    print_bytes(stdout, &out);
    text_destroy(&out);
}

static void report(void *user, const struct match_game *g)
{
    struct play *p = user;
    const struct result *result = g->result;
    int first = g->first;
    p->played++;
    p->voids += result->verdict == VERDICT_VOID;
    if (p->watch)
        watch_step_aside(p->watch, g->index, g->index == p->match.games || match_is_interrupted());
    score_count((struct score *[]){&p->scores[first], &p->scores[1 - first]}, result);
    pair_count_add(&p->counted, g->index, match_half_points(g, 0));
    if (g->record > 0)
        record_ranges_add(&p->records, g->record);
    print_result(p, g);
    if (p->watch)
        watch_come_back(p->watch);
}

// Who runs `agon play ... | head` has read enough, and whose disk is full wants to know. A person
// may have had enough as well.
static bool is_enough(void *user)
{
    const struct play *p = user;
    return ferror(stdout) != 0 || (p->human && p->human->quit);
}

static void begins(void *user, const struct fixture *f)
{
    struct play *p = user;
    if (p->human)
        human_game(p->human, f);
    if (p->watch)
        watch_game(p->watch, f);
}

static void happened(void *user, struct table *t, const struct referee_event *event)
{
    struct play *p = user;
    if (p->verbose)
        trace_event(t, event);
    if (p->human)
        human_event(p->human, t, event);
    if (p->watch)
        watch_event(p->watch, t, event);
}

static bool goes_on(void *user, position *start)
{
    struct play *p = user;
    return human_takes_back(p->human, start);
}

static void summary_json(const struct play *p, const struct request *q)
{
    const char *const names[SEATS] = {p->match.players[0].name, p->match.players[1].name};
    const struct score *const scores[SEATS] = {&p->scores[0], &p->scores[1]};
    struct text out = text_growing();
    text_format(
        &out, "{\"summary\":{\"games\":%" PRId64 ",\"void\":%" PRId64 ",", p->played, p->voids);
    score_json(&out, names, scores, SEATS);
    text_char(&out, ',');
    crowd_json(&p->match.crowd, &out);
    text_format(&out, ",\"seed\":%" PRIu64, p->match.seed);
    json_pairs(&out, &p->counted.pairs);
    json_estimate(&out, "elo", statistics_elo(&p->counted.pairs));
    text_format(&out, ",\"los\":%.6f", statistics_los(&p->counted.pairs));
    if (q->match.record) {
        text_string(&out, ",\"records\":");
        text_record_ranges_json(&out, &p->records);
    }
    text_char(&out, '}');
    json_schema(&out, "play/1");
    text_char(&out, '}');
    puts(out.bytes);
    text_destroy(&out);
}

static void text_count(struct text *out, int64_t number, const char *one, const char *many)
{
    text_format(out, "%" PRId64 " %s", number, number == 1 ? one : many);
}

// "Elo of @3: +35 +/- 61 (95 %, 40 games)", or why it is not known.
static void text_elo(struct text *out, const struct play *p)
{
    const struct counts *pairs = &p->counted.pairs;
    int64_t count = GAMES_PER_PAIR * counts_total(pairs);
    struct estimate elo = statistics_elo(pairs);
    text_format(out, "Elo of %s: ", p->match.players[0].name);
    if (elo.known)
        text_format(out, "%+.0f +/- %.0f (95 %%, %" PRId64 " games)", elo.value, elo.error, count);
    else if (pairs->of[PAIR_HALF_POINTS] * GAMES_PER_PAIR == count)
        text_format(out, "not known: it won all %" PRId64 " games", count);
    else if (pairs->of[0] * GAMES_PER_PAIR == count)
        text_format(out, "not known: it lost all %" PRId64 " games", count);
    else
        text_format(out, "not known: %" PRId64 " games say too little", count);
    text_char(out, '\n');
}

static void text_scores(struct text *out, const struct play *p)
{
    for (int i = 0; i < SEATS; i++) {
        const struct score *s = &p->scores[i];
        text_format(out, "%s%s ", i > 0 ? ", " : "", p->match.players[i].name);
        text_count(out, s->wins, "win", "wins");
        if (s->faults > 0) {
            text_string(out, " (");
            text_count(out, s->faults, "fault", "faults");
            text_char(out, ')');
        }
    }
    if (p->scores[0].draws > 0) {
        text_string(out, ", ");
        text_count(out, p->scores[0].draws, "draw", "draws");
    }
    if (p->voids > 0)
        text_format(out, ", %" PRId64 " void", p->voids);
    text_char(out, '.');
}

static void summary(const struct play *p, const struct request *q)
{
    struct text out = text_growing();
    text_char(&out, '\n');
    text_scores(&out, p);
    if (p->records.count > 0)
        text_records(&out, "  ", &p->records, q->match.record);
    text_char(&out, '\n');
    if (counts_total(&p->counted.pairs) >= ELO_GAMES_LEAST / GAMES_PER_PAIR)
        text_elo(&out, p);
    text_string(&out, "again:  ");
    match_request_again(&q->match, &p->match, "play", NULL, 0, &out);
    puts(out.bytes);
    text_destroy(&out);
}

// --- The command ---

// A fault is a fault also where not all games could be played.
static int status_of(const struct play *p, const struct request *q, enum match_end end)
{
    if (q->strict && p->scores[0].faults + p->scores[1].faults > 0)
        return EXIT_FAILED;
    return p->voids > 0 || end == MATCH_INTERRUPTED ? EXIT_OURS : EXIT_OK;
}

static int run(struct play *p, const struct request *q)
{
    struct error e;
    players_setup();
    if (p->watch)
        watch_begin(p->watch, p->match.players, p->match.games);
    enum match_end end = match_run(&p->match, &e);
    if (p->watch)
        watch_end(p->watch);
    link_process_teardown();
    if (end == MATCH_FAILED) {
        print_line(stderr, "agon: %s", e.words);
        return EXIT_OURS;
    }
    if (p->json)
        summary_json(p, q);
    else
        summary(p, q);
    tell_crowd(&p->match.crowd);
    if (end == MATCH_INTERRUPTED)
        fprintf(
            stderr, "stopped after %" PRId64 " of %" PRId64 " games\n", p->played, p->match.games);
    return status_of(p, q, end);
}

// A person sees the board anyway, whenever it is his turn.
static bool seat_people(struct play *p, const struct request *q, struct error *e)
{
    p->human = calloc(1, sizeof *p->human);
    if (!p->human)
        return error_set(e, "out of memory");
    *p->human = (struct human){
        .players = p->match.players, .ascii = q->ascii, .recorded = q->match.record != NULL};
    for (int i = 0; i < SEATS; i++) {
        if (p->match.players[i].untimed)
            human_seat(p->human, &p->match.players[i]);
    }
    p->match.again = goes_on;
    return true;
}

static bool look_on(struct play *p, const struct request *q, struct error *e)
{
    p->watch = calloc(1, sizeof *p->watch);
    if (!p->watch)
        return error_set(e, "out of memory");
    p->watch->ascii = q->ascii;
    p->watch->plain = q->verbose; // both on one screen would be a muddle
    p->watch->view.playback.pace_ms = q->pace;
    p->match.interrupted = watch_wake;
    return true;
}

static bool prepare(struct play *p, const struct request *q, struct error *e)
{
    p->json = q->json;
    p->verbose = q->verbose;
    p->ascii = q->ascii;
    p->counted = pair_count_empty();
    p->match.keeps_moves = q->json;
    p->match.report = report;
    p->match.enough = is_enough;
    p->match.user = p;
    if (!match_request_players(&p->match, &q->match, e) || !check_people(&p->match, q, e) ||
        !match_request_conditions(&p->match, &q->match, e))
        return false;
    bool people = p->match.players[0].untimed || p->match.players[1].untimed;
    if (people ? !seat_people(p, q, e) : q->watch && !look_on(p, q, e))
        return false;
    if (p->human || p->watch || p->verbose) {
        p->match.begins = begins;
        p->match.watch = happened;
    }
    return true;
}

int command_play(const struct command *self, int argc, char **argv)
{
    struct request q = {
        .match = {.games = 1, .games_default = 1, .concurrency = 1, .seed = MATCH_SEED_NOT_GIVEN}};
    struct match_request *m = &q.match;
    const struct argument arguments[] = {
        {"GAME", position_argument_games(), &m->game},
        {"A", "a player, who begins the first game", &m->players[0]},
        {"B", "the other: @1 to @10, @max, @random, human, a command, listen:PORT, tcp://HOST:PORT",
            &m->players[1]},
    };
    const struct option options[] = {
        {"games", "how many games; who begins alternates (1)", .number = &m->games, .least = 1,
            .most = MATCH_GAMES_MOST, .value = "N"},
        {"concurrency", "how many at once, spread over the cores (1)", .number = &m->concurrency,
            .least = 1, .most = MATCH_CONCURRENCY_MOST, .value = "N"},
        {"seed", "repeat a run: built-in players and drawn lots are the same", .number = &m->seed,
            .least = 0, .most = INT64_MAX, .value = "N"},
        {"time",
            "for each request but the first; or start=MS,first=MS,request=MS,game=MS,increment=MS",
            .text = &m->time, .value = "MS"},
        {"clock", "refunded (what the machine's load cost is not charged) or wall",
            .text = &m->clock, .value = "KIND"},
        {"wire", "the protocol that the bots speak", .text = &m->wire, .value = "NAME"},
        {"wire-first", "the protocol of A", .text = &m->wires[0], .value = "NAME"},
        {"wire-second", "the protocol of B", .text = &m->wires[1], .value = "NAME"},
        {"variant", "a variant of the game, such as 5x5", .text = &m->variant, .value = "NAME"},
        {"position", "where to begin instead of the start", .text = &m->position, .value = "TEXT"},
        {"openings", "where every two games begin: none, random:K or a file (none)",
            .text = &m->openings, .value = "WHAT"},
        {"record", "write every game to DIR/NUMBER.jsonl, after those that are there",
            .text = &m->record, .value = "DIR"},
        {"watch", "draw the board live; on a terminal, ? shows the keys", .flag = &q.watch},
        {"pace", "with --watch: how long each position stays (0)", .number = &q.pace, .least = 0,
            .most = CONDITIONS_DAY_MS, .value = "MS"},
        {"ascii", "draw without Unicode", .flag = &q.ascii},
        {"verbose", "show the wire as it happens, and every fault in full", .flag = &q.verbose},
        {"strict", "end with exit status 1 if a bot made a fault", .flag = &q.strict},
        {"json", "one JSON object per game, and one for the summary", .flag = &q.json},
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    struct position_argument about;
    if (!position_argument_read(&about, m->game, m->variant, m->position, &e))
        return wrong_input(&e);
    struct play p = {.match = {.game = about.game, .start = about.position}};
    int status = prepare(&p, &q, &e) ? run(&p, &q) : wrong_input(&e);
    record_ranges_destroy(&p.records);
    openings_destroy(&p.match.openings);
    free(p.human);
    free(p.watch);
    return status;
}
