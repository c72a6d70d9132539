// What came out of `agon harden`, as people and as programs read it.
#ifndef AGON_AUTHOR_HARDEN_REPORT_H
#define AGON_AUTHOR_HARDEN_REPORT_H

#include "author/harden.h"

struct harden_report {
    const struct harden_result *result;
    const struct harden_options *options;
    const char *program;       // as it was called
    const char *again;         // the command, without a round
    const char *options_again; // what else it takes to play all rounds again: " --rounds 20"
};

// What went wrong in one game, and the commands that show it again.
void harden_report_failure(
    const struct harden_report *r, const struct harden_failure *f, struct text *out);
void harden_report_summary(const struct harden_report *r, struct text *out);
// One JSON object without its last brace and its schema.
void harden_report_json(const struct harden_report *r, struct text *out);

#endif
