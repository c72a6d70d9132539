// The crash test: contests that are killed, or lose their disk, at random moments again and again,
// and yet end as if nothing had happened.
//
//     crash_test AGON BOT DISK_LIBRARY [KILLS [SEED]]
//
// Every contest is first run in one go. Then a second copy of it is run with interruptions: `kill
// -9` while it starts, while games are played, in the middle of a commit, while it ends; or its
// disk is suddenly full, read-only or broken. After each, what was told must be stored, the chain
// must hold and nobody may be left behind; the same command goes on. In the end games, table,
// fingerprint and records must be those of the first run. Speaks TAP.
#include "crash/arena.h"
#include "crash/compare.h"
#include "crash/sorts.h"

#include "base/clock.h"
#include "base/random.h"
#include "store/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    KILLS_DEFAULT = 24,
    INTERRUPTIONS_PER_RUN = 8, // of one contest, before it may end
    GAME_US = 3000,            // a game of two spawned bots takes about that long
    GAMES_BEFORE_CHANGES = 9,  // that are told before players are changed
};

enum { PATH_BYTES = 64 };

struct crash {
    const char *folder;
    char agon[PATH_BYTES], bot[PATH_BYTES], library[PATH_BYTES]; // links in the folder
    struct random random;
    struct disk_control *disk;
    char disk_path[PATH_BYTES];
    const struct sort *sort;

    // The run without interruption.
    int64_t games, plays;     // how many count, and the highest number of one that was played
    int64_t start_us, end_us; // how long it took to its first game, and from its last one
    struct text list, table;

    // The other one.
    bool told[PLAYS_MOST + 1]; // by number in the schedule
    bool told_twice;
    int64_t stored; // games, after the last interruption
    struct error error;

    // What happened, for the report.
    int kills, failures;
    int moments[4];     // by moment
    int progressing;    // games were stored since the interruption before
    int unfinished;     // a game was being played
    int untold;         // a game was stored and not told yet
    int too_late;       // it had ended before
    int64_t lost_games; // that were being played and had to be played again
};

enum moment { STARTING, PLAYING, COMMITTING, ENDING };

static const char *const moment_names[] = {
    [STARTING] = "while it started",
    [PLAYING] = "after some games",
    [COMMITTING] = "at a write to its log",
    [ENDING] = "after its last game",
};

// --- Runs ---

static void hear(void *user, int64_t play)
{
    struct crash *c = user;
    if (play < 1 || play > PLAYS_MOST) {
        error_set(&c->error, "game %" PRId64 " was told", play);
        return;
    }
    c->plays = play > c->plays ? play : c->plays;
    c->told_twice = c->told_twice || c->told[play];
    c->told[play] = true;
}

static struct arena arena_of(struct crash *c, const char *folder, int concurrency)
{
    return (struct arena){.agon = c->agon,
        .folder = folder,
        .concurrency = concurrency,
        .tell = hear,
        .user = c,
        .disk = c->sort->disk_fails ? c->disk : NULL,
        .disk_library = c->library,
        .disk_path = c->disk_path};
}

// Runs a contest to its end, which must be a good one.
static bool finish(struct crash *c, const char *folder, int concurrency, struct arena *a)
{
    *a = arena_of(c, folder, concurrency);
    arena_start(a);
    int status = arena_end(a);
    return status == 0 ||
        error_set(&c->error, "%s ended with %d: %.150s", folder, status, a->talk.bytes);
}

// A contest whose players are changed is played for a while before, and stopped. Then they are.
static bool begin(struct crash *c)
{
    struct error *e = &c->error;
    if (!c->sort->changed)
        return true;
    sorts_write(c->sort, "begun", c->bot);
    struct arena a = arena_of(c, "begun", 4);
    a.pipe_bytes = 4096; // a score of games: it cannot come to its end unheard
    arena_start(&a);
    bool running = arena_until_told(&a, GAMES_BEFORE_CHANGES);
    kill(a.pid, SIGINT);
    arena_end(&a);
    arena_destroy(&a);
    return running ? sorts_change(c->sort, "begun", c->agon, c->bot, e)
                   : error_set(e, "it was over before it could be changed");
}

