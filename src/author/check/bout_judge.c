// What is wrong with a bot, seen from one bout: turns faults, times and exits into findings.
#include "author/check/bout.h"

#include "base/quantity.h"
#include "games/santorini.h"
#include "referee/excerpt.h"
#include "referee/result.h"
#include "wire/explain.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum {
    JUDGE_HALF = 2,          // an answer over this part of its time is a warning
    JUDGE_SHORT_MS = 100,    // unless the time is so short that a start-up takes half of it
    JUDGE_MEMORY_FIRST = 10, // games after which a bot has loaded what it needs
    JUDGE_MEMORY_EVERY = 10, // games from one look at the memory to the next
    JUDGE_MEMORY_GAMES = 40, // so many games tell whether it grows
    // A machine with a garbage collector grows by some MiB before it collects.
    JUDGE_GROWTH_LEAST_BYTES = 24 * 1024 * 1024,
};

// --- Findings ---

static void judge_copy_sent(const struct bout *b, struct check_finding *f)
{
    struct text t = TEXT_IN(f->sent);
    size_t length = b->sent.length;
    while (length > 0 && b->sent.bytes[length - 1] == '\n')
        length--;
    // The last message is what the bot was to answer.
    size_t from = length;
    while (from > 0 && b->sent.bytes[from - 1] != '\n')
        from--;
    text_visible(&t, b->sent.bytes + from, length - from);
}

void bout_finding(const struct bout *b, struct check_finding *f, enum finding_kind kind,
    const char *rule, const char *words)
{
    *f = (struct check_finding){.kind = kind,
        .case_id = b->order.row->id,
        .game = b->game + 1,
        .move = b->own_moves + 1,
        .count = 1,
        .cases = (uint64_t)1 << (b->order.row - check_cases),
        .advisory = b->order.row->advisory,
        .blame = b->order.row->blame};
    snprintf(f->rule, sizeof f->rule, "%s", rule);
    snprintf(f->words, sizeof f->words, "%s", words);
    judge_copy_sent(b, f);
    if (b->state != BOUT_OPENING && b->state != BOUT_NAMING) {
        struct text t = TEXT_IN(f->position);
        b->player.wire->game->print(&b->position, &t);
        if (t.cut)
            f->position[0] = '\0';
    }
}

static bool judge_is_placing(const struct bout *b)
{
    int x, y;
    return !santorini_worker(&b->position, 1, SANTORINI_WORKERS - 1, &x, &y);
}

const char *bout_context_rule(const struct bout *b)
{
    static const char *const by_state[FAMILIES][BOUT_LEAVING + 1] = {
        [FAMILY_HGP] = {"R1", "R7", "R2", "R4", "R6", "R5", "R5", "R5", "G7"},
        [FAMILY_SANTORINI] = {"S1", "S1", "S3", "S5", "S5", "S7", "S8", "S8", "G7"},
        [FAMILY_COURSE] = {"S1", "S1", "S5", "S5", "S5", "S9", "S9", "S9", "G7"},
        [FAMILY_STONES] = {"T3", "T3", "T3", "T3", "T3", "T7", "T6", "T6", "G7"},
    };
    enum family family = family_of(b->player.wire);
    bool santorini = family == FAMILY_SANTORINI || family == FAMILY_COURSE;
    if (santorini && b->state == BOUT_ASKED && judge_is_placing(b))
        return "S4";
    if (family == FAMILY_SANTORINI && b->state == BOUT_BEGINNING && b->game > b->order.first)
        return "S8";
    if (family == FAMILY_HGP && b->state == BOUT_ASKED && b->last_mover == NOBODY)
        return "R2";
    return by_state[family][b->state];
}

static enum finding_kind judge_kind_of(enum verdict v)
{
    static const enum finding_kind kinds[VERDICTS] = {
        [VERDICT_MALFORMED] = FINDING_MALFORMED,
        [VERDICT_ILLEGAL] = FINDING_ILLEGAL,
        [VERDICT_TIMEOUT] = FINDING_SILENT,
        [VERDICT_DISCONNECT] = FINDING_LEFT,
        [VERDICT_CRASH] = FINDING_CRASH,
        [VERDICT_FLOOD] = FINDING_FLOOD,
        [VERDICT_NO_START] = FINDING_NO_START,
        [VERDICT_LIMIT] = FINDING_LIMIT,
    };
    return kinds[v];
}

// --- Messages ---

