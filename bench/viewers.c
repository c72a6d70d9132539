// Viewers: what it costs the referee that a thousand people watch, and what each of them costs.
//
//     bench_viewers AGON BOT FOLDER
//
// `agon serve` plays two contests at once: one at full speed, whose moves are counted, and one of
// 20 slow games, which are watched. In turns nobody watches, and VIEWERS do, each one of the slow
// games. The CPU time of the threads is read from /proc. Then IDLE viewers watch nothing. It never
// fails because of a speed.
#include "measure.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    VIEWERS = 1000,
    GAMES = 20, // that are watched
    IDLE = 5000,
    ROUNDS = 5,
    PHASE_MS = 3000,
    SETTLE_MS = 500,
    SLEEP_MS = 200, // of a watched bot, for each move
    PATH_BYTES = 512,
    BAR_PERCENT = 10,
    BAR_IDLE_KB = 10,
};

static const char *agon, *bot, *folder;
static pid_t server;
static int port;

// --- The server ---

static void write_contest(const char *name, const char *text)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s.db", folder, name);
    unlink(path);
    snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
    FILE *f = fopen(path, "w");
    if (f == NULL || fputs(text, f) == EOF || fclose(f) != 0)
        measure_fail("%s: %s", path, strerror(errno));
}

static void write_contests(void)
{
    char text[2 * PATH_BYTES];
    snprintf(text, sizeof text,
        "game: reversi\nseed: 1\ngames: 100000\nconcurrency: 2\nrecords: none\nsandbox: none\n"
        "players:\n  - {name: ann, player: \"%s reversi\"}\n  - {name: bob, player: \"%s "
        "reversi\"}\n",
        bot, bot);
    write_contest("fast", text);
    snprintf(text, sizeof text,
        "game: reversi\nseed: 1\ngames: 100000\nconcurrency: %d\nrecords: none\nsandbox: none\n"
        "players:\n  - {name: cid, player: \"%s --sleep %d reversi\"}\n"
        "  - {name: dan, player: \"%s --sleep %d reversi\"}\n",
        GAMES, bot, SLEEP_MS, bot, SLEEP_MS);
    write_contest("slow", text);
}

// Starts it, and reads from its words where it listens.
static void start_server(void)
{
    int pipes[2];
    char fast[PATH_BYTES], slow[PATH_BYTES], line[PATH_BYTES];
    snprintf(fast, sizeof fast, "%s/fast.yaml", folder);
    snprintf(slow, sizeof slow, "%s/slow.yaml", folder);
    if (pipe(pipes) != 0)
        measure_fail("no pipe: %s", strerror(errno));
    server = fork();
    if (server == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 0);
        dup2(nothing, 1);
        dup2(pipes[1], 2);
        execl(agon, agon, "serve", fast, slow, "--web", "127.0.0.1:0", (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    FILE *words = fdopen(pipes[0], "r");
    while (port == 0 && words != NULL && fgets(line, sizeof line, words) != NULL) {
        const char *at = strstr(line, "http://127.0.0.1:");
        port = at != NULL ? atoi(at + 17) : 0;
    }
    if (port == 0)
        measure_fail("agon serve does not say where it listens");
    // The rest of its words must not fill the pipe: they are few, and it stays open.
}

static int connect_server(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        measure_fail("cannot connect: %s", strerror(errno));
    return fd;
}

static struct text get(const char *target)
{
    char bytes[65536];
    struct text out = text_growing();
    ssize_t some;
    int fd = connect_server();
    int length = snprintf(
        bytes, sizeof bytes, "GET %s HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n", target);
    if (write(fd, bytes, (size_t)length) != length)
        measure_fail("cannot ask for %s", target);
    while ((some = read(fd, bytes, sizeof bytes)) > 0)
        text_bytes(&out, bytes, (size_t)some);
    close(fd);
    return out;
}

// A number behind a key, after the place where `before` stands.
static int64_t number_in(const struct text *t, const char *before, const char *key)
{
    const char *at = strstr(t->bytes, before);
    at = at != NULL ? strstr(at, key) : NULL;
    return at != NULL ? strtoll(at + strlen(key), NULL, 10) : -1;
}

// What the first page says of a contest: "games" or "faults".
static int64_t count_of(const char *slug, const char *what)
{
    char before[64], key[64];
    struct text home = get("/index.json");
    snprintf(before, sizeof before, "{\"slug\":\"%s\"", slug);
    snprintf(key, sizeof key, "\"%s\":", what);
    int64_t count = number_in(&home, before, key);
    text_destroy(&home);
    return count;
}

// The numbers of the slow games that are under way.
static int live_games(int64_t numbers[GAMES])
{
    int count = 0;
    struct text page = get("/contests/slow.json");
    const char *at = strstr(page.bytes, "\"live\":[");
    for (at = at != NULL ? at + 8 : ""; count < GAMES && *at >= '0' && *at <= '9';) {
        char *end;
        numbers[count++] = strtoll(at, &end, 10);
        at = *end == ',' ? end + 1 : end;
    }
    text_destroy(&page);
    return count;
}

// --- CPU ---

struct cpu {
    int64_t runners_ns, web_ns;
};

static struct cpu read_cpu(void)
{
    struct cpu cpu = {0};
    char path[PATH_BYTES], name[64] = "";
    snprintf(path, sizeof path, "/proc/%d/task", (int)server);
    DIR *tasks = opendir(path);
    for (struct dirent *task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
        int64_t ran_ns = 0;
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/comm", (int)server, task->d_name);
        FILE *f = fopen(path, "r");
        if (f == NULL)
            continue;
        if (fgets(name, sizeof name, f) == NULL)
            name[0] = '\0';
        fclose(f);
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", (int)server, task->d_name);
        f = fopen(path, "r");
        if (f != NULL && fscanf(f, "%" SCNd64, &ran_ns) == 1) {
            cpu.runners_ns += strncmp(name, "agon runner", 11) == 0 ? ran_ns : 0;
            cpu.web_ns += strncmp(name, "agon web", 8) == 0 ? ran_ns : 0;
        }
        if (f != NULL)
            fclose(f);
    }
    if (tasks != NULL)
        closedir(tasks);
    return cpu;
}

static int64_t memory_bytes(void)
{
    char path[PATH_BYTES];
    long all = 0, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)server);
    FILE *f = fopen(path, "r");
    if (f == NULL || fscanf(f, "%ld %ld", &all, &resident) != 2)
        measure_fail("%s cannot be read", path);
    fclose(f);
    return resident * sysconf(_SC_PAGESIZE);
}

