// The desk: a thread that does what takes time, one job after the other, so that the web's loop
// never waits for a file. Jobs are added and come back on the loop's thread.
#ifndef AGON_WEB_SITE_DESK_H
#define AGON_WEB_SITE_DESK_H

#include "web/site/documents.h"

#include <uv.h>

enum { DESK_JOBS_MOST = 256 }; // that wait

struct desk_job {
    struct desk_job *next;
    struct documents_wish wish;
    struct documents_result result;
    int64_t took_ms;
    // On the loop's thread, when it is done. Owns the job from then on.
    void (*done)(struct desk_job *job);
    void *user;
};

struct desk;

struct desk *desk_create(uv_loop_t *loop, struct error *e);
// False: too many wait already; the job is not taken.
bool desk_add(struct desk *d, struct desk_job *job);
void desk_job_destroy(struct desk_job *job); // frees it
// Stops the thread. Jobs that wait are freed and do not come back. The loop must run once more.
void desk_destroy(struct desk *d);

#endif
