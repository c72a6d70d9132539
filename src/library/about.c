// What a library says about itself: its version, its statuses and its games.
#include "library/encoding.h"
#include "library/sealed.h"

uint32_t agon_abi(void)
{
    return AGON_ABI;
}

const char *agon_version(void)
{
    return AGON_VERSION;
}

size_t agon_position_bytes(void)
{
    return sizeof(struct agon_position);
}

const char *agon_status_words(int status)
{
    switch (status) {
    case AGON_OK:
        return "it went well";
    case AGON_NO_POSITION:
        return "these bytes are not a position that libagon has made";
    case AGON_NO_GAME:
        return "there is no such game";
    case AGON_NO_VARIANT:
        return "the game has no such variant";
    case AGON_BAD_TEXT:
        return "the text cannot be read";
    case AGON_ILLEGAL:
        return "the action is not legal";
    case AGON_NO_ROOM:
        return "the array of the caller is too short";
    case AGON_BAD_ARGUMENT:
        return "an argument is missing or out of range";
    case AGON_NO_MEMORY:
        return "memory ran out";
    case AGON_NO_PLAYER:
        return "there is no such player";
    case AGON_OVER:
        return "the game is over";
    default:
        return status >= 0 ? "it went well" : "a status that this version does not know";
    }
}

int agon_games(void)
{
    int count = 0;
    while (games[count])
        count++;
    return count;
}

int agon_game_find(const char *name)
{
    for (int i = 0; name && games[i]; i++) {
        if (strcmp(games[i]->name, name) == 0)
            return i;
    }
    return AGON_NO_GAME;
}

const char *agon_game_name(int game)
{
    const struct game *g = sealed_game(game);
    return g ? g->name : NULL;
}

const char *agon_game_title(int game)
{
    const struct game *g = sealed_game(game);
    return g ? g->title : NULL;
}

const char *agon_game_notation(int game)
{
    const struct game *g = sealed_game(game);
    return g ? g->notation : NULL;
}

const char *agon_variant_name(int game, int variant)
{
    const struct game *g = sealed_game(game);
    for (int i = 0; g && g->variants[i]; i++) {
        if (i == variant)
            return g->variants[i];
    }
    return NULL;
}

const char *agon_seat_name(int game, int seat)
{
    const struct game *g = sealed_game(game);
    return g && seat >= 0 && seat < SEATS ? g->seat_names[seat] : NULL;
}

int agon_actions(int game)
{
    const struct game *g = sealed_game(game);
    return g ? encoding_of(g)->actions : AGON_NO_GAME;
}

int agon_symmetries(int game)
{
    const struct game *g = sealed_game(game);
    return g ? g->symmetries : AGON_NO_GAME;
}

int agon_planes(int game)
{
    const struct game *g = sealed_game(game);
    return g ? encoding_planes(encoding_of(g)) : AGON_NO_GAME;
}

int agon_plane_length(int game)
{
    const struct game *g = sealed_game(game);
    return g ? encoding_of(g)->length : AGON_NO_GAME;
}

const char *agon_plane_name(int game, int plane)
{
    const struct game *g = sealed_game(game);
    return g && plane >= 0 && plane < encoding_planes(encoding_of(g)) ? encoding_of(g)->names[plane]
                                                                      : NULL;
}
