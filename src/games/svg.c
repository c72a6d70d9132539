#include "games/svg.h"

#include "base/html.h"

#include <math.h>

// Letters that follow each other and look the same become one element: a browser needs less time
// for it than for one element each.
enum { SVG_LETTERS_MOST = 64 };
struct svg_letters {
    struct picture_point at[SVG_LETTERS_MOST];
    char text[SVG_LETTERS_MOST + 1];
    int count;
    double size;
    int weight;
    struct picture_paint paint;
};

struct svg {
    struct picture picture; // the first member
    const struct svg_frame *frame;
    struct text *out;
    struct svg_letters letters; // that were put last
};

// --- Values ---

static void svg_number(struct text *out, double number)
{
    long hundredths = (long)(number * 100 + (number < 0 ? -.5 : .5));
    if (hundredths < 0)
        text_char(out, '-');
    hundredths = hundredths < 0 ? -hundredths : hundredths;
    if (hundredths >= 100 || hundredths == 0)
        text_format(out, "%ld", hundredths / 100);
    if (hundredths % 100 != 0)
        text_format(out, hundredths % 10 == 0 ? ".%ld" : ".%02ld",
            hundredths % 10 == 0 ? hundredths % 100 / 10 : hundredths % 100);
}

static void svg_key(struct text *out, const char *key, double number)
{
    text_format(out, " %s=\"", key);
    svg_number(out, number);
    text_char(out, '"');
}

static void svg_paint(struct text *out, const struct picture_paint *paint)
{
    if (paint->fill == PICTURE_NONE)
        text_string(out, " fill=\"none\"");
    else
        text_format(out, " fill=\"#%06x\"", (unsigned)paint->fill);
    if (paint->fill_clear > 0)
        svg_key(out, "fill-opacity", 1 - paint->fill_clear);
    if (paint->stroke == PICTURE_NONE)
        return;
    text_format(out, " stroke=\"#%06x\"", (unsigned)paint->stroke);
    svg_key(out, "stroke-width", paint->stroke_width);
    if (paint->stroke_clear > 0)
        svg_key(out, "stroke-opacity", 1 - paint->stroke_clear);
}

// --- Paths ---

static void svg_point(struct text *out, const char *before, struct picture_point at)
{
    text_string(out, before);
    svg_number(out, at.x);
    text_char(out, ' ');
    svg_number(out, at.y);
}

// The point that lies so far from `from` on the way to `to`.
static struct picture_point svg_toward(
    struct picture_point from, struct picture_point to, double far)
{
    const double dx = to.x - from.x, dy = to.y - from.y, length = sqrt(dx * dx + dy * dy);
    const double share = length > 0 ? far / length : 0;
    return (struct picture_point){from.x + dx * share, from.y + dy * share};
}

static void svg_contour(struct text *out, const struct picture_shape *s)
{
    for (int i = 0; i < s->point_count; i++) {
        const struct picture_point here = s->points[i];
        const struct picture_point before = s->points[(i + s->point_count - 1) % s->point_count];
        const struct picture_point after = s->points[(i + 1) % s->point_count];
        svg_point(out, i == 0 ? "M" : "L", svg_toward(here, before, s->round));
        if (s->round > 0) {
            svg_point(out, "Q", here);
            svg_point(out, " ", svg_toward(here, after, s->round));
        }
    }
    text_char(out, 'Z');
}

static void svg_path(struct text *out, const struct picture_shape *s)
{
    text_string(out, "<path d=\"");
    if (s->kind == PICTURE_POLYGON) {
        svg_contour(out, s);
        if (s->hole)
            svg_contour(out, s->hole);
    }
    for (int i = 0; i < s->point_count && s->kind == PICTURE_LINES; i++)
        svg_point(out, i % 2 == 0 ? "M" : "L", s->points[i]);
    text_char(out, '"');
    if (s->hole)
        text_string(out, " fill-rule=\"evenodd\"");
    if (s->round_ends)
        text_string(out, " stroke-linecap=\"round\"");
    if (s->kind == PICTURE_POLYGON && s->paint.stroke != PICTURE_NONE)
        text_string(out, " stroke-linejoin=\"round\"");
    svg_paint(out, &s->paint);
    text_string(out, "/>\n");
}

// --- Other shapes ---

static void svg_ellipse(struct text *out, const struct picture_shape *s)
{
    const bool circle = s->width == s->height;
    text_string(out, circle ? "<circle" : "<ellipse");
    svg_key(out, "cx", s->x);
    svg_key(out, "cy", s->y);
    svg_key(out, circle ? "r" : "rx", s->width);
    if (!circle)
        svg_key(out, "ry", s->height);
    svg_paint(out, &s->paint);
    text_string(out, "/>\n");
}

