// The files of bots/ that are part of the program. The table is made by bots/embed.
#ifndef AGON_AUTHOR_KIT_SOURCE_H
#define AGON_AUTHOR_KIT_SOURCE_H

struct kit_source {
    const char *path; // in bots/: "python/reversi.py"
    const char *text;
};

extern const struct kit_source kit_sources[]; // ended by a row without a path

#endif
