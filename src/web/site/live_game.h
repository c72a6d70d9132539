// A game that somebody watches: its lines, read once and shared by all who watch, each of whom has
// reached another line. It stays for a moment after the last of them has left.
#ifndef AGON_WEB_SITE_LIVE_GAME_H
#define AGON_WEB_SITE_LIVE_GAME_H

#include "report/game_replay.h"
#include "web/site/show.h"

enum {
    LIVE_GAME_FRAME_BYTES = 64 << 10, // of lines in one frame; one line may be longer
    LIVE_GAME_KEEP_MS = 10000,        // after it was used last
    LIVE_GAMES_MOST = 512,
};

struct live_game {
    struct live_game *next;
    struct web_show *show;
    int64_t number;
    struct game_replay *replay;
    struct text lines;
    size_t *ends; // where each line ends in `lines`
    size_t count, capacity;
    size_t record_bytes; // that were read
    bool over;           // nothing more will come
    bool failed;         // the record cannot be read; `words` say why
    bool fetching;       // the record is being read from the store, for
    struct shelf_waiter fetch;
    char words[ERROR_WORDS_BYTES];
    int64_t epoch;    // grows when the game begins again
    int64_t began_ns; // by our clock, as near as we know; 0: not known
    int64_t used_ns;  // when it was needed last
    int watchers;
    // The frame that was built last.
    struct blob *frame;
    size_t frame_from, frame_to;
};

// A game that is under way or was a moment ago. NULL: it is neither, or there is no memory.
struct live_game *live_game_create(struct web_show *s, int64_t number);
// A game whose record will come by live_game_feed.
struct live_game *live_game_create_empty(struct web_show *s, int64_t number);
void live_game_destroy(struct live_game *g);
// Reads what is new. A game that begins again starts from nothing.
void live_game_look(struct live_game *g);
void live_game_reset(struct live_game *g);
// Nothing more can be said of it than these words.
void live_game_fail(struct live_game *g, const char *words);
// Takes bytes of the record.
void live_game_feed(struct live_game *g, const char *bytes, size_t length);

// The frame with the lines from `from` on, as many as fit; `to` is set to the one after the last.
// NULL: there are none, or no memory. Held by the game: to be held by whoever sends it.
struct blob *live_game_frame(struct live_game *g, size_t from, size_t *to);
// A frame without lines, which tells how long the game has lasted. NULL: that is not known. Held by
// the caller.
struct blob *live_game_time(const struct live_game *g);
// replay/1 of what there is. False: the header has not been read.
bool live_game_document(const struct live_game *g, struct text *out);

#endif
