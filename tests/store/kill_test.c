// kill -9 at any moment: what was reported as durable is there, once, and the next owner goes on to
// the same end as if nothing had happened.
#include "store/help.h"

#include "base/random.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    KILLS = 100,
    KILLS_ON_A_SERVER = 25,     // each opens several connections
    REPORTS_BEFORE_KILL = 60,   // at most
    PAUSE_BEFORE_KILL_US = 4000 // at most
};

// --- The owner that is killed --------------------------------------------------------------------

static void tell(void *user, void *tag, const struct error *error)
{
    int64_t number = error == NULL ? (intptr_t)tag : -1;
    if (write(*(int *)user, &number, sizeof number) != sizeof number)
        _exit(1);
}

// Goes on where the file stops, as fast as the queue allows, until it is killed.
static void own(int report)
{
    struct store_options options = {
        .location = place.path, .contest = &help_contest, .done = tell, .user = &report};
    struct store *s = store_open(&options, NULL);
    struct reader *r = s != NULL ? reader_open(place.path, NULL) : NULL;
    if (r == NULL)
        _exit(1);
    for (int64_t number = 0; number < HELP_GAMES_MOST; number++) {
        bool has;
        if (!reader_has_game(r, number / GAMES_PER_PAIR, number % GAMES_PER_PAIR, &has, NULL))
            _exit(1);
        if (has)
            continue;
        // Batches of many sizes: now and then everything is waited for.
        if (store_room(s) == 0 || number % 37 == 0)
            store_wait(s, NULL);
        struct store_game game = help_game(number);
        if (!store_add_game(s, &game, help_tag(number), NULL))
            _exit(1);
    }
    pause();
}

// --- The one who kills ---------------------------------------------------------------------------

// Runs an owner, kills it, and marks in `durable` what it reported. Returns how many that were.
static int run_and_kill(struct random *random, bool durable[])
{
    int report[2];
    assert_int_equal(pipe(report), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that fails leaves nobody behind
        close(report[0]);
        own(report[1]);
    }
    close(report[1]);
    // A third of them is killed while it opens the file or writes its first games.
    int until = random_below(random, 3) == 0 ? 0 : (int)random_below(random, REPORTS_BEFORE_KILL);
    useconds_t pause_us = random_below(random, PAUSE_BEFORE_KILL_US);
    int reports = 0;
    int64_t number;
    while (reports < until && read(report[0], &number, sizeof number) == sizeof number) {
        assert_in_range(number, 0, HELP_GAMES_MOST - 1);
        durable[number] = true;
        reports++;
    }
    assert_int_equal(reports, until);
    usleep(pause_us);
    kill(pid, SIGKILL);
    while (read(report[0], &number, sizeof number) == sizeof number) {
        assert_in_range(number, 0, HELP_GAMES_MOST - 1);
        durable[number] = true;
        reports++;
    }
    close(report[0]);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    return reports;
}

struct tally {
    int seen[HELP_GAMES_MOST];
    int64_t rows, highest;
};

static bool count_game(void *user, const struct store_game *game)
{
    struct tally *tally = user;
    int64_t number = game->pair * GAMES_PER_PAIR + game->game;
    assert_in_range(number, 0, HELP_GAMES_MOST - 1);
    tally->seen[number]++;
    tally->rows++;
    tally->highest = number > tally->highest ? number : tally->highest;
    return true;
}

static void check(const bool durable[], struct tally *tally)
{
    memset(tally, 0, sizeof *tally);
    tally->highest = -1;
    struct error e;
    struct reader *r = reader_open(place.path, &e);
    if (r == NULL) { // killed before the file was made
        for (int i = 0; i < HELP_GAMES_MOST; i++)
            assert_false(durable[i]);
        return;
    }
    if (!reader_verify(r, &e))
        fail_msg("%s", e.words);
    assert_true(reader_walk_games(r, READER_AS_STORED, count_game, tally, NULL));
    for (int i = 0; i < HELP_GAMES_MOST; i++) {
        assert_in_range(tally->seen[i], durable[i] ? 1 : 0, 1);
    }
    reader_close(r);
}

static void fingerprint_of(unsigned char fingerprint[SHA256_BYTES])
{
    struct reader *r = help_must_read(&place);
    assert_true(reader_fingerprint(r, fingerprint, NULL));
    reader_close(r);
}

static void kill_minus_nine_at_any_moment_loses_and_doubles_nothing(void **state)
{
    (void)state;
    struct random random = random_seeded((uint64_t)getpid());
    bool *durable = calloc(HELP_GAMES_MOST, sizeof *durable);
    struct tally *tally = calloc(1, sizeof *tally);
    const int most = place.server != NULL ? KILLS_ON_A_SERVER : KILLS;
    int kills = 0;
    // The file is begun anew when it is full of games.
    while (kills < most || tally->rows == 0) {
        place_remove_contest(&place);
        memset(durable, 0, HELP_GAMES_MOST * sizeof *durable);
        do {
            run_and_kill(&random, durable);
            check(durable, tally);
            kills++;
            // The last kill may come before the first game of a new file: then there is one more.
        } while ((kills < most || tally->rows == 0) && tally->rows < HELP_GAMES_MOST / 8);
    }

    // Games were added in order, so that what is there is a beginning, and the same as in one go.
    assert_int_equal(tally->highest, tally->rows - 1);
    unsigned char killed[SHA256_BYTES], in_one_go[SHA256_BYTES];
    fingerprint_of(killed);
    place_remove_contest(&place);
    struct store *s = help_must_open(&place, NULL);
    for (int64_t i = 0; i < tally->rows; i++) {
        if (store_room(s) == 0)
            assert_true(store_wait(s, NULL));
        help_must_add(s, i);
    }
    help_must_close(s);
    fingerprint_of(in_one_go);
    assert_memory_equal(killed, in_one_go, SHA256_BYTES);
    free(tally);
    free(durable);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            kill_minus_nine_at_any_moment_loses_and_doubles_nothing, place_set_up, place_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
