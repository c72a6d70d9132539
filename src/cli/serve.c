// agon serve: shows contests to everybody with a browser, and plays those that are not over.
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/contest_show.h"
#include "cli/notice.h"
#include "cli/program.h"
#include "cli/screen.h"
#include "cli/serve_contest.h"
#include "cli/serve_database.h"
#include "cli/serve_report.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "cli/web_door.h"
#include "store/location.h"
#include "store/postgres.h"

#include <glob.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    COMMAND_BYTES = 8192,
    CLOCK_EVERY_MS = 10000, // somebody may put the clock of the machine right
};

struct serve {
    struct option_list files;
    struct web_door door;
    bool only_shown, until_over, lines, fleet_hosts;
    char resume[COMMAND_BYTES];
    struct serve_contest contests[OPTION_LIST_MOST];
    size_t count;
    struct serve_database databases[OPTION_LIST_MOST];
    size_t database_count;
    struct live *live; // NULL: there is no live table
    bool screen;       // there may be one
    bool stopped;
};

// --- Which contests ---

// Without an argument: what has results in this folder is shown, and nothing is played.
static bool serve_find_results(struct serve *s, glob_t *found, struct error *e)
{
    s->only_shown = true;
    if (glob("*.db", 0, NULL, found) != 0)
        found->gl_pathc = 0;
    for (size_t i = 0; i < found->gl_pathc; i++) {
        if (!archive_holds_results(found->gl_pathv[i]))
            continue;
        if (s->files.count == OPTION_LIST_MOST)
            return error_set(e, "this folder has more than %d contests: name those to be shown",
                OPTION_LIST_MOST);
        s->files.texts[s->files.count++] = found->gl_pathv[i];
    }
    return s->files.count > 0 ||
        error_set(e, "no contest has results in this folder: which FILE is to be served?");
}

// spring.yaml and spring.db are the same contest.
static bool serve_has_contest(const struct serve *s, const char *file)
{
    char path[ARCHIVE_PATH_BYTES];
    struct error e;
    if (!serve_contest_find_results(path, file, &e))
        return false;
    for (size_t i = 0; i < s->count; i++) {
        if (strcmp(s->contests[i].setup.path, path) == 0)
            return true;
    }
    return false;
}

// Shows the contests of a database, which are played elsewhere.
static void serve_open_database(struct serve *s, const char *address)
{
    struct error e = {0};
    struct serve_database *d = &s->databases[s->database_count];
    if (serve_database_open(d, s->door.web, address, s->fleet_hosts, &e))
        s->database_count++;
    if (d->broadcast && s->database_count == 1)
        serve_database_show_fleet(d);
    if (!d->broadcast)
        notice_say("%s", e.words);
}

static void serve_open(struct serve *s)
{
    int cores = 0;
    for (size_t i = 0; i < s->files.count; i++) {
        if (postgres_is_place(s->files.texts[i])) {
            serve_open_database(s, s->files.texts[i]);
            continue;
        }
        if (serve_has_contest(s, s->files.texts[i])) {
            notice_say("%s is named twice", s->files.texts[i]);
            continue;
        }
        struct serve_contest *c = &s->contests[s->count++];
        *c = (struct serve_contest){.served = web_door_address(&s->door),
            .lines = s->lines,
            .several = s->files.count > 1,
            .first_core = cores};
        serve_contest_open(c, s->door.web, s->files.texts[i], s->only_shown);
        cores += (int)c->setup.definition.file.concurrency;
    }
}

// Is there anything to be looked at, now or later?
static bool serve_is_worth_it(const struct serve *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct serve_contest *c = &s->contests[i];
        struct error ignored; // it has been told
        bool exists = false;
        if (c->state != SERVE_FAILED ||
            (location_exists(c->setup.path, &exists, &ignored) && exists))
            return true;
    }
    return s->database_count > 0;
}

