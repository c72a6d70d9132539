#include "cli/analyse_lines.h"

#include "author/analysis_report.h"
#include "base/columns.h"
#include "brains/chance.h"

enum { ANALYSE_MOVE_COLUMNS = 10, ANALYSE_LINE_BYTES = LINE_MOST * MOVE_TEXT_BYTES };

void analyse_lines_text(const struct game *game, const position *p, const struct line *lines,
    int count, int columns, const char *tail, struct text *out)
{
    const int turn = game->turn(p);
    for (int i = 0; i < count; i++) {
        const struct thought *t = &lines[i].thought;
        char bytes[ANALYSE_LINE_BYTES + 128], part[ANALYSE_LINE_BYTES];
        struct text row = TEXT_IN(bytes), words = TEXT_IN(part);
        text_format(&row, "%2d  ", i + 1);
        line_print(game, p, t->line, 1, 1, &words);
        columns_pad(&row, part, ANALYSE_MOVE_COLUMNS);
        text_clear(&words);
        analysis_report_chance(lines[i].chance, t->exact, &words);
        text_format(&row, "  %-5s", part);
        text_clear(&words);
        chance_print_score(game, t, turn, turn, &words);
        text_format(&row, "  %6s  depth %-3d  ", part, t->depth);
        text_clear(&words);
        line_print(game, p, t->line, t->line_length, LINE_MOST, &words);
        text_string(&row, part);
        columns_clip(out, row.bytes, columns);
        text_string(out, tail);
        text_char(out, '\n');
    }
}

void analyse_lines_json(const struct game *game, const position *p, const struct line *lines,
    int count, uint64_t nodes, struct text *out)
{
    const int turn = game->turn(p);
    char bytes[ANALYSE_LINE_BYTES];
    struct text words = TEXT_IN(bytes);
    text_string(out, "{\"game\":");
    text_json(out, game->name);
    text_string(out, ",\"variant\":");
    text_json(out, game->variant(p));
    text_string(out, ",\"position\":");
    game->print(p, &words);
    text_json(out, bytes);
    text_string(out, ",\"turn\":");
    text_json(out, game->seat_names[turn]);
    text_format(out, ",\"by\":\"@max\",\"nodes\":%llu,\"lines\":[", (unsigned long long)nodes);
    for (int i = 0; i < count; i++) {
        const struct thought *t = &lines[i].thought;
        text_string(out, i > 0 ? ",{\"move\":" : "{\"move\":");
        text_clear(&words);
        line_print(game, p, t->line, 1, 1, &words);
        text_json(out, bytes);
        text_string(out, ",\"score\":\"");
        chance_print_score(game, t, turn, turn, out);
        text_format(out, "\",\"chance\":%.4f,\"exact\":%s,\"depth\":%d,\"line\":", lines[i].chance,
            t->exact ? "true" : "false", t->depth);
        text_clear(&words);
        line_print(game, p, t->line, t->line_length, LINE_MOST, &words);
        text_json(out, bytes);
        text_char(out, '}');
    }
    text_char(out, ']');
}
