// The graph of an analysis: the chance of the first player, from the first position to the last.
#include "author/analysis_report.h"

#include "base/html.h"

enum {
    GRAPH_LEFT = 44,
    GRAPH_TOP = 44,
    GRAPH_WIDTH = 880,
    GRAPH_HEIGHT = 220,
    GRAPH_PLIES_LEAST = 24, // a short game is not stretched
    GRAPH_TICKS_MOST = 12,
};

static double graph_x(const struct analysis_report *r, int ply)
{
    const int last = analysis_plies(r->analysis) - 1;
    return GRAPH_LEFT +
        (double)GRAPH_WIDTH * ply / (last > GRAPH_PLIES_LEAST ? last : GRAPH_PLIES_LEAST);
}

static double graph_y(double chance)
{
    return GRAPH_TOP + GRAPH_HEIGHT * (1 - chance);
}

static void graph_line(const struct analysis_report *r, struct text *out)
{
    for (int ply = 0; ply < analysis_plies(r->analysis); ply++)
        text_format(out, "%s%.1f %.1f", ply == 0 ? "M" : " L", graph_x(r, ply),
            graph_y(analysis_at(r->analysis, ply)->value));
}

static void graph_ground(const struct analysis_report *r, struct text *out)
{
    static const int percents[] = {0, 25, 50, 75, 100};
    const int last = analysis_plies(r->analysis) - 1;
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++)
        text_format(out,
            "<path d=\"M%d %.1f h%d\" class=\"%s\"/><text x=\"%d\" y=\"%.1f\" "
            "text-anchor=\"end\">%d %%</text>\n",
            GRAPH_LEFT, graph_y(percents[i] / 100.0), GRAPH_WIDTH,
            percents[i] == 50 ? "middle" : "rule", GRAPH_LEFT - 6, graph_y(percents[i] / 100.0) + 4,
            percents[i]);
    int step = 5;
    while (last / step > GRAPH_TICKS_MOST)
        step *= 2;
    for (int ply = step; ply <= last; ply += step)
        text_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
            graph_x(r, ply), GRAPH_TOP + GRAPH_HEIGHT + 18, ply);
}

static void graph_marks(const struct analysis_report *r, struct text *out)
{
    const struct analysis *a = r->analysis;
    for (int ply = 0; ply + 1 < analysis_plies(a); ply++) {
        const double loss = analysis_loss(a, ply);
        if (loss < ANALYSIS_MISTAKE)
            continue;
        const position *p = analysis_position(a, ply);
        text_format(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" class=\"bad\"><title>%d ",
            graph_x(r, ply + 1), graph_y(analysis_at(a, ply + 1)->value),
            loss >= ANALYSIS_BLUNDER ? 5 : 3, ply + 1);
        html_escape(out, r->names[analysis_game(a)->turn(p)]);
        text_char(out, ' ');
        analysis_game(a)->print_move(p, analysis_played(a, ply), out);
        text_format(out, ": lost %.0f points</title></circle>\n", 100 * loss);
    }
}

void analysis_report_svg(const struct analysis_report *r, struct text *out)
{
    const double end = graph_x(r, analysis_plies(r->analysis) - 1);
    text_format(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
        "font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<title>",
        GRAPH_LEFT + GRAPH_WIDTH + 16, GRAPH_TOP + GRAPH_HEIGHT + 28);
    html_escape(out, r->title);
    text_string(out,
        "</title>\n<style>text{fill:#555}.head{fill:#111;font-size:15px;font-weight:600}"
        ".rule{stroke:#ddd;fill:none}.middle{stroke:#999;stroke-dasharray:3 3;fill:none}"
        ".area{fill:#2a6fb0;opacity:.18}.line{stroke:#1c4f80;stroke-width:2;fill:none;"
        "stroke-linejoin:round}.bad{fill:#b3261e;stroke:#fff;stroke-width:1.5}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    text_format(out, "<text x=\"%d\" y=\"26\" class=\"head\">", GRAPH_LEFT);
    html_escape(out, r->title);
    text_string(out, ": chance of ");
    html_escape(out, r->names[0]);
    text_string(out, " against ");
    html_escape(out, r->names[1]);
    text_string(out, "</text>\n");
    graph_ground(r, out);
    text_string(out, "<path class=\"area\" d=\"");
    graph_line(r, out);
    text_format(out, " L%.1f %.1f L%d %.1f Z\"/>\n<path class=\"line\" d=\"", end, graph_y(0),
        GRAPH_LEFT, graph_y(0));
    graph_line(r, out);
    text_string(out, "\"/>\n");
    graph_marks(r, out);
    text_string(out, "</svg>\n");
}
