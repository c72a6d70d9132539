#include "author/check/rewrite.h"

#include <jansson.h>
#include <stdlib.h>

enum { REWRITE_KEYS_MOST = 32 };

static void rewrite_value(enum rewrite how, json_t *value, struct text *out);

static const char *rewrite_comma(enum rewrite how)
{
    return how == REWRITE_SPACED ? ", " : ",";
}

static void rewrite_member(enum rewrite how, const char *key, json_t *value, struct text *out)
{
    text_json(out, key);
    text_string(out, how == REWRITE_SPACED ? " : " : ":");
    rewrite_value(how, value, out);
}

static void rewrite_object(enum rewrite how, json_t *object, struct text *out)
{
    const char *keys[REWRITE_KEYS_MOST];
    size_t count = 0;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        if (count < REWRITE_KEYS_MOST)
            keys[count++] = key;
    }
    text_string(out, how == REWRITE_SPACED ? "{ " : "{");
    if (how == REWRITE_EXTRA)
        text_string(out, count > 0 ? "\"comment\":[\"new\",{\"since\":1.5}]," : "\"comment\":null");
    for (size_t i = 0; i < count; i++) {
        const char *name = keys[how == REWRITE_REORDERED ? count - 1 - i : i];
        text_string(out, i > 0 ? rewrite_comma(how) : "");
        rewrite_member(how, name, json_object_get(object, name), out);
    }
    text_string(out, how == REWRITE_SPACED ? " }" : "}");
}

static void rewrite_array(enum rewrite how, const json_t *array, struct text *out)
{
    text_char(out, '[');
    for (size_t i = 0; i < json_array_size(array); i++) {
        text_string(out, i > 0 ? rewrite_comma(how) : "");
        rewrite_value(how, json_array_get(array, i), out);
    }
    text_char(out, ']');
}

static void rewrite_value(enum rewrite how, json_t *value, struct text *out)
{
    if (json_is_object(value)) {
        rewrite_object(how, value, out);
    } else if (json_is_array(value)) {
        rewrite_array(how, value, out);
    } else {
        char *scalar = json_dumps(value, JSON_ENCODE_ANY);
        text_string(out, scalar ? scalar : "null");
        free(scalar);
    }
}

static void rewrite_line(enum rewrite how, const char *bytes, size_t length, struct text *out)
{
    json_t *value = json_loadb(bytes, length, JSON_DECODE_ANY, NULL);
    // A bare number is the version line of a dialect, whose digits must stay as they are.
    if (value && !json_is_number(value))
        rewrite_value(how, value, out);
    else
        text_bytes(out, bytes, length);
    json_decref(value);
    text_string(out, how == REWRITE_SPACED ? " \n" : "\n");
}

void rewrite_messages(enum rewrite how, const char *bytes, size_t length, struct text *out)
{
    if (how == REWRITE_NOT) {
        text_bytes(out, bytes, length);
        return;
    }
    for (size_t at = 0; at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t line = end ? (size_t)(end - bytes) - at : length - at;
        rewrite_line(how, bytes + at, line, out);
        at += line + 1;
    }
}
