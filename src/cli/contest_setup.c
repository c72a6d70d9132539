#include "cli/contest_setup.h"

#include "archive/results_place.h"
#include "arena/player_text.h"
#include "arena/requirement.h"
#include "cli/build_notice.h"
#include "cli/contest_problems.h"
#include "cli/program.h"
#include "cli/sandbox_check.h"
#include "cli/terminal.h"
#include "fleet/fleet_schema.h"
#include "fleet/lease_needs.h"
#include "fleet/shared_contest.h"

#include <stdlib.h>
#include <string.h>

const char *contest_setup_title(const struct contest_setup *s)
{
    return s->definition.file.name ? s->definition.file.name : s->file;
}

// Keeps why the contest cannot be played; the caller has told it, or tells it now.
static void contest_setup_keep_words(struct contest_setup *s, const char *words)
{
    struct text out = TEXT_IN(s->words);
    text_string(&out, words);
}

// Prints why it cannot be played.
static int contest_setup_refuse(struct contest_setup *s, const struct error *e)
{
    contest_setup_keep_words(s, e->words);
    return wrong_input(e);
}

static int contest_setup_refuse_file(
    struct contest_setup *s, const char *path, const struct contest_problems *p, struct error *e)
{
    if (p->count > 0) {
        struct text out = TEXT_IN(s->words);
        text_format(&out, "line %d: %s", p->list[0].line, p->list[0].words);
    } else {
        contest_setup_keep_words(s, e->words);
    }
    return contest_problems_print(path, p, e);
}

// --- What the file was edited for ---

// "agon contest add spring.yaml eve 'python3 eve.py'"
static void contest_setup_text_edit(
    struct text *out, const struct contest_setup *s, const struct contest_edit *edit)
{
    static const char *const commands[] = {[EDIT_ADD] = "contest add",
        [EDIT_REMOVE] = "contest remove",
        [EDIT_REPLACE] = "contest replace"};
    struct change_space space = change_space();
    const struct change_texts p = change_texts(edit->player, &space);
    const struct {
        const char *option, *value;
    } options[] = {{"wire", p.wire}, {"directory", p.directory}, {"environment", p.environment},
        {"time", p.time}, {"limits", p.limits}, {"sandbox", p.sandbox}, {"read", p.read}};
    text_command(out, commands[edit->kind], s->file);
    text_char(out, ' ');
    text_word(out, p.name);
    if (edit->kind != EDIT_REMOVE) {
        text_char(out, ' ');
        text_word(out, p.player);
    }
    for (size_t i = 0; edit->kind != EDIT_REMOVE && i < sizeof options / sizeof *options; i++) {
        if (!options[i].value)
            continue;
        text_format(out, " --%s ", options[i].option);
        text_word(out, options[i].value);
    }
    change_space_destroy(&space);
}

// Prints the commands that change the players as the edited file wants it, one in each line.
static void contest_setup_print_edits(const struct contest_setup *s)
{
    const struct resume *resume = &s->resumed;
    struct text out = text_growing();
    for (size_t i = 0; i < resume->edit_count && i < RESUME_EDITS_MOST; i++) {
        const struct contest_edit *edit = &resume->edits[i].edit;
        if (edit->kind == EDIT_MOVE)
            continue;
        text_string(&out, "  ");
        if (resume->edits[i].done)
            text_format(&out, "%s: that has been done, and stands in the log, not here",
                edit->player->name);
        else
            contest_setup_text_edit(&out, s, edit);
        text_char(&out, '\n');
    }
    if (resume->edit_count > RESUME_EDITS_MOST)
        text_format(&out, "  and %zu more\n", resume->edit_count - RESUME_EDITS_MOST);
    if (out.length > 0)
        fprintf(
            stderr, "players of a contest that has begun are changed by commands:\n%s", out.bytes);
    text_destroy(&out);
}

// Prints why the contest cannot go on.
static int contest_setup_refuse_resume(struct contest_setup *s, const struct error *e)
{
    if (s->resumed.begun.problems.count > 0)
        contest_problems_print(s->path, &s->resumed.begun.problems, e);
    contest_setup_refuse(s, e);
    contest_setup_print_edits(s);
    return EXIT_WRONG_INPUT;
}

// --- Reading ---

static bool contest_setup_find_results(struct contest_setup *s, struct error *e)
{
    return s->results ? results_place_choose(s->path, s->file, s->results, e)
                      : results_place_find(s->path, s->file, e);
}

