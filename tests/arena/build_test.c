// Entries are built once for each hash, by commands with limits; what fails leaves nothing that is
// taken for a bot.
#include "arena/build.h"
#include "arena/build/folder_tree.h"
#include "arena/build/job.h"
#include "base/whole_file.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];

static int make_place(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/agon-build-XXXXXX");
    return mkdtemp(folder) && chmod(folder, 0755) == 0 ? 0 : -1;
}

static int set_up(void **state)
{
    struct error e;
    return link_process_setup(&e) ? make_place(state) : -1;
}

static int remove_place(void **state)
{
    (void)state;
    struct error e;
    bool well = folder_tree_remove(folder, &e);
    if (!well)
        print_error("%s\n", e.words);
    return well ? 0 : -1;
}

static int tear_down(void **state)
{
    link_process_teardown();
    return remove_place(state);
}

// The path of a name in it. The last eight stay valid.
static const char *at(const char *name)
{
    static char paths[8][256];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *content)
{
    FILE *file = fopen(at(name), "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// An entry in the folder "bot" with this agon.yaml.
static void make_entry(const char *yaml)
{
    mkdir(at("bot"), 0700);
    write_file("bot/agon.yaml", yaml);
}

static bool make(struct build *b, struct error *e)
{
    const struct build_order order = {.path = at("bot"), .hash = "", .shelf = at("shelf")};
    *e = (struct error){0};
    return build_make(b, &order, e);
}

static void makes(struct build *b)
{
    struct error e;
    bool well = make(b, &e);
    if (!well)
        print_error("%s\n%s\n", e.words, b->said.bytes);
    assert_true(well);
}

// How many names there are on the shelf that are not logs.
static int count_shelf(void)
{
    char command[300];
    snprintf(command, sizeof command, "ls -A %s 2>/dev/null | grep -cv '[.]log$'", at("shelf"));
    FILE *pipe = popen(command, "r");
    int count = -1;
    assert_int_equal(fscanf(pipe, "%d", &count), 1);
    pclose(pipe);
    return count;
}

static void an_entry_is_built_once(void **state)
{
    (void)state;
    struct build b;
    struct stat seen[2];
    make_entry("build: sh -c 'echo made >out'\nrun: sh out\n");
    for (int i = 0; i < 2; i++) {
        char path[300];
        makes(&b);
        assert_int_equal(b.now, i == 0);
        assert_int_equal(count_shelf(), 1);
        snprintf(path, sizeof path, "%s/out", b.folder);
        assert_int_equal(stat(path, &seen[i]), 0);
        build_destroy(&b);
    }
    assert_int_equal(seen[0].st_ino, seen[1].st_ino);
    assert_int_equal(seen[0].st_ctim.tv_nsec, seen[1].st_ctim.tv_nsec);
}

static void a_shelf_is_for_us_alone_and_a_bot_gets_no_rights(void **state)
{
    (void)state;
    struct build b;
    struct stat seen;
    char path[300];
    make_entry(
        "build: sh -c 'echo made >out; chmod 6755 out; mkdir d; chmod 000 d'\nrun: sh out\n");
    makes(&b);
    assert_int_equal(stat(at("shelf"), &seen), 0);
    assert_int_equal(seen.st_mode & 0777, 0700);
    snprintf(path, sizeof path, "%s/out", b.folder);
    assert_int_equal(stat(path, &seen), 0);
    assert_int_equal(seen.st_mode & 07777, 0755);
    build_destroy(&b);
}

static void a_player_is_made_of_it(void **state)
{
    (void)state;
    struct build b;
    struct error e;
    const char *const reads[] = {"/srv/book", NULL};
    struct player p = {.name = "ann",
        .text = "entry:bot",
        .sandbox = {.manner = SANDBOX_CLOSED, .limits = sandbox_default_limits(), .read = reads}};
    make_entry("run: sh bot.sh\nenv: {LEVEL: 3}\nlimits: {memory: 64 MiB, tasks: 4}\n"
               "read: /usr/share/x\n");
    makes(&b);
    assert_true(build_equip(&b, &p, &e));
    assert_string_equal(p.text, "sh bot.sh");
    assert_string_equal(p.directory, b.folder);
    assert_string_equal(p.environment[0], "LEVEL=3");
    assert_null(p.environment[1]);
    assert_int_equal(p.sandbox.manner, SANDBOX_CLOSED);
    assert_int_equal(p.sandbox.limits.memory_bytes, 64 << 20);
    assert_int_equal(p.sandbox.limits.tasks, 4);
    assert_int_equal(p.sandbox.limits.files, sandbox_default_limits().files);
    assert_string_equal(p.sandbox.read[0], "/srv/book");
    assert_string_equal(p.sandbox.read[1], "/usr/share/x");
    assert_null(p.sandbox.read[2]);
    build_destroy(&b);
}

static void what_fails_is_told_with_its_log_and_leaves_nothing(void **state)
{
    (void)state;
    struct build b;
    struct error e;
    make_entry("build: [sh -c 'echo to stdout; echo to stderr >&2', sh -c 'exit 3']\nrun: sh x\n");
    assert_false(make(&b, &e));
    assert_string_equal(e.words, "sh -c 'exit 3' exited with code 3");
    assert_string_equal(b.said.bytes,
        "$ sh -c 'echo to stdout; echo to stderr >&2'\nto stdout\nto stderr\n$ sh -c 'exit 3'\n");
    struct text log = text_growing();
    assert_true(whole_file_read(b.log, 4096, &log, &e));
    assert_string_equal(log.bytes, b.said.bytes);
    text_destroy(&log);
    assert_int_equal(count_shelf(), 0);
    build_destroy(&b);
}

static void a_signal_and_a_missing_program_are_told(void **state)
{
    (void)state;
    struct build b;
    struct error e;
    make_entry("build: sh -c 'kill -9 $$'\nrun: sh x\n");
    assert_false(make(&b, &e));
    assert_string_equal(e.words, "sh -c 'kill -9 $$' was ended by signal 9 (SIGKILL)");
    build_destroy(&b);
    make_entry("run: ./nobot\n");
    assert_false(make(&b, &e));
    assert_non_null(strstr(e.words, "./nobot"));
    assert_int_equal(count_shelf(), 0);
    build_destroy(&b);
    char path[4096];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    make_entry("build: javac Main.java\nrun: java Main\n");
    bool made = make(&b, &e);
    setenv("PATH", path, 1);
    assert_false(made);
    assert_string_equal(e.words,
        "it needs javac, which is not here: install the Debian package default-jdk-headless");
    build_destroy(&b);
}

static void who_asks_for_more_than_there_is_is_refused(void **state)
{
    (void)state;
    struct build b;
    struct error e;
    struct player p = {.sandbox = {.manner = SANDBOX_CLOSED, .limits = sandbox_default_limits()}};
    make_entry("run: sh x\nlimits: {tasks: 300}\n");
    makes(&b);
    assert_false(build_equip(&b, &p, &e));
    assert_string_equal(
        e.words, "agon.yaml: it asks for \"tasks: 300\", and a bot gets at most 256 here");
    p.sandbox.limits.tasks = 300;
    assert_true(build_equip(&b, &p, &e));
    build_destroy(&b);
    p.sandbox.read = NULL;
    make_entry("run: sh x\nlimits: {memory: none}\n");
    makes(&b);
    assert_false(build_equip(&b, &p, &e));
    assert_string_equal(
        e.words, "agon.yaml: it asks for \"memory: none\", and a bot gets at most 1 GiB here");
    p.sandbox.limits.memory_bytes = 0;
    assert_true(build_equip(&b, &p, &e));
    build_destroy(&b);
}

static void another_hash_is_not_built(void **state)
{
    (void)state;
    struct build b;
    struct error e;
    make_entry("run: sh x\n");
    const struct build_order order = {.path = at("bot"), .hash = "0123", .shelf = at("shelf")};
    assert_false(build_make(&b, &order, &e));
    assert_non_null(strstr(e.words, "its content has changed"));
    assert_int_equal(access(at("shelf"), F_OK), -1);
    build_destroy(&b);
}

// Whoever was killed while building has left a part behind.
static void what_was_left_half_built_is_built_anew(void **state)
{
    (void)state;
    struct build b;
    char part[300], junk[320];
    make_entry("build: sh -c 'test ! -e junk'\nrun: sh x\n");
    makes(&b);
    snprintf(part, sizeof part, "%s.part", b.folder);
    assert_int_equal(rename(b.folder, part), 0);
    snprintf(junk, sizeof junk, "%s/junk", part);
    assert_int_equal(mkdir(junk, 0), 0);
    build_destroy(&b);
    makes(&b);
    assert_true(b.now);
    assert_int_equal(count_shelf(), 1);
    build_destroy(&b);
}

// Of many that begin at the same time, one builds and the others find it.
static void processes_that_build_the_same_do_not_collide(void **state)
{
    (void)state;
    enum { PROCESSES = 4, BUILT = 10, FOUND = 11 };
    make_entry("build: sh -c 'test ! -e out && echo x >out'\nrun: sh out\n");
    pid_t pids[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            struct build b;
            struct error e;
            bool well = link_process_setup(&e) && make(&b, &e);
            _exit(!well ? 1 : b.now ? BUILT : FOUND);
        }
    }
    int built = 0, found = 0;
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
        built += WIFEXITED(status) && WEXITSTATUS(status) == BUILT;
        found += WIFEXITED(status) && WEXITSTATUS(status) == FOUND;
    }
    assert_int_equal(built, 1);
    assert_int_equal(found, PROCESSES - 1);
    assert_int_equal(count_shelf(), 1);
}

