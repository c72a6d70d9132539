// The record of a game that another machine says it has played, against any bytes behind its right
// first line: what is accepted is a game by the rules, with an end; the store takes its row, and
// `agon verify` finds nothing wrong with row and record.
#include "fuzz.h"

#include "archive/claimed_game.h"
#include "archive/verify/record_check.h"
#include "archive/verify/rules.h"
#include "referee/seat_clock.h"
#include "store/store.h"

#include <stdlib.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check(const struct claimed_game *c, size_t length)
{
    const struct result *r = &c->result;
    require(r->verdict < VERDICT_VOID && c->record_length <= length);
    require(r->winner == NOBODY || r->winner == 0 || r->winner == 1);
    require((r->blame == NOBODY) != verdict_is_fault(r->verdict));
    require(r->blame == NOBODY || r->winner == 1 - r->blame);
    require(r->reason != NULL && r->explanation[0] != '\0' && !c->moves.cut);
}

// The row is made as the arena makes it.
static void check_row(
    const struct claimed_game *c, const char *bytes, const struct game *game, const char *start)
{
    const struct result *r = &c->result;
    const struct store_game row = {.play = 1,
        .first_name = "ann",
        .second_name = "bob",
        .start = start,
        .verdict = verdicts[r->verdict].code,
        .winner = r->winner == NOBODY ? STORE_NOBODY : r->winner,
        .blame = r->blame == NOBODY ? STORE_NOBODY : r->blame,
        .rule = r->rule,
        .explanation = r->explanation,
        .moves = c->moves.bytes,
        .plies = r->moves,
        .wall_ns = r->wall_ns,
        .first_pondered_ns = r->pondered_ns[0],
        .second_pondered_ns = r->pondered_ns[1]};
    const struct definition contest = {.game = game};
    struct text record = text_growing();
    text_bytes(&record, bytes, c->record_length);
    struct error e;
    int64_t moves = 0;
    require(store_check_game(&row, &e) && verify_rules(game, &row, &moves, &e));
    require(verify_record_bytes(&record, &row, &contest, NULL, &e) == RECORD_IS_RIGHT);
    text_destroy(&record);
}

// `wire` is that of both players; NULL: they are built-in players.
static void try_record(const uint8_t *bytes, size_t size, const char *wire)
{
    const struct game *game = game_find("reversi", NULL);
    const struct budget budget = {
        .start_ns = 1000 * NS_PER_MS, .first_ns = 500 * NS_PER_MS, .request_ns = 100 * NS_PER_MS};
    struct record expected = {.fd = -1, .lines = text_growing(), .last_words = text_growing()};
    position start;
    require(game != NULL && game->start(&start, NULL, NULL));
    const struct record_header header = {.game = game,
        .start = &start,
        .seed = 1,
        .index = 1,
        .players = {{.name = "ann", .player = "@random", .wire = wire, .budget = &budget},
            {.name = "bob", .player = "@first", .wire = wire, .budget = &budget}},
        .host = "here",
        .started = "2026-11-16T20:00:00Z"};
    record_begin(&expected, &header);
    text_bytes(&expected.lines, (const char *)bytes, size);
    const struct text *record = &expected.lines;
    struct claimed_game c;
    struct error e = {0};
    if (claimed_game_read(&c, record->bytes, record->length, &header, &e)) {
        char place[POSITION_TEXT_BYTES];
        struct text printed = TEXT_IN(place);
        game->print(&start, &printed);
        check(&c, record->length);
        check_row(&c, record->bytes, game, place);
    } else {
        require(e.words[0] != '\0');
    }
    claimed_game_destroy(&c);
    record_destroy(&expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    try_record(bytes, size, NULL);
    try_record(bytes, size, "hgp");
    return 0;
}
