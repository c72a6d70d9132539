#include "arena/probe.h"

#include "base/clock.h"
#include "brains/brain.h"
#include "link/diagnosis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOMENT_MS = 500,      // longer than an interpreter needs to fail on a missing script or library
    BUSY_CPU_MS = 3000,   // a bot that computes may still be starting; one that has computed for so
                          // long has started
    BUSY_MOST_MS = 60000, // the same by the clock, for a machine that is busy with others
    BUSY_LEAST_MS = 10,   // one that computed less in a moment does not compute
    CALL_MS = 10000,      // how long a bot on another machine may take to answer
    AT_ONCE = 16,         // bots that are tried at the same time
    BUILT_IN_BYTES = 16,  // longer than any name of a built-in player
};

struct probe;

// One player that is being tried.
struct trial {
    struct probe *probe;
    const struct player *player;
    struct link *link; // NULL: closed
    bool called;       // it listens, and we connect to it
    bool leaving;
    bool busy;                   // at the last moment
    int64_t cpu_ns;              // that it had used at the last moment
    char why[PROBE_WORDS_BYTES]; // why it cannot start; "": it can, as far as we know
};

struct probe {
    struct runner runner;
    uv_timer_t moment;
    const struct player *players; // all of them
    size_t player_count;
    const bool *left; // by player; NULL: nobody
    bool compares;    // what does not start inside its sandbox is started outside, too
    struct trial trials[AT_ONCE];
    int count, open;
    int waited_ms; // since they were started
};

// --- Findings ---

static bool probe_findings_add(
    struct probe_findings *f, size_t player, const char *words, bool shut_out, struct error *e)
{
    struct probe_finding *list = realloc(f->list, (f->count + 1) * sizeof *list);
    if (!list)
        return error_set(e, "out of memory");
    f->list = list;
    struct probe_finding *finding = &list[f->count++];
    *finding = (struct probe_finding){.player = player, .shut_out = shut_out};
    snprintf(finding->words, sizeof finding->words, "%s", words);
    return true;
}

void probe_findings_destroy(struct probe_findings *findings)
{
    free(findings->list);
    *findings = (struct probe_findings){0};
}

// --- Looking at programs ---

static struct link_spec probe_spec_of(const struct player *p)
{
    return (struct link_spec){.player = p->text,
        .directory = p->directory,
        .environment = p->environment,
        .sandbox = p->sandbox};
}

static bool probe_program_is_there(const struct player *p, struct error *e)
{
    const struct link_spec spec = probe_spec_of(p);
    if (!p->wire || link_check_program(&spec, e))
        return true;
    char meant[BUILT_IN_BYTES];
    snprintf(meant, sizeof meant, "@%s", p->text);
    if (brain_find(meant, NULL))
        error_set(e, "%s cannot be started. Did you mean the built-in player %s?", p->text, meant);
    return false;
}

static bool probe_is_repeated(const struct player *players, size_t player)
{
    for (size_t i = 0; i < player; i++) {
        const char *a = players[i].directory, *b = players[player].directory;
        if (strcmp(players[i].text, players[player].text) == 0 &&
            (a && b ? strcmp(a, b) == 0 : a == b))
            return true;
    }
    return false;
}

bool probe_programs(
    const struct player *players, size_t count, struct probe_findings *findings, struct error *e)
{
    for (size_t i = 0; i < count; i++) {
        struct error why;
        if (probe_is_repeated(players, i) || probe_program_is_there(&players[i], &why))
            continue;
        if (!probe_findings_add(findings, i, why.words, false, e))
            return false;
    }
    return true;
}

// --- Sandboxes ---

// Whether the player is a command that runs in a sandbox.
static bool probe_is_shut(const struct player *p)
{
    enum link_kind kind;
    return p->wire && p->sandbox.manner != SANDBOX_NONE && link_check(p->text, &kind, NULL) &&
        (kind == LINK_COMMAND || kind == LINK_DIAL_IN);
}

// Writes what the player lacks inside its sandbox. Returns false if that cannot be found out. Only
// with `compares` is it started outside, too. A foreign one is told nothing: it could ask for files
// of others.
static bool probe_diagnose(const struct player *p, bool compares, char words[PROBE_WORDS_BYTES])
{
    bool may_try = probe_is_shut(p) && !p->sandbox.foreign;
    struct diagnosis *found = may_try ? malloc(sizeof *found) : NULL;
    const struct link_spec spec = probe_spec_of(p);
    struct error ignored;
    char said[PROBE_WORDS_BYTES];
    struct text out = TEXT_IN(said);
    bool traced = found &&
        (compares ? diagnosis_run(&spec, found, &ignored)
                  : diagnosis_look_inside(&spec, found, &ignored));
    bool shut_out = traced && diagnosis_words(found, p->name, &out);
    if (shut_out)
        memcpy(words, said, sizeof said);
    free(found);
    return shut_out;
}

