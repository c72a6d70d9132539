// agon brain: a built-in player as a bot of its own. It speaks its game's protocol on stdin and
// stdout, or dials in.
#include "brains/brain.h"
#include "arena/conditions.h"
#include "author/engine_session.h"
#include "base/clock.h"
#include "base/random.h"
#include "brains/pace.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "cli/terminal.h"
#include "link/target.h"
#include "wire/token.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define LEVELS_HELP "1 to 10, max, random or first"

enum { INPUT_BYTES = 65536, MEMORY_MOST_MIB = 1 << 20, DEPTH_MOST = 250, PORT_BYTES = 8 };

struct brain_request {
    const char *game, *level, *wire, *variant, *name, *connect, *token;
    struct target arena; // what `connect` says
    int64_t time_ms, nodes, depth, threads, memory_mib, seed;
    bool no_book, verbose, nboard, ugi;
};

struct brain_command {
    const struct game *game;
    const struct brain *brain;
    struct limits limits;
    size_t memory_bytes;
    uint64_t seed, asked;  // `asked`: how many moves, in this game
    const char *token;     // to be shown first; NULL: none
    bool verbose, welcome; // `welcome`: the arena has begun a game, or has said goodbye
    struct mind *mind;     // of this game; NULL: none yet
    struct wire_bot wire;
    struct text out;
    bool lost; // an engine whose answers could not be written
};

// --- An arena that goes away ---

// A timer's signal looks whether the arena is still there. A thread could do that, too, but the
// arena measures the time of bots with one thread more exactly (docs/referee.md). If no move takes
// longer than LOOK_MS, there is no signal.
enum { LOOK_MS = 100 };

static struct pollfd arena; // where the answers go; poll says when nobody reads them
static atomic_bool is_gone;

static void brain_command_look_at_arena(int signal_number)
{
    (void)signal_number;
    int kept = errno;
    struct pollfd now = arena;
    if (poll(&now, 1, 0) > 0)
        atomic_store(&is_gone, true);
    errno = kept;
}

// The end of the questions in a pipe means nothing: somebody may still read the answers. The end of
// a connection means that nobody does.
static void brain_command_look_after(int out, bool is_connection)
{
    arena = (struct pollfd){.fd = out, .events = is_connection ? POLLRDHUP : 0};
    sigaction(SIGALRM,
        &(struct sigaction){.sa_handler = brain_command_look_at_arena, .sa_flags = SA_RESTART},
        NULL);
}

// Looks every `ms` milliseconds; 0: stops looking.
static void brain_command_look_every(int ms)
{
    const struct timeval period = {.tv_usec = ms * 1000};
    setitimer(ITIMER_REAL, &(struct itimerval){period, period}, NULL);
}

// --- One move ---

static void brain_command_tell_thought(
    const struct brain_command *b, const position *p, const struct thought *t)
{
    char bytes[MOVE_TEXT_BYTES * LINE_MOST];
    struct text line = TEXT_IN(bytes);
    position at = *p;
    for (int i = 0; i < t->line_length; i++) {
        if (i > 0)
            text_char(&line, ' ');
        b->game->print_move(&at, t->line[i], &line);
        b->game->apply(&at, t->line[i]);
    }
    const char *known = t->exact ? " (exact)" : t->book ? " (book)" : t->lot ? " (lot)" : "";
    print_line(stderr, "depth %d, score %d%s, %llu nodes in %lld ms: %s", t->depth, t->score, known,
        (unsigned long long)t->nodes, (long long)(t->time_ns / NS_PER_MS), bytes);
}

static bool brain_command_choose(struct brain_command *b, move *m, struct error *e)
{
    const position *p = &b->wire.position;
    uint64_t seed = random_derive(b->seed, b->asked++);
    if (brain_is_instant(b->brain)) {
        *m = brain_choose(b->brain, b->game, p, seed);
        return true;
    }
    if (!b->mind)
        b->mind = mind_create(b->brain, b->game, b->memory_bytes);
    if (!b->mind)
        return error_set(e, "out of memory");
    struct thought t;
    const bool may_last = b->limits.time_ns > LOOK_MS * NS_PER_MS;
    if (may_last)
        brain_command_look_every(LOOK_MS);
    mind_think(b->mind, p, &b->limits, seed, &is_gone, &t);
    if (may_last)
        brain_command_look_every(0);
    if (atomic_load(&is_gone))
        return error_set(e, "the arena went away before the answer");
    if (b->verbose && t.best != MOVE_NONE)
        brain_command_tell_thought(b, p, &t);
    *m = t.best;
    return t.best != MOVE_NONE || error_set(e, "out of memory");
}

