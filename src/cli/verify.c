// agon verify: checks everything that a contest's file holds. The chains; then every game, played
// again by its rules; then the schedule, computed again from the results; then the records beside
// it. Names everything that is wrong.
#include "archive/archive.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/standings.h"
#include "cli/terminal.h"
#include "cli/verify_record.h"
#include "contest/replay.h"
#include "referee/result.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SHOWN_EVERY = 256, PROBLEMS_KEPT = 100 };

struct problem {
    const char *check; // that found it
    int64_t game;      // by the schedule; 0: not known
    struct error what;
};

struct verify {
    const char *file, *records; // as given; no records: NULL, or the contest's own folder
    const char *expect;         // a head, as it was typed; NULL: any will do
    struct head expected;       // the same
    bool json;
    struct archive archive;
    struct standings standings;
    struct progress progress;
    int64_t done, all; // rows looked at, and to be looked at in all walks

    // Where the walk along the schedule stands.
    bool follows; // everything up to here was right
    struct schedule schedule;
    struct pairing pairing;     // of the last row
    int64_t last_play;          // of the last row; 0: there was none
    struct ledger_pair results; // of its games so far
    int stored;                 // games of this pair

    int64_t games, voided, moves, not_played;
    int64_t forfeits;                           // stored games that became some
    int64_t records_found[RECORD_IS_WRONG + 1]; // by enum record_state

    int64_t problems; // all of them; the first are kept
    struct problem kept[PROBLEMS_KEPT];
};

// --- What is wrong ---

static void add_problem(struct verify *v, const char *check, int64_t game, const char *words)
{
    if (v->problems < PROBLEMS_KEPT) {
        struct problem *p = &v->kept[v->problems];
        *p = (struct problem){.check = check, .game = game};
        error_set(&p->what, "%s", words);
    }
    v->problems++;
}

// "game 17 (ann - bob, row 16): ..."
static void wrong_game(
    struct verify *v, const char *check, const struct store_game *g, const struct error *why)
{
    struct error words;
    error_set(&words, "game %" PRId64 " (%.32s - %.32s, row %" PRId64 "): %.160s", g->play,
        g->first_name, g->second_name, g->id, why->words);
    add_problem(v, check, g->play, words.words);
}

static void show_progress(struct verify *v)
{
    if (++v->done % SHOWN_EVERY == 0)
        progress_show(&v->progress, (uint64_t)v->done, (uint64_t)v->all);
}

// --- The rules ---

// Which end the moves of a game must fit to, by verdict. VOID is never stored.
static const enum replay_end ends[VERDICTS] = {
    [VERDICT_WON] = REPLAY_WON,
    [VERDICT_DRAW] = REPLAY_DRAWN,
    [VERDICT_MALFORMED] = REPLAY_WRONG_MESSAGE,
    [VERDICT_ILLEGAL] = REPLAY_WRONG_MOVE,
    [VERDICT_TIMEOUT] = REPLAY_WRONG_MESSAGE,
    [VERDICT_DISCONNECT] = REPLAY_BROKEN_OFF,
    [VERDICT_CRASH] = REPLAY_BROKEN_OFF,
    [VERDICT_FLOOD] = REPLAY_BROKEN_OFF,
    [VERDICT_NO_START] = REPLAY_NEVER_BEGAN,
    [VERDICT_LIMIT] = REPLAY_BROKEN_OFF,
    [VERDICT_VOID] = REPLAY_BROKEN_OFF,
};

// The words of an end by the rules follow from it; those of a fault begin with who made it.
static bool check_words(const struct replay *r, const struct replay_claim *claim,
    const struct store_game *g, struct error *e)
{
    const char *names[SEATS] = {g->first_name, g->second_name};
    if (claim->blame != NOBODY) {
        const char *name = names[claim->blame];
        size_t length = strlen(name);
        return (strncmp(g->explanation, name, length) == 0 && g->explanation[length] == ':') ||
            error_set(e, "its explanation does not begin with the one who made the fault");
    }
    struct result result;
    if (claim->end == REPLAY_GAVE_UP) {
        result_by_resigning(&result, (int)(1 - claim->winner), names);
    } else {
        struct outcome o = r->game->outcome(&r->position);
        result_by_rules(&result, &o, names);
    }
    return strcmp(g->explanation, result.explanation) == 0 ||
        error_set(e, "its explanation should be \"%.160s\"", result.explanation);
}

