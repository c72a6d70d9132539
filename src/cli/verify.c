// agon verify: checks everything that a contest's file holds, and names everything that is wrong.
#include "archive/verify.h"

#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "report/standings_table.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

struct verify_command {
    const char *file, *records; // as given; records may be NULL
    bool json;
    struct archive archive;
    struct verify_request request;
    struct verification result;
    struct results table; // if all is right
    struct progress progress;
};

static void verify_command_show_progress(void *user, int64_t done, int64_t all)
{
    struct verify_command *v = user;
    progress_show(&v->progress, (uint64_t)done, (uint64_t)all);
}

static bool verify_command_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

// --- The answer ---

static void verify_command_print_right(const struct verify_command *v)
{
    char played[256], moves[32];
    struct text out = TEXT_IN(played), number = TEXT_IN(moves);
    standings_progress(&out, &v->table);
    text_grouped(&number, (uint64_t)v->result.moves);
    // Without the full stop.
    print_line(stdout, "%s: OK: %.*s; %s moves, all by the rules", v->archive.path,
        (int)out.length - 1, played, moves);
    if (v->result.voided > 0)
        printf("%" PRId64 " more game%s void, and kept\n", v->result.voided,
            v->result.voided == 1 ? " is" : "s are");
    if (v->result.forfeits > 0)
        printf("%" PRId64 " stored game%s by the faults of a player, worth nothing\n",
            v->result.forfeits, v->result.forfeits == 1 ? " is a forfeit" : "s are forfeits");
    if (v->result.not_played > 0)
        printf("%" PRId64 " game%s not there: to be played when the contest goes on\n",
            v->result.not_played,
            v->result.not_played == 1 ? " in between is" : "s in between are");
    if (v->result.stored_records.right + v->result.stored_records.dropped > 0)
        printf("stored records: %" PRId64 " agree, %" PRId64 " dropped, %" PRId64 " not kept\n",
            v->result.stored_records.right, v->result.stored_records.dropped,
            v->result.stored_records.not_kept);
    if (v->request.records)
        printf("records: %" PRId64 " agree, %" PRId64 " without their end, %" PRId64 " not there\n",
            v->result.records.right, v->result.records.torn, v->result.records.missing);
    printf("fingerprint %s\nhead %s\n", v->table.fingerprint, v->table.head);
}

static bool verify_command_names_file(const struct verify_command *v, const char *words)
{
    size_t length = strlen(v->archive.path);
    return strncmp(words, v->archive.path, length) == 0 && words[length] == ':';
}

static void verify_command_print_wrong(const struct verify_command *v)
{
    for (int64_t i = 0; i < v->result.finding_count && i < VERIFY_FINDINGS_MOST; i++) {
        const char *words = v->result.findings[i].words;
        if (verify_command_names_file(v, words))
            print_line(stdout, "%s", words);
        else
            print_line(stdout, "%s: %s", v->archive.path, words);
    }
    if (v->result.finding_count > VERIFY_FINDINGS_MOST)
        print_line(stdout, "%s: and %" PRId64 " more", v->archive.path,
            v->result.finding_count - VERIFY_FINDINGS_MOST);
}

static void verify_command_put_finding(const struct verify_finding *f, struct text *out)
{
    text_format(out, "\"check\":\"%s\",\"game\":", verify_check_name(f->check));
    f->game > 0 ? text_number(out, f->game) : text_string(out, "null");
    text_string(out, ",\"words\":");
    text_json(out, f->words);
}

