// agon show: one position, drawn, with everything the rules say about it.
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "cli/terminal.h"

enum { LINE_COLUMNS = 80 };

struct show_facts {
    const struct game *game;
    const position *position;
    char text[POSITION_TEXT_BYTES];
    int count;
    move moves[MOVES_MAX];
    struct outcome outcome;
};

static void show_gather_facts(const struct position_argument *s, struct show_facts *f)
{
    f->game = s->game;
    f->position = &s->position;
    struct text text = TEXT_IN(f->text);
    s->game->print(&s->position, &text);
    f->count = s->game->moves(&s->position, f->moves);
    f->outcome = s->game->outcome(&s->position);
}

static void show_print_json(const struct show_facts *f)
{
    struct text out = text_growing();
    text_string(&out, "{\"game\":");
    text_json(&out, f->game->name);
    text_string(&out, ",\"variant\":");
    text_json(&out, f->game->variant(f->position));
    text_string(&out, ",\"position\":");
    text_json(&out, f->text);
    text_string(&out, ",\"turn\":");
    text_json(&out, f->game->seat_names[f->game->turn(f->position)]);
    text_string(&out, ",\"moves\":[");
    for (int i = 0; i < f->count; i++) {
        char bytes[MOVE_TEXT_BYTES];
        struct text name = TEXT_IN(bytes);
        f->game->print_move(f->position, f->moves[i], &name);
        if (i > 0)
            text_char(&out, ',');
        text_json(&out, bytes);
    }
    const struct outcome *o = &f->outcome;
    text_format(&out, "],\"over\":%s,\"winner\":", o->over ? "true" : "false");
    if (o->over && o->winner != NOBODY)
        text_json(&out, f->game->seat_names[o->winner]);
    else
        text_string(&out, "null");
    if (o->over) {
        text_string(&out, ",\"reason\":");
        text_json(&out, o->reason);
        text_string(&out, ",\"rule\":");
        text_json(&out, o->rule);
    }
    text_format(&out, ",\"points\":[%d,%d]", o->points[0], o->points[1]);
    print_document(&out, "show/1");
}

static void show_print_moves(const struct show_facts *f)
{
    printf("%s to move, %d legal move%s:\n", f->game->seat_names[f->game->turn(f->position)],
        f->count, f->count == 1 ? "" : "s");
    size_t column = 0;
    for (int i = 0; i < f->count; i++) {
        char bytes[MOVE_TEXT_BYTES];
        struct text name = TEXT_IN(bytes);
        f->game->print_move(f->position, f->moves[i], &name);
        if (column > 0 && column + 1 + name.length > LINE_COLUMNS) {
            putchar('\n');
            column = 0;
        }
        column += (size_t)printf("%s%s", column > 0 ? " " : "  ", bytes);
    }
    putchar('\n');
}

static void show_print_outcome(const struct show_facts *f)
{
    const struct outcome *o = &f->outcome;
    if (o->winner == NOBODY)
        printf("over: a draw, ");
    else
        printf("over: %s wins, ", f->game->seat_names[o->winner]);
    printf("%s", o->reason);
    if (o->points[0] != 0 || o->points[1] != 0)
        printf(", %d to %d", o->points[0], o->points[1]);
    printf("  (%s)\n", o->rule);
}

int command_show(const struct command *self, int argc, char **argv)
{
    const char *game = NULL, *position_text = NULL, *variant = NULL;
    bool json = false, ascii = false;
    const struct argument arguments[] = {{"GAME", position_argument_games(), &game}};
    const struct option options[] = {
        {"position", "the position; without it, the start", .text = &position_text,
            .value = "TEXT"},
        {"variant", VARIANT_HELP, .text = &variant, .value = "NAME"},
        {"ascii", "draw without Unicode", .flag = &ascii},
        {"json", "one JSON object instead of the drawing", .flag = &json},
    };
    const struct syntax syntax = {self, arguments, 1, options, 4};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct position_argument about;
    if (!position_argument_read(&about, game, variant, position_text, &e))
        return wrong_input(&e);

    struct show_facts facts;
    show_gather_facts(&about, &facts);
    if (json) {
        show_print_json(&facts);
        return EXIT_OK;
    }
    char bytes[DRAWING_BYTES];
    struct text board = TEXT_IN(bytes);
    struct drawing style = terminal_drawing(stdout, ascii);
    about.game->draw(&about.position, &style, &board);
    printf("%s\n", bytes);
    if (facts.outcome.over)
        show_print_outcome(&facts);
    else
        show_print_moves(&facts);
    printf("\nposition  %s\n", facts.text);
    return EXIT_OK;
}
