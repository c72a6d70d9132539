// What happens in a fleet that is only computed (fleet_model.h), in the order of its time.
#ifndef AGON_BENCH_EVENT_HEAP_H
#define AGON_BENCH_EVENT_HEAP_H

#include <stddef.h>
#include <stdint.h>

enum event_kind {
    CALL_ARRIVES, // at the server
    CALL_SERVED,  // its CPU time is over
    CALL_ANSWERED,
    GAME_ENDS,
    WORKER_POLLS,
    WORKER_HANDS_IN,
    WORKER_BEATS,
    WORKER_SHOWS,
    COORDINATOR_REPLAYED,
    COORDINATOR_DREW,
    COORDINATOR_RESTED,
};

enum call_kind { TAKE, SUBMIT, BEAT, SHOW, LISTEN, FETCH, OFFER, STORE };

struct event {
    double at;
    uint64_t order; // of two at the same time, the first one comes first
    enum event_kind kind;
    enum call_kind call;
    int worker;
    int64_t count;  // of leases or games
    int64_t wanted; // leases of a TAKE
};

struct event_heap {
    struct event *items; // the first one is the next; to be freed
    size_t count, room;
    uint64_t order;
};

void event_heap_add(struct event_heap *h, struct event e);
// Takes the next one, which must be there.
struct event event_heap_next(struct event_heap *h);

#endif