static size_t serve_in_state(const struct serve *s, enum serve_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += s->contests[i].state == state;
    return count;
}

// --- The live table ---

static void serve_draw(struct serve *s, const struct serve_contest *c)
{
    if (s->live)
        live_add(s->live, &c->live); // without memory for it, it is played all the same
    else if (s->screen)
        s->live = live_begin(web_door_address(&s->door), &c->live);
}

// Prints the tables of contests that have ended since the last time.
static void serve_print_ended(struct serve *s)
{
    for (size_t i = 0; i < s->count; i++) {
        struct serve_contest *c = &s->contests[i];
        struct error ignored; // whoever opens them will tell
        bool exists = true;
        if (c->state != SERVE_ENDED || c->printed ||
            (location_exists(c->setup.path, &exists, &ignored) && !exists))
            continue;
        c->printed = true;
        if (c->several)
            print_line(stdout, "%s", contest_setup_title(&c->setup));
        if (contest_show_print(c->setup.path, NULL, false) != EXIT_OK)
            c->state = SERVE_FAILED;
        else if (c->several)
            putchar('\n');
    }
    fflush(stdout);
}

// When nothing is played any more, the terminal is given back.
static void serve_rest(struct serve *s)
{
    if (serve_in_state(s, SERVE_PLAYED) > 0 && s->live)
        return;
    bool drew = s->live != NULL;
    if (drew)
        live_end(s->live);
    s->live = NULL;
    serve_print_ended(s);
    if (drew && !s->stopped && !s->until_over)
        notice_say("still shown at %s   (Ctrl-C ends)", web_door_address(&s->door));
}

// --- Waiting ---

static void serve_stop_all(struct serve *s)
{
    s->stopped = true;
    for (size_t i = 0; i < s->count; i++)
        serve_contest_stop(&s->contests[i], NULL);
}

// `agon contest pause` means one contest: that with this mark.
static void serve_pause(struct serve *s)
{
    int mark;
    pid_t who = stop_take_pause(&mark);
    char words[64];
    snprintf(words, sizeof words, "asked for by process %d", (int)who);
    for (size_t i = 0; who != 0 && i < s->count; i++) {
        struct serve_contest *c = &s->contests[i];
        if (c->state == SERVE_PLAYED && stop_mark_of(c->setup.path) == mark) {
            notice_say("%s: asked to pause: finishing its running games", c->slug);
            serve_contest_stop(c, words);
        }
    }
}

// Begins what is due. Returns how many milliseconds there are until the next one is; -1: there is
// none.
static int serve_begin_due(struct serve *s)
{
    int64_t now_s = time(NULL), next_s = INT64_MAX;
    for (size_t i = 0; i < s->count; i++) {
        struct serve_contest *c = &s->contests[i];
        if (c->state == SERVE_SCHEDULED && c->starts_s <= now_s)
            serve_contest_begin(c, now_s);
        if (c->state == SERVE_SCHEDULED && c->starts_s < next_s)
            next_s = c->starts_s;
    }
    if (next_s == INT64_MAX)
        return -1;
    return next_s - now_s < CLOCK_EVERY_MS / 1000 ? (int)(next_s - now_s) * 1000 : CLOCK_EVERY_MS;
}

static void serve_wait(struct serve *s, int timeout_ms)
{
    struct pollfd ready[OPTION_LIST_MOST + 1] = {{.fd = stop_fd(), .events = POLLIN}};
    nfds_t count = 1;
    for (size_t i = 0; i < s->count; i++) {
        if (s->contests[i].feed)
            ready[count++] = (struct pollfd){.fd = feed_fd(s->contests[i].feed), .events = POLLIN};
    }
    poll(ready, count, timeout_ms);
    stop_silence();
}

static bool serve_goes_on(const struct serve *s)
{
    if (serve_in_state(s, SERVE_PLAYED) > 0)
        return true;
    if (s->stopped || !serve_is_worth_it(s))
        return false;
    return !s->until_over || serve_in_state(s, SERVE_SCHEDULED) > 0;
}