// --- Trying ---

static void trial_leave(struct trial *t, enum link_leave how)
{
    if (t->link && !t->leaving)
        link_close(t->link, how);
    t->leaving = true;
}

static void trial_fail(struct trial *t, const char *words)
{
    if (t->why[0] == '\0')
        snprintf(t->why, sizeof t->why, "%s cannot start: %s", t->player->name, words);
}

// The words of `e` say already what cannot be started.
static void trial_fail_to_start(struct trial *t, const struct error *e)
{
    snprintf(t->why, sizeof t->why, "%s: %s", t->player->name, e->words);
}

static void trial_opened(struct link *link, void *user)
{
    (void)link;
    struct trial *t = user;
    if (t->called)
        trial_leave(t, LINK_GOODBYE);
}

static void trial_failed(struct link *link, void *user, const struct link_failure *why)
{
    (void)link;
    struct trial *t = user;
    if (t->called)
        trial_fail(t, why->error.words);
    else if (!why->limited)
        trial_fail_to_start(t, &why->error);
    trial_leave(t, LINK_KILL);
}

static void trial_received(
    struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns)
{
    (void)link;
    (void)bytes;
    (void)length;
    (void)at_ns;
    trial_leave(user, LINK_GOODBYE);
}

static void trial_written(struct link *link, void *user, int64_t at_ns)
{
    (void)link;
    (void)user;
    (void)at_ns;
}

static void trial_met_stranger(struct link *link, void *user, const char *from)
{
    (void)link;
    (void)user;
    (void)from;
}

// Appends the last line of its stderr, which usually says what is wrong.
static void probe_add_last_line(struct text *out, const struct link_stderr *said)
{
    const char *bytes = said->tail_bytes > 0 ? said->tail : said->head;
    size_t end = said->tail_bytes > 0 ? said->tail_bytes : said->head_bytes;
    while (end > 0 && bytes[end - 1] == '\n')
        end--;
    size_t start = end;
    while (start > 0 && bytes[start - 1] != '\n')
        start--;
    if (start == end)
        return;
    text_string(out, ": ");
    for (size_t i = start; i < end; i++)
        text_char(out, (unsigned char)bytes[i] < ' ' || bytes[i] == 0x7F ? '?' : bytes[i]);
}

// A bot that has passed one of its limits has started: its games will have that verdict.
static void trial_ended(struct link *link, void *user, const struct link_end *end)
{
    if (end->how == LINK_END_LIMIT) {
        trial_leave(user, LINK_KILL);
        return;
    }
    char array[ERROR_WORDS_BYTES];
    struct text words = TEXT_IN(array);
    text_string(&words, "it ");
    link_end_words(end, &words);
    struct link_stderr said = link_stderr(link);
    probe_add_last_line(&words, &said);
    trial_fail(user, array);
    trial_leave(user, LINK_KILL);
}

static void trial_closed(struct link *link, void *user)
{
    (void)link;
    struct trial *t = user;
    t->link = NULL;
    if (--t->probe->open == 0)
        uv_timer_stop(&t->probe->moment);
}

static const struct link_events trial_events = {
    .opened = trial_opened,
    .failed = trial_failed,
    .received = trial_received,
    .written = trial_written,
    .stranger = trial_met_stranger,
    .ended = trial_ended,
    .closed = trial_closed,
};

static void probe_call_is_over(uv_timer_t *timer)
{
    struct probe *p = timer->data;
    for (int i = 0; i < p->count; i++) {
        struct trial *t = &p->trials[i];
        if (t->link && !t->leaving)
            trial_fail(t, "it does not answer");
        trial_leave(t, LINK_KILL);
    }
}

// Is the bot still starting, as far as we know: does it compute, or wait for a core?
static bool trial_is_busy(struct trial *t)
{
    struct link_usage usage;
    if (!t->link || t->leaving || !link_usage(t->link, &usage))
        return false;
    int64_t computed_ns = usage.cpu_ns - t->cpu_ns;
    t->cpu_ns = usage.cpu_ns;
    return usage.cpu_ns < BUSY_CPU_MS * NS_PER_MS &&
        (usage.ready || computed_ns >= BUSY_LEAST_MS * NS_PER_MS);
}

// Has the bot exited, and its link has not told it yet? The link of a bot that dials in waits a
// moment after the exit for a connection that may be on its way.
static bool trial_is_ending(const struct trial *t)
{
    struct link_exit exit;
    return t->link && !t->leaving && link_exit(t->link, &exit);
}

static void probe_moment_is_over(uv_timer_t *timer);

