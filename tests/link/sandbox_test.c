// Bots in a sandbox: what they see, what they may do, and what is left of them. The attacks on it
// are in tests/siege.
#include "link/world.h"

#include "link/hidden.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// --- Running a shell in a sandbox ---

enum { PATH_BYTES = 200, SCRIPT_BYTES = 800 };

static bool works(enum sandbox_layer layer)
{
    return sandbox_probed()->works >> layer & 1;
}

static struct link_spec shell(enum sandbox_manner manner, const char *script)
{
    static char player[SCRIPT_BYTES];
    assert_true(snprintf(player, sizeof player, "sh -c '%s'", script) < (int)sizeof player);
    return (struct link_spec){.player = player,
        .directory = "/",
        .sandbox = {.manner = manner, .limits = sandbox_default_limits()}};
}

// Runs it to its end. What it printed is in `received`, what it complained about in `heard`. To be
// freed by peer_free.
static struct peer *run_spec(struct world *world, const struct link_spec *spec)
{
    struct peer *peer = peer_open_spec(world, spec);
    while (strpbrk(peer->story, "OF") == NULL)
        turn_for_ms(world, 1);
    if (strchr(peer->story, 'F') != NULL)
        fail_msg("%s", peer->failure.error.words);
    until_event(world, peer, 'E');
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    return peer;
}

// What it printed must be `expected`.
static void prints(struct world *world, const struct link_spec *spec, const char *expected)
{
    struct peer *peer = run_spec(world, spec);
    const char *printed = peer->received.bytes != NULL ? peer->received.bytes : "";
    if (strcmp(printed, expected) != 0 && peer->heard.bytes != NULL)
        print_error("%s\n", peer->heard.bytes);
    assert_string_equal(printed, expected);
    peer_free(peer);
}

static void closed_prints(struct world *world, const char *script, const char *expected)
{
    struct link_spec spec = shell(SANDBOX_CLOSED, script);
    prints(world, &spec, expected);
}

// A folder with one file that says "secret". To be removed by remove_folder.
static const char *make_folder(char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "/var/tmp/agon-test-XXXXXX");
    assert_non_null(mkdtemp(path));
    char file[PATH_BYTES + 8];
    snprintf(file, sizeof file, "%s/file", path);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs("secret\n", out);
    fclose(out);
    return path;
}

static void remove_folder(const char *path)
{
    char file[PATH_BYTES + 8];
    snprintf(file, sizeof file, "%s/file", path);
    unlink(file);
    assert_int_equal(rmdir(path), 0);
}

// The number of the process of this name whose parent we are; 0: there is none.
static pid_t child_named(const char *name)
{
    pid_t found = 0;
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char path[300], line[300] = "", wanted[40];
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *in = fopen(path, "r");
        if (in == NULL)
            continue;
        bool read = fgets(line, sizeof line, in) != NULL;
        fclose(in);
        snprintf(wanted, sizeof wanted, "(%s) ", name);
        const char *at = read ? strstr(line, wanted) : NULL;
        char state;
        int parent;
        if (at != NULL && sscanf(at + strlen(wanted), "%c %d", &state, &parent) == 2 &&
            parent == getpid() && state != 'Z')
            found = (pid_t)atoi(entry->d_name);
    }
    closedir(processes);
    return found;
}

// --- What it sees ---

static void a_closed_sandbox_shows_the_system_and_an_empty_home(void **state)
{
    if (!works(SANDBOX_MOUNTS))
        skip();
    closed_prints(*state, "cd; pwd; ls -A; ls -d /usr /home /root /var/lib 2>/dev/null; true",
        "/tmp\n/usr\n");
}

static void it_sees_only_its_own_processes(void **state)
{
    if (!works(SANDBOX_PIDS) || !works(SANDBOX_MOUNTS))
        skip();
    closed_prints(*state, "cd /proc; ls -d [0-9]* | head -n 1; cat 1/comm", "1\nagon-cage\n");
}