int contest_setup_read(struct contest_setup *s)
{
    struct error e = {0};
    if (s->expect && !head_read(&s->expected, s->expect, &e))
        return contest_setup_refuse(s, &e);
    if (archive_holds_results(s->file)) {
        error_set(&e, "%.160s holds results: run the contest file that they are of", s->file);
        return contest_setup_refuse(s, &e);
    }
    bool loaded = definition_load(&s->definition, s->file, &players_words, &e);
    contest_problems_print_late(&s->definition);
    if (!loaded)
        return contest_setup_refuse_file(s, s->file, &s->definition.problems, &e);
    if (!contest_setup_find_results(s, &e) ||
        !token_file_path(s->tokens, s->file, s->definition.file.tokens, &e))
        return contest_setup_refuse(s, &e);
    if (!resume_read(&s->resumed, &s->definition, s->file, s->path, &e))
        return contest_setup_refuse_resume(s, &e);
    if (!definition_complete(&s->definition, &e))
        return contest_setup_refuse(s, &e);
    if (s->expect && !s->resumed.text) {
        error_set(&e, "%.80s has not been run yet: it has no head", s->file);
        return contest_setup_refuse(s, &e);
    }
    return EXIT_OK;
}

// --- Players ---

// Returns false after telling which layers of the sandbox are missing that the file or the command
// line requires.
static bool contest_setup_check_sandbox(struct contest_setup *s)
{
    sandbox_layers required, typed;
    struct error e;
    if (!requirement_of_file(&s->definition.file, &required, &e) ||
        !sandbox_check_read(s->require, &typed, &e))
        return contest_setup_refuse(s, &e) == EXIT_OK;
    if (sandbox_check_players(required | typed, s->roster.players, s->roster.count))
        return true;
    contest_setup_keep_words(s, "layers of the sandbox are missing that it requires");
    return false;
}

static void contest_setup_fill_options(struct contest_setup *s)
{
    const struct contest_file *f = &s->definition.file;
    s->contest = (struct store_contest){.seed = (uint64_t)f->seed,
        .text = s->resumed.text ? s->resumed.text : s->definition.text.bytes};
    s->options = (struct arena_options){.roster = &s->roster,
        .path = s->path,
        .contest = &s->contest,
        .expected = s->expect ? &s->expected : NULL,
        .concurrency = s->concurrency > 0 ? s->concurrency : f->concurrency,
        .cores = players_are_started(s->roster.players, s->roster.count) ? f->cores : 0,
        .store_records = f->store_records,
        .records = f->records,
        .openings = f->openings == CONTEST_OPENINGS_FILE ? s->definition.opening_text.bytes : NULL,
        .tokens = f->tokens ? s->tokens : NULL};
}

// --- Players of a fleet ---

bool contest_setup_is_shared(const struct contest_setup *s)
{
    return s->definition.file.fleet && !s->here;
}

// How long a lease lasts, for tests.
static int64_t contest_setup_lease_ms(void)
{
    const char *text = getenv("AGON_FLEET_LEASE_MS");
    int64_t ms = text ? strtoll(text, NULL, 10) : 0;
    return ms > 0 ? ms : FLEET_LEASE_MS;
}

// Is there a fleet that can play it?
static bool contest_setup_check_fleet(struct contest_setup *s, struct error *e)
{
    struct postgres p = {0};
    if (!postgres_is_place(s->path))
        return error_set(e,
            "\"fleet\" needs results in a database, which workers can reach   "
            "(results: postgresql://HOST/DATABASE)");
    bool well = shared_contest_check(&s->definition, e) && roster_look(&s->roster, s->file, e) &&
        lease_needs_check(&s->roster, e) && postgres_place_read(&s->place, s->path, e) &&
        postgres_open(&p, s->place.url, "agon contest run", e) && fleet_schema_check(&p, e);
    postgres_close(&p);
    return well;
}

// Nothing is started here: the workers build entries and put bots into sandboxes.
static int contest_setup_share(struct contest_setup *s)
{
    struct error e = {0};
    if (!contest_setup_check_fleet(s, &e))
        return contest_setup_refuse(s, &e);
    contest_setup_fill_options(s);
    s->coordinator = (struct coordinator_options){.url = s->place.url,
        .contest = s->place.contest,
        .text = s->contest.text,
        .path = s->path,
        .file = s->file,
        .roster = &s->roster,
        .lease_ms = contest_setup_lease_ms(),
        .again = s->again,
        .audit = s->definition.file.audit};
    coordinator_ground(&s->ground, &s->coordinator);
    s->options.ground = &s->ground;
    return EXIT_OK;
}

int contest_setup_players(struct contest_setup *s)
{
    struct error e = {0};
    if (!roster_read(&s->roster, &s->definition, &e))
        return contest_setup_refuse(s, &e);
    if (contest_setup_is_shared(s))
        return contest_setup_share(s);
    if (!contest_setup_check_sandbox(s))
        return EXIT_WRONG_INPUT;
    if (!build_notice_roster(&s->roster, s->file, &e)) {
        int status = contest_setup_refuse(s, &e);
        if (s->words[0] == '\0') // it has been told in full
            contest_setup_keep_words(s, "not all of its entries can be built");
        return status;
    }
    contest_setup_fill_options(s);
    return EXIT_OK;
}

void contest_setup_destroy(struct contest_setup *s)
{
    roster_destroy(&s->roster);
    resume_destroy(&s->resumed);
    definition_destroy(&s->definition);
}