static bool replay_game(struct verify *v, const struct store_game *g, struct error *e)
{
    enum verdict verdict;
    if (!verdict_find(g->verdict, &verdict) || verdict == VERDICT_VOID)
        return error_set(e, "a game cannot end with the verdict \"%.20s\"", g->verdict);
    // Giving up is a win without a rule.
    bool gave_up = verdict == VERDICT_WON && g->rule[0] == '\0';
    const struct replay_claim claim = {
        .end = gave_up ? REPLAY_GAVE_UP : ends[verdict],
        .winner = g->winner == STORE_NOBODY ? NOBODY : g->winner,
        .blame = g->blame == STORE_NOBODY ? NOBODY : g->blame,
        .rule = g->rule,
        .plies = g->plies,
    };
    struct replay r;
    if (!replay_begin(&r, v->archive.definition.game, g->start, e) ||
        !replay_moves(&r, g->moves, e) || !replay_check(&r, &claim, e) ||
        !check_words(&r, &claim, g, e))
        return false;
    v->moves += r.plies;
    return true;
}

static bool check_rules(void *user, const struct store_game *g)
{
    struct verify *v = user;
    struct error why;
    show_progress(v);
    v->games++;
    v->voided += g->void_reason != NULL;
    if (!replay_game(v, g, &why))
        wrong_game(v, "rules", g, &why);
    return true;
}

// --- The schedule ---

// The pair of the last row gets its result; those whose games were not all played get none.
static bool close_pair(struct verify *v, struct error *e)
{
    if (v->stored < GAMES_PER_PAIR)
        return true;
    const struct pair_result result = ledger_result(&v->results);
    return schedule_result(&v->schedule, v->pairing.index, &result, e);
}

// Goes on to the pair of this row; beyond it, if it is a forfeit and nobody was to play it.
static bool open_pair(struct verify *v, int64_t pair, struct error *e)
{
    if (!close_pair(v, e))
        return false;
    v->stored = 0;
    while (v->schedule.next <= pair) {
        switch (schedule_next(&v->schedule, &v->pairing)) {
        case NEXT_PAIR:
            break;
        case NEXT_WAIT:
            if (v->schedule.next > pair)
                return true; // it is not played, and the next ones cannot be drawn yet
            return error_set(e,
                v->archive.definition.plan.format->at
                    ? "it is too far ahead of a game that is not there: let the contest go on first"
                    : "it cannot have been played while games of the round before it are not "
                      "there");
        case NEXT_OVER:
            if (v->schedule.next <= pair)
                return error_set(e, "the schedule has no such game");
            break;
        case NEXT_FAILED:
            return error_set(e, "out of memory");
        }
    }
    return true;
}

static bool check_start(const struct verify *v, const struct store_game *g, struct error *e)
{
    int first_id;
    char words[POSITION_TEXT_BYTES];
    struct text text = TEXT_IN(words);
    position start = definition_start(&v->archive.definition, &v->pairing, g->id, &first_id);
    v->archive.definition.game->print(&start, &text);
    return strcmp(g->start, words) == 0 ||
        error_set(e, "it does not begin where the schedule says: %.100s", words);
}