static void brain_command_forget(struct brain_command *b)
{
    mind_destroy(b->mind);
    b->mind = NULL;
    b->asked = 0;
}

// --- Messages ---

// Answers everything that has arrived.
static bool brain_command_answer(struct brain_command *b, struct error *e)
{
    for (;;) {
        struct wire_bot_event event;
        move m = MOVE_NONE;
        switch (wire_bot_next(&b->wire, &event, &b->out, e)) {
        case BOT_NOTHING:
            return true;
        case BOT_GAME:
        case BOT_OVER:
            b->welcome = true;
            brain_command_forget(b);
            break;
        case BOT_FINISHED:
            b->welcome = true;
            break;
        case BOT_TURN:
            b->welcome = true;
            if (!brain_command_choose(b, &m, e))
                return false;
            wire_bot_move(&b->wire, m, &b->out);
            break;
        case BOT_ERROR:
            return false;
        default:
            break;
        }
    }
}

static bool brain_command_send_all(int fd, struct text *out, struct error *e)
{
    for (size_t done = 0; done < out->length;) {
        ssize_t n = write(fd, out->bytes + done, out->length - done);
        if (n < 0 && errno != EINTR)
            return error_set(e, "the arena does not listen: %s", strerror(errno));
        done += n > 0 ? (size_t)n : 0;
    }
    text_clear(out);
    return true;
}

// Plays until the arena closes the stream.
static bool brain_command_serve(struct brain_command *b, int in, int out, struct error *e)
{
    static char bytes[INPUT_BYTES];
    brain_command_look_after(out, in == out);
    if (b->token)
        token_write(&b->out, b->token);
    wire_bot_open(&b->wire, &b->out);
    for (;;) {
        if (!brain_command_send_all(out, &b->out, e))
            return false;
        ssize_t n = read(in, bytes, sizeof bytes);
        if (n == 0)
            return true;
        if (n < 0 && errno != EINTR)
            return error_set(e, "the arena is gone: %s", strerror(errno));
        if (n > 0 && (!wire_bot_feed(&b->wire, bytes, (size_t)n, e) || !brain_command_answer(b, e)))
            return false;
    }
}

// --- Dialling in ---

static bool brain_command_read_address(struct brain_request *q, struct error *e)
{
    struct error wrong;
    return !q->connect || target_parse_address(q->connect, &q->arena, &wrong) ||
        error_set(e, "--connect: %s", wrong.words);
}

