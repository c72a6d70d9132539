#include "author/check/state.h"

#include "author/check/bout.h"
#include "base/clock.h"
#include "base/nearest.h"
#include "base/number.h"
#include "link/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BATTERY_AT_ONCE_MOST = 8,
    BATTERY_SERIES = 120,       // games on one connection, at most
    BATTERY_FAILS_MOST = 3,     // bouts of one case that fail; then the others are left out
    BATTERY_SOFT_MS = 40000,    // after this, games of bulk cases are left out
    BATTERY_PATIENCE_PART = 5,  // of the budget is waited for after a first timeout,
    BATTERY_PATIENCE_MS = 1500, // but at least so long
    BATTERY_CASES_MOST = 64,
    BATTERY_TRIES = 3,
    BATTERY_DEATHS = 3, // a bot that ends without a word so often cannot start
    // A bot has LINK_LEAVE_GRACE_MS to leave; but an interpreter on a busy machine may need longer,
    // and nobody charges its time.
    BATTERY_GRACE_MS = 4000,
};

// --- Rows ---

bool check_case_row(const struct wire *w, size_t number, struct check_case_result *row)
{
    enum family family = family_of(w);
    for (size_t i = 0; i <= number; i++) {
        if (!check_cases[i].id)
            return false;
    }
    const struct check_case *c = &check_cases[number];
    *row = (struct check_case_result){
        .id = c->id, .title = c->title, .rules = c->rules[family], .planned = c->games[family]};
    return true;
}

bool check_case_find(const struct wire *w, const char *id, struct error *e)
{
    const char *ids[BATTERY_CASES_MOST];
    size_t count = 0;
    struct check_case_result row;
    for (size_t i = 0; check_case_row(w, i, &row); i++) {
        if (!row.rules)
            continue;
        if (strcmp(row.id, id) == 0)
            return true;
        ids[count++] = row.id;
    }
    nearest_refuse(e, "case", id, ids, count, NULL);
    return false;
}

struct check_case_result *battery_case(struct battery *b, const struct check_case *row)
{
    for (size_t i = 0; i < b->result->case_count; i++) {
        if (strcmp(b->result->cases[i].id, row->id) == 0)
            return &b->result->cases[i];
    }
    return NULL;
}

// --- Orders ---

static bool battery_add(struct battery *b, const struct bout_order *order)
{
    if (b->count == b->room) {
        size_t room = b->room > 0 ? 2 * b->room : 64;
        struct bout_order *more = realloc(b->orders, room * sizeof *more);
        if (!more)
            return false;
        b->orders = more;
        b->room = room;
    }
    b->orders[b->count++] = *order;
    return true;
}

// All bouts of a case. Where a connection plays many games, a bout has many; else one.
static bool battery_add_case(struct battery *b, const struct check_case *row, int planned)
{
    bool many = b->options->player->wire->many_games;
    int most = many ? BATTERY_SERIES : 1;
    for (int first = 0; first < planned; first += most) {
        const struct bout_order order = {.row = row,
            .first = first,
            .count = (int)number_smaller(most, planned - first),
            .suspicion = NO_SUSPICION};
        if (!battery_add(b, &order))
            return false;
    }
    return true;
}

static bool battery_plan(struct battery *b, struct error *e)
{
    struct check_result *r = b->result;
    struct check_case_result row;
    r->cases = calloc(BATTERY_CASES_MOST, sizeof *r->cases);
    bool well = r->cases != NULL;
    for (size_t i = 0; well && check_case_row(b->options->player->wire, i, &row); i++) {
        if (!row.rules || (b->options->only && strcmp(b->options->only, row.id) != 0))
            continue;
        r->cases[r->case_count++] = row;
        well = battery_add_case(b, &check_cases[i], row.planned);
    }
    return well || error_set(e, "out of memory");
}

// --- Findings ---

static bool battery_suspects(const struct battery *b, unsigned kinds)
{
    for (int i = 0; i < b->suspicion_count; i++) {
        if (kinds >> b->suspicions[i].finding.kind & 1)
            return !b->trying_again;
    }
    return false;
}

static const unsigned battery_timeouts =
    1u << FINDING_SILENT | 1u << FINDING_SLOW | 1u << FINDING_PART;

int64_t battery_patience_ns(const struct battery *b, int64_t limit_ns)
{
    bool known = battery_suspects(b, battery_timeouts);
    for (size_t i = 0; i < b->result->findings.count && !b->trying_again; i++)
        known = known || battery_timeouts >> b->result->findings.list[i].kind & 1;
    if (!known)
        return limit_ns;
    int64_t least =
        number_larger(limit_ns / BATTERY_PATIENCE_PART, BATTERY_PATIENCE_MS * NS_PER_MS);
    return number_smaller(limit_ns, least);
}

static bool battery_is_waited(const struct check_finding *old, const struct check_finding *f)
{
    return old->waited && old->kind == f->kind && strcmp(old->rule, f->rule) == 0;
}

