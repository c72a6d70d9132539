#include "contest/tree.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static const char byte_order_mark[] = "\xEF\xBB\xBF";

// A list or map that is being read.
struct tree_level {
    struct tree_node *node;
    struct tree_node *last; // its last entry so far
    char *key;              // of the next entry, once it is known
    int key_line;
    int keys; // so far
};

struct builder {
    struct tree *tree;
    struct tree_level levels[TREE_DEPTH_MOST];
    int depth;
    int documents;
    int *line;
    struct error *e;
};

static int line_of(yaml_mark_t mark)
{
    return (int)mark.line + 1;
}

// --- What libyaml does not like, in words for people ---

enum blamed { PLACE, BEGINNING }; // the place where it was noticed, or where the thing began

static const struct complaint {
    const char *problem; // libyaml's
    enum blamed blamed;
    const char *words;
} complaints[] = {
    {"mapping values are not allowed in this context", PLACE,
        "a key in the wrong place: check the indentation, and put quotes around a text with \": "
        "\""},
    {"did not find expected key", PLACE, "the indentation does not fit the lines above"},
    {"did not find expected '-' indicator", PLACE,
        "expected the next \"- \" of the list: check the indentation"},
    {"block sequence entries are not allowed in this context", PLACE,
        "a \"- \" of a list in the wrong place: lists begin on a line of their own"},
    {"could not find expected ':'", BEGINNING, "expected \"KEY: VALUE\""},
    {"found unexpected end of stream", BEGINNING, "a quote that is never closed"},
    {"found unexpected document indicator", BEGINNING, "a quote that is never closed"},
    {"did not find expected ',' or ']'", BEGINNING,
        "a [ that is never closed, or a comma is missing behind it"},
    {"did not find expected ',' or '}'", BEGINNING,
        "a { that is never closed, or a comma is missing behind it"},
    {"did not find expected node content", PLACE,
        "expected a value here; perhaps a [ or { is never closed"},
    {"found unknown escape character", PLACE,
        "an unknown \\ escape: write \\\\ for a backslash, or use '...'"},
    {"did not find expected <document start>", PLACE,
        "this does not belong to what stands above: check the indentation"},
    {"found undefined tag handle", PLACE, "tags (!...) are not used in a contest file"},
    {"found a tab character that violates indentation", PLACE, "a tab cannot indent: use blanks"},
    {"found a tab character where an indentation space is expected", PLACE,
        "a tab cannot indent: use blanks"},
    {"control characters are not allowed", PLACE, "a control character"},
    {"invalid leading UTF-8 octet", PLACE, "not UTF-8: save the file as UTF-8"},
    {"incomplete UTF-8 octet sequence", PLACE, "not UTF-8: save the file as UTF-8"},
    {"invalid trailing UTF-8 octet", PLACE, "not UTF-8: save the file as UTF-8"},
    {"invalid length of a UTF-8 sequence", PLACE, "not UTF-8: save the file as UTF-8"},
    {"invalid Unicode character", PLACE, "not UTF-8: save the file as UTF-8"},
};

// Some characters cannot begin a text without quotes.
static bool blame_character(char c, struct error *e)
{
    if (c == '\t')
        return error_set(e, "a tab cannot indent: use blanks");
    return error_set(e, "a text that begins with %c needs quotes: \"%c...\"", c, c);
}

// The reader of libyaml runs ahead of its parser and counts in bytes. A line end at the very end
// begins no line.
static int line_at(const char *bytes, size_t length, size_t at)
{
    int line = 1;
    for (size_t i = 0; i < at && i + 1 < length; i++)
        line += bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
    return line;
}

// The first byte of the character at a mark, whose column counts characters.
static char character_at(const char *bytes, size_t length, yaml_mark_t mark)
{
    size_t at = 0, line = 0;
    for (; at < length && line < mark.line; at++)
        line += bytes[at] == '\n';
    for (size_t column = 0; at < length && column < mark.column; column++) {
        do
            at++;
        while (at < length && ((unsigned char)bytes[at] & 0xC0) == 0x80);
    }
    return at < length ? bytes[at] : '\0';
}

