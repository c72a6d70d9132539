#include "fleet/capabilities.h"

#include "arena/conditions.h"
#include "fleet/speed.h"
#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

// --- This machine ---

static void capabilities_add_layers(struct capabilities *c)
{
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++) {
        if (sandbox_layers_of(SANDBOX_CLOSED) & 1u << i)
            lease_needs_layer_word(c->can[c->can_count++], (enum sandbox_layer)i);
    }
}

static void capabilities_add_tools(struct capabilities *c)
{
    for (size_t i = 0; recipe_program(i) && c->can_count < CAPABILITIES_WORDS_MOST; i++) {
        const struct link_spec spec = {
            .player = recipe_program(i), .sandbox = {.manner = SANDBOX_CLOSED, .foreign = true}};
        if (link_check_program(&spec, NULL))
            lease_needs_tool_word(c->can[c->can_count++], recipe_program(i));
    }
}

bool capabilities_find(struct capabilities *c, int64_t cores, const char *cache, struct error *e)
{
    *c = (struct capabilities){.cores = cores,
        .memory_bytes = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / cores};
    gethostname(c->host, sizeof c->host - 1);
    conditions_host(c->machine);
    snprintf(c->agon, sizeof c->agon, "%s", AGON_VERSION);
    capabilities_add_layers(c);
    capabilities_add_tools(c);
    return speed_find(&c->speed, (int)cores, cache, e);
}

// --- JSON ---

void capabilities_print(struct text *out, const struct capabilities *c)
{
    text_string(out, "{\"host\":");
    text_json(out, c->host);
    json_key_text(out, "machine", c->machine);
    json_key_text(out, "agon", c->agon);
    text_format(out, ",\"cores\":%" PRId64 ",\"memory_bytes\":%" PRId64 ",\"speed\":%.2f,\"can\":[",
        c->cores, c->memory_bytes, c->speed);
    for (size_t i = 0; i < c->can_count; i++) {
        text_string(out, i > 0 ? "," : "");
        text_json(out, c->can[i]);
    }
    text_string(out, "]}");
}

static bool capabilities_take_text(
    const json_t *from, const char *key, char text[CAPABILITIES_TEXT_BYTES])
{
    const char *value = json_string_value(json_object_get(from, key));
    return value && snprintf(text, CAPABILITIES_TEXT_BYTES, "%s", value) < CAPABILITIES_TEXT_BYTES;
}

static bool capabilities_take_number(const json_t *from, const char *key, int64_t *number)
{
    const json_t *value = json_object_get(from, key);
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= 0;
}

static bool capabilities_take_words(struct capabilities *c, const json_t *from)
{
    const json_t *list = json_object_get(from, "can");
    if (!json_is_array(list) || json_array_size(list) > CAPABILITIES_WORDS_MOST)
        return false;
    for (; c->can_count < json_array_size(list); c->can_count++) {
        const char *word = json_string_value(json_array_get(list, c->can_count));
        if (!word || strlen(word) >= LEASE_NEEDS_WORD_BYTES)
            return false;
        snprintf(c->can[c->can_count], LEASE_NEEDS_WORD_BYTES, "%s", word);
    }
    return true;
}

bool capabilities_read(struct capabilities *c, const char *bytes, size_t length, struct error *e)
{
    *c = (struct capabilities){0};
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *speed = json_object_get(root, "speed");
    c->speed = json_number_value(speed);
    bool well = capabilities_take_text(root, "host", c->host) &&
        capabilities_take_text(root, "machine", c->machine) &&
        capabilities_take_text(root, "agon", c->agon) &&
        capabilities_take_number(root, "cores", &c->cores) &&
        capabilities_take_number(root, "memory_bytes", &c->memory_bytes) && json_is_number(speed) &&
        isfinite(c->speed) && c->speed >= 0 && capabilities_take_words(c, root);
    json_decref(root);
    return well || error_set(e, "it is not the description of a machine");
}

// --- What fits ---

static bool capabilities_has(const struct capabilities *c, const char *word)
{
    for (size_t i = 0; i < c->can_count; i++) {
        if (strcmp(c->can[i], word) == 0)
            return true;
    }
    return false;
}

bool capabilities_fit(
    const struct capabilities *c, const struct lease_needs *needs, struct error *why)
{
    for (size_t i = 0; i < needs->can_count; i++) {
        const char *word = needs->can[i], *colon = strchr(word, ':');
        bool is_layer = strncmp(word, "layer:", 6) == 0;
        if (!capabilities_has(c, word))
            return error_set(why, is_layer ? "its sandbox lacks the layer %s" : "it lacks %s",
                colon ? colon + 1 : word);
    }
    if (needs->cores > c->cores)
        return error_set(why, "it has %" PRId64 " cores for games, and %" PRId64 " are needed",
            c->cores, needs->cores);
    if (needs->memory_bytes > c->memory_bytes)
        return error_set(why,
            "it has %" PRId64 " MiB of memory for a game, and %" PRId64 " are needed",
            c->memory_bytes >> 20, needs->memory_bytes >> 20);
    return needs->speed <= c->speed ||
        error_set(why, "its speed is %.2f, and %.2f is needed", c->speed, needs->speed);
}
