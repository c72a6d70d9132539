#include "author/harden_report.h"

#include "base/clock.h"

#include <inttypes.h>

static void harden_report_record(
    const struct harden_report *r, const struct harden_failure *f, struct text *out)
{
    text_format(out, "%s/%" PRId64 ".jsonl", r->options->folder, f->record);
}

static void harden_report_again(
    const struct harden_report *r, const struct harden_failure *f, struct text *out)
{
    text_format(out, "%s --round %" PRId64, r->again, f->plan.number);
}

void harden_report_failure(
    const struct harden_report *r, const struct harden_failure *f, struct text *out)
{
    const struct result *result = &f->result;
    text_format(out, "round %" PRId64 ": ", f->plan.number);
    harden_plan_words(&f->plan, out);
    text_format(out, "\n  game %" PRId64 ", move %d, %s", f->game, result->moves + 1,
        verdicts[result->verdict].code);
    if (result->rule[0] != '\0')
        text_format(out, " (rule %s)", result->rule);
    text_string(out, ": ");
    text_visible(out, result->explanation, strlen(result->explanation));
    text_string(out, "\n");
    if (f->record > 0) {
        text_format(out, "  see it:  %s replay ", r->program);
        harden_report_record(r, f, out);
        text_string(out, " --verdict\n");
    }
    text_string(out, "  again:   ");
    harden_report_again(r, f, out);
    text_string(out, "\n\n");
}

void harden_report_summary(const struct harden_report *r, struct text *out)
{
    const struct harden_result *x = r->result;
    if (!x->spoke && !x->stopped)
        text_string(out, "nothing could be played: the bot has never said anything\n");
    text_format(out, "%s: ", r->options->match.players[0].name);
    if (x->failure_count == 0)
        text_string(out, "no fault");
    else
        text_format(out, "%zu fault%s", x->failure_count, x->failure_count == 1 ? "" : "s");
    text_format(out, " in %" PRId64 " round%s, %" PRId64 " games, %.1f s\n", x->rounds,
        x->rounds == 1 ? "" : "s", x->games, (double)x->wall_ns / NS_PER_SECOND);
    if (x->voids > 0)
        text_format(out, "%" PRId64 " games were void: agon's machine failed\n", x->voids);
    if (x->stopped)
        text_string(out, "stopped before the end\n");
    text_format(out, "again:  %s%s\n", r->again, r->options_again);
}

// --- JSON ---

static void harden_report_json_failure(
    const struct harden_report *r, const struct harden_failure *f, struct text *out)
{
    text_format(
        out, "{\"round\":%" PRId64 ",\"game\":%" PRId64 ",\"faults\":[", f->plan.number, f->game);
    bool first = true;
    for (int i = 0; i < HARDEN_FAULTS; i++) {
        if (!f->plan.faults[i])
            continue;
        text_format(out, "%s\"%s\"", first ? "" : ",", harden_fault_id((enum harden_fault)i));
        first = false;
    }
    text_format(out,
        "],\"opponent\":\"%s\",\"verdict\":\"%s\",\"rule\":", odd_style_name(f->plan.opponent),
        verdicts[f->result.verdict].code);
    text_json(out, f->result.rule);
    text_string(out, ",\"explanation\":");
    text_json(out, f->result.explanation);
    struct text words = text_growing();
    text_string(out, ",\"record\":");
    if (f->record > 0) {
        harden_report_record(r, f, &words);
        text_json(out, words.bytes);
    } else {
        text_string(out, "null");
    }
    text_clear(&words);
    harden_report_again(r, f, &words);
    text_string(out, ",\"again\":");
    text_json(out, words.bytes);
    text_char(out, '}');
    text_destroy(&words);
}

void harden_report_json(const struct harden_report *r, struct text *out)
{
    const struct harden_result *x = r->result;
    const struct match_options *m = &r->options->match;
    text_string(out, "{\"bot\":");
    text_json(out, m->players[0].name);
    text_format(out,
        ",\"game\":\"%s\",\"wire\":\"%s\",\"rounds\":%" PRId64 ",\"games\":%" PRId64
        ",\"void\":%" PRId64 ",\"stopped\":%s,\"spoke\":%s,\"failures\":[",
        m->game->name, m->players[0].wire->name, x->rounds, x->games, x->voids,
        x->stopped ? "true" : "false", x->spoke ? "true" : "false");
    for (size_t i = 0; i < x->failure_count; i++) {
        if (i > 0)
            text_char(out, ',');
        harden_report_json_failure(r, &x->failures[i], out);
    }
    text_format(out,
        "],\"seconds\":%.3f,\"seed\":%" PRIu64 ",\"again\":", (double)x->wall_ns / NS_PER_SECOND,
        r->options->seed);
    struct text again = text_growing();
    text_format(&again, "%s%s", r->again, r->options_again);
    text_json(out, again.bytes);
    text_destroy(&again);
}