static bool blame_yaml(
    const struct builder *b, const yaml_parser_t *p, const char *bytes, size_t length)
{
    if (p->error == YAML_MEMORY_ERROR)
        return error_set(b->e, "out of memory");
    const char *problem = p->problem ? p->problem : "not YAML";
    if (p->error == YAML_READER_ERROR)
        *b->line = line_at(bytes, length, p->problem_offset);
    else
        *b->line = line_of(p->problem_mark);
    char c = character_at(bytes, length, p->problem_mark);
    if (strcmp(problem, "found character that cannot start any token") == 0 && c != '\0')
        return blame_character(c, b->e);
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++) {
        if (strcmp(complaints[i].problem, problem) == 0) {
            if (complaints[i].blamed == BEGINNING && p->context)
                *b->line = line_of(p->context_mark);
            return error_set(b->e, "%s", complaints[i].words);
        }
    }
    return error_set(b->e, "not YAML: %s", problem);
}

// --- The tree ---

// The text of a scalar as a string, or NULL with words.
static char *tree_take_string(const struct builder *b, const yaml_event_t *event)
{
    const char *value = (const char *)event->data.scalar.value;
    if (strlen(value) != event->data.scalar.length) {
        error_set(b->e, "a text with a NUL character in it");
        return NULL;
    }
    char *copy = strdup(value);
    if (!copy)
        error_set(b->e, "out of memory");
    return copy;
}

// Appends a new node to whatever is open; NULL with words.
static struct tree_node *add_node(struct builder *b, enum tree_kind kind, int line)
{
    struct tree *t = b->tree;
    if (t->nodes == TREE_NODES_MOST) {
        error_set(b->e, "more than %d values in one file", TREE_NODES_MOST);
        return NULL;
    }
    struct tree_node *n = calloc(1, sizeof *n);
    if (!n) {
        error_set(b->e, "out of memory");
        return NULL;
    }
    *n = (struct tree_node){
        .kind = kind, .line = line, .key_line = line, .made_before = t->last_made};
    t->last_made = n;
    t->nodes++;
    if (b->depth == 0) {
        t->root = n;
        return n;
    }
    struct tree_level *in = &b->levels[b->depth - 1];
    if (in->key) {
        n->key = in->key;
        n->key_line = in->key_line;
        in->key = NULL;
    }
    *(in->last ? &in->last->next : &in->node->first) = n;
    in->last = n;
    return n;
}

static bool wants_key(const struct builder *b)
{
    const struct tree_level *in = b->depth > 0 ? &b->levels[b->depth - 1] : NULL;
    return in && in->node->kind == TREE_MAP && !in->key;
}

static bool refuse_extras(
    const struct builder *b, const yaml_char_t *anchor, const yaml_char_t *tag)
{
    if (anchor)
        return error_set(b->e,
            "anchors (&%.40s) are not used in a contest file: a text that "
            "begins with & needs quotes",
            (const char *)anchor);
    if (tag)
        return error_set(b->e,
            "tags (!...) are not used in a contest file: a text that begins "
            "with ! needs quotes");
    return true;
}

// The key is ours from here on.
static bool tree_take_key(struct builder *b, char *key, int line)
{
    struct tree_level *in = &b->levels[b->depth - 1];
    in->key = key;
    in->key_line = line;
    return ++in->keys <= TREE_KEYS_MOST || error_set(b->e, "more than %d keys", TREE_KEYS_MOST);
}

