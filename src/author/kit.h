// A kit: the folder that an author of a bot begins with. It holds one source file that plays any
// legal move, an agon.yaml that says how it is built and run, and a README.md.
#ifndef AGON_AUTHOR_KIT_H
#define AGON_AUTHOR_KIT_H

#include "author/kit_language.h"
#include "contest/player_name.h"
#include "wire/wire.h"

// A protocol that there are kits for, and the name of the file in bots/LANGUAGE/ that speaks it.
struct kit_wire {
    const char *wire, *file;
    const char *page; // in docs/protocols/
};

extern const struct kit_wire kit_wires[]; // ended by a row without a wire

struct kit {
    const struct kit_language *language;
    const struct wire *wire; // the protocol that it speaks, and its game
    char name[PLAYER_NAME_BYTES];
};

// Fills in a kit. `wire` may be NULL for the game's usual one. `name` may be NULL: then it is made
// from the last part of the path `folder`. Returns false and fills `e` if one of them is wrong.
bool kit_choose(struct kit *k, const char *game, const char *wire, const char *language,
    const char *name, const char *folder, struct error *e);

// Makes the folder, unless it is there and empty. `made` says whether it was made.
bool kit_make_folder(const char *folder, bool *made, struct error *e);
// Writes the files into that folder. On failure nothing is left there, and `e` is set.
bool kit_write(const struct kit *k, const char *folder, bool made, struct error *e);

// The three files, each appended to `out`.
void kit_print_source(const struct kit *k, struct text *out);
void kit_print_recipe(const struct kit *k, struct text *out);
void kit_print_readme(const struct kit *k, const char *folder, struct text *out);

#endif
