#include "archive/verify/record_check.h"

#include "base/random.h"
#include "base/whole_file.h"
#include "contest/replay.h"
#include "referee/record.h"
#include "referee/result.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum {
    RECORD_BYTES_MOST = 64 * 1024 * 1024,
    JSON_MOST_TIMES = 6, // a text is at most so many times as long in JSON
};

static bool verify_record_disagrees(struct error *e, const char *what)
{
    return error_set(e, "its record has %s", what);
}

// --- What it says of the game ---

// The part of a header that follows from the schedule: from the name of the game to its players.
static bool verify_record_cut_header(const struct text *line, const char **at, size_t *length)
{
    const char *begin = strstr(line->bytes, ",\"game\":");
    const char *end = begin ? strstr(begin, ",\"players\":[") : NULL;
    *at = begin;
    *length = end ? (size_t)(end - begin) : 0;
    return end != NULL;
}

static bool verify_record_compare_header(const struct recorded *r, const struct store_game *g,
    const struct definition *d, const struct pairing *pairing, struct error *e)
{
    int coin;
    position start = definition_start(d, pairing, g->id, &coin);
    const struct budget any_budget = {0}; // it is not compared
    struct record_header header = {.game = d->game,
        .start = &start,
        .seed = random_derive(pairing->seed, (uint64_t)g->game),
        .index = g->play};
    for (int seat = 0; seat < SEATS; seat++)
        header.players[seat].budget = &any_budget;
    struct record record = {.fd = -1, .lines = text_growing(), .last_words = text_growing()};
    record_begin(&record, &header);
    const char *seen, *right;
    size_t seen_length, right_length;
    bool same = !record.lines.cut &&
        verify_record_cut_header(&record.lines, &right, &right_length) &&
        verify_record_cut_header(&r->header, &seen, &seen_length) && seen_length == right_length &&
        memcmp(seen, right, right_length) == 0;
    record_destroy(&record);
    return same ||
        verify_record_disagrees(e, "another game, variant, seed or start in its first line");
}

// Checks who made each move. The moves themselves are played again elsewhere.
static bool verify_record_compare_seats(
    const struct recorded *r, const struct store_game *g, const struct game *game, struct error *e)
{
    struct replay replay;
    struct error ignored;
    if (!replay_begin(&replay, game, g->start, &ignored))
        return true; // the row is checked elsewhere
    const char *at = r->moves.bytes;
    for (size_t i = 0; i < r->seats.length; i++) {
        char word[MOVE_TEXT_BYTES];
        size_t length = strcspn(at, " ");
        if (length >= sizeof word)
            return true;
        memcpy(word, at, length);
        word[length] = '\0';
        if (r->seats.bytes[i] != '0' + game->turn(&replay.position))
            return verify_record_disagrees(e, "a move of the wrong seat");
        if (!replay_moves(&replay, word, &ignored))
            return true;
        at += length + (at[length] == ' ');
    }
    return true;
}

// --- What it says of the end ---

static bool verify_record_has_explanation(const struct recorded *r, const struct store_game *g)
{
    char bytes[JSON_MOST_TIMES * sizeof(((struct result *)0)->explanation)];
    struct text words = TEXT_IN(bytes);
    text_json(&words, g->explanation);
    return !words.cut && strcmp(bytes, r->explanation.bytes) == 0;
}

bool verify_record_end(const struct recorded *r, const struct store_game *g, struct error *e)
{
    // A record that was too long lacks some of its moves.
    if (r->cut ? strncmp(r->moves.bytes, g->moves, r->moves.length) != 0
               : strcmp(r->moves.bytes, g->moves) != 0)
        return verify_record_disagrees(e, "other moves");
    if (strcmp(r->verdict, g->verdict) != 0 || strcmp(r->rule, g->rule) != 0)
        return verify_record_disagrees(e, "another verdict");
    if (r->winner != g->winner || r->blame != g->blame)
        return verify_record_disagrees(e, "another winner or another one to blame");
    if (r->plies != g->plies)
        return verify_record_disagrees(e, "another number of moves");
    return verify_record_has_explanation(r, g) || verify_record_disagrees(e, "another explanation");
}

static bool verify_record_compare(const struct recorded *r, const struct store_game *g,
    const struct definition *d, const struct pairing *pairing, struct error *e)
{
    if (r->index == 0)
        return true; // not even its first line is whole
    if (r->index != g->play)
        return verify_record_disagrees(e, "another game");
    if (strcmp(r->names[0], g->first_name) != 0 || strcmp(r->names[1], g->second_name) != 0)
        return verify_record_disagrees(e, "other players");
    if (strcmp(r->position, g->start) != 0)
        return verify_record_disagrees(e, "another start");
    if (r->ended ? !verify_record_end(r, g, e)
                 : strncmp(r->moves.bytes, g->moves, r->moves.length) != 0 &&
                !verify_record_disagrees(e, "other moves"))
        return false;
    return (!pairing || verify_record_compare_header(r, g, d, pairing, e)) &&
        verify_record_compare_seats(r, g, d->game, e);
}

enum record_state verify_record_bytes(const struct text *record, const struct store_game *g,
    const struct definition *d, const struct pairing *pairing, struct error *e)
{
    struct recorded r;
    struct error why;
    bool right = recorded_read(&r, record->bytes, record->length, &why);
    if (!right)
        error_set(e, "its record is damaged: %.160s", why.words);
    right = right && verify_record_compare(&r, g, d, pairing, e);
    bool ended = r.ended;
    recorded_destroy(&r);
    return !right ? RECORD_IS_WRONG : ended ? RECORD_IS_RIGHT : RECORD_IS_TORN;
}

// --- The file ---

static bool verify_record_read(const char *path, struct text *out, struct error *e)
{
    struct error why;
    if (!whole_file_read(path, RECORD_BYTES_MOST, out, &why))
        return error_set(e, "its record: %.200s", why.words);
    return out->length <= RECORD_BYTES_MOST || error_set(e, "its record is too long");
}

enum record_state verify_record(const char *path, const struct store_game *g,
    const struct definition *d, const struct pairing *pairing, struct error *e)
{
    struct stat about;
    if (lstat(path, &about) != 0 && errno == ENOENT)
        return RECORD_IS_MISSING;
    struct text bytes = text_growing();
    enum record_state state = verify_record_read(path, &bytes, e)
        ? verify_record_bytes(&bytes, g, d, pairing, e)
        : RECORD_IS_WRONG;
    text_destroy(&bytes);
    return state;
}
