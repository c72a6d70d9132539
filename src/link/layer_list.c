#include "link/layer_list.h"

#include "base/nearest.h"

#include <stdio.h>

static const char blanks[] = " \t";
static const char word_all[] = "all";

static bool layer_list_refuse(const char *name, struct error *e)
{
    const char *words[SANDBOX_LAYER_COUNT + 1];
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++)
        words[i] = sandbox_layer_name((enum sandbox_layer)i);
    words[SANDBOX_LAYER_COUNT] = word_all;
    return nearest_refuse(e, "layer", name, words, SANDBOX_LAYER_COUNT + 1, NULL);
}

static bool layer_list_add(const char *name, sandbox_layers *layers, struct error *e)
{
    enum sandbox_layer layer;
    if (strcmp(name, word_all) == 0) {
        *layers = LAYER_LIST_ALL;
        return true;
    }
    if (!sandbox_layer_find(name, &layer))
        return layer_list_refuse(name, e);
    *layers |= 1u << layer;
    return true;
}

bool layer_list_read(const char *text, sandbox_layers *layers, struct error *e)
{
    *layers = 0;
    for (const char *at = text;; at++) {
        at += strspn(at, blanks);
        size_t length = strcspn(at, ","), shown = length;
        while (shown > 0 && strchr(blanks, at[shown - 1]))
            shown--;
        if (shown == 0)
            return error_set(e, "a layer has no name in \"%.60s\"", text);
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(shown < 60 ? shown : 60), at);
        if (!layer_list_add(name, layers, e))
            return false;
        at += length;
        if (*at == '\0')
            return true;
    }
}

void layer_list_write(struct text *out, sandbox_layers layers, const char *between)
{
    const char *before = "";
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++) {
        if (!(layers & 1u << i))
            continue;
        text_string(out, before);
        text_string(out, sandbox_layer_name((enum sandbox_layer)i));
        before = between;
    }
}