static void judge_explain(const struct bout *b, struct check_finding *f, const struct message *m)
{
    struct explanation x;
    struct text expected = TEXT_IN(f->expected), mend = TEXT_IN(f->mend);
    wire_explain(&b->session.wire, m, b->has_before ? &b->before : NULL, &x);
    expected.length = strlen(f->expected);
    text_format(&expected, "%s%d legal move%s, for example ", expected.length > 0 ? "; " : "",
        x.legal_count, x.legal_count == 1 ? "" : "s");
    if (x.legal[0] != MOVE_NONE)
        explanation_move(&x, x.legal[0], &expected);
    f->reasons = x.possible;
    if (x.slip_count > 0) {
        f->told = SLIP_BIT(x.slips[0].slip);
        text_string(&mend, "Perhaps ");
        explanation_slip(&x, &x.slips[0], &mend);
        text_char(&mend, '.');
    }
}

static void judge_copy_seen(struct check_finding *f, const struct message *m)
{
    struct text t = TEXT_IN(f->seen);
    text_visible(&t, m->bytes, m->length < 400 ? m->length : 400);
    if (m->length >= 400)
        text_format(&t, "... (%zu bytes)", m->length);
}

// Whether the first move of a game that begins elsewhere would be legal at the usual start: then
// the bot has not read the board that it was sent.
static bool judge_is_from_memory(const struct bout *b, const struct message *m)
{
    const struct game *game = b->player.wire->game;
    for (int coin = 0; coin < 2 && b->own_moves == 0 && b->last_mover == NOBODY; coin++) {
        struct wire_stream usual = b->session.wire;
        struct explanation x;
        game->start(&usual.asked, b->battery->options->variant, NULL);
        wire_turn_start(b->player.wire, &usual.asked, coin);
        if (position_equal(&usual.asked, &b->position))
            return false;
        wire_explain(&usual, m, NULL, &x);
        if (x.tried != MOVE_NONE && game->legal(&usual.asked, x.tried, NULL))
            return true;
    }
    return false;
}

// The rule that asks a bot to play from the board that it was sent; NULL: the board says it anyway.
static const char *judge_memory_rule(const struct bout *b)
{
    static const char *const rules[FAMILIES] = {[FAMILY_HGP] = "R2", [FAMILY_STONES] = "T2"};
    return rules[family_of(b->player.wire)];
}

void bout_judge_message(struct bout *b, const struct fault *fault, const struct message *m)
{
    struct check_finding f;
    enum finding_kind kind = judge_kind_of(fault->verdict);
    if (m->early) {
        // What was sent too much is taken for the answer to the next request.
        bout_finding(b, &f, FINDING_EARLY, "G4",
            "a message that nobody had asked for was taken for the next answer, and is wrong "
            "there");
        snprintf(f.expected, sizeof f.expected, "one message for each request, after it has come");
    } else {
        bout_finding(b, &f, kind, fault->rule, fault->words);
        snprintf(f.expected, sizeof f.expected, "%s", fault->expected);
        if (fault->verdict == VERDICT_ILLEGAL && b->state == BOUT_ASKED)
            judge_explain(b, &f, m);
        const char *memory = judge_memory_rule(b);
        if (memory && b->state == BOUT_ASKED && kind == FINDING_ILLEGAL &&
            judge_is_from_memory(b, m)) {
            snprintf(f.rule, sizeof f.rule, "%s", memory);
            f.reasons |= REASON_MEMORY;
            f.told = REASON_MEMORY;
            f.mend[0] = '\0';
        }
    }
    judge_copy_seen(&f, m);
    battery_found(b->battery, b, &f, false);
}

void bout_judge_unasked(struct bout *b, const struct message *m)
{
    bool after = b->state == BOUT_RESTING;
    // An answer that was on its way when the game ended is no fault.
    if (b->told_early || b->plan.cut == CUT_WHILE_ASKED)
        return;
    b->told_early = true;
    struct check_finding f;
    bout_finding(b, &f, after ? FINDING_AFTER : FINDING_EARLY, "G4",
        after ? "it sent a message after the end of the game"
              : "it sent a message that nobody had asked for");
    f.warning = true;
    snprintf(f.expected, sizeof f.expected, "%s",
        after ? "nothing" : "one message for each request, after it has come");
    judge_copy_seen(&f, m);
    battery_found(b->battery, b, &f, false);
}