// --- Viewers ---

static int viewers[IDLE];
static int64_t received_bytes, received_moves;

static void say_wish(int fd, const char *json)
{
    unsigned char frame[256] = {0x81, (unsigned char)(0x80 | strlen(json)), 0, 0, 0, 0};
    size_t length = strlen(json); // less than 126, and the mask is zero
    memcpy(frame + 6, json, length);
    if (write(fd, frame, 6 + length) != (ssize_t)(6 + length))
        measure_fail("cannot wish: %s", strerror(errno));
}

static int open_viewer(void)
{
    static const char words[] =
        "GET /feed HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: agon.1\r\n\r\n";
    char bytes[1024];
    int fd = connect_server();
    if (write(fd, words, sizeof words - 1) != sizeof words - 1 ||
        read(fd, bytes, sizeof bytes) < 12 || memcmp(bytes + 9, "101", 3) != 0)
        measure_fail("a viewer was refused");
    return fd;
}

static void watch_games(int poller)
{
    int64_t numbers[GAMES];
    int count = live_games(numbers);
    if (count == 0)
        measure_fail("no game is under way");
    for (int i = 0; i < VIEWERS; i++) {
        char wish[120];
        viewers[i] = open_viewer();
        snprintf(wish, sizeof wish,
            "{\"watch\":\"replay\",\"contest\":\"slow\",\"game\":%" PRId64 ",\"lines\":0}",
            numbers[i % count]);
        say_wish(viewers[i], wish);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = viewers[i]};
        epoll_ctl(poller, EPOLL_CTL_ADD, viewers[i], &event);
    }
}

static void count_moves(const char *bytes, size_t length)
{
    static const char key[] = "{\"type\":\"move\"";
    for (const char *at = bytes, *end = bytes + length;
         (at = memmem(at, (size_t)(end - at), key, sizeof key - 1)) != NULL; at++)
        received_moves++;
}

// Reads what comes until the time is over.
static void read_for(int poller, int ms)
{
    static char bytes[1 << 20];
    struct epoll_event events[256];
    for (int64_t end_ns = clock_now_ns() + ms * NS_PER_MS, left;
         (left = end_ns - clock_now_ns()) > 0;) {
        int count = epoll_wait(poller, events, 256, (int)(left / NS_PER_MS) + 1);
        for (int i = 0; i < count; i++) {
            ssize_t some = read(events[i].data.fd, bytes, sizeof bytes);
            if (some <= 0)
                measure_fail("a viewer was closed");
            received_bytes += some;
            count_moves(bytes, (size_t)some);
        }
    }
}

