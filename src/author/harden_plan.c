#include "author/harden_plan.h"

#include "base/random.h"

// Of what a bot is sent. Pieces are counted: a whole game byte by byte would take minutes.
enum { BYTES_MOST = 24, PIECE_BYTES = 7, PIECES_MOST = 12, HOLD_MS = 4, BROKEN_AFTER_MOST = 12 };

static const struct {
    const char *id, *words;
} harden_faults[HARDEN_FAULTS] = {
    [HARDEN_PLAIN] = {"plain", "as always"},
    [HARDEN_BYTES] = {"bytes", "one byte at a time"},
    [HARDEN_PIECES] = {"pieces", "messages in pieces"},
    [HARDEN_GLUED] = {"glued", "messages that come together"},
    [HARDEN_TIGHT] = {"tight", "a quarter of its time"},
    [HARDEN_BUSY] = {"busy", "all cores busy"},
    [HARDEN_RESTART] = {"restart", "killed in the game before"},
};

const char *harden_fault_id(enum harden_fault fault)
{
    return harden_faults[fault].id;
}

static bool harden_plan_is_shaped(const struct harden_plan *plan)
{
    return plan->faults[HARDEN_BYTES] || plan->faults[HARDEN_PIECES] || plan->faults[HARDEN_GLUED];
}

static void harden_plan_shape(struct harden_plan *plan)
{
    if (plan->faults[HARDEN_BYTES])
        plan->shape = (struct link_shape){.piece_most = 1, .pieces_most = BYTES_MOST};
    else if (plan->faults[HARDEN_PIECES])
        plan->shape = (struct link_shape){.piece_most = PIECE_BYTES, .pieces_most = PIECES_MOST};
    else if (plan->faults[HARDEN_GLUED])
        plan->shape = (struct link_shape){.hold_ms = HOLD_MS};
    plan->shape.seed = plan->seed;
}

// A second fault that can come together with the first: bytes take one shape, and what their way
// takes must not be taken from a tight budget.
static void harden_plan_add(struct harden_plan *plan, enum harden_fault second)
{
    bool shape = second == HARDEN_BYTES || second == HARDEN_PIECES || second == HARDEN_GLUED;
    bool meets = shape && (harden_plan_is_shaped(plan) || plan->faults[HARDEN_TIGHT]);
    if (meets || (second == HARDEN_TIGHT && harden_plan_is_shaped(plan)))
        return;
    plan->faults[second] = true;
}

struct harden_plan harden_plan_draw(uint64_t seed, int64_t round)
{
    struct harden_plan plan = {
        .number = round, .seed = random_derive(seed, (uint64_t)round) % INT64_MAX};
    struct random random = random_seeded(plan.seed);
    int64_t index = round - 1;
    plan.opponent =
        (enum odd_style)(index < ODD_STYLES ? (uint32_t)index : random_below(&random, ODD_STYLES));
    plan.faults[index % HARDEN_FAULTS] = true;
    enum harden_fault second = (enum harden_fault)random_below(&random, HARDEN_FAULTS);
    if (index >= HARDEN_FAULTS)
        harden_plan_add(&plan, second);
    harden_plan_shape(&plan);
    plan.broken_after = 1 + (int)random_below(&random, BROKEN_AFTER_MOST);
    return plan;
}

struct budget harden_plan_budget(const struct harden_plan *plan, const struct budget *usual)
{
    struct budget b = *usual;
    if (plan->faults[HARDEN_TIGHT])
        b.request_ns /= HARDEN_TIGHT_PART;
    if (harden_plan_is_shaped(plan)) {
        b.request_ns += HARDEN_WAY_MS * NS_PER_MS;
        b.first_ns += HARDEN_WAY_MS * NS_PER_MS;
    }
    return b;
}

void harden_plan_words(const struct harden_plan *plan, struct text *out)
{
    bool first = true;
    for (int i = HARDEN_PLAIN + 1; i < HARDEN_FAULTS; i++) {
        if (!plan->faults[i])
            continue;
        text_format(out, "%s%s", first ? "" : ", ", harden_faults[i].words);
        first = false;
    }
    text_format(out, "%sagainst %s", first ? "" : ", ", odd_style_name(plan->opponent));
}
