// The contest file against any bytes: it is read, or every problem has a line of the file and words
// that a terminal can show; and what was read keeps what src/contest/file.h promises.
#include "fuzz.h"

#include "contest/file.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

// Checked elsewhere: here any wire will do that is a word, and any player that is not "@...".
static bool is_wire(const struct game *game, const char *name, struct error *e)
{
    require(game && name[0] != '\0');
    return strchr(name, ' ') == NULL || error_set(e, "no wire \"%.40s\"", name);
}

static bool is_player(
    const struct game *game, const char *text, char name[PLAYER_NAME_BYTES], struct error *e)
{
    require(game && text[0] != '\0');
    if (text[0] == '@')
        return error_set(e, "no built-in player \"%.40s\"", text);
    struct text own = text_fixed(name, PLAYER_NAME_BYTES);
    text_string(&own, text);
    return true;
}

// libyaml ends lines at more characters than a newline.
static int count_lines(const uint8_t *bytes, size_t size)
{
    int lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == 0x85 || bytes[i] == 0xA8 ||
            bytes[i] == 0xA9;
    return lines;
}

static void check_problems(const struct contest_problems *p, int lines)
{
    require(p->kept > 0 && p->kept <= p->count && p->kept <= CONTEST_PROBLEMS_MOST);
    for (size_t i = 0; i < p->kept; i++) {
        require(p->list[i].line >= 1 && p->list[i].line <= lines);
        require(i == 0 || p->list[i - 1].line <= p->list[i].line);
        require(p->list[i].words[0] != '\0');
        for (const char *c = p->list[i].words; *c != '\0'; c++)
            require((unsigned char)*c >= ' ' && *c != 0x7F);
    }
}

static void check_file(const struct contest_file *f)
{
    require(f->game && f->format >= 0 && f->format < CONTEST_FORMATS && f->pairs >= 1);
    require(f->player_count >= 2 && f->player_count <= CONTEST_PLAYERS_MOST);
    require(contest_file_pairs(f) == CONTEST_PAIRS_UNKNOWN || contest_file_pairs(f) >= 1);
    require((f->openings == CONTEST_OPENINGS_FILE) == (f->opening_file != NULL));
    for (size_t i = 0; i < f->player_count; i++) {
        const struct contest_player *p = &f->players[i];
        require(p->player && p->player[0] != '\0');
        require(p->name[0] != '\0' && memchr(p->name, '\0', sizeof p->name));
        char name[PLAYER_NAME_BYTES];
        require(player_name_read(name, p->name, NULL) && strcmp(name, p->name) == 0);
        for (size_t k = 0; k < i; k++)
            require(strcmp(p->look, f->players[k].look) != 0);
        for (size_t k = 0; k < p->variables; k++)
            require(p->environment[k].name && p->environment[k].value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const struct contest_words words = {.wire = is_wire, .player = is_player};
    struct contest_file file;
    struct contest_problems problems;
    if (contest_file_read(&file, (const char *)bytes, size, &words, &problems))
        check_file(&file);
    else
        check_problems(&problems, count_lines(bytes, size));
    contest_file_destroy(&file);
    return 0;
}
