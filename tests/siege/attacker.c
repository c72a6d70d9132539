// The attacker: a bot that plays honest Reversi (hgp) and makes one attack.
//
//     attacker ATTACK [HOST PORT]    the bot; on stdin and stdout, or over a connection
//     attacker honest TOKEN [HOST PORT]   the same without an attack: the opponent
//     attacker victim FILE           another process of the same user: notes signals in FILE
//     attacker --list                the names of all attacks
//
// What it got stands in one line of its stderr: "siege ATTACK GOT". SIEGE_LOG=FILE in its
// environment: also there. The siege tells it its targets in the environment (tests/siege/run).
#include "attack.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct siege siege;
char siege_secret[SECRET_BYTES];
const char victim_secret[SECRET_BYTES] = "nobody but the victim knows it";

static const struct attack *const tables[] = {process_attacks, priority_attacks, family_attacks,
    observe_attacks, file_attacks, message_attacks, ipc_attacks, network_attacks, kernel_attacks,
    limit_attacks, stream_attacks};

// --- What attacks share ---

const char *got(bool success)
{
    return success ? "SUCCESS" : strerrorname_np(errno);
}

const char *got_past(long result, int harmless)
{
    return got(result >= 0 || errno == harmless);
}

const char *got_in_child(const char *(*act)(void))
{
    static char word[64];
    int ends[2], status;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return got(false);
    pid_t child = fork();
    if (child < 0)
        return got(false);
    if (child == 0) {
        const char *what = act();
        _exit(write(ends[1], what, strlen(what)) > 0 ? 0 : 1);
    }
    close(ends[1]);
    ssize_t n = read(ends[0], word, sizeof word - 1);
    close(ends[0]);
    waitpid(child, &status, 0);
    word[n > 0 ? n : 0] = '\0';
    if (n <= 0 && WIFSIGNALED(status))
        snprintf(word, sizeof word, "SIG%s", sigabbrev_np(WTERMSIG(status)));
    return word;
}

static char *next_path(void)
{
    static char paths[4][PATH_BYTES];
    static int next;
    return paths[next++ % 4];
}

const char *canary_path(const char *name)
{
    char *path = next_path();
    snprintf(path, PATH_BYTES, "%s/%s", siege.canary, name);
    return path;
}

const char *scratch_path(const char *name)
{
    const char *folder = getenv("TMPDIR"); // without a sandbox the siege sets it
    char *path = next_path();
    snprintf(path, PATH_BYTES, "%s/%s-%s", folder ? folder : "/nowhere", siege.token, name);
    return path;
}

const char *proc_path(pid_t pid, const char *name)
{
    char *path = next_path();
    snprintf(path, PATH_BYTES, "/proc/%d/%s", (int)pid, name);
    return path;
}

const char *got_reading(const char *path)
{
    char bytes[256];
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return got(false);
    ssize_t n = read(fd, bytes, sizeof bytes);
    const char *what = n == 0 ? "EMPTY" : got(n > 0);
    close(fd);
    return what;
}

const char *got_writing(const char *path, const char *bytes)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return got(false);
    const char *what = got(!bytes || write(fd, bytes, strlen(bytes)) > 0);
    close(fd);
    return what;
}

const char *got_into_folder(const char *path)
{
    int fd = open(path, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0)
        return got(false);
    close(fd);
    return "SUCCESS";
}

void nap_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

// Reads "PID (NAME) STATE PARENT ..."; a name may hold anything.
static bool read_stat(pid_t pid, char *state, int *parent)
{
    char bytes[512];
    int fd = open(proc_path(pid, "stat"), O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof bytes - 1);
    if (fd >= 0)
        close(fd);
    bytes[n > 0 ? n : 0] = '\0';
    const char *end = strrchr(bytes, ')');
    return end && sscanf(end, ") %c %d", state, parent) == 2;
}

pid_t parent_of(pid_t pid)
{
    char state;
    int parent;
    return read_stat(pid, &state, &parent) ? parent : 0;
}

char state_of(pid_t pid)
{
    char state;
    int parent;
    return read_stat(pid, &state, &parent) ? state : 0;
}

// --- The targets ---

static int number_from(const char *name)
{
    const char *text = getenv(name);
    return text ? atoi(text) : 0;
}

