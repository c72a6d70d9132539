// What a check has found: a list in which the same thing stands once, with the number of times that
// it was seen.
#ifndef AGON_AUTHOR_CHECK_FINDINGS_H
#define AGON_AUTHOR_CHECK_FINDINGS_H

#include "author/check_result.h"
#include "wire/slip.h"

// The reasons for a refused move are the slips (SLIP_BIT), and that the bot played from the usual
// start instead of from the board that it was sent.
#define REASON_MEMORY (1U << SLIPS)

// Copies `f` into the list, or counts it if it is there already. Returns false if there is no
// memory for it, or if the list is full.
bool findings_add(struct check_findings *list, const struct check_finding *f);
// The finding of the list that says the same; NULL: there is none.
struct check_finding *findings_same(struct check_findings *list, const struct check_finding *f);
// Drops all findings of other kinds.
void findings_keep(struct check_findings *list, enum finding_kind kind);
// After the last case. What was seen in a case with a rule of its own (struct check_case) and in an
// ordinary one too is told of the ordinary one; else it is against that rule.
void findings_settle_blame(struct check_findings *list);
// Errors first, then in the order of the cases.
void findings_sort(struct check_findings *list);

// Fills `mend`, if it is empty or tells a reason that does not explain the finding every time: by a
// reason that does, or by its kind and rule. `game` is the name of the game.
void finding_advise(struct check_finding *f, const char *game);

#endif
