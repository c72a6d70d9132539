// The strength of versions as a plot: a point with its error for each, the oldest at the left.
#include "author/strength.h"

#include "base/html.h"

#include <math.h>

enum {
    PLOT_LEFT = 60,
    PLOT_TOP = 48,
    PLOT_HEIGHT = 260,
    PLOT_STEP = 46, // from one version to the next
    PLOT_FOOT = 90,
    PLOT_LINES = 5,
};

struct strength_range {
    double low, high;
};

static struct strength_range strength_plot_range(const struct strength *s)
{
    struct strength_range r = {-10, 10};
    for (int i = 0; i < s->version_count; i++) {
        r.low = fmin(r.low, s->versions[i].elo - s->versions[i].error);
        r.high = fmax(r.high, s->versions[i].elo + s->versions[i].error);
    }
    return r;
}

static double strength_plot_y(const struct strength_range *r, double elo)
{
    return PLOT_TOP + PLOT_HEIGHT * (r->high - elo) / (r->high - r->low);
}

static double strength_plot_x(int version)
{
    return PLOT_LEFT + PLOT_STEP * (version + 0.5);
}

// The distance of the lines: 1, 2 or 5 and zeros.
static double strength_plot_step(const struct strength_range *r)
{
    static const double digits[] = {1, 2, 5};
    for (double power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if ((r->high - r->low) / (power * digits[i]) <= PLOT_LINES)
                return power * digits[i];
}

static void strength_plot_ground(const struct strength_range *r, int width, struct text *out)
{
    const double step = strength_plot_step(r);
    // ceil gives -0 for what is little less than 0; the sum with 0 is 0.
    for (double elo = ceil(r->low / step) * step + 0.0; elo <= r->high; elo += step)
        text_format(out,
            "<path d=\"M%d %.1f h%d\" class=\"rule\"/><text x=\"%d\" y=\"%.1f\" "
            "text-anchor=\"end\">%+.0f</text>\n",
            PLOT_LEFT, strength_plot_y(r, elo), width, PLOT_LEFT - 8, strength_plot_y(r, elo) + 4,
            elo);
}

static void strength_plot_version(
    const struct strength *s, const struct strength_range *r, int i, struct text *out)
{
    const struct strength_version *v = &s->versions[i];
    const double x = strength_plot_x(i), y = strength_plot_y(r, v->elo);
    if (i > 0 && s->versions[i - 1].group == v->group)
        text_format(out, "<path class=\"line\" d=\"M%.1f %.1f L%.1f %.1f\"/>\n",
            strength_plot_x(i - 1), strength_plot_y(r, s->versions[i - 1].elo), x, y);
    text_format(out, "<path class=\"error\" d=\"M%.1f %.1f V%.1f\"/>\n", x,
        strength_plot_y(r, v->elo + v->error), strength_plot_y(r, v->elo - v->error));
    text_format(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\"><title>", x, y);
    html_escape(out, v->name);
    text_format(
        out, ": %+.0f &#177; %.0f Elo, %lld games. ", v->elo, v->error, (long long)v->games);
    html_escape(out, v->subject);
    text_format(out, "</title></circle>\n<text transform=\"translate(%.1f %d) rotate(45)\">", x - 3,
        PLOT_TOP + PLOT_HEIGHT + 16);
    html_escape(out, v->name);
    text_string(out, "</text>\n");
}

void strength_svg(const struct strength *s, const char *title, struct text *out)
{
    const struct strength_range r = strength_plot_range(s);
    const int width = PLOT_STEP * (s->version_count > 6 ? s->version_count : 6);
    text_format(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
        "font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<title>",
        PLOT_LEFT + width + 24, PLOT_TOP + PLOT_HEIGHT + PLOT_FOOT);
    html_escape(out, title);
    text_string(out,
        "</title>\n<style>text{fill:#555}.head{fill:#111;font-size:15px;font-weight:600}"
        ".rule{stroke:#ddd}.line{stroke:#8fb2d6;stroke-width:1.5}.error{stroke:#1c4f80;"
        "stroke-width:2}circle{fill:#1c4f80;stroke:#fff;stroke-width:1.5}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    text_format(out, "<text x=\"%d\" y=\"26\" class=\"head\">", PLOT_LEFT);
    html_escape(out, title);
    text_string(out, "</text>\n");
    strength_plot_ground(&r, width, out);
    for (int i = 0; i < s->version_count; i++)
        strength_plot_version(s, &r, i, out);
    text_string(out, "</svg>\n");
}