void bout_judge_name(struct bout *b, const char *wanted)
{
    struct check_finding f;
    bout_finding(b, &f, FINDING_NAME, "S1", "its name does not fit, so that it gets another");
    f.warning = true;
    snprintf(f.expected, sizeof f.expected, "1 to 32 letters a to z");
    struct text seen = TEXT_IN(f.seen);
    text_visible(&seen, wanted, strlen(wanted));
    battery_found(b->battery, b, &f, false);
}

// --- The end of its stream ---

// Copies what it wrote to stderr, with the line that names the error.
static void judge_last_words(const struct bout *b, struct check_finding *f)
{
    struct text words = TEXT_IN(f->last_words);
    struct link_stderr said = link_stderr(b->session.link);
    excerpt_write(&said, b->player.given, &words);
}

// Whether it had read a part of one of the last messages, and not the rest. It may have ended
// before it read what was sent last: a bot that starts slowly dies of an earlier message.
static bool judge_has_part(const struct bout *b)
{
    size_t taken = link_taken_bytes(b->session.link), before = b->sent_before;
    size_t earlier = b->sent_earlier.length;
    if (taken <= before || taken >= before + earlier + b->sent.length)
        return false;
    size_t last = taken - before - 1;
    return (last < earlier ? b->sent_earlier.bytes[last] : b->sent.bytes[last - earlier]) != '\n';
}

void bout_judge_loss(struct bout *b, const struct fault *fault)
{
    struct check_finding f;
    enum finding_kind kind = judge_kind_of(fault->verdict);
    bool ended = kind == FINDING_CRASH || kind == FINDING_LEFT;
    // An end while it is asked is a crash (G5); at other times it has not understood a message.
    bool asked = b->state == BOUT_ASKED || b->state == BOUT_OPENING;
    bout_finding(b, &f, kind, ended && !asked ? bout_context_rule(b) : fault->rule, "");
    bool deaf = b->player.wire->bot_opens || link_taken_bytes(b->session.link) == 0;
    if (ended && !b->heard && deaf && battery_is_stillborn(b->battery))
        f.kind = FINDING_NO_START;
    if (ended && judge_has_part(b))
        snprintf(f.rule, sizeof f.rule, "G1");
    struct text words = TEXT_IN(f.words), seen = TEXT_IN(f.seen);
    const char *when = f.kind == FINDING_NO_START ? " before it said anything"
        : ended                                   ? " in the middle of the game"
                                                  : "";
    text_format(&words, "%s%s%s", ended ? "it " : "", fault->words, when);
    text_string(&seen, fault->seen[0] ? fault->seen : fault->words);
    if (b->session.link)
        judge_last_words(b, &f);
    snprintf(f.expected, sizeof f.expected, "%s",
        fault->expected[0] ? fault->expected
            : ended        ? "a bot that plays until the arena closes the stream"
                           : "");
    battery_found(b->battery, b, &f, false);
}

// --- Time ---

static const char *judge_time_rule(const struct bout *b)
{
    return family_of(b->player.wire) == FAMILY_STONES ? "T8" : "G9";
}

static void judge_text_time(const struct charge *c, struct text *out)
{
    text_format(out, "%" PRId64 " ms of %" PRId64 " (wall %" PRId64 ", cpu %" PRId64 ")",
        c->charged_ns / NS_PER_MS, c->limit_ns / NS_PER_MS, c->wall_ns / NS_PER_MS,
        c->cpu_ns / NS_PER_MS);
}

// Whether a bot is awaited that agon does not start, and that has never come.
static bool judge_is_absent(const struct bout *b)
{
    enum link_kind kind;
    return b->battery->result->starts == 0 && link_check(b->player.text, &kind, NULL) &&
        kind == LINK_LISTEN;
}

static void judge_absence(struct bout *b, const struct charge *charge)
{
    struct check_finding f;
    bout_finding(b, &f, FINDING_NO_START, bout_context_rule(b), "nobody has connected");
    snprintf(f.seen, sizeof f.seen, "nobody has connected within %" PRId64 " ms",
        charge->limit_ns / NS_PER_MS);
    battery_found(b->battery, b, &f, false);
}