// The first problem, and all of them.
static void verify_command_put_findings(const struct verify_command *v, struct text *out)
{
    verify_command_put_finding(&v->result.findings[0], out);
    text_format(out, ",\"problem_count\":%" PRId64 ",\"problems\":[", v->result.finding_count);
    for (int64_t i = 0; i < v->result.finding_count && i < VERIFY_FINDINGS_MOST; i++) {
        text_string(out, i > 0 ? ",{" : "{");
        verify_command_put_finding(&v->result.findings[i], out);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void verify_command_print_json(const struct verify_command *v)
{
    bool right = v->result.finding_count == 0;
    struct text out = text_growing();
    text_string(&out, "{\"file\":");
    text_json(&out, v->archive.path);
    text_format(&out, ",\"ok\":%s", right ? "true" : "false");
    if (right) {
        text_format(&out,
            ",\"games\":%" PRId64 ",\"void\":%" PRId64 ",\"moves\":%" PRId64
            ",\"not_played\":%" PRId64 ",\"forfeits\":%" PRId64 ",\"over\":%s",
            v->result.games - v->result.voided, v->result.voided, v->result.moves,
            v->result.not_played, v->result.forfeits, v->table.standings.over ? "true" : "false");
        text_format(&out,
            ",\"stored_records\":{\"right\":%" PRId64 ",\"dropped\":%" PRId64
            ",\"not_kept\":%" PRId64 "}",
            v->result.stored_records.right, v->result.stored_records.dropped,
            v->result.stored_records.not_kept);
        if (v->request.records)
            text_format(&out,
                ",\"records\":{\"right\":%" PRId64 ",\"torn\":%" PRId64 ",\"missing\":%" PRId64 "}",
                v->result.records.right, v->result.records.torn, v->result.records.missing);
        text_format(
            &out, ",\"fingerprint\":\"%s\",\"head\":\"%s\"", v->table.fingerprint, v->table.head);
    } else {
        text_char(&out, ',');
        verify_command_put_findings(v, &out);
    }
    print_document(&out, "verify/1");
}

// Prints what was found, and returns the exit status.
static int verify_command_print_result(const struct verify_command *v)
{
    bool right = v->result.finding_count == 0;
    if (v->json)
        verify_command_print_json(v);
    else if (right)
        verify_command_print_right(v);
    else
        verify_command_print_wrong(v);
    return right ? EXIT_OK : EXIT_FAILED;
}

static int verify_command_archive(struct verify_command *v)
{
    struct archive *a = &v->archive;
    const char *own = a->definition.file.records;
    struct error e;
    v->request.records = v->records;
    if (!v->records && own && !verify_command_is_folder(own))
        print_line(stderr, "agon: the records are not looked at: there is no folder %s", own);
    else if (!v->records)
        v->request.records = own;
    v->progress = progress_start();
    verify_contest(a, &v->request, &v->result);
    progress_end(&v->progress);
    if (v->result.finding_count == 0 &&
        !results_load(&v->table, &a->definition.plan, a->reader, &e))
        verification_add(&v->result, VERIFY_TABLE, 0, e.words);
    int status = verify_command_print_result(v);
    results_destroy(&v->table);
    return status;
}

// The contest could not be opened, and the reason has been printed. Checks whether somebody has
// changed it.
static int verify_command_unread(struct verify_command *v)
{
    if (!v->archive.reader)
        return EXIT_WRONG_INPUT;
    verify_chain(&v->archive, &v->request, &v->result);
    return v->result.finding_count == 0 ? EXIT_WRONG_INPUT : verify_command_print_result(v);
}

static int verify_command_run(struct verify_command *v)
{
    struct error e;
    int status;
    if (archive_open_unchecked(&v->archive, v->file, &e)) {
        status = verify_command_archive(v);
    } else {
        contest_problems_print(v->archive.path, &v->archive.definition.problems, &e);
        status = verify_command_unread(v);
    }
    archive_close(&v->archive);
    return status;
}

int command_verify(const struct command *self, int argc, char **argv)
{
    const char *expect = NULL; // a head
    struct head expected;
    struct verify_command v = {.request = {.progress = verify_command_show_progress, .user = &v}};
    const struct argument arguments[] = {{"FILE", RESULTS_FILE_HELP, &v.file}};
    const struct option options[] = {
        {"records", "the folder with the records, if it is not where the contest file says",
            .text = &v.records, .value = "DIR"},
        {"expect", EXPECT_HELP, .text = &expect, .value = "HEAD"},
        {"json", "one JSON object", .flag = &v.json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (v.records && !verify_command_is_folder(v.records)) {
        error_set(&e, "there is no folder %.160s", v.records);
        return wrong_input(&e);
    }
    if (expect && !head_read(&expected, expect, &e))
        return wrong_input(&e);
    v.request.expected = expect ? &expected : NULL;
    return verify_command_run(&v);
}
