#include "cli/probe.h"

#include "brains/brain.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOMENT_MS = 500,     // what a missing script or library takes to end its interpreter, and more
    CALL_MS = 10000,     // that a bot on another machine may take to answer
    AT_ONCE = 16,        // bots that are tried at the same time
    BUILT_IN_BYTES = 16, // more than any name of theirs has
    WHY_BYTES = REFEREE_NAME_BYTES + ERROR_WORDS_BYTES + 32,
};

struct probe;

struct trial {
    struct probe *probe;
    const struct player *player;
    struct link *link; // NULL: closed
    bool called;       // it listens
    bool leaving;
    char why[WHY_BYTES]; // it cannot start; "": it can, as far as we know
};

struct probe {
    struct runner runner;
    uv_timer_t moment;
    struct trial trials[AT_ONCE];
    int count, open;
    bool failed;
};

// --- Looking ---

static struct link_spec spec_of(const struct player *p)
{
    return (struct link_spec){
        .player = p->text, .directory = p->directory, .environment = p->environment};
}

static bool is_there(const struct player *p, struct error *e)
{
    const struct link_spec spec = spec_of(p);
    if (!p->wire || link_check_program(&spec, e))
        return true;
    char meant[BUILT_IN_BYTES];
    snprintf(meant, sizeof meant, "@%s", p->text);
    if (brain_find(meant, NULL))
        error_set(e, "%s cannot be started. Did you mean the built-in player %s?", p->text, meant);
    return false;
}

bool probe_programs(const struct player players[SEATS], struct error *e)
{
    *e = (struct error){0};
    bool well = true;
    for (int i = 0; i < SEATS; i++) {
        struct error why;
        bool told = i > 0 && strcmp(players[i].text, players[0].text) == 0;
        if (told || is_there(&players[i], &why))
            continue;
        print_line(stderr, "agon: %s", why.words);
        well = false;
    }
    return well;
}

// --- Trying ---

static void leave(struct trial *t, enum link_leave how)
{
    if (t->link && !t->leaving)
        link_close(t->link, how);
    t->leaving = true;
}

static void fail(struct trial *t, const char *words)
{
    if (t->why[0] == '\0')
        snprintf(t->why, sizeof t->why, "%s cannot start: %s", t->player->name, words);
}

// These words say themselves that something cannot be started, and what.
static void fail_to_start(struct trial *t, const struct error *e)
{
    snprintf(t->why, sizeof t->why, "%s: %s", t->player->name, e->words);
}

static void opened(struct link *link, void *user)
{
    (void)link;
    struct trial *t = user;
    if (t->called)
        leave(t, LINK_GOODBYE);
}

static void failed(struct link *link, void *user, const struct link_failure *why)
{
    (void)link;
    struct trial *t = user;
    if (t->called)
        fail(t, why->error.words);
    else
        fail_to_start(t, &why->error);
    leave(t, LINK_KILL);
}

static void received(struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns)
{
    (void)link;
    (void)bytes;
    (void)length;
    (void)at_ns;
    leave(user, LINK_GOODBYE);
}

static void written(struct link *link, void *user, int64_t at_ns)
{
    (void)link;
    (void)user;
    (void)at_ns;
}

static void stranger(struct link *link, void *user, const char *from)
{
    (void)link;
    (void)user;
    (void)from;
}

// The last line of its stderr says most.
static void add_last_line(struct text *out, const struct link_stderr *said)
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

static void ended(struct link *link, void *user, const struct link_end *end)
{
    char array[ERROR_WORDS_BYTES];
    struct text words = TEXT_IN(array);
    text_string(&words, "it ");
    link_end_words(end, &words);
    struct link_stderr said = link_stderr(link);
    add_last_line(&words, &said);
    fail(user, array);
    leave(user, LINK_KILL);
}

static void closed(struct link *link, void *user)
{
    (void)link;
    struct trial *t = user;
    t->link = NULL;
    if (--t->probe->open == 0)
        uv_timer_stop(&t->probe->moment);
}

static const struct link_events events = {
    .opened = opened,
    .failed = failed,
    .received = received,
    .written = written,
    .stranger = stranger,
    .ended = ended,
    .closed = closed,
};

static void call_is_over(uv_timer_t *timer)
{
    struct probe *p = timer->data;
    for (int i = 0; i < p->count; i++) {
        struct trial *t = &p->trials[i];
        if (t->link && !t->leaving)
            fail(t, "it does not answer");
        leave(t, LINK_KILL);
    }
}

static void moment_is_over(uv_timer_t *timer)
{
    struct probe *p = timer->data;
    for (int i = 0; i < p->count; i++) {
        if (!p->trials[i].called)
            leave(&p->trials[i], LINK_GOODBYE);
    }
    uv_timer_start(timer, call_is_over, CALL_MS - MOMENT_MS, 0);
}

static void start(struct probe *p, const struct player *player, bool called)
{
    struct trial *t = &p->trials[p->count++];
    *t = (struct trial){.probe = p, .player = player, .called = called};
    struct error e;
    if (!is_there(player, &e)) {
        fail_to_start(t, &e);
        return;
    }
    const struct link_spec spec = spec_of(player);
    t->link = link_open(p->runner.hub, &spec, &events, t);
    if (t->link)
        p->open++;
    else
        fail(t, "out of memory");
}

// In the order of the players, whoever failed first.
static void tell_failures(struct probe *p)
{
    for (int i = 0; i < p->count; i++) {
        if (p->trials[i].why[0] == '\0')
            continue;
        print_line(stderr, "agon: %s", p->trials[i].why);
        p->failed = true;
    }
}

// Tries as many of the players from `next` on as may be tried at once; returns where to go on.
static size_t try_some(
    struct probe *p, const struct player *players, size_t next, size_t count, const bool *left)
{
    p->count = p->open = 0;
    for (; next < count && p->count < AT_ONCE; next++) {
        const struct player *player = &players[next];
        enum link_kind kind;
        if (left && left[next])
            continue;
        if (player->wire && link_check(player->text, &kind, NULL) && kind != LINK_LISTEN)
            start(p, player, kind == LINK_TCP);
    }
    if (p->open > 0) {
        uv_timer_start(&p->moment, moment_is_over, MOMENT_MS, 0);
        uv_run(&p->runner.loop, UV_RUN_DEFAULT);
    }
    tell_failures(p);
    return next;
}

bool probe_players(const struct player *players, size_t count, const bool *left, struct error *e)
{
    *e = (struct error){0};
    struct probe *p = calloc(1, sizeof *p);
    if (!p)
        return error_set(e, "out of memory");
    if (!runner_init(&p->runner, e)) {
        free(p);
        return false;
    }
    uv_timer_init(&p->runner.loop, &p->moment);
    p->moment.data = p;
    for (size_t next = 0; next < count;)
        next = try_some(p, players, next, count, left);
    uv_close((uv_handle_t *)&p->moment, NULL);
    runner_destroy(&p->runner);
    bool well = !p->failed;
    free(p);
    return well;
}
