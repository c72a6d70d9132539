// A bot for the tests of src/link: `bot WAY [ARGUMENT...]` behaves in one particular way. Each way
// is one row of the table at the end.
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void say(int fd, const char *text)
{
    if (write(fd, text, strlen(text)) < 0)
        _exit(90);
}

static void echo_from_to(int in, int out)
{
    char bytes[4096];
    ssize_t length;
    while ((length = read(in, bytes, sizeof bytes)) > 0) {
        if (write(out, bytes, (size_t)length) != length)
            _exit(91);
    }
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static void spin_ms(long ms, clockid_t clock)
{
    struct timespec start, now;
    clock_gettime(clock, &start);
    do
        clock_gettime(clock, &now);
    while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < ms);
}

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

static int echo(char **arguments)
{
    (void)arguments;
    echo_from_to(STDIN_FILENO, STDOUT_FILENO);
    return 0;
}

static int byte_by_byte(char **arguments)
{
    for (const char *c = arguments[0]; *c != '\0'; c++) {
        if (write(STDOUT_FILENO, c, 1) != 1)
            return 1;
        sleep_ms(2);
    }
    echo_from_to(STDIN_FILENO, STDOUT_FILENO);
    return 0;
}

static int say_and_exit(char **arguments)
{
    say(STDOUT_FILENO, arguments[0]);
    say(STDERR_FILENO, "last words\n");
    return atoi(arguments[1]);
}

// Writes as much as a pipe holds and is gone.
static int fill_pipe_and_exit(char **arguments)
{
    static char bytes[65536];
    memset(bytes, 'x', sizeof bytes);
    if (write(STDOUT_FILENO, bytes, sizeof bytes) != sizeof bytes)
        return 1;
    return atoi(arguments[0]);
}

static int say_and_raise(char **arguments)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    say(STDOUT_FILENO, "before");
    // The sanitizers would rather report than die.
    signal(atoi(arguments[0]), SIG_DFL);
    raise(atoi(arguments[0]));
    return 0;
}

static int close_output(char **arguments)
{
    (void)arguments;
    say(STDOUT_FILENO, "bye");
    close(STDOUT_FILENO);
    pause();
    return 0;
}

static int close_input(char **arguments)
{
    (void)arguments;
    close(STDIN_FILENO);
    say(STDOUT_FILENO, "closed");
    pause();
    return 0;
}

static int never_read(char **arguments)
{
    (void)arguments;
    say(STDOUT_FILENO, "here");
    pause();
    return 0;
}

static int read_late(char **arguments)
{
    sleep_ms(atoi(arguments[0]));
    echo_from_to(STDIN_FILENO, STDOUT_FILENO);
    return 0;
}

static int flood(char **arguments)
{
    int fd = atoi(arguments[0]);
    long left = atol(arguments[1]);
    char line[100];
    for (long i = 0; left > 0; i++) {
        int length = snprintf(line, sizeof line, "line %06ld of a flood that nobody wants\n", i);
        if (write(fd, line, (size_t)length) != length)
            return 1;
        left -= length;
    }
    say(STDOUT_FILENO, "done");
    echo_from_to(STDIN_FILENO, STDOUT_FILENO);
    return 0;
}

static int ignore_term(char **arguments)
{
    (void)arguments;
    signal(SIGTERM, SIG_IGN);
    say(STDOUT_FILENO, "deaf");
    sleep_for_ever();
    return 0;
}

static int leave_on_term(char **arguments)
{
    (void)arguments;
    say(STDOUT_FILENO, "patient");
    sleep_for_ever();
    return 0;
}

// Prints the number of a child that sleeps, holds our pipes and ignores SIGTERM; then goes on
// itself.
static pid_t stubborn_child(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        sleep_for_ever();
    }
    printf("%d\n", (int)pid);
    fflush(stdout);
    return pid;
}

static int with_child(char **arguments)
{
    stubborn_child();
    return arguments[0] != NULL ? atoi(arguments[0]) : echo(arguments);
}

