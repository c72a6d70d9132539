// Fuzzes the text of one game (FUZZ_GAME): the first line is a position, every further line a move
// to be played in it. Whatever is read must survive printing; whatever is refused must say why.
#include "fuzz.h"

#include "games/svg.h"

#include <stdlib.h>
#include <string.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void check_position(const struct game *game, const position *p)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text out = TEXT_IN(bytes);
    game->print(p, &out);
    require(!out.cut);
    position back;
    require(game->parse(&back, bytes, NULL));
    require(position_equal(p, &back));
    static char board[DRAWING_BYTES];
    struct text drawing = TEXT_IN(board);
    game->draw(p, &(struct drawing){.unicode = true, .colour = true, .last = MOVE_NONE}, &drawing);
    require(!drawing.cut);
    static char picture[SVG_BYTES];
    struct text svg = TEXT_IN(picture);
    svg_write(&svg, &(struct svg_frame){.title = game->title}, game, p,
        &(struct drawing){.last = MOVE_NONE});
    require(!svg.cut);
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    require(count >= 0 && count <= MOVES_MAX);
    require(game->outcome(p).over == (count == 0));
    for (int i = 0; i < count; i++) {
        require(game->legal(p, moves[i], NULL));
        char name[MOVE_TEXT_BYTES];
        struct text move_text = TEXT_IN(name);
        game->print_move(p, moves[i], &move_text);
        move again;
        require(!move_text.cut && game->parse_move(p, name, &again, NULL) && again == moves[i]);
    }
    struct perft_count counted = {0};
    game->perft(p, 1, &counted);
    require(counted.nodes == (uint64_t)count);
}

static void check_error(const struct error *e, const char *text)
{
    require(e->words[0] != '\0');
    require(!e->has_at || e->at <= strlen(text));
}

// Returns false when the line is no legal move.
static bool play(const struct game *game, position *p, const char *line)
{
    struct error e = {0};
    move m;
    if (!game->parse_move(p, line, &m, &e)) {
        check_error(&e, line);
        return false;
    }
    struct refusal why = {0};
    if (!game->legal(p, m, &why)) {
        require(why.rule[0] != '\0' && why.words[0] != '\0');
        return false;
    }
    game->apply(p, m);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct game *game = game_find(FUZZ_GAME, NULL);
    char *input = malloc(size + 1);
    require(game && input);
    memcpy(input, bytes, size);
    input[size] = '\0';
    char *rest = input;
    char *line = strsep(&rest, "\n");
    position p;
    struct error e = {0};
    if (!game->parse(&p, line, &e)) {
        check_error(&e, line);
        require(game->start(&p, NULL, NULL));
    }
    check_position(game, &p);
    while ((line = strsep(&rest, "\n"))) {
        if (play(game, &p, line))
            check_position(game, &p);
    }
    free(input);
    return 0;
}