static void leave(int count)
{
    for (int i = 0; i < count; i++)
        close(viewers[i]);
}

// --- Measuring ---

struct phase {
    double referee_us; // CPU of the runners for each move of the fast contest
    double web_us;     // CPU of the web in this phase
    int64_t bytes, moves;
};

static struct phase measure_phase(int poller, double moves_per_game)
{
    struct phase p;
    read_for(poller, SETTLE_MS);
    received_bytes = received_moves = 0;
    int64_t games_before = count_of("fast", "games");
    struct cpu before = read_cpu();
    read_for(poller, PHASE_MS);
    struct cpu after = read_cpu();
    int64_t played = count_of("fast", "games") - games_before;
    p.referee_us =
        (double)(after.runners_ns - before.runners_ns) / 1000 / ((double)played * moves_per_game);
    p.web_us = (double)(after.web_ns - before.web_ns) / 1000;
    p.bytes = received_bytes;
    p.moves = received_moves;
    return p;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static void measure_watching(double moves_per_game)
{
    double alone[ROUNDS], watched[ROUNDS], cost[ROUNDS];
    int64_t bytes = 0, moves = 0;
    int poller = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < ROUNDS; i++) {
        struct phase nobody = measure_phase(poller, moves_per_game);
        watch_games(poller);
        struct phase many = measure_phase(poller, moves_per_game);
        leave(VIEWERS);
        alone[i] = nobody.referee_us;
        watched[i] = many.referee_us;
        cost[i] = many.moves > 0 ? (many.web_us - nobody.web_us) / (double)many.moves : 0;
        bytes += many.bytes;
        moves += many.moves;
    }
    close(poller);
    double without = median(alone, ROUNDS), with = median(watched, ROUNDS);
    printf("%d viewers of %d live games, while a contest runs at full speed\n", VIEWERS, GAMES);
    printf("  referee's CPU for a move     %7.2f us alone, %.2f us watched: %+.1f %%   (bar: %+d "
           "%%)\n",
        without, with, 100 * (with / without - 1), BAR_PERCENT);
    printf("  for each viewer and move     %7.2f us of CPU, %.0f bytes\n", median(cost, ROUNDS),
        moves > 0 ? (double)bytes / (double)moves : 0.0);
    // These bots never make one themselves: each would be the arena's own delay.
    int64_t faults = count_of("fast", "faults") + count_of("slow", "faults");
    int64_t games = count_of("fast", "games") + count_of("slow", "games");
    printf(
        "  games with a fault           %7" PRId64 " of %" PRId64 "   (bar: 0)\n", faults, games);
}

static void measure_idle(void)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    int count = files.rlim_cur < IDLE + 512 ? (int)files.rlim_cur / 2 : IDLE;
    int64_t before = memory_bytes();
    for (int i = 0; i < count; i++) {
        viewers[i] = open_viewer();
        say_wish(viewers[i], "{\"watch\":\"nothing\"}");
    }
    struct text health = get("/healthz"); // by then it has heard them all
    int64_t there = number_in(&health, "{\"status\"", "\"viewers\":");
    double each = (double)(memory_bytes() - before) / (double)count;
    printf("%" PRId64 " idle viewers\n  memory of each               %7.2f KB   (bar: %d KB)\n",
        there, each / 1000, BAR_IDLE_KB);
    text_destroy(&health);
    leave(count);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench_viewers AGON BOT FOLDER\n");
        return 2;
    }
    agon = argv[1];
    bot = realpath(argv[2], NULL); // commands are meant from the folder of a contest file
    if (bot == NULL)
        measure_fail("%s: %s", argv[2], strerror(errno));
    folder = argv[3];
    signal(SIGPIPE, SIG_IGN);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        measure_fail("%s: %s", folder, strerror(errno));
    write_contests();
    start_server();
    int64_t numbers[GAMES];
    struct text page = text_growing();
    int64_t played = 0, moves = 0;
    int64_t began_ns = clock_now_ns();
    while (live_games(numbers) < GAMES || played < 1 || moves < 1) {
        if (clock_now_ns() - began_ns > MEASURE_SECONDS_MOST * NS_PER_SECOND)
            measure_fail("the contests do not begin");
        text_destroy(&page);
        page = get("/contests/fast.json");
        played = number_in(&page, "{\"contest\"", "\"games\":");
        moves = number_in(&page, "\"whole\"", "\"moves\":");
        poll(NULL, 0, 100);
    }
    text_destroy(&page);
    measure_watching((double)moves / (double)played);
    measure_idle();
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    return 0;
}
