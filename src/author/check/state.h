// What the files of this room share: the battery while it runs, which bouts are to come, which are
// under way, what was found so far.
#ifndef AGON_AUTHOR_CHECK_STATE_H
#define AGON_AUTHOR_CHECK_STATE_H

#include "author/check.h"
#include "author/check/case.h"
#include "author/check/findings.h"
#include "referee/runner.h"

enum { SUSPICIONS_MOST = 12, NO_SUSPICION = -1 };

// Games of one case that are played after one start of the bot.
struct bout_order {
    const struct check_case *row;
    int first, count; // numbers of games in the case
    int suspicion;    // that is tried again, or NO_SUSPICION
};

// Something that a slow machine may have caused. It is a finding only if it happens again while
// nothing else runs.
struct suspicion {
    struct check_finding finding;
    struct bout_order order;
    bool confirmed;
};

struct battery {
    const struct check_options *options;
    struct check_result *result;
    struct runner runner;
    struct bout_order *orders; // to come: orders[next .. count)
    size_t next, count, room;
    int running;
    struct suspicion suspicions[SUSPICIONS_MOST];
    int suspicion_count;
    bool trying_again;
    bool giving_up; // no further bout begins
    bool heard;     // something has come of the bot, in some bout
    bool port_told; // where the bot is awaited
    int deaths;     // bouts in which it ended without a word
    int left_well;  // bouts after which it ended with status 0
    int late_ends;  // whole games (case start) in which it ended after more moves than `single` has
    int64_t begun_ns;
    uv_timer_t starter; // begins bouts from the loop, not from inside their callbacks
};

// A bout tells what it has found; `by_time` if a slow machine may have caused it. `f` is copied.
struct bout;
void battery_found(
    struct battery *b, const struct bout *bout, struct check_finding *f, bool by_time);
// A bout has opened its link: tells once where a bot that connects is awaited.
void battery_tell_port(struct battery *b, const struct link *link);
// A bout is over and gone, and is freed.
void battery_bout_closed(struct battery *b, struct bout *bout);
// After some timeouts nobody waits as long as the budget says: they are tried again later.
int64_t battery_patience_ns(const struct battery *b, int64_t limit_ns);
// Whether somebody has waited in vain already, after the same kind of fault against the same rule,
// to see if an answer comes late.
bool battery_has_waited(const struct battery *b, const struct check_finding *f);
// Whether the battery has taken so long that games are left out or shortened.
bool battery_is_late(const struct battery *b);
// How long a bot has to leave.
unsigned battery_grace_ms(const struct battery *b);
// The bot has ended without a word. Returns true if it never does anything else.
bool battery_is_stillborn(struct battery *b);
struct check_case_result *battery_case(struct battery *b, const struct check_case *row);

#endif
