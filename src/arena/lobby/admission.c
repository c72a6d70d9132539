#include "arena/lobby/admission.h"

#include "arena/lobby/say.h"
#include "base/clock.h"

#include <string.h>

// --- Limits ---

static void admission_close(struct lobby_visitor *v, bool at_once)
{
    v->gone = true;
    session_close(&v->session, at_once);
}

static bool admission_is_unknown(const struct lobby_visitor *v)
{
    return v->connected && !v->gone && !v->refused && !v->entrant;
}

// What there is besides one visitor.
struct admission_count {
    size_t connections;                   // of all
    size_t unknown;                       // of its address
    struct lobby_visitor *oldest;         // of all that are not known
    struct lobby_visitor *oldest_of_here; // the same of its address
};

static struct admission_count admission_count(const struct lobby_visitor *newcomer)
{
    struct admission_count c = {0};
    for (struct lobby_visitor *v = newcomer->lobby->visitors; v; v = v->next) {
        c.connections += v->connected && !v->gone && !v->refused;
        if (v == newcomer || !admission_is_unknown(v))
            continue;
        c.oldest = v; // the youngest comes first
        if (address_is_same(&v->address, &newcomer->address)) {
            c.oldest_of_here = v;
            c.unknown++;
        }
    }
    return c;
}

void admission_make_room(struct lobby_visitor *v)
{
    const struct lobby_limits *limits = &v->lobby->limits;
    struct admission_count c = admission_count(v);
    if (c.unknown >= limits->unknown_per_address) {
        say_refused(c.oldest_of_here,
            "too many connections from its address say no name, or show no token");
        admission_close(c.oldest_of_here, true);
    } else if (c.connections > limits->connections) {
        struct lobby_visitor *leaves = c.oldest ? c.oldest : v;
        say_refused(leaves, "there are too many connections");
        admission_close(leaves, true);
    }
}

// --- Tokens ---

// A flood of refused visitors must not fill the memory: the oldest has waited longest.
static void admission_drop_oldest_refused(struct lobby *l)
{
    struct lobby_visitor *oldest = NULL;
    size_t count = 0;
    for (struct lobby_visitor *v = l->visitors; v; v = v->next) {
        if (v->refused && !v->gone) {
            oldest = v;
            count++;
        }
    }
    if (count > l->limits.refused)
        admission_close(oldest, true);
}

void admission_refuse(struct lobby_visitor *v, const char *why)
{
    struct lobby *l = v->lobby;
    if (v->gone || v->refused)
        return;
    say_refused(v, why);
    v->refused = true;
    v->refused_until_ns = clock_now_ns() + l->limits.refusal_delay_ns;
    link_pause(v->session.link);
    framer_destroy(&v->session.wire.in);
    framer_init(&v->session.wire.in, false);
    admission_drop_oldest_refused(l);
}

void admission_look(struct lobby_visitor *v)
{
    if (!v->gone && clock_now_ns() >= v->refused_until_ns)
        admission_close(v, false);
}

void admission_read_token(struct lobby_visitor *v)
{
    char token[TOKEN_BYTES];
    unsigned char hash[SHA256_BYTES];
    struct error e;
    switch (token_take(&v->session.wire.in, token, &e)) {
    case TOKEN_AWAITED:
        return;
    case TOKEN_WRONG:
        admission_refuse(v, e.words);
        return;
    case TOKEN_TAKEN:
        break;
    }
    token_hash(token, hash);
    explicit_bzero(token, sizeof token);
    const struct token *known = token_list_find(&v->lobby->tokens.list, hash);
    if (!known) {
        admission_refuse(v, "nobody has its token");
        return;
    }
    v->token = *known;
    v->token_due = false;
}
