// The document of a game: replay/1.
#include "report/game_replay/parts.h"

#include "report/json.h"

#include <inttypes.h>
#include <string.h>

static void game_replay_put_contest(struct text *out, const struct game_replay_place *place)
{
    text_string(out, "{\"contest\":");
    if (!place->slug) {
        text_string(out, "null");
        return;
    }
    text_string(out, "{\"slug\":");
    text_json(out, place->slug);
    json_key_text(out, "name", place->name);
    text_char(out, '}');
}

// The budgets stand with the player, or for both in the header.
static void game_replay_put_budget(struct text *out, struct value header, struct value player)
{
    static const char *const keys[] = {
        "start_ms", "first_ms", "request_ms", "game_ms", "increment_ms"};
    struct value v;
    text_string(out, ",\"budget\":{");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        text_format(out, "%s\"%s\":", i > 0 ? "," : "", keys[i]);
        if (value_member(player, keys[i], &v) || value_member(header, keys[i], &v))
            game_replay_copy(out, v);
        else
            text_string(out, "null");
    }
    text_char(out, '}');
}

static void game_replay_put_player(
    struct text *out, const struct game_replay *r, struct value header, struct value player)
{
    struct value v;
    text_string(out, "{\"name\":");
    value_member(player, "name", &v);
    game_replay_copy(out, v);
    value_member(player, "player", &v);
    if (r->shows_stderr || v.at[1] == '@')
        game_replay_copy_key(out, player, "player");
    game_replay_copy_key(out, player, "wire");
    game_replay_put_budget(out, header, player);
    if (value_member(player, "sandbox", &v))
        game_replay_copy_key(out, player, "sandbox");
    text_char(out, '}');
}

static void game_replay_put_players(
    struct text *out, const struct game_replay *r, struct value header)
{
    struct value players, items[SEATS];
    value_member(header, "players", &players);
    value_items(players, items, SEATS);
    text_string(out, ",\"players\":[");
    for (int seat = 0; seat < SEATS; seat++) {
        text_string(out, seat > 0 ? "," : "");
        game_replay_put_player(out, r, header, items[seat]);
    }
    text_char(out, ']');
}

static void game_replay_put_neighbour(struct text *out, const char *key, int64_t number)
{
    text_format(out, ",\"%s\":", key);
    number > 0 ? text_number(out, number) : text_string(out, "null");
}

// Each line has a newline behind it; between two of them there is a comma instead.
static void game_replay_put_lines(struct text *out, const struct text *lines)
{
    text_string(out, ",\"lines\":[");
    for (const char *at = lines->bytes, *end = at + lines->length; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        text_string(out, at == lines->bytes ? "" : ",");
        text_bytes(out, at, (size_t)(stop - at));
        at = stop + 1;
    }
    text_char(out, ']');
}

bool game_replay_document(const struct game_replay *r, const struct game_replay_place *place,
    const struct text *lines, struct text *out)
{
    static const char *const copied[] = {"clock", "pondering", "speed_percent", "host", "started"};
    if (!r->game)
        return false;
    struct value header = game_replay_line(r->header.bytes, r->header.length);
    game_replay_put_contest(out, place);
    text_format(out, ",\"number\":%" PRId64, place->number);
    json_key_text(out, "game", r->game->name);
    json_key_text(out, "title", r->game->title);
    json_key_text(out, "variant", r->game->variant(&r->start));
    text_string(out, ",\"seat_names\":[");
    text_json(out, r->game->seat_names[0]);
    text_char(out, ',');
    text_json(out, r->game->seat_names[1]);
    text_char(out, ']');
    game_replay_put_players(out, r, header);
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
        game_replay_copy_key(out, header, copied[i]);
    text_string(out, ",\"start\":{");
    game_replay_put_state(out, r->game, &r->start);
    text_char(out, '}');
    game_replay_put_lines(out, lines);
    text_format(out, ",\"live\":%s", place->live ? "true" : "false");
    json_key_text(out, "stderr", r->shows_stderr ? "public" : "hidden");
    if (place->without_record)
        json_key_text(out, "without_record", place->without_record);
    game_replay_put_neighbour(out, "previous", place->previous);
    game_replay_put_neighbour(out, "next", place->next);
    json_schema(out, "replay/1");
    text_string(out, "}\n");
    return true;
}