static void of_our_environment_it_gets_a_short_list(void **state)
{
    setenv("AGON_TEST_SECRET", "1", 1);
    setenv("LC_NUMERIC", "C", 1);
    struct link_spec spec = shell(SANDBOX_CLOSED,
        "echo [$AGON_TEST_SECRET] $LC_NUMERIC $ADDED $TMPDIR; test $PATH && echo y");
    spec.environment = (const char *const[]){"ADDED=2", "TMPDIR=/else", NULL};
    prints(*state, &spec, "[] C 2 /else\ny\n");
    spec.sandbox.manner = SANDBOX_OPEN;
    prints(*state, &spec, "[1] C 2 /else\ny\n");
}

static void a_file_of_others_is_not_there_unless_it_may_read_it(void **state)
{
    char folder[PATH_BYTES], script[SCRIPT_BYTES];
    make_folder(folder);
    snprintf(script, sizeof script,
        "cat %s/file 2>/dev/null || echo no; echo x 2>/dev/null > %s/file || echo not written",
        folder, folder);
    struct link_spec spec = shell(SANDBOX_CLOSED, script);
    prints(*state, &spec, "no\nnot written\n");
    spec.sandbox.read = (const char *const[]){folder, NULL};
    prints(*state, &spec, "secret\nnot written\n");
    remove_folder(folder);
}

static void one_folder_it_may_write(void **state)
{
    char folder[PATH_BYTES], script[SCRIPT_BYTES];
    make_folder(folder);
    snprintf(script, sizeof script, "echo more >> %s/file && cat %s/file", folder, folder);
    struct link_spec spec = shell(SANDBOX_CLOSED, script);
    spec.sandbox.write = folder;
    prints(*state, &spec, "secret\nmore\n");
    remove_folder(folder);
}

static void what_is_hidden_is_not_seen_even_in_its_own_folder(void **state)
{
    if (!works(SANDBOX_MOUNTS))
        skip();
    char folder[PATH_BYTES], file[PATH_BYTES + 8], script[SCRIPT_BYTES];
    make_folder(folder);
    snprintf(file, sizeof file, "%s/file", folder);
    snprintf(
        script, sizeof script, "cat %s 2>/dev/null; echo x 2>/dev/null > %s; echo end", file, file);
    assert_true(hidden_add(file));
    struct link_spec spec = shell(SANDBOX_CLOSED, script);
    spec.sandbox.read = (const char *const[]){folder, NULL};
    prints(*state, &spec, "end\n");
    spec.sandbox.manner = SANDBOX_OPEN;
    spec.sandbox.read = NULL;
    prints(*state, &spec, "end\n");
    hidden_remove(file);
    spec.sandbox.manner = SANDBOX_CLOSED;
    spec.sandbox.read = (const char *const[]){folder, NULL};
    prints(*state, &spec, "secret\nend\n");
    remove_folder(folder);
}

static void links_to_what_it_may_read_work(void **state)
{
    char folder[PATH_BYTES], link[PATH_BYTES + 8], script[SCRIPT_BYTES];
    make_folder(folder);
    snprintf(link, sizeof link, "%s-link", folder);
    assert_int_equal(symlink(folder, link), 0);
    snprintf(script, sizeof script, "cat %s/file", link);
    struct link_spec spec = shell(SANDBOX_CLOSED, script);
    spec.sandbox.read = (const char *const[]){link, NULL};
    prints(*state, &spec, "secret\n");
    unlink(link);
    remove_folder(folder);
}

// --- What it may do ---

static void as_root_each_bot_is_another_user(void **state)
{
    if (!works(SANDBOX_USERS))
        skip();
    struct world *world = *state;
    struct link_spec spec = shell(SANDBOX_CLOSED, "id -u; id -G; sleep 1000");
    struct peer *one = peer_open_spec(world, &spec), *two = peer_open_spec(world, &spec);
    until_received(world, one, "\n");
    until_received(world, two, "\n");
    assert_true(atoll(one->received.bytes) > 65535);
    assert_true(atoll(two->received.bytes) > 65535);
    assert_int_not_equal(atoll(one->received.bytes), atoll(two->received.bytes));
    peer_finish(world, one, LINK_KILL);
    peer_finish(world, two, LINK_KILL);
}