// --- What a build cannot do ---

// Whatever the layers, an entry with these lines is not built, and what it printed has no `secret`.
static void is_not_built(const char *yaml, const char *secret)
{
    struct build b;
    struct error e;
    make_entry(yaml);
    bool made = make(&b, &e);
    if (made || strstr(b.said.bytes, secret))
        print_error("%s\n%s\n", yaml, b.said.bytes);
    assert_false(made);
    assert_null(strstr(b.said.bytes, secret));
    build_destroy(&b);
}

// All that follows is told to fail with each layer off in turn, and with all on.
static const sandbox_layers layers_to_try[] = {
    ~0u, ~(1u << SANDBOX_MOUNTS), ~(1u << SANDBOX_LANDLOCK), ~(1u << SANDBOX_USERS)};
enum { LAYERS_TO_TRY = sizeof layers_to_try / sizeof *layers_to_try };

static void a_build_cannot_read_another_entry(void **state)
{
    (void)state;
    char yaml[1024];
    mkdir(at("other"), 0755);
    write_file("other/main.py", "clever idea");
    for (size_t i = 0; i < LAYERS_TO_TRY; i++) {
        sandbox_layers_limit(layers_to_try[i]);
        // Its command names the file; or a shell does, and finds it.
        snprintf(yaml, sizeof yaml, "build: cat %s\nrun: sh x\n", at("other/main.py"));
        is_not_built(yaml, "clever");
        snprintf(yaml, sizeof yaml, "build: sh -c 'cat %s/*/*.py'\nrun: sh x\n", folder);
        is_not_built(yaml, "clever");
        snprintf(
            yaml, sizeof yaml, "build: [ln -s %s/other its, cat its/main.py]\nrun: sh x\n", folder);
        is_not_built(yaml, "clever");
        snprintf(yaml, sizeof yaml, "build: sh -c '. $PYTHONPATH'\nenv: {PYTHONPATH: %s}\nrun: x\n",
            at("other/main.py"));
        is_not_built(yaml, "clever");
    }
    sandbox_layers_limit(~0u);
}