// A stored game whose pair nobody was to play. Before it was known that a player is out (S9) it was
// played in vain: it counts for nothing, as if it had not been played, and whoever goes on makes it
// void. Half of a pair may wait for a player who is suspended.
static bool check_idle(struct verify *v, const struct store_game *g, struct error *e)
{
    const struct definition *d = &v->archive.definition;
    const int64_t players[2] = {
        g->game == 0 ? g->first_id : g->second_id, g->game == 0 ? g->second_id : g->first_id};
    struct pairing pair = {.index = g->pair, .first = (int)players[0], .second = (int)players[1]};
    bool gone[2];
    for (int i = 0; i < 2; i++) {
        if (players[i] < 0 || players[i] >= (int64_t)d->count)
            return error_set(e, "it has a player that is not in the contest");
    }
    plan_leaves_out(&d->plan, &pair, gone);
    for (int i = 0; i < 2; i++) {
        if (gone[i] && !(d->plan.presence && d->plan.presence[players[i]].resting))
            return error_set(e, "%.32s had left the contest before it", d->names[players[i]]);
    }
    v->forfeits += !gone[0] && !gone[1];
    v->not_played++;
    return true;
}

static bool check_seats(struct verify *v, const struct store_game *g, struct error *e)
{
    const int64_t ids[SEATS] = {g->first_id, g->second_id};
    const char *names[SEATS] = {g->first_name, g->second_name};
    for (int seat = 0; seat < SEATS; seat++) {
        int player = seat == g->game ? v->pairing.first : v->pairing.second;
        const char *name = v->archive.definition.names[player];
        if (ids[seat] != player || strcmp(names[seat], name) != 0)
            return error_set(e, "by the schedule the %s seat is %.32s's, not %.32s's",
                seat == 0 ? "first" : "second", name, names[seat]);
    }
    return true;
}

static bool match_schedule(struct verify *v, const struct store_game *g, struct error *e)
{
    if (g->pair < 0 || g->game < 0 || g->game >= GAMES_PER_PAIR)
        return error_set(e, "there is no game %" PRId64 " of pair %" PRId64, g->game, g->pair);
    int64_t play = g->pair * GAMES_PER_PAIR + g->game + 1;
    if (g->play != play)
        return error_set(e,
            "game %" PRId64 " of pair %" PRId64 " is number %" PRId64 " of the schedule", g->game,
            g->pair, play);
    if (play == v->last_play)
        return error_set(e, "it is there twice");
    if ((v->last_play == 0 || g->pair != v->pairing.index) && !open_pair(v, g->pair, e))
        return false;
    v->not_played += play - v->last_play - 1;
    v->last_play = play;
    if (g->pair != v->pairing.index)
        return check_idle(v, g, e);
    if (!check_seats(v, g, e) || !check_start(v, g, e))
        return false;
    ledger_note(&v->results, (int)g->game, g->winner, g->blame);
    v->stored++;
    return true;
}

// --- The records beside it ---

static void check_record(struct verify *v, const struct store_game *g)
{
    char path[ARCHIVE_PATH_BYTES];
    struct error why;
    snprintf(path, sizeof path, "%s/%" PRId64 ".jsonl", v->records, g->play);
    const struct pairing *pairing = v->follows && g->pair == v->pairing.index ? &v->pairing : NULL;
    enum record_state state = verify_record(path, g, &v->archive.definition, pairing, &why);
    v->records_found[state]++;
    if (state == RECORD_IS_WRONG)
        wrong_game(v, "records", g, &why);
}

// Along the schedule as long as the games follow it.
static bool check_place(void *user, const struct store_game *g)
{
    struct verify *v = user;
    struct error why;
    show_progress(v);
    if (v->follows && !match_schedule(v, g, &why)) {
        wrong_game(v, "schedule", g, &why);
        v->follows = false;
    }
    if (v->records)
        check_record(v, g);
    return true;
}

// --- All of it ---

static bool found_in_chain(void *user, int64_t play, const char *words)
{
    add_problem(user, "chain", play, words);
    return true;
}

static bool check_chain(struct verify *v)
{
    struct reader *r = v->archive.reader;
    struct error e;
    if (!reader_inspect(r, found_in_chain, v, &e)) {
        add_problem(v, "chain", 0, e.words);
        return false;
    }
    if (v->expect && v->problems == 0 && !reader_expect(r, &v->expected, &e))
        add_problem(v, "head", 0, e.words);
    return true;
}

