#include "cli/match_request.h"

#include "arena/conditions.h"
#include "arena/placement.h"
#include "arena/player_text.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/random.h"
#include "cli/build_notice.h"
#include "cli/commands.h"
#include "cli/openings_input.h"
#include "cli/program.h"
#include "cli/sandbox_check.h"
#include "cli/start_check.h"
#include "cli/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

struct option match_request_option(struct match_request *q, enum match_request_row row)
{
    const struct option rows[] = {
        [MATCH_CONCURRENCY] = {"concurrency", "how many at once, spread over the cores (1)",
            .number = &q->concurrency, .least = 1, .most = MATCH_CONCURRENCY_MOST, .value = "N"},
        [MATCH_SEED] = {"seed", "repeat a run: built-in players and drawn lots are the same",
            .number = &q->seed, .least = 0, .most = INT64_MAX, .value = "N"},
        [MATCH_TIME] = {"time", TIME_HELP, .text = &q->time, .value = "MS"},
        [MATCH_CLOCK] = {"clock", "refunded (what the machine's load cost is not charged) or wall",
            .text = &q->clock, .value = "KIND"},
        [MATCH_LIMIT] = {"limit",
            "what each bot may use: memory=512MiB, tasks=64, cpu=60s, files, "
            "file, scratch, output; may be repeated",
            .list = &q->limits, .value = "NAME=AMOUNT"},
        [MATCH_PONDERING] = {"pondering",
            "allowed, or frozen: bots stand still while they are not asked", .text = &q->pondering,
            .value = "KIND"},
        [MATCH_CORES] = {"cores", "cores for each bot alone (bots share cores)",
            .number = &q->cores, .least = 1, .most = PLACEMENT_CORES_MOST, .value = "N"},
        [MATCH_WIRE] = {"wire", "the protocol that the bots speak", .text = &q->wire,
            .value = "NAME"},
        [MATCH_VARIANT] = {"variant", VARIANT_HELP, .text = &q->variant, .value = "NAME"},
        [MATCH_RECORD] = {"record",
            "write every game to DIR/NUMBER.jsonl, after those that are there", .text = &q->record,
            .value = "DIR"},
        [MATCH_SANDBOX] = {"sandbox", SANDBOX_HELP " (open; an entry: closed)", .text = &q->sandbox,
            .value = "MANNER"},
        [MATCH_READ] = {"read", "a file or folder that closed bots may read; may be repeated",
            .list = &q->read, .value = "PATH"},
        [MATCH_REQUIRE] = SANDBOX_CHECK_OPTION(&q->require),
    };
    return rows[row];
}

// Both bots have the same limits.
static bool match_request_limits(
    struct match_options *m, const struct match_request *q, struct error *e)
{
    struct contest_limits limits = contest_limits_unset();
    for (size_t i = 0; i < q->limits.count; i++) {
        if (!contest_limits_read_option(&limits, q->limits.texts[i], e))
            return false;
    }
    for (int i = 0; i < SEATS; i++) {
        struct player *p = &m->players[i];
        if (p->wire)
            p->sandbox.limits = conditions_limits(p->sandbox.manner, &limits, NULL);
    }
    return true;
}

// The same for both players, but for entries, which nobody has read: these are closed if nothing
// else is asked for. The list of paths stays in `q`.
static bool match_request_read_sandbox(
    struct sandbox *sandbox, const struct match_request *q, int player, struct error *e)
{
    bool has_entry = entry_text_is(q->players[0]) || entry_text_is(q->players[1]);
    *sandbox = (struct sandbox){
        .manner = entry_text_is(q->players[player]) ? SANDBOX_CLOSED : SANDBOX_OPEN,
        .limits = sandbox_default_limits()};
    if (q->sandbox && !sandbox_manner_find(q->sandbox, &sandbox->manner))
        return error_set(e, "--sandbox %.40s: a sandbox is closed, open or none", q->sandbox);
    for (size_t i = 0; i < q->read.count; i++) {
        if (access(q->read.texts[i], F_OK) != 0)
            return error_set(e, "--read %.160s: %s", q->read.texts[i], strerror(errno));
    }
    bool reads = sandbox->manner == SANDBOX_CLOSED;
    if (q->read.count > 0 && !reads && (q->sandbox || !has_entry))
        return error_set(
            e, "--read is for --sandbox closed: other bots read all that you can read");
    sandbox->read = q->read.count > 0 && reads ? q->read.texts : NULL;
    return true;
}

// Builds the entry that a player is.
static bool match_request_build(
    struct match_options *m, struct match_request *q, int player, struct error *e)
{
    char shelf[PATH_MAX];
    struct entry_text text;
    struct build *build = &q->builds[player];
    if (!entry_text_read(&text, q->players[player], e) ||
        !build_notice_shelf(shelf, sizeof shelf, e))
        return false;
    const struct build_order order = {.path = text.path, .hash = text.hash, .shelf = shelf};
    if (!build_notice_make(build, &order, e)) {
        build_notice_print(text.path, build, e);
        *e = (struct error){0};
        return false;
    }
    const char *wire = build->entry.recipe.wire;
    memcpy(m->players[player].name, build->entry.name, sizeof build->entry.name);
    return q->wires[player] || q->wire || !wire ||
        wire_choose(m->game, wire, &m->players[player].wire, e);
}