static bool take_scalar(struct builder *b, const yaml_event_t *event)
{
    if (!refuse_extras(b, event->data.scalar.anchor, event->data.scalar.tag))
        return false;
    char *text = tree_take_string(b, event);
    if (!text)
        return false;
    if (wants_key(b))
        return tree_take_key(b, text, line_of(event->start_mark));
    struct tree_node *n = add_node(b, TREE_TEXT, line_of(event->start_mark));
    if (!n) {
        free(text);
        return false;
    }
    n->text = text;
    n->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return true;
}

static bool take_start(struct builder *b, enum tree_kind kind, const yaml_event_t *event)
{
    if (wants_key(b))
        return error_set(b->e, "a key must be a word");
    if (b->depth == TREE_DEPTH_MOST)
        return error_set(b->e, "more than %d levels of lists and maps", TREE_DEPTH_MOST);
    struct tree_node *n = add_node(b, kind, line_of(event->start_mark));
    if (!n)
        return false;
    b->levels[b->depth++] = (struct tree_level){.node = n};
    return true;
}

static bool take_event(struct builder *b, const yaml_event_t *event)
{
    *b->line = line_of(event->start_mark);
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return ++b->documents == 1 || error_set(b->e, "a second document begins here: only one");
    case YAML_ALIAS_EVENT:
        return error_set(b->e,
            "aliases (*%.40s) are not used in a contest file: a text that "
            "begins with * needs quotes",
            (const char *)event->data.alias.anchor);
    case YAML_SCALAR_EVENT:
        return take_scalar(b, event);
    case YAML_SEQUENCE_START_EVENT:
        return refuse_extras(
                   b, event->data.sequence_start.anchor, event->data.sequence_start.tag) &&
            take_start(b, TREE_LIST, event);
    case YAML_MAPPING_START_EVENT:
        return refuse_extras(b, event->data.mapping_start.anchor, event->data.mapping_start.tag) &&
            take_start(b, TREE_MAP, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        b->depth--;
        return true;
    default:
        return true;
    }
}

bool tree_read(struct tree *t, const char *bytes, size_t length, int *line, struct error *e)
{
    *t = (struct tree){0};
    *line = 1;
    if (length > TREE_BYTES_MOST)
        return error_set(e, "longer than %d KiB", TREE_BYTES_MOST / 1024);
    // A byte order mark would count as indentation of the first line.
    if (length >= strlen(byte_order_mark) &&
        memcmp(bytes, byte_order_mark, strlen(byte_order_mark)) == 0) {
        bytes += strlen(byte_order_mark);
        length -= strlen(byte_order_mark);
    }
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return error_set(e, "out of memory");
    // Said beforehand, lest bytes that look like UTF-16 be taken for it.
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, length);
    struct builder b = {.tree = t, .line = line, .e = e};
    bool well = true, more = true;
    while (well && more) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            well = blame_yaml(&b, &parser, bytes, length);
            break;
        }
        well = take_event(&b, &event);
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    // For libyaml the end of the file is on a line of its own; people look at the last one.
    int last_line = line_at(bytes, length, length);
    *line = *line < last_line ? *line : last_line;
    for (int i = 0; i < b.depth; i++)
        free(b.levels[i].key);
    yaml_parser_delete(&parser);
    return well;
}

void tree_destroy(struct tree *t)
{
    for (struct tree_node *n = t->last_made; n;) {
        struct tree_node *before = n->made_before;
        free(n->key);
        free(n->text);
        free(n);
        n = before;
    }
    *t = (struct tree){0};
}

const struct tree_node *tree_find(const struct tree_node *map, const char *key)
{
    for (const struct tree_node *n = map->first; n; n = n->next) {
        if (strcmp(n->key, key) == 0)
            return n;
    }
    return NULL;
}

bool tree_is_empty(const struct tree_node *n)
{
    return n->kind == TREE_TEXT && n->plain &&
        (n->text[0] == '\0' || strcmp(n->text, "~") == 0 || strcmp(n->text, "null") == 0);
}

void tree_library(struct text *out)
{
    text_format(out, "libyaml %s", yaml_get_version_string());
}