// The contest of both runs, in a folder of its own.
static void prepare(const struct crash *c, const char *folder)
{
    char line[128];
    if (!c->sort->changed) {
        sorts_write(c->sort, folder, c->bot);
        return;
    }
    snprintf(line, sizeof line, "rm -rf %s && cp -a begun %s", folder, folder);
    if (system(line) != 0)
        exit(1);
}

static bool run_whole(struct crash *c)
{
    if (!begin(c))
        return false;
    prepare(c, "whole");
    memset(c->told, 0, sizeof c->told);
    c->plays = 0;
    struct arena a;
    bool well = finish(c, "whole", 2, &a);
    c->start_us = (a.first_told_ns - a.began_ns) / 1000;
    c->end_us = (clock_now_ns() - a.last_told_ns) / 1000;
    c->list = text_growing();
    c->table = a.table;
    a.table = text_growing();
    arena_destroy(&a);
    if (!well || !compare_list_games("whole/contest.db", &c->list, &c->error))
        return false;
    c->games = 0;
    for (const char *at = c->list.bytes; (at = strchr(at, '\n')) != NULL; at++)
        c->games++;
    return true;
}

// --- After an interruption ---

struct count {
    int64_t stored; // that count
    bool stored_plays[PLAYS_MOST + 1];
};

// A game that was played in vain, since a fault had put one of its players out, is stored as void.
static bool count_game(void *user, const struct store_game *g)
{
    struct count *count = user;
    count->stored += g->void_reason == NULL;
    if (g->play >= 1 && g->play <= PLAYS_MOST)
        count->stored_plays[g->play] = true;
    return true;
}

// What its file holds now. No file, or none with a contest in it, holds no games.
static bool count_stored(struct crash *c, struct count *count)
{
    *count = (struct count){0};
    struct error e;
    struct reader *r = reader_open("killed/contest.db", &e);
    if (!r)
        return true;
    bool sound = reader_verify(r, &c->error) &&
        reader_walk_games(r, READER_AS_STORED, count_game, count, &c->error);
    reader_close(r);
    return sound;
}

static bool has_record(int64_t play)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "killed/games/%" PRId64 ".jsonl", play);
    return access(path, F_OK) == 0;
}

// Leaves half a line where a record stops, as a machine without power does.
static void tear_record(int64_t play)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "killed/games/%" PRId64 ".jsonl", play);
    FILE *file = fopen(path, "a");
    if (file) {
        fputs("{\"type\":\"move\",\"seat\":1,\"at_", file);
        fclose(file);
    }
}

// What was told is stored, the file is sound; notes what was interrupted.
static bool look_at_remains(struct crash *c, bool interrupted)
{
    struct count count;
    if (!count_stored(c, &count))
        return false;
    bool unfinished = false, untold = false;
    for (int64_t play = 1; play <= c->plays; play++) {
        bool stored = count.stored_plays[play];
        if (c->told[play] && !stored)
            return error_set(&c->error, "game %" PRId64 " was told and is not stored", play);
        untold = untold || (stored && !c->told[play]);
        // What is stored and was not told will not be told any more.
        c->told[play] = stored;
        if (!stored && has_record(play)) {
            unfinished = true;
            c->lost_games++;
            tear_record(play);
        }
    }
    if (interrupted) {
        c->unfinished += unfinished;
        c->untold += untold;
        c->progressing += count.stored > c->stored;
    }
    c->stored = count.stored;
    return !c->told_twice || error_set(&c->error, "a game was told twice");
}

// --- Interruptions ---

// Waits for the moment. False: the arena has ended by itself.
static bool wait_for(struct crash *c, struct arena *a, enum moment moment)
{
    struct random *r = &c->random;
    uint32_t some = 1 + random_below(r, (uint32_t)(c->games / INTERRUPTIONS_PER_RUN));
    switch (moment) {
    case STARTING:
        return arena_until_us(a, random_below(r, (uint32_t)c->start_us + 1));
    case PLAYING:
        return arena_until_told(a, some) && arena_until_us(a, random_below(r, GAME_US));
    case COMMITTING:
        return arena_until_written(a, 1 + some);
    case ENDING:
        return arena_until_told(a, c->games > c->stored ? c->games - c->stored : 1) &&
            arena_until_us(a, random_below(r, (uint32_t)c->end_us + 1));
    }
    return false;
}