// The way of a daemon: fork, setsid, fork, the middle one goes; the last keeps the pipes.
static int daemonise(char **arguments)
{
    int spoken[2]; // closed by the last one when it has said who it is
    if (pipe(spoken) != 0)
        return 1;
    pid_t middle = fork();
    if (middle == 0) {
        int session = setsid(), group = setpgid(0, 0), error = errno;
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            printf("%d %d %d %d\n", (int)getpid(), session, group, error == EPERM);
            fflush(stdout);
            close(spoken[1]);
            sleep_for_ever();
        }
        _exit(0);
    }
    waitpid(middle, NULL, 0);
    close(spoken[1]);
    char byte;
    if (read(spoken[0], &byte, 1) != 0)
        return 1;
    return arguments[0] != NULL ? atoi(arguments[0]) : echo(arguments);
}

static int dial(char **arguments)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((in_port_t)atoi(arguments[1]))};
    inet_pton(AF_INET, arguments[0], &address.sin_addr);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        _exit(92);
    return fd;
}

static int connect_and_echo(char **arguments)
{
    say(STDOUT_FILENO, "talk on stdout\n");
    int fd = dial(arguments);
    echo_from_to(fd, fd);
    return 0;
}

static int connect_say_exit(char **arguments)
{
    int fd = dial(arguments);
    say(fd, "so long");
    return atoi(arguments[2]);
}

// A child of its own keeps the connection open.
static int connect_leave_child(char **arguments)
{
    dial(arguments);
    stubborn_child();
    return atoi(arguments[2]);
}

static int connect_twice(char **arguments)
{
    int first = dial(arguments);
    char byte;
    if (read(first, &byte, 1) != 1)
        return 1;
    int second = dial(arguments);
    ssize_t length = read(second, &byte, 1);
    say(first, length <= 0 ? "second was closed" : "second was heard");
    echo_from_to(first, first);
    return 0;
}

// A child makes the connection; the bot itself never has it.
static int connect_by_child(char **arguments)
{
    if (fork() == 0) {
        int fd = dial(arguments);
        echo_from_to(fd, fd);
        _exit(0);
    }
    int status;
    wait(&status);
    return status;
}

// By a socket of IPv6, as Java does it.
static int connect_by_ipv6(char **arguments)
{
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    struct sockaddr_in6 address = {
        .sin6_family = AF_INET6, .sin6_port = htons((in_port_t)atoi(arguments[1]))};
    char mapped[64];
    snprintf(mapped, sizeof mapped, "::ffff:%s", arguments[0]);
    inet_pton(AF_INET6, mapped, &address.sin6_addr);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        return 92;
    echo_from_to(fd, fd);
    return 0;
}

static int never_connect(char **arguments)
{
    (void)arguments;
    pause();
    return 0;
}

// What it was given: open descriptors, ignored and blocked signals, group, limit of descriptors.
static int show_birth(char **arguments)
{
    (void)arguments;
    DIR *dir = opendir("/proc/self/fd");
    struct dirent *entry;
    int fds = 0;
    while ((entry = readdir(dir)) != NULL)
        fds += entry->d_name[0] != '.' && atoi(entry->d_name) != dirfd(dir);
    closedir(dir);
    int ignored = 0, blocked = 0;
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int i = 1; i < 32; i++) {
        struct sigaction action;
        if (i != SIGKILL && i != SIGSTOP && sigaction(i, NULL, &action) == 0)
            ignored += action.sa_handler != SIG_DFL;
        blocked += sigismember(&mask, i);
    }
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    printf("fds %d ignored %d blocked %d leader %d limit %lu;", fds, ignored, blocked,
        getpgrp() == getpid() && getsid(0) == getpid(), (unsigned long)limit.rlim_cur);
    fflush(stdout);
    return 0;
}

static int show_place(char **arguments)
{
    char directory[4096];
    const char *value = getenv(arguments[0]);
    printf("%s %s", getcwd(directory, sizeof directory), value != NULL ? value : "(none)");
    fflush(stdout);
    return 0;
}

static int show_arguments(char **arguments)
{
    for (; *arguments != NULL; arguments++)
        printf("[%s]", *arguments);
    fflush(stdout);
    return 0;
}