// True for a bot that was started with the words "honest TOKEN".
static bool is_honest(pid_t pid)
{
    static const char word[] = "honest";
    char bytes[PATH_BYTES];
    int fd = open(proc_path(pid, "cmdline"), O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof bytes - 1);
    if (fd >= 0)
        close(fd);
    if (n <= 0)
        return false;
    bytes[n] = '\0';
    for (const char *at = bytes; at < bytes + n; at += strlen(at) + 1) {
        if (strcmp(at, word) == 0)
            return at + sizeof word < bytes + n && strcmp(at + sizeof word, siege.token) == 0;
    }
    return false;
}

// The opponent is an honest bot of this siege among the children of the arena, or below them.
static pid_t find_opponent(void)
{
    DIR *proc = opendir("/proc");
    pid_t found = 0;
    for (struct dirent *entry; proc && !found && (entry = readdir(proc));) {
        pid_t pid = atoi(entry->d_name), above = pid;
        if (pid <= 1 || pid == getpid() || !is_honest(pid))
            continue;
        for (int i = 0; i < 4 && above > 1 && above != siege.arena; i++)
            above = parent_of(above);
        if (above == siege.arena)
            found = pid;
    }
    if (proc)
        closedir(proc);
    return found;
}

static void learn(const char *program)
{
    siege.program = program;
    siege.canary = getenv("SIEGE_CANARY");
    siege.token = getenv("SIEGE_TOKEN");
    siege.arena = number_from("SIEGE_ARENA");
    siege.victim = number_from("SIEGE_VICTIM");
    siege.tcp_port = number_from("SIEGE_TCP");
    siege.udp_port = number_from("SIEGE_UDP");
    siege.sysv_key = number_from("SIEGE_KEY");
    siege.alone = number_from("SIEGE_ALONE") != 0;
    if (!siege.canary || !siege.token || siege.arena <= 1 || siege.victim <= 1) {
        fprintf(stderr,
            "attacker: SIEGE_CANARY, SIEGE_TOKEN, SIEGE_ARENA and SIEGE_VICTIM must "
            "name its targets; tests/siege/run sets them\n");
        exit(EXIT_FAILURE);
    }
}

// --- One attack ---

static const struct attack *find_attack(const char *name)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        for (const struct attack *a = tables[i]; a->name; a++) {
            if (strcmp(a->name, name) == 0)
                return a;
        }
    }
    return NULL;
}

static void say(const char *name, const char *what)
{
    char line[256];
    int length = snprintf(line, sizeof line, "\nsiege %s %s\n", name, what);
    const char *log = getenv("SIEGE_LOG");
    int fd = log ? open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (fd >= 0) {
        if (write(fd, line, (size_t)length) != length)
            _exit(EXIT_FAILURE);
        close(fd);
    }
    // Its stderr may be gone: some attacks close it.
    if (write(STDERR_FILENO, line, (size_t)length) != length)
        return;
}

static void make_attack(const struct attack *a)
{
    siege.opponent = find_opponent();
    say(a->name, "begins");
    const char *what = a->act();
    say(a->name, what ? what : "UNKNOWN");
}

// --- Honest Reversi ---

enum { LENGTH = 8, EDGED = LENGTH + 2, EMPTY = -1, SLOW_START_MS = 100 };

struct honest {
    int me;
    int board[EDGED][EDGED]; // with an edge of empty squares
};

static bool is_legal(const struct honest *h, int row, int column)
{
    if (h->board[row][column] != EMPTY)
        return false;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            int n = 1;
            while ((down || right) && h->board[row + n * down][column + n * right] == 1 - h->me)
                n++;
            if (n > 1 && h->board[row + n * down][column + n * right] == h->me)
                return true;
        }
    }
    return false;
}

static void send_move(const struct honest *h)
{
    for (int i = 0; i < LENGTH * LENGTH; i++) {
        if (is_legal(h, i / LENGTH + 1, i % LENGTH + 1)) {
            printf("{\"placed\":[%d,%d]}\n", i / LENGTH, i % LENGTH);
            fflush(stdout);
            return;
        }
    }
}

static int number_of(const char *message, const char *key)
{
    const char *at = strstr(message, key);
    return at ? atoi(at + strlen(key)) : 0;
}

