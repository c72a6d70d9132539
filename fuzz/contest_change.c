// The log of a contest against any bytes: what it says about players is done or refused with words,
// what was refused leaves no trace, and players keep what src/contest/file.h promises.
//
// The first byte chooses the format; then every line is an entry, a kind and its words: "remove
// game 7: bob".
#include "fuzz.h"

#include "contest/change.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 512 };

static void require(bool what)
{
    if (!what)
        abort();
}

static struct contest_file contest_of(int format)
{
    char text[256];
    struct contest_file f;
    struct contest_problems problems;
    static const struct contest_words words = {0};
    snprintf(text, sizeof text,
        "game: reversi\nformat: %s\nplayers: [{name: ann, player: a}, {name: bob, player: b}]\n",
        contest_format_name(format));
    require(contest_file_read(&f, text, strlen(text), &words, &problems));
    return f;
}

static void check_player(const struct contest_file *f, const struct contest_player *p)
{
    bool fixed = contest_format_is_fixed(f->format);
    require(p->player && p->name[0] != '\0' && memchr(p->name, '\0', sizeof p->name));
    require(p->from >= 0 && p->until >= p->from && p->version >= 1);
    require(!fixed || p->absence_count == 0);
    for (size_t i = 0; i < p->absence_count; i++)
        require(p->absences[i].from >= 0 && p->absences[i].until >= p->absences[i].from);
    for (size_t i = 0; i < p->withdrawn_count; i++)
        require(p->withdrawn[i] >= 0);
    int version = p->version;
    for (const struct contest_player *old = p->before; old; old = old->before)
        require(old->version == --version);
    require(version == 1);
}

static void check_file(const struct contest_file *f)
{
    require(f->player_count >= 2 && f->player_count <= CONTEST_PLAYERS_MOST);
    for (size_t i = 0; i < f->player_count; i++) {
        check_player(f, &f->players[i]);
        for (size_t k = 0; k < i; k++)
            require(strcmp(f->players[i].name, f->players[k].name) != 0);
    }
}

static void follow(struct contest_file *f, const char *line)
{
    static const struct contest_words words = {0};
    char kind_name[16], name[PLAYER_NAME_BYTES], place[64];
    size_t length = strcspn(line, " ");
    struct error e = {0};
    struct text when = TEXT_IN(place);
    snprintf(kind_name, sizeof kind_name, "%.*s", (int)length, line);
    enum change_kind kind = change_find(kind_name);
    const char *rest = line + length + (line[length] == ' ');
    if (kind == CHANGE_KINDS)
        return;
    size_t count = f->player_count;
    change_tell(f, kind, rest, &when, name);
    bool done = change_follow(f, kind, rest, &words, &e);
    require(done || e.words[0] != '\0');
    require(f->player_count == count + (done && kind == CHANGE_ADD));
    check_file(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0)
        return 0;
    struct contest_file f = contest_of(bytes[0] % CONTEST_FORMATS);
    for (size_t at = 1; at < size;) {
        const uint8_t *end = memchr(bytes + at, '\n', size - at);
        size_t length = end ? (size_t)(end - bytes) - at : size - at;
        char line[LINE_BYTES];
        size_t kept = length < sizeof line - 1 ? length : sizeof line - 1;
        memcpy(line, bytes + at, kept);
        line[kept] = '\0';
        follow(&f, line);
        at += length + 1;
    }
    contest_file_destroy(&f);
    return 0;
}