static void serve_run(struct serve *s)
{
    int timeout_ms = serve_begin_due(s);
    serve_report(s->contests, s->count);
    while (serve_goes_on(s)) {
        stop_set_playing(serve_in_state(s, SERVE_PLAYED) > 0);
        serve_wait(s, timeout_ms);
        if (stop_asked() && !s->stopped)
            serve_stop_all(s);
        serve_pause(s);
        for (size_t i = 0; i < s->count; i++) {
            if (serve_contest_hear(&s->contests[i]))
                serve_draw(s, &s->contests[i]);
        }
        timeout_ms = s->stopped ? -1 : serve_begin_due(s);
        serve_rest(s);
    }
}

// --- The command ---

static int serve_status(const struct serve *s)
{
    bool stopped = false, failed = false;
    for (size_t i = 0; i < s->count; i++) {
        const struct serve_contest *c = &s->contests[i];
        failed = failed || c->state == SERVE_FAILED;
        stopped = stopped || (c->state == SERVE_ENDED && !c->over);
    }
    if (stopped)
        print_line(stderr, "stopped; to go on:  %s", s->resume);
    return stopped || failed ? EXIT_FAILED : EXIT_OK;
}

static int serve_contests(struct serve *s)
{
    struct error e;
    if (!web_door_open(&s->door, true, &e))
        return wrong_input(&e);
    s->screen = !s->lines && screen_is_possible(STDOUT_FILENO);
    serve_open(s);
    if (!serve_is_worth_it(s))
        return EXIT_WRONG_INPUT; // it has been told why
    stop_listen(STOP_SERVER, s->resume);
    serve_run(s);
    stop_listen_no_more();
    return serve_is_worth_it(s) ? serve_status(s) : EXIT_WRONG_INPUT;
}

static void serve_name_resume(struct serve *s, int argc, char **argv)
{
    struct text out = TEXT_IN(s->resume);
    text_program(&out);
    for (int i = 0; i < argc; i++) {
        text_char(&out, ' ');
        text_word(&out, argv[i]);
    }
}

int command_serve(const struct command *self, int argc, char **argv)
{
    static struct serve s;
    const struct argument arguments[] = {{"[FILE...]",
        "contest files, to be played and shown; files of results, and addresses of databases, to "
        "be shown",
        s.files.texts}};
    const struct option options[] = {
        {"web",
            "where: PORT, HOST:PORT or [IPv6]:PORT; loopback if no host is named (8080, or the "
            "next "
            "free port)",
            .text = &s.door.where, .value = "ADDR"},
        web_door_option(&s.door, WEB_DOOR_CERTIFICATE),
        web_door_option(&s.door, WEB_DOOR_KEY),
        web_door_option(&s.door, WEB_DOOR_ACCESS_LOG),
        {"show-only", "play nothing: show what is stored", .flag = &s.only_shown},
        {"until-over", "end when the contests are over, instead of serving on",
            .flag = &s.until_over},
        {"fleet-hosts", "the page of a fleet names its machines", .flag = &s.fleet_hosts},
        {"lines", LINES_HELP, .flag = &s.lines},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    glob_t found = {0};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    serve_name_resume(&s, argc, argv);
    while (s.files.texts[s.files.count])
        s.files.count++;
    if (s.files.count == 0 && !serve_find_results(&s, &found, &e)) {
        globfree(&found);
        return wrong_input(&e);
    }
    status = bots_setup() ? serve_contests(&s) : EXIT_WRONG_INPUT;
    for (size_t i = 0; i < s.database_count; i++)
        serve_database_close(&s.databases[i]);
    web_door_close(&s.door);
    for (size_t i = 0; i < s.count; i++)
        serve_contest_destroy(&s.contests[i]);
    link_process_teardown();
    globfree(&found);
    return status;
}