// Fills a finding for a request whose time is over.
static void judge_overtime(
    const struct bout *b, const struct charge *charge, bool answered, struct check_finding *f)
{
    struct message rest;
    bool part = framer_rest(&b->session.wire.in, &rest);
    bool computes = charge->measured && charge->cpu_ns > charge->limit_ns / 2;
    bool sleeps = !answered && link_sleeps(b->session.link);
    bool slow = answered || computes || sleeps;
    enum finding_kind kind = slow ? FINDING_SLOW : part ? FINDING_PART : FINDING_SILENT;
    bout_finding(b, f, kind,
        slow       ? judge_time_rule(b)
            : part ? "G3"
                   : bout_context_rule(b),
        slow       ? "the time for the answer ran out"
            : part ? "the answer was never complete"
                   : "no answer came");
    struct text expected = TEXT_IN(f->expected), seen = TEXT_IN(f->seen);
    text_format(&expected, "%s within %" PRId64 " ms",
        b->state == BOUT_ASKED         ? "a move"
            : b->state == BOUT_OPENING ? "the bot's first message"
                                       : "\"OK\"",
        charge->limit_ns / NS_PER_MS);
    if (answered)
        text_string(&seen, "an answer, too late: ");
    else if (part)
        text_visible(&seen, rest.bytes, rest.length < 200 ? rest.length : 200);
    else
        text_string(&seen,
            sleeps         ? "it was asleep: "
                : computes ? "it was still computing: "
                           : "nothing");
    if (slow)
        judge_text_time(charge, &seen);
    f->waited = b->overdue;
}

bool bout_judge_may_be_late(const struct bout *b, const struct charge *charge)
{
    struct check_finding f;
    // What is found in a hurry is tried again, with all its time.
    if (!b->session.opened || b->hurried)
        return false;
    judge_overtime(b, charge, false, &f);
    return f.kind != FINDING_SLOW && !battery_has_waited(b->battery, &f);
}

void bout_judge_time(struct bout *b, const struct charge *charge, bool answered)
{
    struct check_finding f;
    if (judge_is_absent(b)) {
        judge_absence(b, charge);
        return;
    }
    judge_overtime(b, charge, answered, &f);
    judge_last_words(b, &f);
    // What a bot computes does not depend on the machine's load, and one that waits in the middle
    // of a game waits for good. But a start can take long on a slow disk.
    bool whole = charge->limit_ns >= b->battery->options->budget.request_ns;
    bool started = b->own_moves > 0 || b->game > b->order.first;
    battery_found(b->battery, b, &f, !(whole && (charge->cpu_ns > charge->limit_ns || started)));
}

static void judge_extreme(
    struct check_extreme *e, const struct bout *b, int64_t amount, int64_t limit)
{
    if (amount <= e->amount)
        return;
    *e = (struct check_extreme){.amount = amount,
        .limit = limit,
        .case_id = b->order.row->id,
        .game = b->game + 1,
        .move = b->own_moves + 1};
}

void bout_judge_answer(struct bout *b, const struct charge *charge, const struct message *m)
{
    struct check_result *r = b->battery->result;
    r->answers++;
    judge_extreme(&r->slowest, b, charge->charged_ns, charge->limit_ns);
    judge_extreme(&r->largest, b, (int64_t)m->length, FRAMER_MESSAGE_BYTES);
    if (charge->charged_ns * JUDGE_HALF <= charge->limit_ns ||
        charge->limit_ns < JUDGE_SHORT_MS * NS_PER_MS ||
        charge->limit_ns < b->battery->options->budget.request_ns / 2)
        return;
    struct check_finding f;
    bout_finding(
        b, &f, FINDING_HALF_TIME, judge_time_rule(b), "an answer took more than half of its time");
    f.warning = true;
    struct text expected = TEXT_IN(f.expected), seen = TEXT_IN(f.seen);
    text_format(&expected, "an answer well within %" PRId64 " ms", charge->limit_ns / NS_PER_MS);
    judge_text_time(charge, &seen);
    battery_found(b->battery, b, &f, charge->cpu_ns * JUDGE_HALF <= charge->limit_ns);
}

// --- Memory ---

void bout_judge_memory(struct bout *b)
{
    int played = b->game + 1 - b->order.first;
    if (!b->player.wire->many_games || played % JUDGE_MEMORY_EVERY != 0)
        return;
    int64_t bytes = link_memory_bytes(b->session.link);
    struct check_result *r = b->battery->result;
    if (bytes > r->memory_bytes)
        r->memory_bytes = bytes;
    if (played == JUDGE_MEMORY_FIRST)
        b->memory_first = bytes;
    if (2 * played <= b->order.count + JUDGE_MEMORY_FIRST)
        b->memory_middle = bytes;
    b->memory_last = bytes;
    b->memory_games = played - JUDGE_MEMORY_FIRST;
}

