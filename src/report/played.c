#include "report/played.h"

#include "contest/replay.h"

#include <string.h>

void played_note(struct text *moves, const struct game *game, const struct referee_event *event)
{
    if (event->kind != EVENT_MOVED)
        return;
    char array[MOVE_TEXT_BYTES];
    struct text words = TEXT_IN(array);
    game->print_move(event->before, event->move, &words);
    if (moves->length > 0)
        text_char(moves, ' ');
    text_string(moves, array);
}

bool played_end(const struct played *p, position *end)
{
    struct replay replay = {.game = p->game, .position = *p->start};
    struct error e;
    bool well = replay_moves(&replay, p->moves, &e);
    *end = replay.position;
    return well;
}

static void played_key_position(
    struct text *out, const char *key, const struct game *game, const position *p)
{
    char array[POSITION_TEXT_BYTES];
    struct text words = TEXT_IN(array);
    game->print(p, &words);
    text_format(out, ",\"%s\":", key);
    text_json(out, array);
}

static void played_key_moves(struct text *out, const char *moves)
{
    text_string(out, ",\"played\":[");
    for (const char *at = moves; *at != '\0';) {
        size_t length = strcspn(at, " ");
        text_string(out, at > moves ? "," : "");
        text_json_bytes(out, at, length);
        at += length + (at[length] == ' ');
    }
    text_char(out, ']');
}

void played_json(struct text *out, const struct played *p)
{
    position end;
    played_key_position(out, "start", p->game, p->start);
    played_key_moves(out, p->moves);
    if (played_end(p, &end))
        played_key_position(out, "position", p->game, &end);
    else
        text_string(out, ",\"position\":null");
}