static void its_scratch_folder_has_an_end(void **state)
{
    if (!works(SANDBOX_MOUNTS))
        skip();
    struct link_spec spec = shell(SANDBOX_CLOSED,
        "head -c 100000 /dev/zero > $HOME/a && echo small; "
        "head -c 9000000 /dev/zero 2>/dev/null > $HOME/b || echo too large");
    spec.sandbox.limits.scratch_bytes = 1 << 20;
    prints(*state, &spec, "small\ntoo large\n");
}

static void it_cannot_signal_the_arena(void **state)
{
    char script[SCRIPT_BYTES];
    snprintf(script, sizeof script, "kill -0 %d 2>/dev/null || echo no", (int)getpid());
    struct link_spec spec = shell(SANDBOX_CLOSED, script);
    prints(*state, &spec, "no\n");
    spec.sandbox.manner = SANDBOX_OPEN;
    if (works(SANDBOX_PIDS))
        prints(*state, &spec, "no\n");
}

// --- Cages ---

// When the first process of the cage was started tells one cage from another.
static long long cage_born(struct world *world, const char *script)
{
    char whole[SCRIPT_BYTES];
    snprintf(whole, sizeof whole, "cut -d \" \" -f 22 /proc/1/stat; %s", script);
    struct link_spec spec = shell(SANDBOX_CLOSED, whole);
    struct peer *peer = run_spec(world, &spec);
    assert_non_null(peer->received.bytes);
    long long born = atoll(peer->received.bytes);
    peer_free(peer);
    return born;
}

// Looks again until the clock of the kernel has moved on, so that two cages cannot look the same.
static void let_a_tick_pass(void)
{
    usleep(20000);
}

static void what_it_leaves_in_its_scratch_folder_is_gone_in_the_next_game(void **state)
{
    closed_prints(*state, "ls -A $HOME; echo x > $HOME/left; ls -A $HOME", "left\n");
    closed_prints(*state, "ls -A $HOME; echo x > $HOME/left; ls -A $HOME", "left\n");
}

static void it_cannot_tell_its_next_game_anything_by_the_folder_itself(void **state)
{
    if (!works(SANDBOX_PIDS) || !works(SANDBOX_MOUNTS))
        skip();
    const char *const script = "stat -c %a $HOME; [ $(stat -c %Y $HOME) = 1234567 ] && echo told; "
                               "[ $$ -lt 100 ] || echo counted; "
                               "for i in $(seq 100); do (:) & done; wait; "
                               "chmod 712 $HOME; touch -d @1234567 $HOME";
    for (int i = 0; i < 6; i++) // at least one of them is in a used cage
        closed_prints(*state, script, "700\n");
}

static void a_clean_cage_is_used_again_and_a_dirty_one_is_not(void **state)
{
    if (!works(SANDBOX_PIDS) || !works(SANDBOX_MOUNTS))
        skip();
    long long first = cage_born(*state, "true");
    // It is cleaned while we go on, so another one may be taken at first.
    long long again = first + 1;
    while (again != first) {
        again = cage_born(*state, "true");
        if (again != first)
            first = again;
    }
    let_a_tick_pass();
    long long dirty = cage_born(*state, "true > $HOME/left");
    let_a_tick_pass();
    assert_int_not_equal(cage_born(*state, "true > $HOME/left"), dirty);
}

static bool anybody_sleeps_for(const char *seconds)
{
    bool found = false;
    DIR *processes = opendir("/proc");
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char path[300], words[64] = "";
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        FILE *in = fopen(path, "r");
        if (in == NULL)
            continue;
        size_t got = fread(words, 1, sizeof words - 1, in);
        fclose(in);
        if (got > 6 && strcmp(words, "sleep") == 0 && strcmp(words + 6, seconds) == 0)
            found = true;
    }
    closedir(processes);
    return found;
}

static void its_orphans_end_with_it(void **state)
{
    struct link_spec spec = shell(SANDBOX_CLOSED, "(sleep 98761 <&- >&- 2>&- &) ; echo x");
    prints(*state, &spec, "x\n");
    while (anybody_sleeps_for("98761"))
        usleep(1000);
}