// It grows to the end: in the second half of the games about as much as in the first.
static void judge_growth(struct bout *b)
{
    int64_t grown = b->memory_last - b->memory_first, late = b->memory_last - b->memory_middle;
    if (b->memory_first == 0 || b->memory_games < JUDGE_MEMORY_GAMES ||
        grown < JUDGE_GROWTH_LEAST_BYTES || late < grown / 3)
        return;
    struct check_finding f;
    bout_finding(b, &f, FINDING_MEMORY, "G5", "its memory grows from game to game");
    f.warning = true; // what it must not pass is its limit
    f.sent[0] = '\0';
    struct text expected = TEXT_IN(f.expected), seen = TEXT_IN(f.seen);
    text_string(&expected, "about as much after many games as after the first ten");
    quantity_print_measured_bytes(&seen, b->memory_first);
    text_string(&seen, ", and ");
    quantity_print_measured_bytes(&seen, b->memory_last);
    text_format(&seen, " after %d games more", b->memory_games);
    battery_found(b->battery, b, &f, false);
}

// --- Leaving ---

static void judge_stays(struct bout *b)
{
    struct check_finding f;
    bout_finding(b, &f, FINDING_STAYS, "G7", "it does not end when the arena closes the stream");
    snprintf(f.sent, sizeof f.sent, "(end of input)");
    snprintf(f.expected, sizeof f.expected, "that it ends within %d ms", LINK_LEAVE_GRACE_MS);
    snprintf(f.seen, sizeof f.seen, "it still ran, and was ended by a signal");
    battery_found(b->battery, b, &f, true);
}

static void judge_exit(struct bout *b, const struct link_exit *exit)
{
    struct check_finding f;
    bout_finding(b, &f, FINDING_EXIT, "G7", "its exit status says that something went wrong");
    f.warning = true;
    snprintf(f.expected, sizeof f.expected, "exit status 0 after the end");
    struct text seen = TEXT_IN(f.seen);
    const struct link_end end = {.how = exit->signal != 0 ? LINK_END_SIGNAL : LINK_END_EXITED,
        .code = exit->code,
        .signal = exit->signal};
    link_end_words(&end, &seen);
    judge_last_words(b, &f);
    battery_found(b->battery, b, &f, false);
}

static void judge_left(struct bout *b, int left)
{
    struct check_finding f;
    bout_finding(b, &f, FINDING_CHILDREN, "G7", "it ended, but processes that it started did not");
    snprintf(f.sent, sizeof f.sent, "(end of input)");
    snprintf(f.expected, sizeof f.expected, "that nothing of the bot is left when it has ended");
    snprintf(f.seen, sizeof f.seen, "%d process%s still running", left, left == 1 ? "" : "es");
    battery_found(b->battery, b, &f, true);
}

static void judge_talk(struct bout *b)
{
    struct link_stderr said = link_stderr(b->session.link);
    if (said.dropped_bytes == 0)
        return;
    struct check_finding f;
    bout_finding(b, &f, FINDING_TALK, "G8", "it writes more to stderr than is kept");
    f.warning = true;
    f.sent[0] = '\0';
    snprintf(f.expected, sizeof f.expected, "at most %d KiB in a game",
        (LINK_STDERR_HEAD_BYTES + LINK_STDERR_TAIL_BYTES) / 1024);
    struct text seen = TEXT_IN(f.seen);
    quantity_print_measured_bytes(
        &seen, (int64_t)(said.dropped_bytes + said.head_bytes + said.tail_bytes));
    battery_found(b->battery, b, &f, false);
}

void bout_judge_leaving(struct bout *b)
{
    struct link_exit exit;
    judge_growth(b);
    if (!link_exit(b->session.link, &exit))
        return;
    judge_talk(b);
    // It may still think about a move that nobody wants any more.
    bool thinks = b->plan.cut == CUT_WHILE_ASKED;
    if (exit.pushed != 0 && !thinks)
        judge_stays(b);
    else if (exit.pushed != 0)
        return;
    else if ((exit.code != 0 || exit.signal != 0) && !b->silenced)
        judge_exit(b, &exit);
    else if (exit.left > 0)
        judge_left(b, exit.left);
    b->battery->left_well += exit.pushed == 0 && exit.code == 0 && exit.signal == 0;
}
