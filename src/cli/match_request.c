#include "cli/match_request.h"

#include "arena/conditions.h"
#include "arena/player_text.h"
#include "base/clock.h"
#include "base/random.h"
#include "cli/bots_setup.h"
#include "cli/build_notice.h"
#include "cli/commands.h"
#include "cli/openings_input.h"
#include "cli/program.h"
#include "cli/start_check.h"
#include "cli/terminal.h"

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
        [MATCH_WIRE] = {"wire", "the protocol that the bots speak", .text = &q->wire,
            .value = "NAME"},
        [MATCH_VARIANT] = {"variant", VARIANT_HELP, .text = &q->variant, .value = "NAME"},
        [MATCH_RECORD] = {"record",
            "write every game to DIR/NUMBER.jsonl, after those that are there", .text = &q->record,
            .value = "DIR"},
    };
    return rows[row];
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
    if (!build_make(build, &order, e)) {
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
    if (!entry_text_is(q->players[0]) && !entry_text_is(q->players[1]))
        return true;
    bots_setup();
    for (int i = 0; well && i < SEATS; i++)
        well = !entry_text_is(q->players[i]) || match_request_build(m, q, i, e);
    link_process_teardown();
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
            !player_read(&m->players[i], q->players[i], m->game, w, e))
            return false;
    }
    if (!match_request_build_all(m, q, e))
        return false;
    players_tell_apart(&m->players[0], &m->players[1]);
    for (int i = 0; i < SEATS; i++) {
        if (q->builds[i].folder)
            build_equip(&q->builds[i], &m->players[i]);
    }
    return start_check_programs(m->players, SEATS, e);
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

bool match_request_conditions(
    struct match_options *m, const struct match_request *q, struct error *e)
{
    m->games = q->games;
    m->concurrency = q->concurrency;
    m->seed = match_request_choose_seed(q);
    const struct wire *const speaks[SEATS] = {m->players[0].wire, m->players[1].wire};
    const char *const names[SEATS] = {m->players[0].name, m->players[1].name};
    const struct openings_setting setting = {.game = m->game,
        .start = &m->start,
        .wires = speaks,
        .names = names,
        .count = SEATS,
        .seed = m->seed};
    return match_request_check_concurrency(m, e) &&
        openings_input_read(&m->openings, q->openings, &setting, e) &&
        conditions_budget(&m->budget, wire_default(m->game), q->time, q->clock, e) &&
        record_folder_open(&m->records, q->record, e);
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
        {"time", q->time}, {"clock", q->clock}, {"openings", q->openings}};
    text_command(out, command, q->game);
    text_char(out, ' ');
    text_word(out, q->players[0]);
    text_char(out, ' ');
    text_word(out, q->players[1]);
    match_request_text_options(out, own, own_count);
    match_request_text_options(out, shared, sizeof shared / sizeof *shared);
    if (m->games != q->games_default)
        text_format(out, " --games %" PRId64, m->games);
    text_format(out, " --seed %" PRIu64, m->seed);
}