static int spin(char **arguments)
{
    spin_ms(atol(arguments[0]), CLOCK_PROCESS_CPUTIME_ID);
    say(STDOUT_FILENO, "spun");
    pause();
    return 0;
}

static void *spin_thread(void *ms)
{
    spin_ms(atol(ms), CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

// Uses cpu in threads that end, in a child that is waited for, and in one that is not.
static int use_cpu(char **arguments)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, spin_thread, arguments[0]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    pid_t waited_for = fork();
    if (waited_for == 0) {
        spin_ms(atol(arguments[0]), CLOCK_PROCESS_CPUTIME_ID);
        _exit(0);
    }
    waitpid(waited_for, NULL, 0);
    int done[2];
    if (pipe(done) != 0)
        return 1;
    pid_t middle = fork();
    if (middle == 0) {
        if (fork() == 0) {
            spin_ms(atol(arguments[0]), CLOCK_PROCESS_CPUTIME_ID);
            say(done[1], "x");
            pause();
        }
        _exit(0);
    }
    waitpid(middle, NULL, 0);
    char byte;
    if (read(done[0], &byte, 1) != 1)
        return 1;
    say(STDOUT_FILENO, "used");
    pause();
    return 0;
}

// --- Bots that want too much ---

static void use_memory(long megabytes)
{
    size_t bytes = (size_t)megabytes << 20;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t i = 0; memory != MAP_FAILED && i < bytes; i += 4096)
        memory[i] = 1;
}

// `allocate PROCESSES MEGABYTES`: that much in each of so many processes.
static int allocate(char **arguments)
{
    for (int i = 1; i < atoi(arguments[0]); i++) {
        if (fork() == 0)
            break;
    }
    use_memory(atol(arguments[1]));
    sleep_for_ever();
    return 0;
}

// The same when it is told to.
static int allocate_when_told(char **arguments)
{
    char byte;
    return read(STDIN_FILENO, &byte, 1) == 1 ? allocate(arguments) : 1;
}

// `share PROCESSES MEGABYTES`: the same pages in all of them.
static int share(char **arguments)
{
    use_memory(atol(arguments[1]));
    for (int i = 1; i < atoi(arguments[0]); i++) {
        if (fork() == 0)
            sleep_for_ever();
    }
    return echo(arguments);
}

static int fork_many(char **arguments)
{
    for (int i = 0; i < atoi(arguments[0]); i++) {
        if (fork() == 0)
            sleep_for_ever();
    }
    sleep_for_ever();
    return 0;
}

// The same when it is told to. Then all of them close their output: it ends when all are there.
static int fork_many_and_close(char **arguments)
{
    char byte;
    bool parent = read(STDIN_FILENO, &byte, 1) == 1;
    for (int i = 0; parent && i < atoi(arguments[0]); i++)
        parent = fork() != 0;
    close(STDOUT_FILENO);
    sleep_for_ever();
    return 0;
}

static void *sleeping_thread(void *nothing)
{
    sleep_for_ever();
    return nothing;
}

static int start_threads(char **arguments)
{
    for (int i = 0; i < atoi(arguments[0]); i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, sleeping_thread, NULL);
    }
    sleep_for_ever();
    return 0;
}

static int spin_for_ever(char **arguments)
{
    for (int i = 1; i < atoi(arguments[0]); i++) {
        if (fork() == 0)
            break;
    }
    for (;;)
        continue;
    return 0;
}

// `write-file NAME BYTES`: dies by SIGXFSZ if a limit was set from outside; else sets it itself.
static int write_file(char **arguments)
{
    if (arguments[2] != NULL) {
        rlim_t bytes = (rlim_t)atol(arguments[2]);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, bytes});
    }
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    int fd = open(arguments[0], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    char bytes[4096] = {0};
    for (long left = atol(arguments[1]); left > 0; left -= (long)sizeof bytes) {
        if (write(fd, bytes, sizeof bytes) < 0)
            return 1;
    }
    say(STDOUT_FILENO, "written");
    return echo(arguments);
}