bool battery_has_waited(const struct battery *b, const struct check_finding *f)
{
    const struct check_findings *found = &b->result->findings;
    bool waited = false;
    for (size_t i = 0; i < found->count && !waited; i++)
        waited = battery_is_waited(&found->list[i], f);
    for (int i = 0; i < b->suspicion_count && !waited; i++)
        waited = battery_is_waited(&b->suspicions[i].finding, f);
    return waited;
}

unsigned battery_grace_ms(const struct battery *b)
{
    return battery_suspects(b, 1u << FINDING_STAYS) ? LINK_LEAVE_GRACE_MS : BATTERY_GRACE_MS;
}

// Games from the first of the bout to the one in which it happened are played again.
static void battery_suspect(
    struct battery *b, const struct bout *bout, const struct check_finding *f)
{
    struct check_findings one = {.count = 1};
    for (int i = 0; i < b->suspicion_count; i++) {
        one.list = &b->suspicions[i].finding;
        if (findings_same(&one, f)) {
            findings_add(&one, f);
            return;
        }
    }
    if (b->suspicion_count == SUSPICIONS_MOST)
        return;
    struct suspicion *s = &b->suspicions[b->suspicion_count];
    *s = (struct suspicion){.finding = *f, .order = bout->order};
    s->order.count = bout->game < bout->order.first + bout->order.count
        ? bout->game - bout->order.first + 1
        : bout->order.count;
    s->order.suspicion = b->suspicion_count++;
}

// Whether the bot, by this finding, does not go on.
static bool battery_is_end(const struct check_finding *f)
{
    return f->kind == FINDING_CRASH || f->kind == FINDING_SILENT || f->kind == FINDING_LEFT;
}

void battery_found(
    struct battery *b, const struct bout *bout, struct check_finding *f, bool by_time)
{
    int tried = bout->order.suspicion;
    b->late_ends += battery_is_end(f) && f->move > PLAN_SINGLE_MOVES &&
        strcmp(bout->order.row->id, "start") == 0;
    if (f->kind == FINDING_NO_START) {
        b->giving_up = b->result->unstarted = true;
    } else if (by_time && tried == NO_SUSPICION) {
        battery_suspect(b, bout, f);
        battery_case(b, bout->order.row)->failed += battery_timeouts >> f->kind & 1;
        return;
    }
    if (tried != NO_SUSPICION) {
        struct suspicion *s = &b->suspicions[tried];
        if (!s->confirmed) {
            f->count = s->finding.count;
            f->cases = s->finding.cases;
        }
        s->confirmed = true;
    } else {
        battery_case(b, bout->order.row)->failed++;
    }
    findings_add(&b->result->findings, f);
}

bool battery_is_stillborn(struct battery *b)
{
    return ++b->deaths >= BATTERY_DEATHS && !b->heard;
}

bool battery_is_late(const struct battery *b)
{
    return !b->trying_again && clock_now_ns() - b->begun_ns > BATTERY_SOFT_MS * NS_PER_MS;
}

// --- Running ---

void battery_tell_port(struct battery *b, const struct link *link)
{
    enum link_kind kind;
    const struct check_options *o = b->options;
    if (b->port_told || !o->waiting || !link_check(o->player->text, &kind, NULL) ||
        kind != LINK_LISTEN || link_port(link) <= 0)
        return;
    b->port_told = true;
    o->waiting(o->user, link_address(link));
}

static void battery_tell(struct battery *b)
{
    size_t done = b->next - (size_t)b->running;
    if (b->options->progress)
        b->options->progress(b->options->user, done, b->count);
}

static bool battery_leaves_out(struct battery *b, const struct bout_order *order)
{
    struct check_case_result *row = battery_case(b, order->row);
    if (order->suspicion != NO_SUSPICION)
        return b->suspicions[order->suspicion].confirmed;
    bool slow = order->row->bulk && order->first > 0 && battery_is_late(b);
    b->result->shortened = b->result->shortened || slow;
    bool left_out = slow || row->failed >= BATTERY_FAILS_MOST;
    row->left_out = row->left_out || left_out;
    return left_out;
}

static int battery_at_once(const struct battery *b)
{
    enum link_kind kind;
    const char *text = b->options->player->text;
    if (b->trying_again || !link_check(text, &kind, NULL) || kind == LINK_LISTEN ||
        kind == LINK_TCP)
        return 1;
    int64_t cores = sysconf(_SC_NPROCESSORS_ONLN);
    return b->options->concurrency > 0
        ? b->options->concurrency
        : (int)number_smaller(number_larger(2 * cores, 2), BATTERY_AT_ONCE_MOST);
}

// A bot that draws lots does not do the same thing twice: so it is tried several times, until it
// happens again.
static void battery_add_tries(struct battery *b, const struct suspicion *s)
{
    for (int i = 0; i < BATTERY_TRIES; i++)
        battery_add(b, &s->order);
}

