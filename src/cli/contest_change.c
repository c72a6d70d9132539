#include "cli/contest_change.h"

#include "cli/contest_problems.h"
#include "cli/program.h"
#include "cli/stop.h"
#include "cli/terminal.h"

#include <inttypes.h>
#include <signal.h>

static int contest_change_refuse_open(
    const struct changes *c, const char *file, const struct error *e)
{
    if (c->runner == 0)
        return contest_problems_print(c->archive.path, &c->archive.definition.problems, e);
    struct text pause = text_growing();
    struct error whole;
    text_command(&pause, "contest pause", file);
    error_set(&whole, "%.100s; let it stop first:  %.120s", e->words, pause.bytes);
    text_destroy(&pause);
    return wrong_input(&whole);
}

int contest_change(const char *file, contest_change_do *change, void *user)
{
    struct changes c;
    struct error e;
    int status = EXIT_OK;
    signal(STOP_PAUSE_SIGNAL, SIG_IGN); // a change takes a moment; it does not stop for a pause
    if (!changes_open(&c, file, &e))
        status = contest_change_refuse_open(&c, file, &e);
    else if (!change(&c, user, &e))
        status = wrong_input(&e);
    if (!changes_close(&c, &e) && status == EXIT_OK)
        status = wrong_input(&e);
    return status;
}

void contest_change_text_place(struct text *out, const struct change_done *done)
{
    text_format(out, "%s %" PRId64, done->is_fixed ? "game" : "round",
        done->is_fixed ? done->at * GAMES_PER_PAIR + 1 : done->at + 1);
}