static void a_build_cannot_read_what_was_built_of_another(void **state)
{
    (void)state;
    struct build b;
    char yaml[1024];
    make_entry("build: sh -c 'echo clever idea >out'\nrun: sh out\n");
    makes(&b);
    for (size_t i = 0; i < LAYERS_TO_TRY; i++) {
        sandbox_layers_limit(layers_to_try[i]);
        snprintf(yaml, sizeof yaml, "build: cat %s/out\nrun: sh x\n", b.folder);
        is_not_built(yaml, "clever idea\n");
        snprintf(yaml, sizeof yaml, "build: sh -c 'cat ../*/out'\nrun: sh x\n");
        is_not_built(yaml, "clever idea\n");
    }
    sandbox_layers_limit(~0u);
    build_destroy(&b);
}

static void a_build_cannot_reach_the_network(void **state)
{
    (void)state;
    char yaml[256];
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof here;
    int door = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(door, (struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(door, 4), 0);
    assert_int_equal(getsockname(door, (struct sockaddr *)&here, &length), 0);
    snprintf(yaml, sizeof yaml,
        "build: bash -c 'exec 3<>/dev/tcp/127.0.0.1/%d && echo got through'\nrun: sh x\n",
        ntohs(here.sin_port));
    is_not_built(yaml, "\ngot through");
    assert_int_equal(accept(door, NULL, NULL), -1);
    assert_int_equal(errno, EAGAIN);
    close(door);
}

static void a_build_cannot_write_outside_its_folder(void **state)
{
    (void)state;
    struct build b;
    char yaml[1024], inside[300];
    mkdir(at("other"), 0777);
    chmod(at("other"), 0777);
    chmod(folder, 0777);
    for (size_t i = 0; i < LAYERS_TO_TRY; i++) {
        struct error e;
        sandbox_layers_limit(layers_to_try[i]);
        snprintf(yaml, sizeof yaml,
            "build: sh -c 'echo x >../evil; echo x >../../evil; echo x >%s/evil; echo x "
            ">%s/evil; mv ../*.part ../moved; rm -r %s; echo %zu >good'\nrun: sh x\n",
            folder, at("other"), at("other"), i);
        make_entry(yaml);
        makes(&b);
        assert_int_equal(access(at("evil"), F_OK), -1);
        assert_int_equal(access(at("shelf/evil"), F_OK), -1);
        assert_int_equal(access(at("shelf/moved"), F_OK), -1);
        assert_int_equal(access(at("other"), F_OK), 0);
        assert_int_equal(access(at("other/evil"), F_OK), -1);
        snprintf(inside, sizeof inside, "%s/good", b.folder);
        assert_int_equal(access(inside, F_OK), 0);
        build_destroy(&b);
        assert_true(folder_tree_remove(at("shelf"), &e));
    }
    sandbox_layers_limit(~0u);
}

// --- Layers and compilers ---

// Each command may be another user, and what one has written the next one changes. A compiler finds
// its parts and a place for what is temporary.
static void compilers_work_whatever_the_layers(void **state)
{
    (void)state;
    for (size_t i = 0; i < LAYERS_TO_TRY; i++) {
        struct build b;
        char yaml[512], path[300];
        struct stat seen;
        sandbox_layers_limit(layers_to_try[i]);
        snprintf(yaml, sizeof yaml,
            "build:\n- sh -c 'umask 077; mkdir d; echo one >d/f; echo \"int main(void){return "
            "%zu;}\" >main.c'\n- sh -c 'echo two >>d/f; echo >d/g'\n- gcc -o bot main.c\nrun: "
            "./bot\n",
            i);
        make_entry(yaml);
        makes(&b);
        snprintf(path, sizeof path, "%s/bot", b.folder);
        assert_int_equal(stat(path, &seen), 0);
        assert_int_equal(seen.st_uid, geteuid());
        assert_int_equal(seen.st_mode & 07777, 0755);
        assert_int_equal(stat(b.folder, &seen), 0);
        assert_int_equal(seen.st_uid, geteuid());
        build_destroy(&b);
    }
    sandbox_layers_limit(~0u);
}

// --- Jobs ---

static bool run(
    const char *command, int64_t limit_ms, int64_t bytes, struct text *said, struct error *e)
{
    mkdir(at("job"), 0700);
    chmod(at("job"), 0777); // as folder_tree_open_up does
    const struct job job = {
        .command = command, .folder = at("job"), .limit_ms = limit_ms, .folder_bytes = bytes};
    struct job_log log = job_log_begin();
    bool well = job_run(&job, &log, e);
    job_log_print(&log, said);
    job_log_destroy(&log);
    return well;
}

static void a_job_reads_nothing_and_runs_in_its_folder(void **state)
{
    (void)state;
    struct text said = text_growing();
    struct error e;
    assert_true(run("sh -c 'cat; pwd; echo two >&2'", 60000, 1 << 20, &said, &e));
    char expected[100];
    snprintf(expected, sizeof expected, "%s\ntwo\n", at("job"));
    assert_string_equal(said.bytes, expected);
    text_destroy(&said);
}

static void a_job_that_does_not_end_is_stopped(void **state)
{
    (void)state;
    struct text said = text_growing();
    struct error e;
    assert_false(run("sleep 1000", 200, 1 << 20, &said, &e));
    assert_string_equal(e.words, "sleep 1000 was stopped: it took longer than 0 s");
    text_destroy(&said);
}

static void a_job_that_writes_too_much_is_stopped(void **state)
{
    (void)state;
    struct text said = text_growing();
    struct error e;
    assert_false(run("sh -c 'dd if=/dev/zero of=big bs=65536 count=64 2>/dev/null; sleep 1000'",
        600000, 1 << 20, &said, &e));
    assert_non_null(strstr(e.words, " was stopped: it wrote more than 1 MiB"));
    text_destroy(&said);
}

static void a_log_keeps_its_first_and_its_last_bytes(void **state)
{
    (void)state;
    struct job_log log = job_log_begin();
    struct text said = text_growing();
    for (int i = 0; i < 100000; i++) {
        char line[24];
        snprintf(line, sizeof line, "line %06d\n", i);
        job_log_add(&log, line, 12);
    }
    job_log_print(&log, &said);
    assert_true(strncmp(said.bytes, "line 000000\n", 12) == 0);
    assert_non_null(strstr(said.bytes, "\n... 675712 bytes are left out here ...\n"));
    assert_string_equal(said.bytes + said.length - 12, "line 099999\n");
    assert_true(said.length < 2 * JOB_LOG_PART_BYTES + 64);
    text_destroy(&said);
    job_log_destroy(&log);
}

// --- Folders ---

static void a_folder_of_any_depth_and_mode_is_removed(void **state)
{
    (void)state;
    struct error e = {0};
    assert_int_equal(mkdir(at("deep"), 0700), 0);
    int fd = open(at("deep"), O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < 300; i++) {
        assert_int_equal(mkdirat(fd, "d", 0700), 0);
        int next = openat(fd, "d", O_RDONLY | O_DIRECTORY);
        close(fd);
        fd = next;
    }
    assert_int_equal(symlinkat("/etc", fd, "link"), 0);
    assert_int_equal(fchmod(fd, 0), 0);
    close(fd);
    assert_int_equal(folder_tree_bytes(at("deep")), INT64_MAX);
    assert_false(folder_tree_settle(at("deep"), &e));
    assert_true(folder_tree_remove(at("deep"), &e));
    assert_int_equal(access(at("deep"), F_OK), -1);
    assert_int_equal(access("/etc/passwd", F_OK), 0);
    assert_true(folder_tree_remove(at("deep"), &e));
}

static void what_a_build_leaves_is_looked_at(void **state)
{
    (void)state;
    struct build b;
    struct error e;
    make_entry("build: mkfifo pipe\nrun: sh x\n");
    assert_false(make(&b, &e));
    assert_string_equal(e.words, "the build left \"pipe\", a device, FIFO or socket");
    assert_int_equal(count_shelf(), 0);
    build_destroy(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_entry_is_built_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_shelf_is_for_us_alone_and_a_bot_gets_no_rights, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_player_is_made_of_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_fails_is_told_with_its_log_and_leaves_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_signal_and_a_missing_program_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            who_asks_for_more_than_there_is_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_hash_is_not_built, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_left_half_built_is_built_anew, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            processes_that_build_the_same_do_not_collide, make_place, remove_place),
        cmocka_unit_test_setup_teardown(a_build_cannot_read_another_entry, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_build_cannot_read_what_was_built_of_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_build_cannot_reach_the_network, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_build_cannot_write_outside_its_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(compilers_work_whatever_the_layers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_job_reads_nothing_and_runs_in_its_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_job_that_does_not_end_is_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_job_that_writes_too_much_is_stopped, set_up, tear_down),
        cmocka_unit_test(a_log_keeps_its_first_and_its_last_bytes),
        cmocka_unit_test_setup_teardown(
            a_folder_of_any_depth_and_mode_is_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_a_build_leaves_is_looked_at, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
