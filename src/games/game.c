#include "games/game.h"

#include "base/nearest.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { POSITION_WORDS = sizeof(position) / sizeof(uint64_t) };

bool position_equal(const position *a, const position *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

uint64_t position_hash(const position *p)
{
    // Each word is folded in by a 64 by 64 bit product, high half on low half: every bit of the
    // input reaches every bit of the hash.
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (int i = 0; i < POSITION_WORDS; i++) {
        wide product = (wide)(hash ^ p->words[i]) * (0xD6E8FEB86659FD93u + 2 * (uint64_t)i);
        hash = (uint64_t)product ^ (uint64_t)(product >> 64) ^ (uint64_t)i;
    }
    return hash ^ (hash >> 32);
}

const struct game *game_find(const char *name, struct error *e)
{
    const char *names[16];
    size_t count = 0;
    for (; games[count] && count < sizeof names / sizeof *names; count++) {
        if (strcmp(games[count]->name, name) == 0)
            return games[count];
        names[count] = games[count]->name;
    }
    nearest_refuse(e, "game", name, names, count, NULL);
    return NULL;
}

void game_print_seat(const struct game *game, int seat, bool unicode, struct text *out)
{
    const char *sign = game->seat_signs[unicode][seat];
    text_string(out, game->seat_names[seat]);
    if (strcmp(sign, game->seat_names[seat]) != 0)
        text_format(out, " %s", sign);
}

bool refuse(struct refusal *why, const char *rule, const char *words, ...)
{
    if (!why)
        return false;
    *why = (struct refusal){0};
    snprintf(why->rule, sizeof why->rule, "%s", rule);
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(why->words, sizeof why->words, words, arguments);
    va_end(arguments);
    return false;
}

void refusal_expected(struct refusal *why, const char *words, ...)
{
    if (!why)
        return;
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(why->expected, sizeof why->expected, words, arguments);
    va_end(arguments);
}

void refusal_seen(struct refusal *why, const char *words, ...)
{
    if (!why)
        return;
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(why->seen, sizeof why->seen, words, arguments);
    va_end(arguments);
}
