// agon doctor: what this machine can do for contests, what it cannot, and what to do about that.
#include "arena/health.h"
#include "base/columns.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/screen.h"
#include "cli/terminal.h"
#include "link/link.h"
#include "report/json.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    STATE_COLUMNS = 9, // "missing" and a gap
    NAME_COLUMNS = 16,
    NARROW_COLUMNS = 60, // of a terminal: below this, words stand under their name
    NARROW_INDENT = 4,
    ANY_COLUMNS = 1000 * 1000,
};

static const char to_do[] = "to do: ";

// What was switched off for a test; "": nothing.
static const char *doctor_without(void)
{
    const char *without = getenv(BOTS_SETUP_WITHOUT);
    return without ? without : "";
}

// --- For people ---

static void doctor_text_words(struct text *out, const char *words, int indent, int columns)
{
    columns_wrap(out, words, indent, columns);
    text_char(out, '\n');
}

static void doctor_text_indent(struct text *out, int indent)
{
    for (int i = 0; i < indent; i++)
        text_char(out, ' ');
}

// One line where nothing is wrapped; on a terminal as many as it takes.
static void doctor_text_finding(struct text *out, const struct health_finding *f, int columns)
{
    char mend[HEALTH_WORDS_BYTES + sizeof to_do];
    struct text words = TEXT_IN(mend);
    text_format(&words, "%s%s", to_do, f->mend);
    bool narrow = columns < NARROW_COLUMNS;
    int indent = narrow ? NARROW_INDENT : STATE_COLUMNS + NAME_COLUMNS;
    columns_pad(out, health_state_name(f->state), STATE_COLUMNS);
    if (narrow) {
        text_format(out, "%s\n", f->name);
        doctor_text_indent(out, indent);
    } else {
        columns_pad(out, f->name, NAME_COLUMNS);
    }
    if (columns == ANY_COLUMNS) {
        text_format(out, "%s%s%s\n", f->seen, f->mend[0] != '\0' ? "; " : "",
            f->mend[0] != '\0' ? mend : "");
        return;
    }
    doctor_text_words(out, f->seen, indent, columns);
    if (f->mend[0] == '\0')
        return;
    doctor_text_indent(out, indent);
    doctor_text_words(out, mend, indent, columns);
}

static void doctor_text_summary(struct text *out, const struct health *h, int columns)
{
    struct text words = text_growing();
    const char *before = "Contests cannot be held fairly and safely here. Missing: ";
    for (size_t i = 0; i < h->count; i++) {
        if (h->list[i].state != HEALTH_MISSING)
            continue;
        text_format(&words, "%s%s", before, h->list[i].name);
        before = ", ";
    }
    text_string(&words, health_is_good(h) ? "Contests can be held fairly and safely here." : ".");
    doctor_text_words(out, words.bytes, 0, columns);
    text_destroy(&words);
}

static void doctor_print_text(const struct health *h)
{
    struct text out = text_growing();
    int columns = isatty(STDOUT_FILENO) ? screen_size(STDOUT_FILENO).columns : ANY_COLUMNS;
    const char *part = NULL;
    if (doctor_without()[0] != '\0') {
        text_string(&out, BOTS_SETUP_WITHOUT " is set: ");
        text_visible(&out, doctor_without(), strlen(doctor_without()));
        text_string(&out, "\n\n");
    }
    for (size_t i = 0; i < h->count; i++) {
        if (part && strcmp(part, h->list[i].part) != 0)
            text_char(&out, '\n');
        part = h->list[i].part;
        doctor_text_finding(&out, &h->list[i], columns);
    }
    text_char(&out, '\n');
    doctor_text_summary(&out, h, columns);
    print_bytes(stdout, &out);
    text_destroy(&out);
}

// --- For programs ---

static void doctor_print_json(const struct health *h)
{
    struct text out = text_growing();
    text_format(&out, "{\"ok\":%s,\"without_layers\":", health_is_good(h) ? "true" : "false");
    text_json(&out, doctor_without());
    text_string(&out, ",\"findings\":[");
    for (size_t i = 0; i < h->count; i++) {
        const struct health_finding *f = &h->list[i];
        text_string(&out, i > 0 ? ",{\"part\":" : "{\"part\":");
        text_json(&out, f->part);
        json_key_text(&out, "name", f->name);
        json_key_text(&out, "state", health_state_name(f->state));
        json_key_text(&out, "seen", f->seen);
        json_key_text(&out, "to_do", f->mend);
        text_char(&out, '}');
    }
    text_char(&out, ']');
    print_document(&out, "doctor/1");
}

// --- The command ---

static bool doctor_check_folder(const char *folder, struct error *e)
{
    struct stat about;
    return (stat(folder, &about) == 0 && S_ISDIR(about.st_mode)) ||
        error_set(e, "--folder: there is no folder %.160s", folder);
}

int command_doctor(const struct command *self, int argc, char **argv)
{
    const char *folder = ".";
    bool json = false;
    const struct option options[] = {
        {"folder", "where results would be kept: some bytes are written there, and removed (.)",
            .text = &folder, .value = "DIR"},
        {"json", "one JSON object", .flag = &json},
    };
    const struct syntax syntax = {self, NULL, 0, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!doctor_check_folder(folder, &e))
        return wrong_input(&e);
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    static struct health health;
    health_examine(&health, folder);
    link_process_teardown();
    if (json)
        doctor_print_json(&health);
    else
        doctor_print_text(&health);
    return health_is_good(&health) ? EXIT_OK : EXIT_FAILED;
}
