// What reading and writing of a replay share.
#include "report/game_replay/parts.h"

struct value game_replay_line(const char *bytes, size_t length)
{
    return (struct value){bytes, bytes + length};
}

void game_replay_copy(struct text *out, struct value v)
{
    text_json_copy(out, v.at, (size_t)(v.end - v.at));
}

void game_replay_copy_key(struct text *out, struct value from, const char *key)
{
    struct value v;
    text_format(out, ",\"%s\":", key);
    if (value_member(from, key, &v))
        game_replay_copy(out, v);
    else
        text_string(out, "null");
}

static void game_replay_put_position(struct text *out, const struct game *game, const position *p)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text printed = TEXT_IN(bytes);
    game->print(p, &printed);
    text_json(out, bytes);
}

void game_replay_put_state(struct text *out, const struct game *game, const position *p)
{
    text_string(out, "\"position\":");
    game_replay_put_position(out, game, p);
    if (game->outcome(p).over) {
        text_string(out, ",\"turn\":null");
        return;
    }
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    text_format(out, ",\"turn\":%d,\"legal\":[", game->turn(p));
    for (int i = 0; i < count; i++) {
        char bytes[MOVE_TEXT_BYTES];
        struct text printed = TEXT_IN(bytes);
        game->print_move(p, moves[i], &printed);
        text_string(out, i > 0 ? "," : "");
        text_json(out, bytes);
    }
    text_char(out, ']');
}
