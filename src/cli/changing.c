#include "cli/changing.h"

#include "cli/contest_problems.h"
#include "cli/players.h"
#include "cli/program.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "store/owner.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// On the store's thread.
static void written(void *user, void *tag, const struct error *error)
{
    (void)tag;
    struct changing *c = user;
    if (error && !c->refused) {
        c->refused = true;
        c->error = *error;
    }
}

static bool refuse_while_run(const char *path, const char *file, struct error *e)
{
    struct owner_process owner;
    if (!owner_find(path, &owner, e))
        return false;
    if (owner.pid == 0)
        return true;
    close(owner.pidfd);
    struct text pause = text_growing();
    text_command(&pause, "contest pause", file);
    error_set(e, "process %d is running %.60s; let it stop first:  %s", (int)owner.pid, file,
        pause.bytes);
    text_destroy(&pause);
    return false;
}

// Nobody needs a command to change a file that nothing has been played of.
static bool find_results(char path[ARCHIVE_PATH_BYTES], const char *file, struct error *e)
{
    if (!archive_path(path, file, e))
        return false;
    return access(path, F_OK) == 0 || access(file, F_OK) != 0 ||
        error_set(e, "%.80s has not been run yet: the file itself can still be changed", file);
}

bool changing_open(struct changing *c, const char *file)
{
    struct error e;
    char path[ARCHIVE_PATH_BYTES];
    *c = (struct changing){.file = file};
    const struct store_options options = {.path = path, .done = written, .user = c};
    signal(STOP_PAUSE_SIGNAL, SIG_IGN); // this will be over soon enough
    if (!find_results(path, file, &e) ||
        (access(path, F_OK) == 0 &&
            (!refuse_while_run(path, file, &e) || !(c->store = store_open(&options, &e))))) {
        wrong_input(&e);
        return false;
    }
    if (!archive_open(&c->archive, file, &e)) {
        wrong_contest(c->archive.path, &c->archive.definition.problems, &e);
        return false;
    }
    bool read = ledger_load(&c->ledger, c->archive.reader, (int)c->archive.definition.count, &e);
    if (!read)
        wrong_input(&e);
    return read;
}

int changing_close(struct changing *c, int status)
{
    ledger_destroy(&c->ledger);
    archive_close(&c->archive); // before the store, which leaves one file only if it is the last
    bool closed = !c->store || store_close(c->store, &c->error);
    if (status == EXIT_OK && (!closed || c->refused))
        status = wrong_input(&c->error);
    return status;
}

bool changing_void(struct changing *c, int64_t pair, int game, const char *reason, struct error *e)
{
    return (store_room(c->store) > 0 || store_wait(c->store, e)) &&
        store_void_game(c->store, pair, game, reason, NULL, e);
}

// --- Its players ---

bool changing_is_fixed(const struct changing *c)
{
    return c->archive.definition.plan.format->at != NULL;
}

bool changing_is_knockout(const struct changing *c)
{
    int format = c->archive.definition.file.format;
    return format == CONTEST_KNOCKOUT || format == CONTEST_DOUBLE_KNOCKOUT;
}

void changing_text_place(struct text *out, const struct changing *c, int64_t at)
{
    text_format(out, "%s %" PRId64, changing_is_fixed(c) ? "game" : "round",
        changing_is_fixed(c) ? at * GAMES_PER_PAIR + 1 : at + 1);
}

int changing_number(const struct changing *c, const struct contest_player *p)
{
    return (int)(p - c->archive.definition.file.players);
}

bool changing_check_in(const struct changing *c, const struct survey *s,
    const struct contest_player *p, struct error *e)
{
    return !s->out[changing_number(c, p)] ||
        error_set(e,
            "%s is out by its faults and plays no more; it is in again when those games are void "
            "  (agon contest void)",
            p->name);
}

bool changing_check_rounds(const struct changing *c, const struct survey *s, struct error *e)
{
    int64_t rounds = c->archive.definition.plan.rounds;
    if (changing_is_fixed(c))
        return true;
    if (s->over)
        return error_set(e, "the contest is over");
    return changing_is_knockout(c) || rounds == 0 || s->at < rounds ||
        error_set(e, "the last of its %" PRId64 " rounds has begun: nobody can come or go any more",
            rounds);
}

bool changing_write(struct changing *c, const struct contest_change *change,
    bool (*check)(struct changing *c, void *user, struct error *e), void *user, struct error *e)
{
    struct text words = text_growing();
    change_print(&words, &c->archive.definition.file, change);
    bool well = (!words.cut || error_set(e, "out of memory")) &&
        definition_change(&c->archive.definition, change->kind, words.bytes, &players_words, e) &&
        definition_complete(&c->archive.definition, e) && (!check || check(c, user, e)) &&
        store_add_entry(c->store, change_name(change->kind), words.bytes, NULL, e);
    text_destroy(&words);
    return well;
}

const struct contest_player *changing_find(const struct changing *c, const char *name)
{
    return change_any_player(&c->archive.definition.file, name);
}
