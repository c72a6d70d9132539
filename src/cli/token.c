// agon token: the tokens by which the players of a contest show who they are (G10).
#include "archive/definition.h"
#include "archive/token_file.h"
#include "cli/command_group.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "report/json.h"

#include <inttypes.h>
#include <time.h>
#include <unistd.h>

#define TOKEN_CONTEST_HELP "the contest file, which need not be there yet; or a file of tokens"

enum { TIME_BYTES = 32 };

struct token_request {
    const char *file, *name;
    char path[TOKEN_FILE_PATH_BYTES]; // of the tokens
    bool json;
};

static bool token_command_has_player(const struct contest_file *f, const char *name)
{
    for (size_t i = 0; i < f->player_count; i++) {
        if (strcmp(f->players[i].name, name) == 0)
            return true;
    }
    return false;
}

// A name that the contest file does not have may be a slip, or that of a player who comes later.
static void token_command_check_name(const struct token_request *q, const struct contest_file *f)
{
    char name[PLAYER_NAME_BYTES];
    struct error ignored;
    if (q->name && player_name_read(name, q->name, &ignored) && !token_command_has_player(f, name))
        print_line(stderr, "agon: %s has no player %s yet", q->file, name);
}

// Finds the file of tokens. A contest file that is there may name another one, and its players.
static bool token_command_find(struct token_request *q, struct error *e)
{
    struct definition d = {0};
    const char *named = NULL;
    bool well = token_file_path(q->path, q->file, NULL, e);
    if (well && strcmp(q->path, q->file) != 0 && access(q->file, F_OK) == 0) {
        well = definition_load(&d, q->file, &definition_words, e);
        named = d.file.tokens;
        if (well)
            token_command_check_name(q, &d.file);
        well = well && token_file_path(q->path, q->file, named, e);
        definition_destroy(&d);
    }
    return well;
}

static bool token_command_read(
    struct token_request *q, const struct command *self, int argc, char **argv, int *status)
{
    const bool has_name = command_last_word(self)[0] != 'l';
    const bool is_revoke = command_last_word(self)[0] == 'r';
    const struct argument arguments[] = {
        {"FILE", TOKEN_CONTEST_HELP, &q->file}, {"NAME", "the player's name", &q->name}};
    const struct option options[] = {{"json", "one JSON object for each token", .flag = &q->json}};
    const struct syntax syntax = {self, arguments, has_name ? 2 : 1, options, is_revoke ? 0 : 1};
    struct error e;
    if (!options_read(&syntax, argc, argv, status))
        return false;
    if (token_command_find(q, &e))
        return true;
    *status = wrong_input(&e);
    return false;
}

// --- The commands ---

static int token_command_add(const struct command *self, int argc, char **argv)
{
    struct token_request q = {0};
    char token[TOKEN_BYTES];
    struct error e;
    int status;
    if (!token_command_read(&q, self, argc, argv, &status))
        return status;
    if (!token_file_add(q.path, q.name, token, &e))
        return wrong_input(&e);
    struct text line = text_growing();
    token_write(&line, token);
    line.bytes[line.length - 1] = '\0'; // its newline
    if (q.json) {
        struct text out = text_growing();
        text_string(&out, "{\"name\":");
        text_json(&out, q.name);
        json_key_text(&out, "token", token);
        json_key_text(&out, "line", line.bytes);
        json_schema(&out, "token-added/1");
        text_char(&out, '}');
        puts(out.bytes);
        text_destroy(&out);
    } else {
        print_line(stdout, "%s", token);
        print_line(stderr,
            "This is the token of %s. It is shown this once: %s keeps only its hash.", q.name,
            q.path);
        print_line(stderr, "The bot sends this line before anything else:  %s", line.bytes);
        print_line(stderr, "agon brain and the kits do so with:    AGON_TOKEN=%s", token);
    }
    text_destroy(&line);
    return EXIT_OK;
}

static void token_command_print_text(const struct token *t)
{
    char fingerprint[TOKEN_FINGERPRINT_BYTES], when[TIME_BYTES] = "";
    struct tm local;
    time_t seconds = (time_t)t->added_s;
    token_fingerprint(t, fingerprint);
    if (localtime_r(&seconds, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &local);
    print_line(stdout, "%s  %s  %s", fingerprint, when, t->name);
}

static void token_command_print_json(const struct token *t)
{
    char fingerprint[TOKEN_FINGERPRINT_BYTES];
    struct text out = text_growing();
    token_fingerprint(t, fingerprint);
    text_string(&out, "{\"name\":");
    text_json(&out, t->name);
    text_format(&out, ",\"added\":%" PRId64, t->added_s);
    json_key_text(&out, "fingerprint", fingerprint);
    json_schema(&out, "token/1");
    text_char(&out, '}');
    puts(out.bytes);
    text_destroy(&out);
}

static int token_command_list(const struct command *self, int argc, char **argv)
{
    struct token_request q = {0};
    struct token_list list;
    struct error e;
    int status;
    if (!token_command_read(&q, self, argc, argv, &status))
        return status;
    if (!token_file_load(q.path, &list, NULL, &e))
        return wrong_input(&e);
    for (size_t i = 0; i < list.count; i++) {
        if (q.json)
            token_command_print_json(&list.tokens[i]);
        else
            token_command_print_text(&list.tokens[i]);
    }
    token_list_destroy(&list);
    return EXIT_OK;
}

static int token_command_revoke(const struct command *self, int argc, char **argv)
{
    struct token_request q = {0};
    struct error e;
    int status;
    if (!token_command_read(&q, self, argc, argv, &status))
        return status;
    if (!token_file_revoke(q.path, q.name, &e))
        return wrong_input(&e);
    return EXIT_OK;
}

int command_token(const struct command *self, int argc, char **argv)
{
    static const struct command commands[] = {
        {"token add", "make a token for a player, and print it once",
            "agon token add spring.yaml ann", .run = token_command_add},
        {"token list", "who has a token, since when, and its fingerprint",
            "agon token list spring.yaml", .run = token_command_list},
        {"token revoke", "make the token of a player worthless, also in a contest that runs",
            "agon token revoke spring.yaml ann", .run = token_command_revoke},
    };
    const struct command_group group = {
        self->name, self->summary, commands, sizeof commands / sizeof *commands};
    return command_group_run(&group, argc, argv);
}
