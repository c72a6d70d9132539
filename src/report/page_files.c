#include "report/page_files.h"

#include "base/sha256.h"
#include "report/html.h"

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

// --- The policy of a page that no server sends ---

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

// sha256-..., by which the page allows a script or style.
static void page_files_hash(struct text *out, const struct page_file *file)
{
    unsigned char digest[SHA256_BYTES];
    struct sha256 s = sha256_begin();
    sha256_add(&s, file->bytes, file->length);
    sha256_end(&s, digest);
    text_string(out, "sha256-");
    page_files_base64(out, digest, sizeof digest);
}

// A source of scripts or styles: the file itself, by its hash, or any file beside the page.
static void page_files_source(
    struct text *out, const char *directive, const struct page_file *file, enum page_kind kind)
{
    text_format(out, "; %s '", directive);
    if (kind == PAGE_FROZEN)
        page_files_hash(out, file);
    else
        text_string(out, "self");
    text_char(out, '\'');
}

static void page_files_policy(struct text *out, enum page_kind kind)
{
    text_string(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'");
    page_files_source(out, "script-src", page_file_find("agon.js"), kind);
    page_files_source(out, "style-src", page_file_find("agon.css"), kind);
    text_string(out, "; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n");
}

// --- The shell ---

static const char *const page_folders[] = {
    [PAGE_SERVED] = "/", [PAGE_FROZEN] = "", [PAGE_FOLDER] = "", [PAGE_FOLDER_BELOW] = "../"};

static void page_files_put_file(struct text *out, const char *path)
{
    const struct page_file *file = page_file_find(path);
    text_bytes(out, file->bytes, file->length);
}

static void page_files_put_head(struct text *out, enum page_kind kind)
{
    if (kind != PAGE_SERVED)
        page_files_policy(out, kind);
    if (kind == PAGE_SERVED)
        text_string(out, "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\n");
    if (kind == PAGE_FROZEN) {
        text_string(out, "<style>");
        page_files_put_file(out, "agon.css");
        text_string(out, "</style>");
    } else {
        text_format(out, "<link rel=\"stylesheet\" href=\"%sagon.css\">", page_folders[kind]);
    }
}

static void page_files_put_script(struct text *out, enum page_kind kind)
{
    if (kind == PAGE_FROZEN) {
        text_string(out, "<script>");
        page_files_put_file(out, "agon.js");
        text_string(out, "</script>");
    } else {
        text_format(out, "<script src=\"%sagon.js\"></script>", page_folders[kind]);
    }
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

void page_write_begin(struct text *out, const char *title, enum page_kind kind)
{
    const char *at = page_file_text("page.html")->bytes;
    page_files_put_up_to(out, &at, "{title}");
    html_escape(out, title);
    page_files_put_up_to(out, &at, "{head}");
    page_files_put_head(out, kind);
    page_files_put_up_to(out, &at, "{noscript}");
    text_string(out,
        kind == PAGE_SERVED ? "The same in plain form: add <code>.json</code> to the address."
                            : "The same in plain form: <code>agon report FILE</code>.");
    page_files_put_up_to(out, &at, "{data}");
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

void page_write(
    struct text *out, const char *title, const struct text *document, enum page_kind kind)
{
    page_write_begin(out, title, kind);
    page_write_data(out, document->bytes, document->length);
    page_write_end(out, kind);
}
