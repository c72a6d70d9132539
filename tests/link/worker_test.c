// Worker threads: every job comes back exactly once, on the thread of its loop.
#include "link/worker.h"

#include "base/clock.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

struct room {
    uv_loop_t loop;
    struct worker_pool *pool;
    struct worker_desk *desk;
    pthread_t loop_thread;
    int done;
};

struct task {
    struct worker_job job;
    struct room *room;
    int input, output;
    int rounds_left;
    bool ran_elsewhere;
    atomic_bool running;
    bool close_desk_when_done;
};

static void open_room(struct room *room, int threads)
{
    alarm(600);
    memset(room, 0, sizeof *room);
    assert_int_equal(uv_loop_init(&room->loop), 0);
    room->pool = worker_pool_create(threads, NULL);
    assert_non_null(room->pool);
    room->desk = worker_desk_open(room->pool, &room->loop, NULL);
    assert_non_null(room->desk);
    room->loop_thread = pthread_self();
}

static void leave_room(struct room *room)
{
    if (room->desk != NULL)
        worker_desk_close(room->desk);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    worker_pool_destroy(room->pool);
    assert_int_equal(uv_loop_close(&room->loop), 0);
    alarm(0);
}

static void on_done(struct worker_job *job)
{
    struct task *task = job->user;
    assert_true(pthread_equal(pthread_self(), task->room->loop_thread));
    task->room->done++;
    if (task->rounds_left-- > 0)
        worker_start(job->desk, job);
    if (task->close_desk_when_done) {
        task->close_desk_when_done = false;
        worker_desk_close(task->room->desk);
        task->room->desk = NULL;
    }
}

static void square(struct worker_job *job)
{
    struct task *task = job->user;
    task->output = task->input * task->input;
    task->ran_elsewhere = !pthread_equal(pthread_self(), task->room->loop_thread);
}

static void run_until_stopped(struct worker_job *job)
{
    struct task *task = job->user;
    atomic_store(&task->running, true);
    while (!worker_stopped(job))
        task->output++;
}

static void wait_until_running(struct task *task)
{
    while (!atomic_load(&task->running))
        usleep(100);
}

static struct task task_for(struct room *room, void (*run)(struct worker_job *))
{
    return (struct task){.room = room, .job = {.run = run, .done = on_done}};
}

static void start(struct task *task)
{
    task->job.user = task;
    worker_start(task->room->desk, &task->job);
}

static void a_job_runs_elsewhere_and_comes_back(void **state)
{
    (void)state;
    struct room room;
    open_room(&room, 2);
    struct task task = task_for(&room, square);
    task.input = 12;
    start(&task);
    uv_run(&room.loop, UV_RUN_DEFAULT); // returns when nothing is under way
    assert_int_equal(room.done, 1);
    assert_int_equal(task.output, 144);
    assert_true(task.ran_elsewhere);
    assert_true(task.job.started_at_ns > 0);
    assert_true(task.job.finished_at_ns >= task.job.started_at_ns);
    leave_room(&room);
}

static void many_jobs_over_few_threads_all_come_back_once_per_start(void **state)
{
    (void)state;
    struct room room;
    open_room(&room, worker_cores());
    enum { TASKS = 200, ROUNDS = 20 };
    static struct task tasks[TASKS];
    for (int i = 0; i < TASKS; i++) {
        tasks[i] = task_for(&room, square);
        tasks[i].input = i;
        tasks[i].rounds_left = ROUNDS - 1;
        start(&tasks[i]);
    }
    uv_run(&room.loop, UV_RUN_DEFAULT);
    assert_int_equal(room.done, TASKS * ROUNDS);
    for (int i = 0; i < TASKS; i++)
        assert_int_equal(tasks[i].output, i * i);
    leave_room(&room);
}

static void a_running_job_can_be_stopped_and_one_that_waits_never_runs(void **state)
{
    (void)state;
    struct room room;
    open_room(&room, 1);
    struct task first = task_for(&room, run_until_stopped);
    struct task second = task_for(&room, run_until_stopped);
    start(&first);
    start(&second);
    uv_run(&room.loop, UV_RUN_NOWAIT);
    worker_stop(&second.job);
    while (room.done < 1)
        uv_run(&room.loop, UV_RUN_ONCE);
    assert_int_equal(second.job.started_at_ns, 0);
    assert_int_equal(second.output, 0);
    wait_until_running(&first);
    worker_stop(&first.job);
    worker_stop(&first.job); // harmless
    uv_run(&room.loop, UV_RUN_DEFAULT);
    assert_int_equal(room.done, 2);
    assert_true(first.job.started_at_ns > 0);
    worker_stop(&first.job); // harmless as well
    leave_room(&room);
}

