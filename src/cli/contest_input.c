#include "cli/contest_input.h"

#include "cli/conditions.h"
#include "cli/players.h"
#include "cli/terminal.h"

#include <errno.h>
#include <string.h>

enum { FILE_BYTES_MOST = (1 << 20) + 1 }; // one more than a contest file may have

// --- What the contest file needs to know of other layers ---

static bool is_wire(const struct game *game, const char *name, struct error *e)
{
    const struct wire *wire;
    return conditions_wire(game, name, &wire, e);
}

static bool is_player(
    const struct game *game, const char *text, char name[CONTEST_NAME_BYTES], struct error *e)
{
    struct player player;
    if (strcmp(text, "human") == 0)
        return error_set(e, "a person cannot play in a contest");
    if (!player_read(&player, text, game, wire_default(game), e))
        return false;
    struct text own = text_fixed(name, CONTEST_NAME_BYTES);
    text_string(&own, player.name);
    return true;
}

static const struct contest_words words = {is_wire, is_player};

// --- Reading ---

static bool read_whole(const char *path, struct text *out, struct error *e)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(e, "%.160s cannot be opened: %s", path, strerror(errno));
    char piece[4096];
    for (size_t got; out->length < FILE_BYTES_MOST && (got = fread(piece, 1, sizeof piece, file));)
        text_bytes(out, piece, got);
    int failed = ferror(file) ? errno : out->cut ? ENOMEM : 0;
    fclose(file);
    return failed == 0 || error_set(e, "%.160s cannot be read: %s", path, strerror(failed));
}

static void print_problems(const char *path, const struct contest_problems *p)
{
    for (size_t i = 0; i < p->kept; i++)
        fprintf(stderr, "%s:%d: %s\n", path, p->list[i].line, p->list[i].words);
    if (p->count > p->kept)
        fprintf(stderr, "%s: and %zu more\n", path, p->count - p->kept);
}

static bool understand(struct contest_input *in, const char *path)
{
    struct contest_problems problems;
    bool well = contest_file_read(&in->file, in->text.bytes, in->text.length, &words, &problems);
    if (!well)
        print_problems(path, &problems);
    return well;
}

bool contest_input_read(struct contest_input *in, const char *path)
{
    *in = (struct contest_input){.text = text_growing()};
    struct error e;
    if (read_whole(path, &in->text, &e))
        return understand(in, path);
    wrong_input(&e);
    return false;
}

bool contest_input_take(struct contest_input *in, const char *path, const char *text)
{
    *in = (struct contest_input){.text = text_growing()};
    text_string(&in->text, text);
    return understand(in, path);
}

void contest_input_destroy(struct contest_input *in)
{
    contest_file_destroy(&in->file);
    text_destroy(&in->text);
}
