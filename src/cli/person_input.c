#include "cli/person_input.h"

#include "base/columns.h"
#include "base/nearest.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { COMMAND_COLUMNS = 14, COLUMN_GAP = 2, SUGGESTIONS_MOST = 4, TYPED_COLUMNS = 40 };

static const struct command_word {
    const char *name;
    enum person_wish wish;
    const char *summary; // NULL: another name of a command that has one
} command_words[] = {
    {"moves", PERSON_MOVES, "the legal moves; `moves d3` those with d3 in them"},
    {"hint", PERSON_HINT, "what a built-in player would do here"},
    {"undo", PERSON_UNDO, "takes back your last move, and what was answered"},
    {"board", PERSON_BOARD, "draws the board again"},
    {"history", PERSON_HISTORY, "the moves of this game so far"},
    {"resign", PERSON_RESIGN, "gives up this game"},
    {"quit", PERSON_QUIT, "gives up this game and plays no further one"},
    {"help", PERSON_HELP, "this text"},
    {"?", PERSON_HELP, NULL},
    {"exit", PERSON_QUIT, NULL},
    {"takeback", PERSON_UNDO, NULL},
    {"list", PERSON_MOVES, NULL},
};

enum { COMMAND_WORDS = sizeof command_words / sizeof *command_words };

// --- Legal moves in text ---

struct move_names {
    int count;
    move moves[MOVES_MAX];
    char names[MOVES_MAX][MOVE_TEXT_BYTES];
};

static void person_input_list_names(
    const struct game *game, const position *p, struct move_names *out)
{
    out->count = game->moves(p, out->moves);
    for (int i = 0; i < out->count; i++) {
        struct text name = TEXT_IN(out->names[i]);
        game->print_move(p, out->moves[i], &name);
    }
}

void person_input_count(const struct game *game, const position *p, struct text *out)
{
    struct move_names list;
    person_input_list_names(game, p, &list);
    if (list.count == 1)
        text_format(out, "1 move: %s", list.names[0]);
    else
        text_format(out, "%d moves, such as %s", list.count, list.names[0]);
}

void person_input_moves(
    const struct game *game, const position *p, const char *filter, int width, struct text *out)
{
    struct move_names list;
    person_input_list_names(game, p, &list);
    int widest = 1, shown = 0;
    for (int i = 0; i < list.count; i++) {
        int length = (int)strlen(list.names[i]);
        widest = length > widest ? length : widest;
    }
    int columns = (width - 1) / (widest + COLUMN_GAP);
    columns = columns < 1 ? 1 : columns;
    for (int i = 0; i < list.count; i++) {
        if (!strcasestr(list.names[i], filter))
            continue;
        if (shown > 0 && shown % columns == 0)
            text_char(out, '\n');
        text_format(out, "%*s%-*s", COLUMN_GAP, "", widest, list.names[i]);
        shown++;
    }
    if (shown == 0) {
        text_string(out, "no legal move has \"");
        columns_shorten(out, filter, TYPED_COLUMNS);
        text_string(out, "\" in it");
    }
    text_char(out, '\n');
}

void person_input_help(const struct game *game, const position *p, struct text *out)
{
    text_format(out, "A move is %s.\nHere you have ", game->notation);
    person_input_count(game, p, out);
    text_string(out, ". Other words:\n");
    for (int i = 0; i < COMMAND_WORDS; i++) {
        if (command_words[i].summary)
            text_format(out, "  %-*s%s\n", COMMAND_COLUMNS, command_words[i].name,
                command_words[i].summary);
    }
}

// --- What is wrong with a line ---

