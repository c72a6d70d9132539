// agon verify: checks everything that a contest's file holds. The chains; then every game, played
// again by its rules; then the schedule, computed again from the results; then the records beside
// it. Stops at the first thing that is wrong and names it.
#include "cli/archive.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "cli/standings.h"
#include "cli/terminal.h"
#include "contest/replay.h"
#include "referee/recorded.h"
#include "referee/result.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RECORD_BYTES_MOST = 64 * 1024 * 1024, SHOWN_EVERY = 256 };

struct verify {
    const char *file, *records; // as given; no records: NULL, or the contest's own folder
    bool json;
    struct archive archive;
    struct standings standings;
    struct progress progress;
    int64_t done, all; // rows looked at, and to be looked at in all walks

    // Where the walk along the schedule stands.
    struct schedule schedule;
    struct pairing pairing;     // of the last row
    int64_t last_play;          // of the last row; 0: there was none
    struct ledger_pair results; // of its games so far
    int stored;                 // games of this pair

    int64_t games, voided, moves, not_played;
    int64_t forfeits; // stored games that became some
    int64_t records_right, records_torn, records_missing;

    const char *check;  // that found something wrong: NULL: none
    int64_t wrong_game; // by the schedule; 0: not known
    struct error wrong;
};

// --- What is wrong ---

// "game 17 (ann - bob, row 16): ..."; always false.
static bool wrong_game(
    struct verify *v, const char *check, const struct store_game *g, const struct error *why)
{
    v->check = check;
    v->wrong_game = g->play;
    return error_set(&v->wrong, "game %" PRId64 " (%.32s - %.32s, row %" PRId64 "): %.160s",
        g->play, g->first_name, g->second_name, g->id, why->words);
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
    if (!replay_begin(&r, v->archive.lineup.game, g->start, e) || !replay_moves(&r, g->moves, e) ||
        !replay_check(&r, &claim, e) || !check_words(&r, &claim, g, e))
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
    return replay_game(v, g, &why) || wrong_game(v, "rules", g, &why);
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
                v->archive.lineup.plan.format->at
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
    position start = lineup_start(&v->archive.lineup, &v->pairing, g->id, &first_id);
    v->archive.lineup.game->print(&start, &text);
    return strcmp(g->start, words) == 0 ||
        error_set(e, "it does not begin where the schedule says: %.100s", words);
}

