#include "referee/table/ops.h"

#include "referee/table/game_record.h"
#include "referee/table/state.h"

static int64_t ops_send(void *user, int seat, const char *bytes, size_t length)
{
    return session_send(table_participant(user, seat)->session, bytes, length);
}

static void ops_ask(void *user, int seat, const position *p)
{
    (void)p;
    struct table *t = user;
    t->asked_seat = seat;
}

static void ops_usage(void *user, int seat, bool mark, struct usage *u)
{
    session_usage(table_participant(user, seat)->session, mark, u);
}

static int64_t ops_late(void *user, int seat)
{
    return session_late_ns(table_participant(user, seat)->session);
}

static int64_t ops_lag(void *user, int seat)
{
    const struct session *s = table_participant(user, seat)->session;
    return s->link ? link_lag_ns(s->link) : 0;
}

static void ops_cpu(void *user, int seat, struct cpu_look *look)
{
    session_cpu(table_participant(user, seat)->session, look);
}

static void ops_freeze(void *user, int seat)
{
    const struct session *s = table_participant(user, seat)->session;
    if (s->link)
        link_freeze(s->link);
}

static int64_t ops_thaw(void *user, int seat)
{
    const struct session *s = table_participant(user, seat)->session;
    return s->link ? link_thaw(s->link) : 0;
}

static void ops_happened(void *user, const struct referee_event *event)
{
    struct table *t = user;
    game_record_event(&t->record, event);
    if (event->kind == EVENT_MOVED && event->charge)
        crowd_add_move(&t->runner->crowd, event->charge);
    if (!t->events->happened)
        return;
    t->events->happened(t->user, t, event);
    // Whoever watches may have taken long. The next request is sent only now, so its clock must
    // start now.
    if (event->kind == EVENT_MOVED)
        t->referee.now = table_now(t);
}

static void ops_done(void *user)
{
    struct table *t = user;
    t->decided = true;
}

static void ops_waiting(void *user, int seat, struct text *out)
{
    const struct participant *participant = table_participant(user, seat);
    // If the bot was there before, the words also say why it has to come again.
    if (participant->why[0] != '\0')
        text_format(out, "%s, and ", participant->why);
    if (participant->session->link)
        link_waiting_words(participant->session->link, out);
}

const struct referee_ops table_ops = {
    .send = ops_send,
    .ask = ops_ask,
    .usage = ops_usage,
    .late = ops_late,
    .lag = ops_lag,
    .cpu = ops_cpu,
    .freeze = ops_freeze,
    .thaw = ops_thaw,
    .waiting = ops_waiting,
    .happened = ops_happened,
    .done = ops_done,
};
