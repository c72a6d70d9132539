// A loop, a hub and links whose events are written down: what every test of src/link stands on.
// When a test ends, its world checks that nothing is left: no process, descriptor or handle.
#ifndef AGON_TESTS_LINK_WORLD_H
#define AGON_TESTS_LINK_WORLD_H

#include "base/text.h"
#include "link/link.h"

// The story of one link. Each event is one letter in `story`: Opened, Failed, Received (a run of
// them once), Written, Stranger, Ended, Closed.
struct seat {
    struct world *world;
    struct seat *next; // of the world's
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
    bool pause_when_opened;
    bool close_when_opened, close_when_received, close_when_ended;
    enum link_leave leave; // for the three
};

struct world {
    uv_loop_t loop;
    struct link_hub *hub;
    struct seat *seats; // not yet freed
    bool happened;      // some event came
    int fds_before;
};

// For cmocka: one world per test.
int world_setup(void **state);
int world_teardown(void **state);
#define IN_A_WORLD(test) cmocka_unit_test_setup_teardown(test, world_setup, world_teardown)

struct seat *seat_open(struct world *world, const char *player);
struct seat *seat_open_spec(struct world *world, const struct link_spec *spec);
void seat_close(struct seat *seat, enum link_leave leave);
void seat_send(struct seat *seat, const char *text);
void seat_free(struct seat *seat);

// Turns the loop until it is so.
void until_event(struct world *world, const struct seat *seat, char letter);
void until_received(struct world *world, const struct seat *seat, const char *text);
void until_received_bytes(struct world *world, const struct seat *seat, size_t length);
void turn_for_ms(struct world *world, unsigned ms);

// Says goodbye, waits for the end, and frees the seat.
void seat_finish(struct world *world, struct seat *seat, enum link_leave leave);

// "BOT WAY": the command line of our bot.
const char *bot(const char *way);

// Does a process with this number exist and run (a zombie does not)?
bool process_lives(pid_t pid);
int count_open_fds(void);

#endif