static void check_contest(struct verify *v)
{
    const struct archive *a = &v->archive;
    if (reader_contest(a->reader)->seed != (uint64_t)a->definition.file.seed)
        add_problem(v, "contest", 0, "the seed is not the one that the stored contest file says");
}

// A row that cannot be read ends a walk. If the chain is wrong, that has been told already.
static void end_walk(struct verify *v, const char *check, const struct error *e)
{
    if (v->problems == 0)
        add_problem(v, check, 0, e->words);
}

// What cannot be trusted is not followed: then the schedule and the table are left out.
static bool check_all(struct verify *v)
{
    struct archive *a = &v->archive;
    struct reader_counts counts;
    struct error e;
    if (!check_chain(v))
        return false;
    check_contest(v);
    if (reader_count(a->reader, &counts, &e))
        v->all = 2 * counts.games - counts.voided;
    if (!reader_walk_games(a->reader, READER_AS_STORED, check_rules, v, &e))
        end_walk(v, "rules", &e);
    v->follows = v->problems == 0;
    if (v->follows && !schedule_init(&v->schedule, &a->definition.plan, &e)) {
        add_problem(v, "schedule", 0, e.words);
        v->follows = false;
    }
    if (!reader_walk_games(a->reader, READER_BY_PAIR, check_place, v, &e))
        end_walk(v, "schedule", &e);
    if (v->problems > 0)
        return false;
    // Nor will those ever be, or not now.
    v->not_played -= (v->schedule.forfeits + v->schedule.left_out) * GAMES_PER_PAIR;
    if (!standings_load(&v->standings, &a->definition, a->reader, &e))
        add_problem(v, "table", 0, e.words);
    return v->problems == 0;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

// --- The answer ---

static void print_right(const struct verify *v)
{
    char played[256], moves[32];
    struct text out = TEXT_IN(played), number = TEXT_IN(moves);
    standings_progress(&v->standings, &out);
    text_grouped(&number, (uint64_t)v->moves);
    // Without the full stop.
    print_line(stdout, "%s: OK: %.*s; %s moves, all by the rules", v->archive.path,
        (int)out.length - 1, played, moves);
    if (v->voided > 0)
        printf("%" PRId64 " more game%s void, and kept\n", v->voided,
            v->voided == 1 ? " is" : "s are");
    if (v->forfeits > 0)
        printf("%" PRId64 " stored game%s by the faults of a player, worth nothing\n", v->forfeits,
            v->forfeits == 1 ? " is a forfeit" : "s are forfeits");
    if (v->not_played > 0)
        printf("%" PRId64 " game%s not there: to be played when the contest goes on\n",
            v->not_played, v->not_played == 1 ? " in between is" : "s in between are");
    if (v->records)
        printf("records: %" PRId64 " agree, %" PRId64 " without their end, %" PRId64 " not there\n",
            v->records_found[RECORD_IS_RIGHT], v->records_found[RECORD_IS_TORN],
            v->records_found[RECORD_IS_MISSING]);
    printf("fingerprint %s\nhead %s\n", v->standings.fingerprint, v->standings.head);
}

static bool names_file(const struct verify *v, const char *words)
{
    size_t length = strlen(v->archive.path);
    return strncmp(words, v->archive.path, length) == 0 && words[length] == ':';
}

static void print_wrong(const struct verify *v)
{
    for (int64_t i = 0; i < v->problems && i < PROBLEMS_KEPT; i++) {
        const char *words = v->kept[i].what.words;
        if (names_file(v, words))
            print_line(stdout, "%s", words);
        else
            print_line(stdout, "%s: %s", v->archive.path, words);
    }
    if (v->problems > PROBLEMS_KEPT)
        print_line(
            stdout, "%s: and %" PRId64 " more", v->archive.path, v->problems - PROBLEMS_KEPT);
}

static void put_problem(const struct problem *p, struct text *out)
{
    text_format(out, "\"check\":\"%s\",\"game\":", p->check);
    p->game > 0 ? text_number(out, p->game) : text_string(out, "null");
    text_string(out, ",\"words\":");
    text_json(out, p->what.words);
}

// The first problem, and all of them.
static void put_problems(const struct verify *v, struct text *out)
{
    put_problem(&v->kept[0], out);
    text_format(out, ",\"problem_count\":%" PRId64 ",\"problems\":[", v->problems);
    for (int64_t i = 0; i < v->problems && i < PROBLEMS_KEPT; i++) {
        text_string(out, i > 0 ? ",{" : "{");
        put_problem(&v->kept[i], out);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void print_json(const struct verify *v, bool right)
{
    struct text out = text_growing();
    text_string(&out, "{\"file\":");
    text_json(&out, v->archive.path);
    text_format(&out, ",\"ok\":%s", right ? "true" : "false");
    if (right) {
        text_format(&out,
            ",\"games\":%" PRId64 ",\"void\":%" PRId64 ",\"moves\":%" PRId64
            ",\"not_played\":%" PRId64 ",\"forfeits\":%" PRId64 ",\"over\":%s",
            v->games - v->voided, v->voided, v->moves, v->not_played, v->forfeits,
            v->standings.over ? "true" : "false");
        if (v->records)
            text_format(&out,
                ",\"records\":{\"right\":%" PRId64 ",\"torn\":%" PRId64 ",\"missing\":%" PRId64 "}",
                v->records_found[RECORD_IS_RIGHT], v->records_found[RECORD_IS_TORN],
                v->records_found[RECORD_IS_MISSING]);
        text_format(&out, ",\"fingerprint\":\"%s\",\"head\":\"%s\"", v->standings.fingerprint,
            v->standings.head);
    } else {
        text_char(&out, ',');
        put_problems(v, &out);
    }
    json_schema(&out, "verify/1");
    text_char(&out, '}');
    puts(out.bytes);
    text_destroy(&out);
}

static int verify_archive(struct verify *v)
{
    const char *own = v->archive.definition.file.records;
    if (!v->records && own && !is_folder(own))
        print_line(stderr, "agon: the records are not looked at: there is no folder %s", own);
    else if (!v->records)
        v->records = own;
    v->progress = progress_start();
    bool right = check_all(v);
    progress_end(&v->progress);
    if (v->json)
        print_json(v, right);
    else if (right)
        print_right(v);
    else
        print_wrong(v);
    standings_destroy(&v->standings);
    schedule_destroy(&v->schedule);
    return right ? EXIT_OK : EXIT_FAILED;
}

// The contest cannot be understood, which has been told. If somebody has changed it, that is why.
static int verify_unread(struct verify *v)
{
    if (!v->archive.reader)
        return EXIT_WRONG_INPUT;
    check_chain(v);
    if (v->problems == 0)
        return EXIT_WRONG_INPUT;
    v->json ? print_json(v, false) : print_wrong(v);
    return EXIT_FAILED;
}

int command_verify(const struct command *self, int argc, char **argv)
{
    static struct verify v;
    const struct argument arguments[] = {
        {"FILE", "the contest file, or the file with its results", &v.file}};
    const struct option options[] = {
        {"records", "the folder with the records, if it is not where the contest file says",
            .text = &v.records, .value = "DIR"},
        {"expect", EXPECT_HELP, .text = &v.expect, .value = "HEAD"},
        {"json", "one JSON object", .flag = &v.json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    if (v.records && !is_folder(v.records)) {
        error_set(&e, "there is no folder %.160s", v.records);
        return wrong_input(&e);
    }
    if (v.expect && !head_read(&v.expected, v.expect, &e))
        return wrong_input(&e);
    int status = EXIT_OK;
    if (archive_open_unchecked(&v.archive, v.file, &e)) {
        status = verify_archive(&v);
    } else {
        wrong_contest(v.archive.path, &v.archive.definition.problems, &e);
        status = verify_unread(&v);
    }
    archive_close(&v.archive);
    return status;
}