// "Did you mean d3 or d4?": the legal moves that begin as the line does, or else the nearest one.
static void person_input_suggest_moves(
    const struct move_names *list, const char *typed, struct text *out)
{
    const char *names[MOVES_MAX];
    int found = 0;
    size_t length = strlen(typed);
    for (int i = 0; i < list->count; i++) {
        names[i] = list->names[i];
        if (strncasecmp(names[i], typed, length) != 0 || found == SUGGESTIONS_MOST)
            continue;
        text_format(out, "%s%s", found == 0 ? ". Did you mean " : " or ", names[i]);
        found++;
    }
    int nearest = found == 0 ? nearest_word(typed, names, (size_t)list->count) : -1;
    if (nearest >= 0)
        text_format(out, ". Did you mean %s", names[nearest]);
    text_string(out, found > 0 || nearest >= 0 ? "?" : " (`help` explains, `moves` lists them)");
}

static const char *person_input_nearest_command(const char *typed)
{
    const char *names[COMMAND_WORDS];
    for (int i = 0; i < COMMAND_WORDS; i++)
        names[i] = command_words[i].name;
    int nearest = strlen(typed) > 2 ? nearest_word(typed, names, COMMAND_WORDS) : -1;
    return nearest >= 0 ? names[nearest] : NULL;
}

static void person_input_explain_unknown(const struct game *game, const position *p,
    const char *typed, const struct error *e, struct person_input *out)
{
    struct text words = TEXT_IN(out->words);
    struct move_names list;
    person_input_list_names(game, p, &list);
    text_char(&words, '"');
    columns_shorten(&words, typed, TYPED_COLUMNS);
    text_string(&words, "\" is not a move");
    const char *command = person_input_nearest_command(typed);
    if (command) {
        text_format(&words, ". Did you mean \"%s\"?", command);
        return;
    }
    text_format(&words, ": %s", e->words);
    person_input_suggest_moves(&list, typed, &words);
}

// The same words that a bot would get.
static void person_input_explain_refusal(const struct refusal *why, struct person_input *out)
{
    struct text words = TEXT_IN(out->words);
    text_format(&words, "not legal (%s): %s", why->rule, why->words);
    if (why->expected[0] != '\0')
        text_format(&words, "; expected %s", why->expected);
    if (why->seen[0] != '\0')
        text_format(&words, ", seen %s", why->seen);
}

// --- A line ---

static const char *person_input_trim(const char *line, char trimmed[PERSON_LINE_BYTES])
{
    static const char blanks[] = " \t\r\n";
    line += strspn(line, blanks);
    size_t length = strnlen(line, PERSON_LINE_BYTES - 1);
    while (length > 0 && strchr(blanks, line[length - 1]))
        length--;
    memcpy(trimmed, line, length);
    trimmed[length] = '\0';
    return trimmed;
}

// Reads a command: a word, and for a list of moves the text that they must contain.
static bool person_input_read_command(const char *typed, struct person_input *out)
{
    size_t length = strcspn(typed, " \t");
    const char *rest = typed + length + strspn(typed + length, " \t");
    for (int i = 0; i < COMMAND_WORDS; i++) {
        const struct command_word *word = &command_words[i];
        if (strlen(word->name) != length || strncasecmp(word->name, typed, length) != 0)
            continue;
        if (rest[0] != '\0' && word->wish != PERSON_MOVES)
            continue;
        out->wish = word->wish;
        snprintf(out->filter, sizeof out->filter, "%s", rest);
        return true;
    }
    return false;
}

void person_input_read(
    const struct game *game, const position *p, const char *line, struct person_input *out)
{
    char trimmed[PERSON_LINE_BYTES];
    const char *typed = person_input_trim(line, trimmed);
    *out = (struct person_input){.wish = PERSON_UNKNOWN, .move = MOVE_NONE};
    if (typed[0] == '\0') {
        out->wish = PERSON_NOTHING;
        return;
    }
    if (person_input_read_command(typed, out))
        return;
    move m;
    struct error e = {0};
    struct refusal why = {0};
    if (!game->parse_move(p, typed, &m, &e)) {
        person_input_explain_unknown(game, p, typed, &e, out);
    } else if (!game->legal(p, m, &why)) {
        person_input_explain_refusal(&why, out);
    } else {
        out->wish = PERSON_MOVE;
        out->move = m;
    }
}