static bool kill_it(struct crash *c, struct arena *a, enum moment moment)
{
    arena_kill(a);
    c->kills++;
    c->moments[moment]++;
    // Sometimes the next one comes at once, while the bots of this one are still being ended.
    if (random_below(&c->random, 2) == 0)
        return true;
    return arena_count_orphans() == 0 || error_set(&c->error, "a process was left behind");
}

static const int disk_errors[] = {ENOSPC, EROFS, EIO};

static bool fail_disk(struct crash *c, struct arena *a, enum moment moment)
{
    atomic_store(&c->disk->failures, 0);
    atomic_store(&c->disk->error, disk_errors[random_below(&c->random, 3)]);
    int status = arena_end(a);
    atomic_store(&c->disk->error, 0);
    bool failed = atomic_load(&c->disk->failures) > 0;
    c->failures += failed;
    c->moments[moment] += failed;
    c->too_late += !failed;
    if (failed && (status < 0 || status > 2 || (status != 0 && a->talk.length == 0)))
        return error_set(
            &c->error, "without a disk it ended with %d: %.150s", status, a->talk.bytes);
    return true;
}

// One more run, interrupted. `over`: it was not, and all has been played.
static bool interrupt(struct crash *c, bool *over)
{
    static const enum moment draws[] = {STARTING, STARTING, PLAYING, PLAYING, PLAYING, PLAYING,
        COMMITTING, COMMITTING, COMMITTING, ENDING};
    enum moment moment = draws[random_below(&c->random, sizeof draws / sizeof draws[0])];
    struct arena a = arena_of(c, "killed", random_below(&c->random, 2) ? 4 : 1);
    arena_start(&a);
    bool well = true;
    if (!wait_for(c, &a, moment)) {
        int status = arena_end(&a);
        *over = status == 0;
        c->too_late++;
        if (status != 0)
            well = error_set(&c->error, "it ended by itself with %d: %.150s", status, a.talk.bytes);
    } else {
        well = c->sort->disk_fails ? fail_disk(c, &a, moment) : kill_it(c, &a, moment);
    }
    arena_destroy(&a);
    return well && look_at_remains(c, true);
}

// --- A whole contest ---

// The program's own look at what it has stored, records included.
static bool verifies(struct crash *c, const char *folder)
{
    char command[2 * PATH_MAX];
    snprintf(
        command, sizeof command, "cd %s && %s verify contest.yaml >talk 2>&1", folder, c->agon);
    return system(command) == 0 || error_set(&c->error, "agon verify: see %s/talk", folder);
}

static bool same_end(struct crash *c, const struct text *table)
{
    struct text list = text_growing();
    bool same = compare_list_games("killed/contest.db", &list, &c->error) &&
        compare_texts("games", &c->list, &list, &c->error) &&
        compare_texts("table", &c->table, table, &c->error) &&
        compare_records("whole/games", "killed/games", &list, &c->error) && verifies(c, "killed");
    text_destroy(&list);
    return same;
}

// Plays it with interruptions until it has had its share of them, or is over.
static bool run_interrupted(struct crash *c, int share)
{
    prepare(c, "killed");
    memset(c->told, 0, sizeof c->told);
    c->told_twice = false;
    bool over = false, well = look_at_remains(c, false);
    for (int i = 0; well && !over && i < share; i++)
        well = interrupt(c, &over);
    if (!well)
        return false;
    struct arena a;
    well =
        finish(c, "killed", random_below(&c->random, 2) ? 4 : 1, &a) && look_at_remains(c, false);
    if (well && c->stored != c->games)
        well = error_set(&c->error, "%" PRId64 " of %" PRId64 " games", c->stored, c->games);
    if (well && arena_count_orphans() > 0)
        well = error_set(&c->error, "a process was left behind");
    well = well && same_end(c, &a.table);
    arena_destroy(&a);
    return well;
}