// When all else is done, what a slow machine may have caused is tried again, alone.
static void battery_try_again(struct battery *b)
{
    if (b->running > 0 || b->next < b->count || b->trying_again || b->giving_up)
        return;
    b->trying_again = true;
    for (int i = 0; i < b->suspicion_count; i++) {
        struct suspicion *s = &b->suspicions[i];
        // What is a finding already, in another game, need not be tried again.
        if (findings_same(&b->result->findings, &s->finding))
            findings_add(&b->result->findings, &s->finding);
        else
            battery_add_tries(b, s);
    }
}

static void battery_start_more(uv_timer_t *timer)
{
    struct battery *b = timer->data;
    if (b->giving_up)
        b->next = b->count;
    battery_try_again(b);
    while (b->next < b->count && b->running < battery_at_once(b)) {
        const struct bout_order order = b->orders[b->next++];
        if (!battery_leaves_out(b, &order))
            b->running += bout_start(b, &order);
    }
    battery_tell(b);
    if (b->running == 0 && b->next == b->count && (b->trying_again || b->giving_up)) {
        uv_close((uv_handle_t *)timer, NULL);
        uv_stop(timer->loop); // a port may still be open there
    } else if (b->running == 0) {
        uv_timer_start(timer, battery_start_more, 0, 0);
    }
}

// Goes on with the next game if this one failed: one wrong move must not hide the rest.
static void battery_go_on(struct battery *b, const struct bout *bout)
{
    struct bout_order rest = bout->order;
    int end = rest.first + rest.count;
    rest.first = bout->game + 1;
    rest.count = end - rest.first;
    if (bout->failed && rest.count > 0 && rest.suspicion == NO_SUSPICION)
        battery_add(b, &rest);
}

void battery_bout_closed(struct battery *b, struct bout *bout)
{
    b->running--;
    battery_go_on(b, bout);
    uv_timer_start(&b->starter, battery_start_more, 0, 0);
}

// A bot that has never answered anything, in any case, does not flush its output: what it wrote has
// never left it (G1).
static void battery_name_flush(struct battery *b)
{
    struct check_findings *list = &b->result->findings;
    for (size_t i = 0; i < list->count && b->result->answers == 0; i++) {
        struct check_finding *f = &list->list[i];
        if (f->kind == FINDING_SILENT && !b->options->player->wire->bot_opens)
            memcpy(f->rule, "G1", sizeof "G1");
    }
}

// A bot that never comes far in a whole game, but does well where it gets one message at a time,
// takes what one read brings for one message (G1).
static void battery_name_reading(struct battery *b)
{
    const struct check_case_result *single = NULL, *start = NULL;
    for (size_t i = 0; i < b->result->case_count; i++) {
        const struct check_case_result *row = &b->result->cases[i];
        single = strcmp(row->id, "single") == 0 ? row : single;
        start = strcmp(row->id, "start") == 0 ? row : start;
    }
    if (!single || !start || start->games > 0 || single->failed > 0 || single->games == 0 ||
        b->late_ends > 0)
        return;
    struct check_findings *list = &b->result->findings;
    for (size_t i = 0; i < list->count; i++) {
        struct check_finding *f = &list->list[i];
        if (battery_is_end(f) && f->move <= PLAN_SINGLE_MOVES)
            memcpy(f->rule, "G1", sizeof "G1");
    }
}

// A bot that ends well after other games does not die of the end of its input, but of the message
// that ended this one.
static void battery_name_ending(struct battery *b)
{
    struct check_findings *list = &b->result->findings;
    bool told = family_of(b->options->player->wire) == FAMILY_HGP; // R5: every end has a message
    for (size_t i = 0; told && b->left_well > 0 && i < list->count; i++) {
        if (list->list[i].kind == FINDING_EXIT)
            memcpy(list->list[i].rule, "R5", sizeof "R5");
    }
}

static void battery_conclude(struct battery *b)
{
    struct check_result *r = b->result;
    battery_name_ending(b);
    battery_name_flush(b);
    battery_name_reading(b);
    if (r->unstarted)
        findings_keep(&r->findings, FINDING_NO_START);
    findings_settle_blame(&r->findings);
    for (size_t i = 0; i < r->findings.count; i++) {
        struct check_finding *f = &r->findings.list[i];
        finding_advise(f, b->options->player->wire->game->name);
        r->errors += !f->warning;
        r->warnings += f->warning;
    }
    findings_sort(&r->findings);
    r->wall_ns = clock_now_ns() - b->begun_ns;
}

bool check_run(const struct check_options *o, struct check_result *r, struct error *e)
{
    *r = (struct check_result){0};
    struct battery *b = calloc(1, sizeof *b);
    if (!b)
        return error_set(e, "out of memory");
    b->options = o;
    b->result = r;
    b->begun_ns = clock_now_ns();
    bool well = battery_plan(b, e) && runner_init(&b->runner, e);
    if (well) {
        uv_timer_init(&b->runner.loop, &b->starter);
        b->starter.data = b;
        uv_timer_start(&b->starter, battery_start_more, 0, 0);
        uv_run(&b->runner.loop, UV_RUN_DEFAULT);
        runner_destroy(&b->runner);
        battery_conclude(b);
    }
    free(b->orders);
    free(b);
    return well;
}
