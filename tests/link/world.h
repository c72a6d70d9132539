// A loop, a hub and links whose events are written down: what every test of src/link stands on.
// When a test ends, its world checks that nothing is left: no process, descriptor or handle.
#ifndef AGON_TESTS_LINK_WORLD_H
#define AGON_TESTS_LINK_WORLD_H

#include "base/text.h"
#include "link/link.h"

// One link, and what it has told. Each event is a letter in `story`: Opened, Failed, Received (a
// run of them once), Written, Stranger, Ended, Closed.
struct peer {
    struct world *world;
    struct peer *next; // of the world's
    struct link *link; // NULL when closed
    char story[64];
    struct text received;
    struct link_failure failure;
    struct link_end end;
    struct link_exit exit; // as told inside closed
    bool has_exit;
    struct text heard; // head and tail
    uint64_t dropped_bytes;
    int64_t received_at_ns;
    size_t heard_before_received; // how much of its stderr was known inside the last `received`
    bool pause_when_opened;
    bool close_when_opened, close_when_received, close_when_ended;
    enum link_leave leave; // for the three
};

struct world {
    uv_loop_t loop;
    struct link_hub *hub;
    struct peer *peers; // not yet freed
    bool happened;      // some event came
    int fds_before;
};

// For cmocka: one world per test.
int world_setup(void **state);
int world_teardown(void **state);
#define IN_A_WORLD(test) cmocka_unit_test_setup_teardown(test, world_setup, world_teardown)

struct peer *peer_open(struct world *world, const char *player);
struct peer *peer_open_spec(struct world *world, const struct link_spec *spec);
void peer_close(struct peer *peer, enum link_leave leave);
void peer_send(struct peer *peer, const char *text);
void peer_free(struct peer *peer);

// Turns the loop until it is so.
void until_event(struct world *world, const struct peer *peer, char letter);
void until_received(struct world *world, const struct peer *peer, const char *text);
void until_received_bytes(struct world *world, const struct peer *peer, size_t length);
void turn_for_ms(struct world *world, unsigned ms);

// Says goodbye, waits for the end, and frees the peer.
void peer_finish(struct world *world, struct peer *peer, enum link_leave leave);

// "BOT WAY": the command line of our bot.
const char *bot(const char *way);

// Does a process with this number exist and run (a zombie does not)?
bool process_lives(pid_t pid);
int count_open_fds(void);

#endif
