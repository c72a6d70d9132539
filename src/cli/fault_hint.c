#include "cli/fault_hint.h"

#include "cli/program.h"

#include <inttypes.h>

static const char fault_hint_label[] = "       see it:  ";

void fault_hint_record(struct text *out, const char *folder, int64_t number)
{
    struct text path = text_growing();
    size_t length = strlen(folder);
    text_string(&path, folder);
    text_format(
        &path, "%s%" PRId64 ".jsonl", length > 0 && folder[length - 1] != '/' ? "/" : "", number);
    text_string(out, fault_hint_label);
    text_command(out, "replay", path.bytes);
    text_string(out, " --verdict\n");
    text_destroy(&path);
}

void fault_hint_contest(struct text *out, const char *file, int64_t number)
{
    text_string(out, fault_hint_label);
    text_command(out, "replay", file);
    text_format(out, " %" PRId64 " --verdict\n", number);
}

void fault_hint_unkept(struct text *out)
{
    text_format(out, "%s--record games keeps it, for ", fault_hint_label);
    text_command(out, "replay", "games/1.jsonl");
    text_string(out, " --verdict\n");
}

// The highest number of a game with a fault; 0 if there is none. Which of two games ends first is a
// matter of luck, so the number says it, and two runs of a contest say the same.
static bool fault_hint_see_game(void *user, const struct store_game *g)
{
    int64_t *last = user;
    if (g->blame != STORE_NOBODY && g->play > *last)
        *last = g->play;
    return true;
}

bool fault_hint_last(struct text *out, const struct archive *a, const char *file, struct error *e)
{
    int64_t last = 0;
    if (!reader_walk_games(a->reader, READER_BY_PAIR, fault_hint_see_game, &last, e))
        return false;
    if (last > 0) {
        text_format(out, "the last fault was in game %" PRId64 "\n", last);
        fault_hint_contest(out, file, last);
    }
    return true;
}
