#include "web/wish.h"

#include <jansson.h>
#include <string.h>

static bool wish_slug(struct wish *w, const json_t *value)
{
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    if (text == NULL || length == 0 || length >= sizeof w->slug || strlen(text) != length)
        return false;
    memcpy(w->slug, text, length + 1);
    return true;
}

static bool wish_number(const json_t *value, int64_t least, int64_t *number)
{
    if (!json_is_integer(value) || json_integer_value(value) < least)
        return false;
    *number = json_integer_value(value);
    return true;
}

// The keys that belong to a kind, and no others.
static bool wish_fill(struct wish *w, const json_t *root, const char *kind)
{
    size_t keys = json_object_size(root);
    const json_t *contest = json_object_get(root, "contest");
    static const struct {
        const char *word;
        enum wish_kind kind;
    } plain[] = {{"home", WISH_HOME}, {"fleet", WISH_FLEET}, {"nothing", WISH_NOTHING}};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (strcmp(kind, plain[i].word) == 0) {
            w->kind = plain[i].kind;
            return keys == 1;
        }
    }
    if (strcmp(kind, "contest") == 0) {
        w->kind = WISH_CONTEST;
        return keys == 2 && wish_slug(w, contest);
    }
    w->kind = WISH_REPLAY;
    return strcmp(kind, "replay") == 0 && keys == 4 && wish_slug(w, contest) &&
        wish_number(json_object_get(root, "game"), 1, &w->game) &&
        wish_number(json_object_get(root, "lines"), 0, &w->lines);
}

bool wish_read(struct wish *w, const char *bytes, size_t length)
{
    *w = (struct wish){0};
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, NULL);
    const char *kind = json_string_value(json_object_get(root, "watch"));
    bool well = kind != NULL && wish_fill(w, root, kind);
    json_decref(root);
    return well;
}