static void read_board(struct honest *h, char *text)
{
    memset(h->board, EMPTY, sizeof h->board);
    for (int i = 0; i < LENGTH * LENGTH; i++) {
        text += strspn(text, "[], ");
        h->board[i / LENGTH + 1][i % LENGTH + 1] = (int)strtol(text, &text, 10);
    }
}

static void read_changes(struct honest *h, const char *message)
{
    int row, column, by = number_of(message, "\"by\":");
    for (const char *at = message; (at = strchr(at + 1, '['));) {
        if (sscanf(at, "[%d,%d]", &row, &column) == 2 && row >= 0 && row < LENGTH && column >= 0 &&
            column < LENGTH)
            h->board[row + 1][column + 1] = by;
    }
}

// Plays one game; `a` may be NULL.
static void play(const struct attack *a)
{
    struct honest h = {.me = EMPTY};
    char *line = NULL;
    size_t room = 0;
    bool attacked = false;
    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "{\"board\":", 9) == 0) {
            read_board(&h, line + 9);
            h.me = number_of(line, "\"you\":");
        } else {
            read_changes(&h, line);
        }
        bool over = number_of(line, "\"game_status\":") != 0;
        bool asked = strstr(line, "\"next_turn\":") && number_of(line, "\"next_turn\":") == h.me;
        if (a && !attacked && ((asked && a->when == AT_TURN) || (over && a->when == AT_END))) {
            attacked = true;
            make_attack(a);
        }
        if (asked && !over)
            send_move(&h);
    }
    free(line);
}

static bool dial(const char *host, const char *port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return fd >= 0 && inet_pton(AF_INET, host, &to.sin_addr) == 1 &&
        connect(fd, (struct sockaddr *)&to, sizeof to) == 0 && dup2(fd, STDIN_FILENO) == 0 &&
        dup2(fd, STDOUT_FILENO) == 1 && close(fd) == 0;
}

// --- The victim ---

static volatile sig_atomic_t notes_fd;

static void note_signal(int number)
{
    char byte = (char)('A' + number % 26);
    if (write(notes_fd, &byte, 1) != 1)
        _exit(EXIT_FAILURE);
}

static int be_victim(const char *path)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    memcpy(siege_secret, victim_secret, SECRET_BYTES);
    notes_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    const int heard[] = {SIGUSR1, SIGIO, SIGURG, SIGRTMIN, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof heard / sizeof heard[0]; i++)
        sigaction(heard[i], &action, NULL);
    if (notes_fd < 0 || puts("ready") < 0 || fflush(stdout) != 0)
        return EXIT_FAILURE;
    for (;;)
        pause();
}

static int list(void)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        for (const struct attack *a = tables[i]; a->name; a++)
            puts(a->name);
    }
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return list();
    if (argc == 3 && strcmp(argv[1], "victim") == 0)
        return be_victim(argv[2]);
    // What an attack by an execution of this very program runs: it only has to start.
    if (argc == 2 && strcmp(argv[1], "started") == 0)
        return EXIT_SUCCESS;
    bool honest = argc >= 3 && strcmp(argv[1], "honest") == 0;
    const struct attack *a = argc >= 2 && !honest ? find_attack(argv[1]) : NULL;
    int used = honest ? 3 : 2;
    if ((!a && !honest) || (argc != used && argc != used + 2)) {
        fprintf(stderr, "usage: attacker ATTACK [HOST PORT]   (attacker --list names them)\n");
        return EXIT_FAILURE;
    }
    if (a)
        learn(argv[0]);
    siege.own_port = argc == used + 2 ? atoi(argv[used + 1]) : 0;
    if (a && a->when == AT_START)
        make_attack(a);
    // As slow as an interpreter that starts: whoever wants its place has a chance.
    if (honest && argc == used + 2)
        nap_ms(SLOW_START_MS);
    if (argc == used + 2 && !dial(argv[used], argv[used + 1])) {
        fprintf(stderr, "attacker: cannot connect to %s %s: %s\n", argv[used], argv[used + 1],
            strerror(errno));
        return EXIT_FAILURE;
    }
    play(a);
    return EXIT_SUCCESS;
}