static bool run_sort(struct crash *c, const struct sort *sort, int wanted)
{
    c->sort = sort;
    c->kills = c->failures = c->progressing = c->unfinished = c->untold = c->too_late = 0;
    c->lost_games = 0;
    memset(c->moments, 0, sizeof c->moments);
    bool well = run_whole(c);
    // Interruptions that hit nothing prove nothing.
    while (well &&
        (c->kills + c->failures < wanted || c->progressing == 0 ||
            (sort->spawned && c->unfinished == 0))) {
        int left = wanted - c->kills - c->failures;
        well = run_interrupted(
            c, left > 0 && left < INTERRUPTIONS_PER_RUN ? left : INTERRUPTIONS_PER_RUN);
    }
    text_destroy(&c->list);
    text_destroy(&c->table);
    return well;
}

// --- The report ---

static void report(const struct crash *c, int number, bool well)
{
    const struct sort *s = c->sort;
    int interruptions = c->kills + c->failures;
    printf("%s %d - %s, %.*s, %s: as if nothing had happened after %d %s\n", well ? "ok" : "not ok",
        number, s->game, (int)strcspn(s->format + strlen("format: "), "\n"),
        s->format + strlen("format: "),
        s->changed       ? "players who come and go"
            : s->faulty  ? "one who faults"
            : s->spawned ? "bots and built-in players"
                         : "built-in players",
        interruptions, s->disk_fails ? "failures of the disk" : "kills");
    if (!well)
        printf("# %s (%s)\n", c->error.words, c->folder);
    printf("# %" PRId64 " games; interrupted", c->games);
    for (int i = 0; i < 4; i++)
        printf("%s %d times %s", i == 0 ? "" : ",", c->moments[i], moment_names[i]);
    printf("\n# %d times after new games were stored, %d times in the middle of a game (%" PRId64
           " games played again), %d times between storing and telling\n",
        c->progressing, c->unfinished, c->lost_games, c->untold);
    fflush(stdout);
}

static struct disk_control *make_disk(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || ftruncate(fd, sizeof(struct disk_control)) != 0)
        exit(1);
    void *shared =
        mmap(NULL, sizeof(struct disk_control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (shared == MAP_FAILED)
        exit(1);
    return shared;
}

// A path in the folder that leads to the file: without blanks, which LD_PRELOAD and the commands of
// players would be cut at.
static void borrow(char path[PATH_BYTES], const char *folder, const char *name, const char *file)
{
    char real[PATH_MAX];
    snprintf(path, PATH_BYTES, "%s/%s", folder, name);
    if (!realpath(file, real) || symlink(real, path) != 0) {
        perror(file);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: crash_test AGON BOT DISK_LIBRARY [KILLS [SEED]]\n", stderr);
        return 2;
    }
    char folder[] = "/tmp/agon-crash-XXXXXX";
    int kills = argc > 4 ? atoi(argv[4]) : KILLS_DEFAULT;
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : (uint64_t)getpid();
    if (!mkdtemp(folder)) {
        perror("crash_test");
        return 1;
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); // who is left behind becomes ours
    struct crash *c = calloc(1, sizeof *c);
    *c = (struct crash){.folder = folder};
    borrow(c->agon, folder, "agon", argv[1]);
    borrow(c->bot, folder, "bot", argv[2]);
    borrow(c->library, folder, "disk.so", argv[3]);
    if (chdir(folder) != 0)
        return 1;
    snprintf(c->disk_path, sizeof c->disk_path, "%s/disk", folder);
    c->disk = make_disk(c->disk_path);
    c->random = random_seeded(seed);
    printf("1..%d\n# seed %" PRIu64 "\n", SORTS, seed);
    bool well = true;
    for (int i = 0; i < SORTS && well; i++) {
        well = run_sort(c, &sorts[i], (kills + i) / SORTS);
        report(c, i + 1, well);
    }
    free(c);
    char command[PATH_BYTES];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return well && chdir("/") == 0 && system(command) == 0 ? 0 : 1;
}