static void closing_a_desk_stops_and_returns_everything(void **state)
{
    (void)state;
    struct room room;
    open_room(&room, 2);
    struct task tasks[6];
    for (int i = 0; i < 6; i++) {
        tasks[i] = task_for(&room, run_until_stopped);
        start(&tasks[i]);
    }
    leave_room(&room);
    assert_int_equal(room.done, 6);
}

static void a_desk_can_be_closed_inside_done(void **state)
{
    (void)state;
    struct room room;
    open_room(&room, 2);
    struct task closing = task_for(&room, square), endless = task_for(&room, run_until_stopped);
    closing.close_desk_when_done = true;
    closing.rounds_left = 1; // started again, then stopped by the closing
    endless.rounds_left = 1; // started again when it is closing: stopped at once
    start(&endless);
    start(&closing);
    leave_room(&room);
    assert_int_equal(room.done, 4);
}

static void the_cpu_time_of_a_job_is_its_own(void **state)
{
    (void)state;
    struct room room;
    open_room(&room, 1);
    struct task task = task_for(&room, run_until_stopped);
    start(&task);
    wait_until_running(&task);
    worker_stop(&task.job);
    uv_run(&room.loop, UV_RUN_DEFAULT);
    assert_true(task.job.cpu_ns > 0);
    assert_true(task.job.cpu_ns <= task.job.finished_at_ns - task.job.started_at_ns + NS_PER_MS);
    leave_room(&room);
}

// What a player that thinks is charged: what it computed, not what it waited for a thread.
static void a_job_under_way_tells_what_it_has_computed(void **state)
{
    (void)state;
    struct room room;
    open_room(&room, 1);
    struct task first = task_for(&room, run_until_stopped);
    struct task second = task_for(&room, run_until_stopped);
    start(&first);
    wait_until_running(&first);
    start(&second);
    int64_t so_far = worker_cpu_ns(&first.job);
    while (worker_cpu_ns(&first.job) < so_far + NS_PER_MS) {}
    assert_int_equal(worker_cpu_ns(&second.job), 0); // there is only one thread
    worker_stop(&second.job);
    worker_stop(&first.job);
    uv_run(&room.loop, UV_RUN_DEFAULT);
    assert_true(first.job.cpu_ns >= so_far + NS_PER_MS);
    assert_int_equal(worker_cpu_ns(&first.job), first.job.cpu_ns);
    leave_room(&room);
}

// Two loops on two threads share one pool.
static void *run_own_loop(void *argument)
{
    struct room *room = argument;
    room->loop_thread = pthread_self();
    uv_loop_init(&room->loop);
    room->desk = worker_desk_open(room->pool, &room->loop, NULL);
    struct task task = task_for(room, square);
    task.input = 3;
    task.rounds_left = 499;
    start(&task);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    worker_desk_close(room->desk);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    uv_loop_close(&room->loop);
    return NULL;
}

static void one_pool_serves_several_loops(void **state)
{
    (void)state;
    struct worker_pool *pool = worker_pool_create(2, NULL);
    struct room rooms[3] = {{.pool = pool}, {.pool = pool}, {.pool = pool}};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, run_own_loop, &rooms[i]);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(rooms[i].done, 500);
    }
    worker_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_runs_elsewhere_and_comes_back),
        cmocka_unit_test(many_jobs_over_few_threads_all_come_back_once_per_start),
        cmocka_unit_test(a_running_job_can_be_stopped_and_one_that_waits_never_runs),
        cmocka_unit_test(closing_a_desk_stops_and_returns_everything),
        cmocka_unit_test(a_desk_can_be_closed_inside_done),
        cmocka_unit_test(the_cpu_time_of_a_job_is_its_own),
        cmocka_unit_test(a_job_under_way_tells_what_it_has_computed),
        cmocka_unit_test(one_pool_serves_several_loops),
    };
    return cmocka_run_group_tests_name("link: worker", tests, NULL, NULL);
}