static void a_program_that_is_not_there_is_told_as_outside(void **state)
{
    struct world *world = *state;
    struct link_spec spec = {.player = "/no/such/program", .sandbox = {.manner = SANDBOX_CLOSED}};
    struct peer *peer = peer_open_spec(world, &spec);
    until_event(world, peer, 'F');
    assert_false(peer->failure.ours);
    assert_non_null(strstr(peer->failure.error.words, "/no/such/program"));
    peer_finish(world, peer, LINK_GOODBYE);
}

// --- Who keeps it is killed ---

static void a_bot_that_dies_with_its_fork_server_is_not_to_blame(void **state)
{
    if (!works(SANDBOX_PIDS))
        skip();
    struct world *world = *state;
    struct link_spec spec = shell(SANDBOX_CLOSED, "echo x; sleep 1000");
    struct peer *peer = peer_open_spec(world, &spec);
    until_received(world, peer, "x\n");
    pid_t server = child_named("agon-forks");
    assert_true(server > 0);
    kill(server, SIGKILL);
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_SIGNAL);
    assert_true(peer->end.ours);
    peer_finish(world, peer, LINK_GOODBYE);
    closed_prints(world, "echo again", "again\n");
}

static void a_bot_that_ends_itself_by_SIGKILL_is_to_blame(void **state)
{
    struct world *world = *state;
    struct link_spec spec = shell(SANDBOX_CLOSED, "kill -9 $$");
    struct peer *peer = run_spec(world, &spec);
    assert_int_equal(peer->end.how, LINK_END_SIGNAL);
    assert_int_equal(peer->end.signal, SIGKILL);
    assert_false(peer->end.ours);
    peer_free(peer);
}

static void a_keeper_that_was_killed_is_replaced(void **state)
{
    pid_t keeper;
    while ((keeper = child_named("agon-keeper")) == 0) // it has just been forked
        usleep(1000);
    kill(keeper, SIGKILL);
    while (child_named("agon-keeper") == keeper)
        usleep(1000);
    closed_prints(*state, "echo x", "x\n");
    while (child_named("agon-keeper") == 0)
        usleep(1000);
}

// --- A poorer machine ---

static void without_any_one_layer_it_still_plays(void **state)
{
    for (int layer = 0; layer < SANDBOX_LAYER_COUNT; layer++) {
        sandbox_layers_limit(~(1u << layer));
        closed_prints(*state, "cd && echo x > file && cat file", "x\n");
    }
    sandbox_layers_limit(0);
    closed_prints(*state, "cd && echo x > file && cat file", "x\n");
    sandbox_layers_limit(~0u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_WORLD(a_closed_sandbox_shows_the_system_and_an_empty_home),
        IN_A_WORLD(it_sees_only_its_own_processes),
        IN_A_WORLD(of_our_environment_it_gets_a_short_list),
        IN_A_WORLD(a_file_of_others_is_not_there_unless_it_may_read_it),
        IN_A_WORLD(one_folder_it_may_write),
        IN_A_WORLD(what_is_hidden_is_not_seen_even_in_its_own_folder),
        IN_A_WORLD(links_to_what_it_may_read_work),
        IN_A_WORLD(as_root_each_bot_is_another_user),
        IN_A_WORLD(its_scratch_folder_has_an_end),
        IN_A_WORLD(it_cannot_signal_the_arena),
        IN_A_WORLD(what_it_leaves_in_its_scratch_folder_is_gone_in_the_next_game),
        IN_A_WORLD(it_cannot_tell_its_next_game_anything_by_the_folder_itself),
        IN_A_WORLD(a_clean_cage_is_used_again_and_a_dirty_one_is_not),
        IN_A_WORLD(its_orphans_end_with_it),
        IN_A_WORLD(a_program_that_is_not_there_is_told_as_outside),
        IN_A_WORLD(a_bot_that_dies_with_its_fork_server_is_not_to_blame),
        IN_A_WORLD(a_bot_that_ends_itself_by_SIGKILL_is_to_blame),
        IN_A_WORLD(a_keeper_that_was_killed_is_replaced),
        IN_A_WORLD(without_any_one_layer_it_still_plays),
    };
    alarm(100);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
