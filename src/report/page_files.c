#include "report/page_files.h"

#include "base/html.h"
#include "base/sha256.h"
#include "report/first_view.h"

#include <assert.h>
#include <string.h>

static const struct page_file *page_files_find(const char *path, bool for_browsers)
{
    for (const struct page_file *f = page_files; f->path; f++) {
        if ((f->type != NULL) == for_browsers && strcmp(f->path, path) == 0)
            return f;
    }
    return NULL;
}

const struct page_file *page_file_find(const char *path)
{
    return page_files_find(path, true);
}

const struct page_file *page_file_text(const char *path)
{
    return page_files_find(path, false);
}

// --- The policy ---

static void page_files_base64(struct text *out, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16;
        group |= i + 1 < length ? (unsigned)bytes[i + 1] << 8 : 0;
        group |= i + 2 < length ? bytes[i + 2] : 0;
        text_char(out, digits[group >> 18]);
        text_char(out, digits[group >> 12 & 63]);
        text_char(out, i + 1 < length ? digits[group >> 6 & 63] : '=');
        text_char(out, i + 2 < length ? digits[group & 63] : '=');
    }
}

static unsigned page_files_digit(char digit)
{
    return (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

// 'sha256-...', by which a policy allows a script or style that is in the page.
static void page_files_hash(struct text *out, const char *path)
{
    unsigned char digest[SHA256_BYTES];
    const char *digits = page_file_find(path)->sha256;
    for (size_t i = 0; i < sizeof digest; i++)
        digest[i] = (unsigned char)(page_files_digit(digits[2 * i]) << 4 |
            page_files_digit(digits[2 * i + 1]));
    text_string(out, " 'sha256-");
    page_files_base64(out, digest, sizeof digest);
    text_char(out, '\'');
}

void page_policy(struct text *out, enum page_kind kind)
{
    const bool folder = kind == PAGE_FOLDER || kind == PAGE_FOLDER_BELOW;
    text_string(out, "default-src 'none'; script-src");
    page_files_hash(out, "early.js");
    kind == PAGE_FROZEN ? page_files_hash(out, "agon.js") : text_string(out, " 'self'");
    text_string(out, "; style-src");
    folder ? text_string(out, " 'self'") : page_files_hash(out, "agon.css");
    text_string(out,
        kind == PAGE_SERVED ? "; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
                              "form-action 'self'; frame-ancestors 'none'"
                            : "; img-src data: blob:; base-uri 'none'; form-action 'none'");
}

// --- The shell ---

static const struct page_place {
    const char *folder; // where files beside the page are
    const char *links;  // what the address of another page begins with
} page_places[] = {
    [PAGE_SERVED] = {"/", "/"},
    [PAGE_FROZEN] = {"", "#/"},
    [PAGE_FOLDER] = {"", "index.html#/"},
    [PAGE_FOLDER_BELOW] = {"../", "../index.html#/"},
};

static void page_files_put_file(struct text *out, const char *path)
{
    const struct page_file *file = page_file_find(path);
    text_bytes(out, file->bytes, file->length);
}

static void page_files_put_style(struct text *out, enum page_kind kind)
{
    if (kind == PAGE_FOLDER || kind == PAGE_FOLDER_BELOW) {
        text_format(
            out, "<link rel=\"stylesheet\" href=\"%sagon.css\">\n", page_places[kind].folder);
        return;
    }
    text_string(out, "<style>");
    page_files_put_file(out, "agon.css");
    text_string(out, "</style>\n");
}

// Where nothing is seen yet, the script comes as soon as it can; otherwise early.js fetches it.
static void page_files_put_first_script(
    struct text *out, const char *here, bool is_seen, enum page_kind kind)
{
    if (!is_seen) {
        if (kind != PAGE_FROZEN)
            text_format(
                out, "<script src=\"%sagon.js\" defer></script>\n", page_places[kind].folder);
        return;
    }
    text_string(out, "<script id=\"early\"");
    if (kind != PAGE_FROZEN)
        text_format(out, " data-from=\"%sagon.js\"", page_places[kind].folder);
    if (here) {
        text_string(out, " data-here=\"");
        html_escape(out, here);
        text_char(out, '"');
    }
    text_char(out, '>');
    page_files_put_file(out, "early.js");
    text_string(out, "</script>\n");
}

static void page_files_put_head(
    struct text *out, const char *here, bool is_seen, enum page_kind kind)
{
    if (kind == PAGE_SERVED) {
        text_string(out, "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\n");
    } else {
        text_string(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"");
        page_policy(out, kind);
        text_string(out, "\">\n");
    }
    page_files_put_style(out, kind);
    page_files_put_first_script(out, here, is_seen, kind);
}

// The script of a page that is one file; others fetch it.
static void page_files_put_script(struct text *out, enum page_kind kind)
{
    if (kind != PAGE_FROZEN)
        return;
    text_string(out, "<script>");
    page_files_put_file(out, "agon.js");
    text_string(out, "</script>");
}

// Appends the shell from `*at` up to a mark such as {title}, and steps over the mark.
static void page_files_put_up_to(struct text *out, const char **at, const char *mark)
{
    const struct page_file *shell = page_file_text("page.html");
    const char *end = shell->bytes + shell->length;
    const char *found = memmem(*at, (size_t)(end - *at), mark, strlen(mark));
    assert(found && "web/page.html has all marks, in this order");
    text_bytes(out, *at, (size_t)(found - *at));
    *at = found + strlen(mark);
}

void page_write_begin(
    struct text *out, const char *title, const struct page_opening *opening, enum page_kind kind)
{
    const char *at = page_file_text("page.html")->bytes;
    const struct first_view_place place = {
        .me = opening->me, .links = page_places[kind].links, .frozen = kind != PAGE_SERVED};
    struct text view = text_growing();
    first_view_write(&view, opening->document, &place);
    page_files_put_up_to(out, &at, "{title}");
    html_escape(out, title);
    page_files_put_up_to(out, &at, "{head}");
    page_files_put_head(out, opening->here, view.length > 0, kind);
    page_files_put_up_to(out, &at, "{noscript}");
    text_string(out,
        kind == PAGE_SERVED ? "The same in plain form: add <code>.json</code> to the address."
                            : "The same in plain form: <code>agon report FILE</code>.");
    page_files_put_up_to(out, &at, "{view}");
    text_bytes(out, view.bytes, view.length);
    page_files_put_up_to(out, &at, "{data}");
    out->cut = out->cut || view.cut;
    text_destroy(&view);
}

// "<" could end the element that the document is in, or begin a comment.
void page_write_data(struct text *out, const char *bytes, size_t length)
{
    for (const char *end = bytes + length; bytes < end;) {
        const char *less = memchr(bytes, '<', (size_t)(end - bytes));
        text_bytes(out, bytes, (size_t)((less ? less : end) - bytes));
        if (less)
            text_string(out, "\\u003c");
        bytes = less ? less + 1 : end;
    }
}

void page_write_end(struct text *out, enum page_kind kind)
{
    const struct page_file *shell = page_file_text("page.html");
    const char *at = memmem(shell->bytes, shell->length, "{data}", strlen("{data}"));
    assert(at && "web/page.html has this mark");
    at += strlen("{data}");
    page_files_put_up_to(out, &at, "{script}");
    page_files_put_script(out, kind);
    text_bytes(out, at, (size_t)(shell->bytes + shell->length - at));
}

void page_write(struct text *out, const char *title, const struct text *document, const char *me,
    enum page_kind kind)
{
    const struct page_opening opening = {.document = document, .me = me};
    page_write_begin(out, title, &opening, kind);
    page_write_data(out, document->bytes, document->length);
    page_write_end(out, kind);
}
