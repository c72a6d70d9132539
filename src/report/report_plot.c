// The ratings of a contest as a picture (SVG): one line per player, a dot for the rating and a bar
// for its error. Across it is measured in per cent, so that it fits on every screen.
#include "report/report_tables.h"

#include "report/html.h"

#include <math.h>

enum { ROW_PIXELS = 26, AXIS_PIXELS = 28, TICKS_MOST = 5, CAP_PIXELS = 4, DOT_PIXELS = 5 };

struct report_plot_scale {
    double low, high; // what the left and the right edge stand for
    double step;      // between two ticks
};

// A round number of Elo, such that few ticks fit between the two.
static double report_plot_step(double range)
{
    static const double factors[] = {1, 2, 5};
    for (double power = 1;; power *= 10) {
        for (int i = 0; i < 3; i++) {
            if (range / (factors[i] * power) <= TICKS_MOST)
                return factors[i] * power;
        }
    }
}

static struct report_plot_scale report_plot_find_scale(const struct report *r, size_t shown)
{
    struct report_plot_scale s = {STANDINGS_MEAN_ELO, STANDINGS_MEAN_ELO, 0};
    for (size_t i = 0; i < shown; i++) {
        const struct rating *rating =
            &r->results.standings.ratings[r->results.standings.list[i].player];
        s.low = fmin(s.low, rating->value - rating->error);
        s.high = fmax(s.high, rating->value + rating->error);
    }
    double margin = fmax(1, (s.high - s.low) / 50);
    s.low -= margin;
    s.high += margin;
    s.step = report_plot_step(s.high - s.low);
    return s;
}

static double report_plot_place(const struct report_plot_scale *s, double elo)
{
    return 100 * (elo - s->low) / (s->high - s->low);
}

static void report_plot_ticks(const struct report_plot_scale *s, int height, struct text *out)
{
    for (double elo = ceil(s->low / s->step) * s->step; elo <= s->high; elo += s->step) {
        double x = report_plot_place(s, elo);
        text_format(out,
            "<line class=\"grid\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"%d\"/>"
            "<text x=\"%.2f%%\" y=\"%d\">%ld</text>\n",
            x, x, height - AXIS_PIXELS, x, height - AXIS_PIXELS / 3, lround(elo));
    }
}

static void report_plot_player(
    const struct report *r, const struct report_plot_scale *s, size_t row, struct text *out)
{
    int player = r->results.standings.list[row].player;
    const struct rating *rating = &r->results.standings.ratings[player];
    int y = (int)row * ROW_PIXELS + ROW_PIXELS / 2;
    double low = report_plot_place(s, rating->value - rating->error);
    double high = report_plot_place(s, rating->value + rating->error);
    text_string(out, "<g><title>");
    html_escape(out, report_name(r, player));
    text_format(out, ": %.0f +/- %.0f</title>", rating->value, rating->error);
    text_format(out, "<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/>", low, high, y, y);
    text_format(out, "<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/>", low, low,
        y - CAP_PIXELS, y + CAP_PIXELS);
    text_format(out, "<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/>", high, high,
        y - CAP_PIXELS, y + CAP_PIXELS);
    text_format(out, "<circle cx=\"%.2f%%\" cy=\"%d\" r=\"%d\"/></g>\n",
        report_plot_place(s, rating->value), y, DOT_PIXELS);
}

void report_plot(const struct report *r, size_t shown, struct report_output *out)
{
    struct text *t = &out->text;
    int height = (int)shown * ROW_PIXELS + AXIS_PIXELS;
    struct report_plot_scale s = report_plot_find_scale(r, shown);
    text_string(t, "<div class=\"plot\"><div class=\"names\">\n");
    for (size_t i = 0; i < shown; i++) {
        text_string(t, "<div>");
        html_escape(t, report_name(r, r->results.standings.list[i].player));
        text_string(t, "</div>\n");
        report_flow(out);
    }
    text_format(t,
        "</div>\n<svg role=\"img\" aria-label=\"ratings with their errors\" "
        "width=\"100%%\" height=\"%d\">\n",
        height);
    report_plot_ticks(&s, height, t);
    for (size_t i = 0; i < shown; i++) {
        report_plot_player(r, &s, i, t);
        report_flow(out);
    }
    text_string(t, "</svg></div>\n");
}
