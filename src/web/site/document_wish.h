// What is wanted of a stored contest, and what has come of it: passed between the loop and the
// desk.
#ifndef AGON_WEB_SITE_DOCUMENT_WISH_H
#define AGON_WEB_SITE_DOCUMENT_WISH_H

#include "archive/archive.h"
#include "store/revision.h"
#include "web/blob.h"
#include "web/http/answer.h"
#include "web/http/route.h"
#include "web/site/verdict_line.h"

enum { DOCUMENTS_LEADERS = 3, DOCUMENTS_VERDICTS = 12, DOCUMENTS_LIVE_MOST = 256 };

// What is on the home page about a contest.
struct documents_summary {
    bool known; // the results could be read
    char name[512], game[32], variant[32], format[32];
    int64_t games, games_in_all; // games_in_all -1: not known
    int64_t faults, players;
    bool over, shows_stderr;
    struct text leaders;                              // a JSON array
    struct verdict_line verdicts[DOCUMENTS_VERDICTS]; // of the last games, the newest first
    size_t verdict_count;
};

enum documents_kind {
    DOCUMENTS_SUMMARY,
    DOCUMENTS_PAGE,    // what the route asks for
    DOCUMENTS_RECORD,  // the whole record of the route's game; where none is kept, its moves as one
    DOCUMENTS_NOTHING, // comes back when all before it has
};

// Where a contest stands, which only the web knows: for struct report_place.
struct documents_place {
    const char *state; // a constant; NULL: by the results
    char words[256];   // "": none
    double rate;       // negative: not known
    int64_t left_s;
    int64_t live[DOCUMENTS_LIVE_MOST];
    size_t live_count;
};

// What is wanted. It owns its blob.
struct documents_wish {
    enum documents_kind kind;
    struct route route;
    char path[ARCHIVE_PATH_BYTES]; // of the results
    bool has_place;
    struct documents_place place;
    struct blob *record; // of the game, if it is in memory; NULL: it is in the results
    bool shows_stderr;   // of that record
    // What there is already, to be left as it is if nothing changed; or zeros.
    struct revision version;
    char etag[ANSWER_ETAG_BYTES];
};

// What has come of it.
struct documents_result {
    int status; // 200; 304: as before; 404, 500 or 503, with words
    struct blob *body;
    const char *type;
    char etag[ANSWER_ETAG_BYTES];
    struct revision version;
    struct documents_summary summary;
    char words[ERROR_WORDS_BYTES + 64];
};

void documents_summary_destroy(struct documents_summary *s);
void documents_wish_destroy(struct documents_wish *w);
void documents_result_destroy(struct documents_result *r);

#endif
