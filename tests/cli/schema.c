// Validates JSON documents, one a line on stdin, against the schemas of docs/json ($1): each by the
// schema that its key "schema" names. Knows the part of JSON Schema that those files use, and
// refuses a schema with any other keyword, so that nothing passes because it was not understood.
// Ends with 0 if there was a document and all were right; says on stdout how many of which kind.
#include <jansson.h>
#include <regex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MOST = 64, PATH_BYTES = 1024 };

struct kind {
    char name[64]; // "game/1"
    json_t *schema;
    long documents;
};

static struct kind kinds[KINDS_MOST];
static int kind_count;
static int trying; // inside so many alternatives, which say nothing when they do not fit

// Always false.
static bool fail(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(const char *path, const char *format, ...)
{
    va_list arguments;
    if (trying > 0)
        return false;
    va_start(arguments, format);
    printf("%s: ", path[0] != '\0' ? path : "/");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    return false;
}

static void descend(char below[PATH_BYTES], const char *path, const char *key)
{
    snprintf(below, PATH_BYTES, "%.900s/%.100s", path, key);
}

// --- The schemas ---

static bool check_schema(const char *path, json_t *schema);

static bool check_each(const char *path, json_t *schemas)
{
    char below[PATH_BYTES];
    const char *key;
    json_t *schema;
    bool well = true;
    json_object_foreach(schemas, key, schema)
    {
        descend(below, path, key);
        well = check_schema(below, schema) && well;
        if (!json_object_get(schema, "const") && !json_object_get(schema, "description"))
            well = fail(below, "has no description");
    }
    return well;
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

static bool check_schema(const char *path, json_t *schema)
{
    static const char *const plain[] = {"$schema", "$id", "title", "description", "type",
        "required", "enum", "const", "minimum", "maximum", "minItems", "maxItems", "pattern", NULL};
    char below[PATH_BYTES];
    const char *key;
    json_t *value, *one;
    size_t i;
    bool well = json_is_object(schema) || fail(path, "is no schema");
    json_object_foreach(schema, key, value)
    {
        descend(below, path, key);
        if (strcmp(key, "properties") == 0)
            well = check_each(path, value) && well;
        else if (strcmp(key, "items") == 0)
            well = check_schema(below, value) && well;
        else if (strcmp(key, "additionalProperties") == 0)
            well = (json_is_false(value) || check_schema(below, value)) && well;
        else if (strcmp(key, "anyOf") == 0)
            json_array_foreach(value, i, one) well = check_schema(below, one) && well;
        else if (!is_one_of(key, plain))
            well = fail(path, "the keyword \"%s\" is not known here", key);
    }
    return well;
}

// --- Documents ---

static bool has_type(json_t *value, const char *type)
{
    return (strcmp(type, "object") == 0 && json_is_object(value)) ||
        (strcmp(type, "array") == 0 && json_is_array(value)) ||
        (strcmp(type, "string") == 0 && json_is_string(value)) ||
        (strcmp(type, "integer") == 0 && json_is_integer(value)) ||
        (strcmp(type, "number") == 0 && json_is_number(value)) ||
        (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
        (strcmp(type, "null") == 0 && json_is_null(value));
}

static bool check_type(const char *path, json_t *type, json_t *value)
{
    if (!type || (json_is_string(type) && has_type(value, json_string_value(type))))
        return true;
    size_t i;
    json_t *one;
    json_array_foreach(type, i, one)
    {
        if (has_type(value, json_string_value(one)))
            return true;
    }
    return fail(path, "has the wrong type");
}

static bool check_number(const char *path, json_t *schema, json_t *value)
{
    json_t *least = json_object_get(schema, "minimum");
    json_t *most = json_object_get(schema, "maximum");
    double number = json_number_value(value);
    if (!json_is_number(value))
        return true;
    return ((!least || number >= json_number_value(least)) &&
               (!most || number <= json_number_value(most))) ||
        fail(path, "%g is too small or too large", number);
}

static bool check_word(const char *path, json_t *schema, json_t *value)
{
    json_t *exact = json_object_get(schema, "const"), *list = json_object_get(schema, "enum");
    const char *pattern = json_string_value(json_object_get(schema, "pattern"));
    if (exact && !json_equal(exact, value))
        return fail(path, "is another value");
    bool found = !list;
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) found = found || json_equal(one, value);
    if (!found)
        return fail(path, "is none of its values");
    regex_t regex;
    if (!pattern || !json_is_string(value))
        return true;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return fail(path, "the pattern of its schema is wrong");
    bool matches = regexec(&regex, json_string_value(value), 0, NULL, 0) == 0;
    regfree(&regex);
    return matches || fail(path, "does not look like %s", pattern);
}

static bool validate(const char *path, json_t *schema, json_t *value);

static bool check_array(const char *path, json_t *schema, json_t *value)
{
    json_t *items = json_object_get(schema, "items");
    json_t *least = json_object_get(schema, "minItems");
    json_t *most = json_object_get(schema, "maxItems");
    json_int_t size = (json_int_t)json_array_size(value);
    if (!json_is_array(value))
        return true;
    bool well = ((!least || size >= json_integer_value(least)) &&
                    (!most || size <= json_integer_value(most))) ||
        fail(path, "has %lld entries", (long long)size);
    for (json_int_t i = 0; items && i < size; i++) {
        char below[PATH_BYTES], key[32];
        snprintf(key, sizeof key, "%lld", (long long)i);
        descend(below, path, key);
        well = validate(below, items, json_array_get(value, (size_t)i)) && well;
    }
    return well;
}

static bool check_object(const char *path, json_t *schema, json_t *value)
{
    json_t *properties = json_object_get(schema, "properties");
    json_t *others = json_object_get(schema, "additionalProperties");
    if (!json_is_object(value))
        return true;
    bool well = true;
    size_t i;
    json_t *name, *member;
    json_array_foreach(json_object_get(schema, "required"), i, name)
    {
        if (!json_object_get(value, json_string_value(name)))
            well = fail(path, "\"%s\" is missing", json_string_value(name));
    }
    const char *key;
    json_object_foreach(value, key, member)
    {
        char below[PATH_BYTES];
        descend(below, path, key);
        json_t *own = json_object_get(properties, key);
        if (own || json_is_object(others))
            well = validate(below, own ? own : others, member) && well;
        else if (json_is_false(others))
            well = fail(below, "is not in the schema");
    }
    return well;
}

static bool check_any(const char *path, json_t *schema, json_t *value)
{
    json_t *list = json_object_get(schema, "anyOf");
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one)
    {
        trying++;
        bool fits = validate(path, one, value);
        trying--;
        if (fits)
            return true;
    }
    return !list || fail(path, "is none of what it may be");
}

static bool validate(const char *path, json_t *schema, json_t *value)
{
    bool well = check_type(path, json_object_get(schema, "type"), value);
    well = check_number(path, schema, value) && well;
    well = check_word(path, schema, value) && well;
    well = check_array(path, schema, value) && well;
    well = check_object(path, schema, value) && well;
    return check_any(path, schema, value) && well;
}

// --- All of them ---

// The schema of that name, read and checked when it is wanted first. NULL: it has been told.
static struct kind *find_kind(const char *folder, const char *name)
{
    for (int i = 0; i < kind_count; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    }
    char path[PATH_BYTES];
    json_error_t error;
    snprintf(path, sizeof path, "%.800s/%.*s.schema.json", folder, (int)strcspn(name, "/"), name);
    json_t *schema = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!schema) {
        fail(path, "line %d: %s", error.line, error.text);
        return NULL;
    }
    if (!check_schema("", schema) || kind_count == KINDS_MOST) {
        fail(path, "cannot be used");
        json_decref(schema);
        return NULL;
    }
    struct kind *k = &kinds[kind_count++];
    snprintf(k->name, sizeof k->name, "%s", name);
    k->schema = schema;
    return k;
}

static bool check_document(const char *folder, long line, const char *text)
{
    char path[PATH_BYTES];
    json_error_t error;
    snprintf(path, sizeof path, "line %ld", line);
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!document)
        return fail(path, "is not JSON: %s", error.text);
    const char *name = json_string_value(json_object_get(document, "schema"));
    struct kind *k = name ? find_kind(folder, name) : NULL;
    bool well = k && validate(path, k->schema, document);
    if (k)
        k->documents++;
    if (!name)
        fail(path, "names no schema");
    json_decref(document);
    return well;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    bool well = true;
    char *text = NULL;
    size_t capacity = 0;
    long lines = 0;
    while (getline(&text, &capacity, stdin) > 0)
        well = check_document(argv[1], ++lines, text) && well;
    free(text);
    for (int i = 0; i < kind_count; i++) {
        printf("%ld %s\n", kinds[i].documents, kinds[i].name);
        json_decref(kinds[i].schema);
    }
    return well && lines > 0 ? 0 : 1;
}