static void svg_box(struct text *out, const struct picture_shape *s)
{
    text_string(out, "<rect");
    svg_key(out, "x", s->x);
    svg_key(out, "y", s->y);
    svg_key(out, "width", s->width);
    svg_key(out, "height", s->height);
    if (s->round > 0)
        svg_key(out, "rx", s->round);
    svg_paint(out, &s->paint);
    text_string(out, "/>\n");
}

// --- Text ---

static void svg_text_end(struct text *out, const struct picture_shape *like, const char *words)
{
    svg_key(out, "font-size", like->size);
    svg_key(out, "font-weight", like->weight);
    svg_paint(out, &like->paint);
    text_char(out, '>');
    html_escape(out, words);
    text_string(out, "</text>\n");
}

static void svg_text(struct text *out, const struct picture_shape *s)
{
    text_string(out, "<text");
    svg_key(out, "x", s->x);
    svg_key(out, "y", s->y);
    svg_text_end(out, s, s->text);
}

// Writes the letters that wait.
static void svg_flush_letters(struct svg *svg)
{
    struct svg_letters *l = &svg->letters;
    const struct picture_shape like = {.size = l->size, .weight = l->weight, .paint = l->paint};
    if (l->count == 0)
        return;
    text_string(svg->out, "<text x=\"");
    for (int i = 0; i < l->count; i++) {
        text_string(svg->out, i > 0 ? " " : "");
        svg_number(svg->out, l->at[i].x);
    }
    text_string(svg->out, "\" y=\"");
    for (int i = 0; i < l->count; i++) {
        text_string(svg->out, i > 0 ? " " : "");
        svg_number(svg->out, l->at[i].y);
    }
    text_char(svg->out, '"');
    l->text[l->count] = '\0';
    svg_text_end(svg->out, &like, l->text);
    l->count = 0;
}

static bool svg_is_letter(const struct picture_shape *s)
{
    return s->kind == PICTURE_TEXT && s->text[0] != '\0' && s->text[1] == '\0';
}

static void svg_keep_letter(struct svg *svg, const struct picture_shape *s)
{
    struct svg_letters *l = &svg->letters;
    if (l->count == SVG_LETTERS_MOST || l->size != s->size || l->weight != s->weight ||
        l->paint.fill != s->paint.fill)
        svg_flush_letters(svg);
    l->size = s->size;
    l->weight = s->weight;
    l->paint = s->paint;
    l->at[l->count] = (struct picture_point){s->x, s->y};
    l->text[l->count++] = s->text[0];
}

static void svg_put(struct picture *p, const struct picture_shape *s)
{
    struct svg *svg = (struct svg *)p;
    struct text *out = svg->out;
    if (svg_is_letter(s)) {
        svg_keep_letter(svg, s);
        return;
    }
    svg_flush_letters(svg);
    switch (s->kind) {
    case PICTURE_ELLIPSE:
        svg_ellipse(out, s);
        break;
    case PICTURE_BOX:
        svg_box(out, s);
        break;
    case PICTURE_POLYGON:
    case PICTURE_LINES:
        svg_path(out, s);
        break;
    case PICTURE_TEXT:
        svg_text(out, s);
        break;
    }
}

// --- All of it ---

static void svg_begin(struct picture *p)
{
    const struct svg *svg = (struct svg *)p;
    struct text *out = svg->out;
    text_string(out,
        svg->frame->in_page ? "<svg class=\"board-svg\""
                            : "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    text_string(out, " role=\"img\" viewBox=\"");
    const double box[] = {p->left, p->top, p->width, p->height};
    for (int i = 0; i < 4; i++) {
        text_string(out, i > 0 ? " " : "");
        svg_number(out, box[i]);
    }
    text_char(out, '"');
    if (svg->frame->in_page) {
        text_string(out, " aria-label=\"");
        html_escape(out, svg->frame->title);
        text_string(out, "\">\n");
        return;
    }
    svg_key(out, "width", p->width);
    svg_key(out, "height", p->height);
    text_string(out,
        " font-family=\"system-ui, 'DejaVu Sans', sans-serif\" text-anchor=\"middle\" "
        "dominant-baseline=\"central\">\n<title>");
    html_escape(out, svg->frame->title);
    text_string(out, "</title>\n");
}

void svg_write(struct text *out, const struct svg_frame *frame, const struct game *game,
    const position *p, const struct drawing *style)
{
    struct svg svg = {.picture = {.caption = frame->caption, .begin = svg_begin, .put = svg_put},
        .frame = frame,
        .out = out};
    picture_draw(&svg.picture, game, p, style);
    svg_flush_letters(&svg);
    text_string(out, "</svg>\n");
}