static void *spin_on(void *nothing)
{
    (void)nothing;
    for (;;)
        spin_ms(1000, CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

// Computes all the time, in a thread and in a child, and answers besides.
static int spinner(char **arguments)
{
    pthread_t thread;
    if (fork() == 0)
        spin_on(NULL);
    pthread_create(&thread, NULL, spin_on, NULL);
    return echo(arguments);
}

// Closes its output, says so on stderr, and exits when it is continued.
static int close_and_await_cont(char **arguments)
{
    sigset_t continued;
    int got;
    sigemptyset(&continued);
    sigaddset(&continued, SIGCONT);
    sigprocmask(SIG_BLOCK, &continued, NULL);
    close(STDOUT_FILENO);
    say(STDERR_FILENO, "closed");
    sigwait(&continued, &got);
    return atoi(arguments[0]);
}

static volatile sig_atomic_t continues;

static void count_continue(int number)
{
    (void)number;
    continues++;
}

// Has a handler for SIGCONT, which interrupts its reading.
static int count_continues(char **arguments)
{
    (void)arguments;
    struct sigaction action = {.sa_handler = count_continue};
    sigaction(SIGCONT, &action, NULL);
    say(STDOUT_FILENO, "ready\n");
    char byte, words[64];
    for (;;) {
        ssize_t length = read(STDIN_FILENO, &byte, 1);
        if (length < 0 && errno == EINTR)
            continue;
        if (length != 1)
            return 0;
        snprintf(words, sizeof words, "%c after %d\n", byte, (int)continues);
        say(STDOUT_FILENO, words);
    }
}

// Has the kernel send it SIGCONT every few milliseconds, and computes.
static int continue_by_timer(char **arguments)
{
    (void)arguments;
    timer_t timer;
    signal(SIGCONT, count_continue); // newer kernels stop a timer whose signal is ignored
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    const struct itimerspec often = {{.tv_nsec = 2000000}, {.tv_nsec = 2000000}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
        timer_settime(timer, 0, &often, NULL) != 0)
        return 1;
    say(STDOUT_FILENO, "ready");
    spin_on(NULL);
    return 0;
}

static int show_cores(char **arguments)
{
    (void)arguments;
    cpu_set_t cores;
    sched_getaffinity(0, sizeof cores, &cores);
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &cores))
            printf("%d ", core);
    }
    printf(";");
    fflush(stdout);
    return 0;
}

static const struct {
    const char *name;
    int (*behave)(char **arguments);
} ways[] = {
    {"echo", echo},
    {"byte-by-byte", byte_by_byte},
    {"say-and-exit", say_and_exit},
    {"fill-pipe-and-exit", fill_pipe_and_exit},
    {"say-and-raise", say_and_raise},
    {"close-output", close_output},
    {"close-input", close_input},
    {"never-read", never_read},
    {"read-late", read_late},
    {"flood", flood},
    {"ignore-term", ignore_term},
    {"leave-on-term", leave_on_term},
    {"with-child", with_child},
    {"daemonise", daemonise},
    {"connect-and-echo", connect_and_echo},
    {"connect-say-exit", connect_say_exit},
    {"connect-leave-child", connect_leave_child},
    {"connect-twice", connect_twice},
    {"connect-by-child", connect_by_child},
    {"connect-by-ipv6", connect_by_ipv6},
    {"never-connect", never_connect},
    {"show-birth", show_birth},
    {"show-place", show_place},
    {"show-arguments", show_arguments},
    {"spin", spin},
    {"use-cpu", use_cpu},
    {"allocate", allocate},
    {"allocate-when-told", allocate_when_told},
    {"share", share},
    {"fork-many", fork_many},
    {"fork-many-and-close", fork_many_and_close},
    {"start-threads", start_threads},
    {"spin-for-ever", spin_for_ever},
    {"write-file", write_file},
    {"spinner", spinner},
    {"close-and-await-cont", close_and_await_cont},
    {"count-continues", count_continues},
    {"continue-by-timer", continue_by_timer},
    {"show-cores", show_cores},
};

int main(int count, char **arguments)
{
    for (size_t i = 0; count > 1 && i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(arguments[1], ways[i].name) == 0)
            return ways[i].behave(arguments + 2);
    }
    return 99;
}