// A stored game whose pair nobody was to play. Before it was known that a player is out (S9) it was
// played in vain: it counts for nothing, as if it had not been played, and whoever goes on makes it
// void. Half of a pair may wait for a player who is suspended.
static bool check_idle(struct verify *v, const struct store_game *g, struct error *e)
{
    const struct lineup *l = &v->archive.lineup;
    const int64_t players[2] = {
        g->game == 0 ? g->first_id : g->second_id, g->game == 0 ? g->second_id : g->first_id};
    struct pairing pair = {.index = g->pair, .first = (int)players[0], .second = (int)players[1]};
    bool gone[2];
    for (int i = 0; i < 2; i++) {
        if (players[i] < 0 || players[i] >= (int64_t)l->count)
            return error_set(e, "it has a player that is not in the contest");
    }
    plan_leaves_out(&l->plan, &pair, gone);
    for (int i = 0; i < 2; i++) {
        if (gone[i] && !(l->plan.presence && l->plan.presence[players[i]].resting))
            return error_set(
                e, "%.32s had left the contest before it", l->players[players[i]].name);
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
        const char *name = v->archive.lineup.players[player].name;
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

static bool disagrees(struct error *e, const char *what)
{
    return error_set(e, "its record has %s", what);
}

static bool compare_end(const struct recorded *r, const struct store_game *g, struct error *e)
{
    if (strcmp(r->moves.bytes, g->moves) != 0)
        return disagrees(e, "other moves");
    if (strcmp(r->verdict, g->verdict) != 0 || strcmp(r->rule, g->rule) != 0)
        return disagrees(e, "another verdict");
    if (r->winner != g->winner || r->blame != g->blame)
        return disagrees(e, "another winner or another one to blame");
    return r->plies == g->plies || disagrees(e, "another number of moves");
}

static bool compare_record(const struct recorded *r, const struct store_game *g, struct error *e)
{
    if (r->index == 0)
        return true; // not even its first line is whole
    if (r->index != g->play)
        return disagrees(e, "another game");
    if (strcmp(r->names[0], g->first_name) != 0 || strcmp(r->names[1], g->second_name) != 0)
        return disagrees(e, "other players");
    if (strcmp(r->position, g->start) != 0)
        return disagrees(e, "another start");
    if (r->ended)
        return compare_end(r, g, e);
    return strncmp(r->moves.bytes, g->moves, r->moves.length) == 0 || disagrees(e, "other moves");
}

static bool read_record(const char *path, struct text *out, struct error *e)
{
    struct error why;
    if (!load_file(path, RECORD_BYTES_MOST, out, &why))
        return error_set(e, "its record: %.200s", why.words);
    return out->length <= RECORD_BYTES_MOST || error_set(e, "its record is too long");
}

static bool judge_record(
    struct verify *v, const struct text *bytes, const struct store_game *g, struct error *e)
{
    struct recorded r;
    bool right = recorded_read(&r, bytes->bytes, bytes->length, e);
    if (!right) {
        struct error where = *e;
        error_set(e, "its record is damaged: %.160s", where.words);
    } else {
        right = compare_record(&r, g, e);
    }
    if (right && r.ended && !r.torn)
        v->records_right++;
    else if (right)
        v->records_torn++;
    recorded_destroy(&r);
    return right;
}

static bool check_record(struct verify *v, const struct store_game *g, struct error *e)
{
    char path[ARCHIVE_PATH_BYTES];
    struct stat about;
    snprintf(path, sizeof path, "%s/%" PRId64 ".jsonl", v->records, g->play);
    if (stat(path, &about) != 0 && errno == ENOENT) {
        v->records_missing++;
        return true;
    }
    struct text bytes = text_growing();
    bool right = read_record(path, &bytes, e) && judge_record(v, &bytes, g, e);
    text_destroy(&bytes);
    return right;
}

static bool check_place(void *user, const struct store_game *g)
{
    struct verify *v = user;
    struct error why;
    show_progress(v);
    if (!match_schedule(v, g, &why))
        return wrong_game(v, "schedule", g, &why);
    return !v->records || check_record(v, g, &why) || wrong_game(v, "records", g, &why);
}

// --- All of it ---

// The walks give back true also when they were stopped by what they found.
static bool check_all(struct verify *v)
{
    struct archive *a = &v->archive;
    struct error *e = &v->wrong;
    struct reader_counts counts;
    v->check = "chain";
    if (!reader_verify(a->reader, e) || !reader_count(a->reader, &counts, e))
        return false;
    v->check = "contest";
    if (reader_contest(a->reader)->seed != (uint64_t)a->input.file.seed)
        return error_set(e, "the seed is not the one that the stored contest file says");
    v->all = 2 * counts.games - counts.voided;
    v->check = NULL;
    if (!reader_walk_games(a->reader, READER_AS_STORED, check_rules, v, e))
        v->check = "rules";
    if (v->check)
        return false;
    if (!schedule_init(&v->schedule, &a->lineup.plan, e) ||
        !reader_walk_games(a->reader, READER_BY_PAIR, check_place, v, e))
        v->check = "schedule";
    if (v->check)
        return false;
    // Nor will those ever be, or not now.
    v->not_played -= (v->schedule.forfeits + v->schedule.left_out) * GAMES_PER_PAIR;
    if (!standings_load(&v->standings, &a->lineup, a->reader, e))
        v->check = "table";
    return v->check == NULL;
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
    printf("%s: OK: %.*s; %s moves, all by the rules\n", v->archive.path, (int)out.length - 1,
        played, moves);
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
            v->records_right, v->records_torn, v->records_missing);
    printf("fingerprint %s\n", v->standings.fingerprint);
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
                v->records_right, v->records_torn, v->records_missing);
        text_format(&out, ",\"fingerprint\":\"%s\"}", v->standings.fingerprint);
    } else {
        text_format(&out, ",\"check\":\"%s\",\"game\":", v->check);
        v->wrong_game > 0 ? text_number(&out, v->wrong_game) : text_string(&out, "null");
        text_string(&out, ",\"words\":");
        text_json(&out, v->wrong.words);
        text_char(&out, '}');
    }
    puts(out.bytes);
    text_destroy(&out);
}

static int verify_archive(struct verify *v)
{
    const char *own = v->archive.input.file.records;
    if (!v->records && own && !is_folder(own))
        fprintf(stderr, "agon: the records are not looked at: there is no folder %s\n", own);
    else if (!v->records)
        v->records = own;
    v->progress = progress_start();
    bool right = check_all(v);
    progress_end(&v->progress);
    if (v->json)
        print_json(v, right);
    else if (right)
        print_right(v);
    else if (strcmp(v->check, "chain") == 0)
        printf("%s\n", v->wrong.words); // which name the file
    else
        printf("%s: %s\n", v->archive.path, v->wrong.words);
    standings_destroy(&v->standings);
    schedule_destroy(&v->schedule);
    return right ? EXIT_OK : EXIT_FAILED;
}

int command_verify(const struct command *self, int argc, char **argv)
{
    static struct verify v;
    const struct argument arguments[] = {
        {"FILE", "the contest file, or the file with its results", &v.file}};
    const struct option options[] = {
        {"records", "the folder with the records, if it is not where the contest file says",
            .text = &v.records, .value = "DIR"},
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
    int status = archive_open(&v.archive, v.file) ? verify_archive(&v) : EXIT_WRONG_INPUT;
    archive_close(&v.archive);
    return status;
}
