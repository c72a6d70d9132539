// A lobby and bots that connect to it, in one thread: the bots are plain sockets, the port is one
// that the system chose, and everything that the lobby says is written down. A test turns the
// lobby's loop until something is so; one that waits in vain is ended by SIGALRM.
#ifndef AGON_TESTS_ARENA_LOBBY_WORLD_H
#define AGON_TESTS_ARENA_LOBBY_WORLD_H

#include "arena/lobby.h"
#include "base/clock.h"

enum { WORLD_SAID_MOST = 256, WORLD_BOTS_MOST = 64, WORLD_PLAYERS_MOST = 4 };

#define WORLD_AN_HOUR_NS (3600 * NS_PER_SECOND)

// What the lobby said, kept.
struct world_said {
    enum lobby_event_kind kind;
    int number;
    char name[REFEREE_NAME_BYTES];
    char words[512];
    bool playing; // it was told to those who play
};

struct world_bot {
    int fd; // -1: it has hung up
    struct text heard;
};

struct world {
    struct lobby *lobby; // NULL: destroyed
    int port;            // where it can be connected to
    struct world_said said[WORLD_SAID_MOST];
    size_t said_count;
    struct world_bot bots[WORLD_BOTS_MOST];
    size_t bot_count;
    bool free[WORLD_PLAYERS_MOST]; // by number, as the lobby told
    struct error broke;            // "" as long as people can connect
    // Called whenever something was said; may be NULL.
    void (*react)(struct world *w, const struct lobby_event *event);
};

// For cmocka: once for all tests of a program.
int world_setup_process(void **state);
int world_teardown_process(void **state);

// For cmocka: one world per test, with a lobby without doors.
int world_setup(void **state);
int world_teardown(void **state);
#define IN_A_LOBBY(test) cmocka_unit_test_setup_teardown(test, world_setup, world_teardown)

// Another lobby that tells this world; to be destroyed by the test.
struct lobby *world_lobby(struct world *w);

// Opens a door at which `most` may join, and waits until it is open.
void world_invite(struct world *w, const char *wire, size_t most);
// Expects a player at the same door, as the number that follows the last one.
void world_expect(struct world *w, const char *name, const char *wire, int64_t patience_ns);
// Waits until the door of those who are expected is open.
void world_open(struct world *w);
// From now on games are played.
void world_attend(struct world *w);

// --- Bots ---

struct world_bot *bot_connect(struct world *w);
// The same from this address of the machine: "127.0.0.2".
struct world_bot *bot_connect_from(struct world *w, const char *address);
void bot_say(struct world_bot *b, const char *text);
void bot_hang_up(struct world_bot *b);
// A bot that connects and says this.
struct world_bot *bot_come(struct world *w, const char *text);

// --- Turning the loop until it is so ---

void world_turn(struct world *w);
// Until the lobby has said so many events of this kind; returns the last of them.
const struct world_said *until_said(struct world *w, enum lobby_event_kind kind, size_t times);
void until_heard(struct world *w, struct world_bot *b, const char *text);
void until_closed(struct world *w, struct world_bot *b);
void until_free(struct world *w, int number, bool is_free);
void until_present(struct world *w, size_t count);

size_t count_said(const struct world *w, enum lobby_event_kind kind);

// --- At a table ---

// lobby_take, after which the player is not free.
struct session *world_take(struct world *w, int number);
// As a table does with the seat of a bot that has to leave.
void world_close_seat(struct world *w, struct session *session);

#endif
