#include "library/sealed.h"

#include "base/random.h"

#include <stdio.h>
#include <string.h>

// The words of a sealed position: those of the position, the seal, then the game and the ABI.
// Those that follow are zero, and are kept for later.
enum { SEALED_WORDS = sizeof(position) / sizeof(uint64_t), SEAL = SEALED_WORDS, KIND };

_Static_assert(sizeof(struct agon_position) == 192, "its size is part of the ABI");
_Static_assert(sizeof(position) <= 128, "a position leaves room for its seal");
_Static_assert((int)MOVES_MAX <= AGON_LEGAL_MOST, "an array for all legal actions is long enough");
_Static_assert((int)POSITION_TEXT_BYTES <= AGON_TEXT_BYTES &&
        (int)MOVE_TEXT_BYTES <= AGON_ACTION_TEXT_BYTES &&
        (int)MOVE_WORDS_BYTES <= AGON_DESCRIPTION_BYTES &&
        (int)DRAWING_BYTES <= AGON_DRAWING_BYTES && (int)SVG_BYTES <= AGON_SVG_BYTES,
    "the texts of the rules fit");

const struct game *sealed_game(int number)
{
    for (int i = 0; games[i]; i++) {
        if (i == number)
            return games[i];
    }
    return NULL;
}

// A sum of products with odd numbers: no word can change alone and leave it as it was. The products
// do not wait for one another, so that the check takes a few nanoseconds.
static uint64_t sealed_sum(const position *p, uint64_t kind)
{
    uint64_t sum = (kind + 1) * 0x9E3779B97F4A7C15u;
    for (int i = 0; i < SEALED_WORDS; i++)
        sum += p->words[i] * (0xD6E8FEB86659FD93u + 2 * (uint64_t)i * 0x632BE59BD9B4E019u);
    return random_mix(sum);
}

void sealed_close(struct agon_position *out, int number, const position *p)
{
    const uint64_t kind = (uint64_t)AGON_ABI << 32 | (uint32_t)number;
    memset(out, 0, sizeof *out);
    memcpy(out->words, p->words, sizeof p->words);
    out->words[SEAL] = sealed_sum(p, kind);
    out->words[KIND] = kind;
}

int sealed_open(const struct agon_position *sealed, position *p)
{
    if (!sealed)
        return AGON_NO_POSITION;
    memcpy(p->words, sealed->words, sizeof p->words);
    const uint64_t kind = sealed->words[KIND];
    if (kind >> 32 != AGON_ABI || sealed->words[SEAL] != sealed_sum(p, kind))
        return AGON_NO_POSITION;
    return (int)(uint32_t)kind;
}

void sealed_error(struct agon_error *out, const struct error *e)
{
    if (!out)
        return;
    *out = (struct agon_error){.at = e->has_at ? (int64_t)e->at : -1};
    snprintf(out->words, sizeof out->words, "%s", e->words);
}
