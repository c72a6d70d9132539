#include "referee/result.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { REST_SHOWN_BYTES = 40 };

static void result_set_rule(struct result *r, const char *rule)
{
    snprintf(r->rule, sizeof r->rule, "%s", rule);
}

void result_by_rules(struct result *r, const struct outcome *o, const char *const names[SEATS])
{
    r->verdict = o->winner == NOBODY ? VERDICT_DRAW : VERDICT_WON;
    r->winner = o->winner;
    r->blame = NOBODY;
    r->reason = o->reason;
    result_set_rule(r, o->rule);
    struct text words = TEXT_IN(r->explanation);
    int left = o->winner == NOBODY ? 0 : o->winner;
    if (o->winner == NOBODY)
        text_format(&words, "a draw: %s", o->reason);
    else
        text_format(&words, "%s beats %s: %s", names[left], names[1 - left], o->reason);
    if (o->points[0] != 0 || o->points[1] != 0)
        text_format(&words, ", %d to %d", o->points[left], o->points[1 - left]);
}

void result_by_resigning(struct result *r, int seat, const char *const names[SEATS])
{
    r->verdict = VERDICT_WON;
    r->winner = 1 - seat;
    r->blame = NOBODY;
    r->reason = "gave up";
    struct text words = TEXT_IN(r->explanation);
    text_format(&words, "%s beats %s: %s gave up", names[1 - seat], names[seat], names[seat]);
}

void result_void(struct result *r, const char *words)
{
    r->verdict = VERDICT_VOID;
    r->winner = r->blame = NOBODY;
    result_set_rule(r, "G5");
    snprintf(r->explanation, sizeof r->explanation, "void: %s", words);
}

void result_by_fault(
    struct result *r, int seat, const struct fault *fault, const char *const names[SEATS])
{
    if (fault->verdict == VERDICT_VOID) {
        result_void(r, fault->words);
        return;
    }
    r->verdict = fault->verdict;
    r->winner = 1 - seat;
    r->blame = seat;
    r->fault = *fault;
    result_set_rule(r, fault->rule);
    struct text words = TEXT_IN(r->explanation);
    text_format(&words, "%s: %s", names[seat], fault->words);
}

void result_blame_message(struct result *r, const struct message *m)
{
    size_t kept = m->length < sizeof r->message - 1 ? m->length : sizeof r->message - 1;
    r->message_bytes = m->length;
    memcpy(r->message, m->bytes, kept);
    r->message[kept] = '\0';
}

static void result_print_ms(struct text *out, int64_t ns)
{
    text_number(out, (ns + NS_PER_MS - 1) / NS_PER_MS);
}

// If only a part of a message came, a bracket is probably missing. If nothing came, the bot
// probably does not flush its output; but not if an earlier message of it has come.
static void result_print_came(struct text *out, enum came came, const struct message *rest)
{
    static const char *const words[] = {
        [CAME_NEVER_ANYTHING] = "nothing: does it flush its output?",
        [CAME_NOTHING] = "nothing",
        [CAME_PART] = "only the beginning of a message: ",
        [CAME_LATE] = "an answer that came too late"};
    text_string(out, words[came]);
    if (came != CAME_PART)
        return;
    for (size_t i = 0; i < rest->length && i < REST_SHOWN_BYTES; i++) {
        char c = rest->bytes[i];
        text_char(out, c >= ' ' && c <= '~' ? c : '?');
    }
}

void fault_timeout(struct fault *f, const struct charge *charge, const char *for_what,
    enum came came, const struct message *rest)
{
    *f = (struct fault){.verdict = VERDICT_TIMEOUT, .rule = "G9"};
    struct text words = TEXT_IN(f->words), seen = TEXT_IN(f->seen);
    result_print_ms(&words, charge->charged_ns);
    text_format(&words, " ms charged of %" PRId64 " %s", charge->limit_ns / NS_PER_MS, for_what);
    int64_t excused = charge->wall_ns - charge->charged_ns;
    if (excused >= NS_PER_MS) {
        text_string(&words, ". Wall ");
        result_print_ms(&words, charge->wall_ns);
        text_format(&words, " ms, of which %" PRId64 " ms were not charged", excused / NS_PER_MS);
    }
    snprintf(f->expected, sizeof f->expected, "an answer within %" PRId64 " ms",
        charge->limit_ns / NS_PER_MS);
    result_print_came(&seen, came, rest);
}

void fault_limit(struct fault *f, const struct limit_passed *passed, const char *words)
{
    fault_set(f, VERDICT_LIMIT, "G5", "%s", words);
    struct text expected = TEXT_IN(f->expected), seen = TEXT_IN(f->seen);
    limit_expected_words(passed, &expected);
    limit_seen_words(passed, &seen);
}