static bool brain_command_dial(const struct brain_request *q, int *fd, struct error *e)
{
    char port[PORT_BYTES];
    snprintf(port, sizeof port, "%d", q->arena.port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    int wrong = getaddrinfo(q->arena.host, port, &hints, &found);
    if (wrong != 0)
        return error_set(e, "%.80s: %s", q->connect, gai_strerror(wrong));
    *fd = -1;
    for (const struct addrinfo *a = found; a; a = a->ai_next) {
        *fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, 0);
        if (*fd >= 0 && connect(*fd, a->ai_addr, a->ai_addrlen) == 0)
            break;
        error_set(e, "cannot connect to %.80s: %s", q->connect, strerror(errno));
        if (*fd >= 0)
            close(*fd);
        *fd = -1;
    }
    freeaddrinfo(found);
    // An answer is one small message. It must not wait for a second one.
    if (*fd >= 0)
        setsockopt(*fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    return *fd >= 0;
}

// An arena turns a bot away by closing the connection, without a message.
static bool brain_command_was_welcome(const struct brain_command *b, struct error *e)
{
    const char *hint = "; does it ask for a --token?";
    if (b->token)
        hint = "; is the token right?";
    else if (b->wire.wire->says_name)
        hint = "; is the name taken? --name gives another. Or does it ask for a --token?";
    return b->welcome ||
        error_set(e, "the arena closed the connection before a game began%s", hint);
}

// The command line can be seen by everybody on the machine, the environment cannot. Where bots talk
// over stdin and stdout, nobody asks for a token.
static bool brain_command_read_token(
    struct brain_command *b, const struct brain_request *q, struct error *e)
{
    const char *token = q->token ? q->token : getenv("AGON_TOKEN");
    if (q->token && !q->connect)
        return error_set(e, "--token is for an arena that it connects to   (--connect HOST:PORT)");
    b->token = q->connect && token && token[0] != '\0' ? token : NULL;
    return !b->token || token_fits(b->token) ||
        error_set(e, "%s is not a token: a token has letters a-z and digits only",
            q->token ? "what --token says" : "AGON_TOKEN");
}

// --- The command ---

static bool brain_command_read_brain(struct brain_command *b, const char *level, struct error *e)
{
    char name[48];
    snprintf(name, sizeof name, "%s%.40s", level[0] == '@' ? "" : "@", level);
    b->brain = brain_find(name, NULL);
    if (!b->brain)
        return error_set(e, "no level \"%.40s\"   (" LEVELS_HELP ")", level);
    return brain_plays(b->brain, b->game, e);
}

// Without --time the limit is what the protocol allows for a move.
static bool brain_command_read_limits(
    struct brain_command *b, const struct brain_request *q, struct error *e)
{
    struct budget budget;
    if (!conditions_budget(&budget, b->wire.wire, NULL, NULL, e))
        return false;
    int64_t limit_ns = q->time_ms > 0 ? q->time_ms * NS_PER_MS : budget.request_ns;
    b->limits = (struct limits){.nodes = (uint64_t)q->nodes,
        .depth = (int)q->depth,
        .threads = (int)q->threads,
        .book = !q->no_book,
        .time_ns = pace_ns(&(struct allowance){.limit_ns = limit_ns})};
    b->memory_bytes = (size_t)q->memory_mib << 20;
    b->seed = (uint64_t)q->seed;
    b->verbose = q->verbose;
    return true;
}

// Our player as an engine: it reads commands while it thinks.
static bool brain_command_serve_engine(
    struct brain_command *b, const struct brain_request *q, struct error *e)
{
    const struct engine_setup setup = {
        .protocol = strcmp(b->wire.wire->name, "nboard") == 0 ? ENGINE_NBOARD : ENGINE_UGI,
        .game = b->game,
        .brain = b->brain,
        .variant = q->variant,
        .limits = {.nodes = b->limits.nodes,
            .depth = b->limits.depth,
            .threads = b->limits.threads,
            .book = b->limits.book,
            .time_ns = q->time_ms > 0 ? b->limits.time_ns : 0},
        .move_ms = b->wire.wire->request_ms,
        .memory_bytes = b->memory_bytes > 0 ? b->memory_bytes : (size_t)ENGINE_MEMORY_MIB << 20,
        .seed = b->seed,
        .in = STDIN_FILENO,
        .out = STDOUT_FILENO,
    };
    return engine_serve(&setup, &b->lost, e);
}

static bool brain_command_read_wire(struct brain_request *q, struct error *e)
{
    if (q->nboard + q->ugi + (q->wire != NULL) > 1)
        return error_set(e, "--nboard, --ugi and --wire exclude each other");
    if (q->nboard || q->ugi)
        q->wire = q->nboard ? "nboard" : "ugi";
    return true;
}

static bool brain_command_read_request(
    struct brain_command *b, const struct brain_request *q, struct error *e)
{
    const struct wire *wire;
    b->game = game_find(q->game, e);
    position start;
    if (!b->game || !b->game->start(&start, q->variant, e) ||
        !brain_command_read_brain(b, q->level, e) || !wire_choose(b->game, q->wire, &wire, e))
        return false;
    if (!wire)
        return error_set(e, "%s has no protocol for bots", b->game->title);
    wire_bot_init(&b->wire, wire, q->name, q->variant);
    b->out = text_growing();
    if (!brain_command_read_limits(b, q, e))
        return false;
    if (wire->engine && q->connect)
        return error_set(e, "an engine is started by who asks it: leave out --connect");
    if (wire->engine)
        return true;
    // Allocated now, so that too large a --memory is refused before a game begins.
    if (!brain_is_instant(b->brain))
        b->mind = mind_create(b->brain, b->game, b->memory_bytes);
    return b->mind || brain_is_instant(b->brain) ||
        error_set(e, "this machine has no %lld MiB for --memory", (long long)q->memory_mib);
}

static bool brain_command_play(
    struct brain_command *b, const struct brain_request *q, struct error *e)
{
    int fd = -1;
    if (q->connect && !brain_command_dial(q, &fd, e))
        return false;
    if (!q->connect)
        return b->wire.wire->engine ? brain_command_serve_engine(b, q, e)
                                    : brain_command_serve(b, STDIN_FILENO, STDOUT_FILENO, e);
    bool well = brain_command_serve(b, fd, fd, e) && brain_command_was_welcome(b, e);
    close(fd);
    return well;
}

int command_brain(const struct command *self, int argc, char **argv)
{
    struct brain_request q = {.level = "max", .name = "agon", .threads = 1, .seed = 1};
    const struct argument arguments[] = {{"GAME", position_argument_games(), &q.game}};
    const struct option options[] = {
        {"level", LEVELS_HELP " (max)", .text = &q.level, .value = "N"},
        {"time", "the time for a move, in milliseconds (what the protocol allows)",
            .number = &q.time_ms, .least = 1, .most = CONDITIONS_DAY_MS, .value = "MS"},
        {"nodes", "look at so many positions at most", .number = &q.nodes, .least = 1,
            .most = INT64_MAX, .value = "N"},
        {"depth", "look so many moves ahead at most", .number = &q.depth, .least = 1,
            .most = DEPTH_MOST, .value = "N"},
        {"threads", "search on so many cores (1)", .number = &q.threads, .least = 1,
            .most = BRAIN_THREADS_MOST, .value = "N"},
        {"memory", "the memory for known positions, in MiB (64)", .number = &q.memory_mib,
            .least = 1, .most = MEMORY_MOST_MIB, .value = "MIB"},
        {"seed", "the seed of what it draws by lot (1)", .number = &q.seed, .least = 0,
            .most = INT64_MAX, .value = "N"},
        {"no-book", "search from the first move on, where the game has a book (Reversi)",
            .flag = &q.no_book},
        {"nboard", "be an engine of Reversi that speaks NBoard, for other programs",
            .flag = &q.nboard},
        {"ugi", "be an engine that speaks UGI, for other programs", .flag = &q.ugi},
        {"wire", "the protocol, where the game has several", .text = &q.wire, .value = "NAME"},
        {"variant", "a variant of the game, where the protocol does not tell it",
            .text = &q.variant, .value = "NAME"},
        {"name", "the name by which it joins, where the protocol has names (agon)", .text = &q.name,
            .value = "NAME"},
        {"connect", "connect to this address instead of using stdin and stdout", .text = &q.connect,
            .value = "HOST:PORT"},
        {"token",
            "the token to show to the arena (the variable AGON_TOKEN, which others cannot see)",
            .text = &q.token, .value = "TOKEN"},
        {"verbose", "say on stderr what it thinks", .flag = &q.verbose},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    static struct brain_command b;
    if (!brain_command_read_wire(&q, &e) || !brain_command_read_address(&q, &e) ||
        !brain_command_read_token(&b, &q, &e) || !brain_command_read_request(&b, &q, &e))
        return wrong_input(&e);
    status = EXIT_OK;
    if (!brain_command_play(&b, &q, &e)) {
        print_line(stderr, "agon: %s", e.words);
        status = b.lost ? EXIT_OURS : EXIT_FAILED;
    }
    mind_destroy(b.mind);
    wire_bot_destroy(&b.wire);
    text_destroy(&b.out);
    return status;
}
