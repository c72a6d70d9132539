// A record without what belongs to the authors of bots.
#include "report/game_replay/parts.h"

#include "referee/record_form.h"

#include <string.h>

// The header with an empty text in place of each command.
static void game_replay_put_public_header(struct text *out, struct value line)
{
    struct value players, items[SEATS], typed;
    const char *at = line.at;
    int count = value_member(line, "players", &players) ? value_items(players, items, SEATS) : 0;
    for (int seat = 0; seat < count && seat < SEATS; seat++) {
        if (value_kind(items[seat]) != VALUE_OBJECT ||
            !value_member(items[seat], "player", &typed) || typed.at[1] == '@')
            continue;
        game_replay_copy(out, (struct value){at, typed.at});
        text_string(out, "\"\"");
        at = typed.end;
    }
    game_replay_copy(out, (struct value){at, line.end});
}

void game_replay_public_record(const char *bytes, size_t length, struct text *out)
{
    for (const char *end = bytes + length; bytes < end;) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        enum record_line which;
        if (!newline)
            return;
        size_t line_bytes = (size_t)(newline - bytes);
        if (!record_form_check(bytes, line_bytes, &which) || which == RECORD_STDERR) {
            bytes = newline + 1;
            continue;
        }
        if (which == RECORD_GAME)
            game_replay_put_public_header(out, game_replay_line(bytes, line_bytes));
        else
            text_bytes(out, bytes, line_bytes);
        text_char(out, '\n');
        bytes = newline + 1;
    }
}