// What the bots have done is known: who is still here has started, or is starting.
static void probe_judge(uv_timer_t *timer)
{
    struct probe *p = timer->data;
    bool waits = false;
    for (int i = 0; i < p->count; i++) {
        struct trial *t = &p->trials[i];
        if (t->called)
            continue;
        if (p->waited_ms < BUSY_MOST_MS && (t->busy || trial_is_ending(t)))
            waits = true;
        else
            trial_leave(t, LINK_GOODBYE);
    }
    if (waits)
        uv_timer_start(timer, probe_moment_is_over, MOMENT_MS, 0);
    else
        uv_timer_start(timer, probe_call_is_over,
            p->waited_ms < CALL_MS ? (uint64_t)(CALL_MS - p->waited_ms) : 0, 0);
}

// Timers come before the poll. If this thread has waited long for a core, a bot may have ended
// meanwhile, and nobody has looked yet: a bot that is not busy sleeps, or has ended. So there is
// one more poll, which tells who had ended, before anybody is judged.
static void probe_moment_is_over(uv_timer_t *timer)
{
    struct probe *p = timer->data;
    p->waited_ms += MOMENT_MS;
    for (int i = 0; i < p->count; i++)
        p->trials[i].busy = trial_is_busy(&p->trials[i]);
    uv_timer_start(timer, probe_judge, 1, 0);
}

static void trial_start(struct probe *p, const struct player *player, bool called)
{
    struct trial *t = &p->trials[p->count++];
    *t = (struct trial){.probe = p, .player = player, .called = called};
    struct error e;
    if (!probe_program_is_there(player, &e)) {
        trial_fail_to_start(t, &e);
        return;
    }
    const struct link_spec spec = probe_spec_of(player);
    t->link = link_open(p->runner.hub, &spec, &trial_events, t);
    if (t->link)
        p->open++;
    else
        trial_fail(t, "out of memory");
}

// Adds what was found, in the order of the players, whichever of them failed first.
static bool probe_collect_findings(
    struct probe *p, struct probe_findings *findings, struct error *e)
{
    for (int i = 0; i < p->count; i++) {
        struct trial *t = &p->trials[i];
        size_t player = (size_t)(t->player - p->players);
        bool shut_out = t->why[0] != '\0' && probe_diagnose(t->player, t->probe->compares, t->why);
        if (t->why[0] != '\0' && !probe_findings_add(findings, player, t->why, shut_out, e))
            return false;
    }
    return true;
}

// Tries as many of the players from `next` on as may be tried at once; returns where to go on.
static size_t probe_try_some(struct probe *p, size_t next)
{
    p->count = p->open = p->waited_ms = 0;
    for (; next < p->player_count && p->count < AT_ONCE; next++) {
        const struct player *player = &p->players[next];
        enum link_kind kind;
        if (p->left && p->left[next])
            continue;
        if (player->wire && link_check(player->text, &kind, NULL) && kind != LINK_LISTEN)
            trial_start(p, player, kind == LINK_TCP);
    }
    if (p->open > 0) {
        uv_timer_start(&p->moment, probe_moment_is_over, MOMENT_MS, 0);
        uv_run(&p->runner.loop, UV_RUN_DEFAULT);
    }
    return next;
}

static bool probe_run(const struct probe *how, struct probe_findings *findings, struct error *e)
{
    struct probe *p = calloc(1, sizeof *p);
    if (!p)
        return error_set(e, "out of memory");
    if (!runner_init(&p->runner, e)) {
        free(p);
        return false;
    }
    p->players = how->players;
    p->player_count = how->player_count;
    p->left = how->left;
    p->compares = how->compares;
    uv_timer_init(&p->runner.loop, &p->moment);
    p->moment.data = p;
    bool well = true;
    for (size_t next = 0; well && next < p->player_count;) {
        next = probe_try_some(p, next);
        well = probe_collect_findings(p, findings, e);
    }
    uv_close((uv_handle_t *)&p->moment, NULL);
    runner_destroy(&p->runner);
    free(p);
    return well;
}

bool probe_players(const struct player *players, size_t count, const bool *left,
    struct probe_findings *findings, struct error *e)
{
    const struct probe how = {.players = players, .player_count = count, .left = left};
    return probe_run(&how, findings, e);
}

bool probe_sandboxes(
    const struct player *players, size_t count, struct probe_findings *findings, struct error *e)
{
    bool *left = calloc(count + 1, sizeof *left);
    if (!left)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < count; i++)
        left[i] = !probe_is_shut(&players[i]);
    const struct probe how = {
        .players = players, .player_count = count, .left = left, .compares = true};
    bool well = probe_run(&how, findings, e);
    size_t kept = 0;
    for (size_t i = 0; i < findings->count; i++) {
        const struct probe_finding *f = &findings->list[i];
        if (f->shut_out || players[f->player].sandbox.foreign)
            findings->list[kept++] = findings->list[i];
    }
    findings->count = kept;
    free(left);
    return well;
}