static bool match_request_build_all(
    struct match_options *m, struct match_request *q, struct error *e)
{
    bool well = true;
    for (int i = 0; well && i < SEATS; i++)
        well = !entry_text_is(q->players[i]) || match_request_build(m, q, i, e);
    return well;
}

static bool match_request_equip(struct match_options *m, struct match_request *q, struct error *e)
{
    bool well = true;
    for (int i = 0; well && i < SEATS; i++) {
        if (!q->builds[i].folder)
            continue;
        m->players[i].given = q->players[i]; // so that a command about the record can name it
        well = build_equip(&q->builds[i], &m->players[i], e);
    }
    return well;
}

void match_request_destroy(struct match_request *q)
{
    for (int i = 0; i < SEATS; i++)
        build_destroy(&q->builds[i]);
}

bool match_request_players(struct match_options *m, struct match_request *q, struct error *e)
{
    for (int i = 0; i < SEATS; i++) {
        const struct wire *w;
        if (!wire_choose(m->game, q->wires[i] ? q->wires[i] : q->wire, &w, e) ||
            !player_read(&m->players[i], q->players[i], m->game, w, e) ||
            !match_request_read_sandbox(&m->players[i].sandbox, q, i, e))
            return false;
    }
    if (!match_request_build_all(m, q, e))
        return false;
    players_tell_apart(&m->players[0], &m->players[1]);
    return match_request_limits(m, q, e) && match_request_equip(m, q, e) &&
        start_check_programs(m->players, SEATS, e);
}

// Games that need a person, or a port, are played one after the other.
static bool match_request_check_concurrency(const struct match_options *m, struct error *e)
{
    for (int i = 0; i < SEATS && m->concurrency > 1; i++) {
        const struct player *player = &m->players[i];
        if (player->untimed || strncmp(player->text, "listen:", 7) == 0)
            return error_set(
                e, "%s can play only one game at a time: leave out --concurrency", player->text);
    }
    return true;
}

// Without --seed every run has another seed, which is printed at the end.
static uint64_t match_request_choose_seed(const struct match_request *q)
{
    if (q->seed != MATCH_SEED_NOT_GIVEN)
        return (uint64_t)q->seed;
    return random_mix((uint64_t)clock_now_ns() ^ (uint64_t)getpid()) % 100000;
}

static bool match_request_place(struct match_options *m)
{
    placement_budget(&m->budget, m->cores);
    tell_placement(&(struct placement_wish){
        .cores = (int)m->cores, .concurrency = number_smaller(m->concurrency, m->games)});
    return true;
}

bool match_request_conditions(
    struct match_options *m, const struct match_request *q, struct error *e)
{
    m->games = q->games;
    m->concurrency = q->concurrency;
    m->cores = players_are_started(m->players, SEATS) ? q->cores : 0;
    m->seed = match_request_choose_seed(q);
    const struct wire *const speaks[SEATS] = {m->players[0].wire, m->players[1].wire};
    const char *const names[SEATS] = {m->players[0].name, m->players[1].name};
    const struct openings_setting setting = {.game = m->game,
        .start = &m->start,
        .wires = speaks,
        .names = names,
        .count = SEATS,
        .seed = m->seed};
    sandbox_layers required;
    return match_request_check_concurrency(m, e) && sandbox_check_read(q->require, &required, e) &&
        openings_input_read(&m->openings, q->openings, &setting, e) &&
        conditions_budget(&m->budget, wire_default(m->game), q->time, q->clock, e) &&
        conditions_pondering(&m->budget, q->pondering, e) && match_request_place(m) &&
        record_folder_open(&m->records, q->record, e);
}

bool match_request_sandbox(const struct match_options *m, const struct match_request *q)
{
    sandbox_layers required;
    struct error e;
    if (!sandbox_check_read(q->require, &required, &e))
        return wrong_input(&e) == EXIT_OK;
    return sandbox_check_players(required, m->players, SEATS);
}

static void match_request_text_options(
    struct text *out, const struct match_option *options, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (options[i].value) {
            text_format(out, " --%s ", options[i].name);
            text_word(out, options[i].value);
        }
    }
}

void match_request_again(const struct match_request *q, const struct match_options *m,
    const char *command, const struct match_option *own, size_t own_count, struct text *out)
{
    const struct match_option shared[] = {{"variant", q->variant}, {"position", q->position},
        {"wire", q->wire}, {"wire-first", q->wires[0]}, {"wire-second", q->wires[1]},
        {"time", q->time}, {"clock", q->clock}, {"pondering", q->pondering},
        {"openings", q->openings}, {"sandbox", q->sandbox}, {"require-sandbox", q->require}};
    text_command(out, command, q->game);
    text_char(out, ' ');
    text_word(out, q->players[0]);
    if (q->players[1]) {
        text_char(out, ' ');
        text_word(out, q->players[1]);
    }
    match_request_text_options(out, own, own_count);
    match_request_text_options(out, shared, sizeof shared / sizeof *shared);
    for (size_t i = 0; i < q->limits.count; i++) {
        text_string(out, " --limit ");
        text_word(out, q->limits.texts[i]);
    }
    if (q->cores > 0)
        text_format(out, " --cores %" PRId64, q->cores);
    for (size_t i = 0; i < q->read.count; i++)
        match_request_text_options(out, &(struct match_option){"read", q->read.texts[i]}, 1);
    if (m->games != q->games_default)
        text_format(out, " --games %" PRId64, m->games);
    text_format(out, " --seed %" PRIu64, m->seed);
}
