// docs/openapi.json against the running server: every path answers as the file says, every document
// is right by its schema in docs/json, and every address that there is has its path in the file.
#include "arena/arena_help.h"
#include "web/client.h"
#include "web/http/route.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct hosted hosted;
static struct web *web;
static json_t *openapi;

static const char contest_words[] =
    "game: reversi\nvariant: 6x6\nseed: 5\ngames: 2\nrecords: store\nplayers:\n"
    "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n"
    "  - {name: cid, player: \"@random\"}\n";

// A fleet as its database would tell it; tests/fleet/doors has a real one.
static bool copy_fleet(void *user, struct text *out)
{
    (void)user;
    text_string(out,
        "{\"workers\":[{\"worker\":1,\"host\":null,\"cores\":4,\"speed\":1.25,\"state\":\"here\","
        "\"why\":\"\",\"games\":12,\"per_minute\":3.5,\"late\":0,\"leases\":2,\"heard_of_s\":1,"
        "\"plays\":\"spring\"}],\"contests\":[],\"minutes\":[{\"at\":60,\"games\":7}],"
        "\"totals\":{\"workers\":1,\"cores\":4,\"last_minute\":7,\"open\":0,\"taken\":2,"
        "\"expired\":0,\"waiting\":0,\"late\":0,\"out\":0,\"quarantined\":0},"
        "\"schema\":\"fleet/1\"}\n");
    return true;
}

static int setup_described(void **state)
{
    struct error e = {0};
    if (help_setup(state) != 0)
        return -1;
    hosted_init(&hosted, "spring", contest_words);
    hosted_play(&hosted);
    web = web_start(&(struct web_options){.port = 0}, &e);
    must(web != NULL, &e);
    must(web_add_contest(web, hosted.path, "spring", &e) != NULL, &e);
    web_show_fleet(web, &(struct web_fleet){copy_fleet, NULL});
    struct response r = client_get(web, "/openapi.json");
    assert_int_equal(r.status, 200);
    openapi = json_loadb(r.body.bytes, r.body.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(openapi);
    response_destroy(&r);
    return 0;
}

static int teardown_described(void **state)
{
    json_decref(openapi);
    web_stop(web);
    hosted_destroy(&hosted);
    return help_teardown(state);
}
#define DESCRIBED(test) cmocka_unit_test_setup_teardown(test, setup_described, teardown_described)

// --- Targets ---

// The parameter with this name, as its reference says.
static json_t *find_parameter(const char *name)
{
    json_t *components = json_object_get(openapi, "components");
    return json_object_get(json_object_get(components, "parameters"), name);
}

static void put_example(struct text *out, const json_t *parameter)
{
    const json_t *example = json_object_get(parameter, "example");
    assert_non_null(example);
    if (json_is_integer(example))
        text_number(out, json_integer_value(example));
    else
        text_string(out, json_string_value(example));
}

// "/contests/{slug}" becomes "/contests/spring".
static void put_path(struct text *out, const char *path)
{
    while (*path != '\0') {
        if (*path != '{') {
            text_char(out, *path++);
            continue;
        }
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(path + 1, "}"), path + 1);
        put_example(out, find_parameter(name));
        path += strlen(name) + 2;
    }
}

// Every parameter of the query that has an example.
static void put_query(struct text *out, json_t *operation)
{
    size_t i;
    json_t *reference;
    char mark = '?';
    json_array_foreach(json_object_get(operation, "parameters"), i, reference)
    {
        const char *where = json_string_value(json_object_get(reference, "$ref"));
        json_t *p = find_parameter(strrchr(where, '/') + 1);
        assert_non_null(p);
        bool query = strcmp(json_string_value(json_object_get(p, "in")), "query") == 0;
        if (!query || json_object_get(p, "example") == NULL)
            continue;
        text_format(out, "%c%s=", mark, json_string_value(json_object_get(p, "name")));
        put_example(out, p);
        mark = '&';
    }
}

// --- Answers ---

// The answer must be one that the operation describes. JSON documents go to `documents`.
static void must_be_described(
    json_t *operation, const struct response *r, const char *target, struct text *documents)
{
    char status[16];
    snprintf(status, sizeof status, "%d", r->status);
    json_t *answer = json_object_get(json_object_get(operation, "responses"), status);
    if (answer == NULL)
        print_message("# %s: %d\n", target, r->status);
    assert_non_null(answer);
    const char *type = response_header(r, "Content-Type");
    char plain[128];
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(type, ";"), type);
    json_t *content = json_object_get(json_object_get(answer, "content"), plain);
    if (content == NULL)
        print_message("# %s: %s\n", target, plain);
    assert_non_null(content);
    const char *schema =
        json_string_value(json_object_get(json_object_get(content, "schema"), "$ref"));
    if (schema == NULL)
        return;
    // docs/json/home.schema.json describes documents that say "home/1".
    char key[128];
    const char *name = strrchr(schema, '/') + 1;
    snprintf(key, sizeof key, "\"schema\":\"%.*s/1\"}\n", (int)strcspn(name, "."), name);
    assert_true(r->body.length > strlen(key));
    assert_string_equal(r->body.bytes + r->body.length - strlen(key), key);
    text_bytes(documents, r->body.bytes, r->body.length);
}

// Asks the validator of docs/json, tests/cli/schema.c.
static void must_be_valid(const struct text *documents)
{
    char path[HELP_PATH_BYTES], command[3 * HELP_PATH_BYTES];
    help_path(path, "documents");
    help_write(path, documents->bytes);
    snprintf(command, sizeof command, "'%s' '%s' <'%s' >&2", getenv("AGON_TEST_SCHEMA"),
        getenv("AGON_TEST_SCHEMAS"), path);
    int status = system(command);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void every_path_answers_as_it_is_described(void **state)
{
    const char *path, *method;
    json_t *operations, *operation;
    struct text documents = text_growing();
    (void)state;
    json_object_foreach(json_object_get(openapi, "paths"), path, operations)
    {
        json_object_foreach(operations, method, operation)
        {
            struct text target = text_growing();
            put_path(&target, path);
            put_query(&target, operation);
            bool post = strcmp(method, "post") == 0;
            struct response r = client_request(web, post ? "POST" : "GET", target.bytes, NULL);
            must_be_described(operation, &r, target.bytes, &documents);
            assert_true(r.status < 300 || strcmp(path, "/feed") == 0);
            response_destroy(&r);
            text_destroy(&target);
        }
    }
    must_be_valid(&documents);
    text_destroy(&documents);
}

static void refusals_are_described_too(void **state)
{
    const char *path;
    json_t *operations;
    struct text documents = text_growing();
    (void)state;
    json_object_foreach(json_object_get(openapi, "paths"), path, operations)
    {
        struct text target = text_growing();
        // A contest, game or player that is not there.
        const char *brace = strchr(path, '{');
        if (brace != NULL) {
            text_bytes(&target, path, (size_t)(brace - path));
            text_string(&target, "nothing");
            put_path(&target, strchr(path, '}') + 1);
            struct response r = client_get(web, target.bytes);
            assert_int_equal(r.status, 404);
            must_be_described(json_object_get(operations, "get"), &r, target.bytes, &documents);
            response_destroy(&r);
        }
        text_destroy(&target);
    }
    must_be_valid(&documents);
    text_destroy(&documents);
}

static void every_route_is_described(void **state)
{
    bool described[ROUTE_KINDS] = {false};
    const char *path;
    json_t *operations;
    (void)state;
    json_object_foreach(json_object_get(openapi, "paths"), path, operations)
    {
        struct text target = text_growing();
        struct route route;
        put_path(&target, path);
        assert_int_equal(
            route_read(&route, (struct request_text){target.bytes, target.length}), 200);
        described[route.kind] = true;
        text_destroy(&target);
    }
    for (int kind = 0; kind < ROUTE_KINDS; kind++)
        assert_true(described[kind]);
}

// Every schema that `value` names must be at the address that its reference leads to.
static void must_have_schemas(json_t *value, int *found)
{
    const char *key;
    size_t i;
    json_t *item;
    json_array_foreach(value, i, item) must_have_schemas(item, found);
    json_object_foreach(value, key, item)
    {
        const char *reference = json_string_value(item);
        must_have_schemas(item, found);
        if (strcmp(key, "$ref") != 0 || reference[0] == '#')
            continue;
        char target[256];
        snprintf(target, sizeof target, "/%s", reference);
        struct response r = client_get(web, target);
        if (r.status != 200)
            print_message("# %s\n", reference);
        assert_int_equal(r.status, 200);
        json_t *schema = json_loadb(r.body.bytes, r.body.length, JSON_REJECT_DUPLICATES, NULL);
        assert_string_equal(
            json_string_value(json_object_get(schema, "$id")), strrchr(reference, '/') + 1);
        json_decref(schema);
        response_destroy(&r);
        ++*found;
    }
}

// References are relative to /openapi.json, and to docs/openapi.json, too.
static void every_schema_is_there(void **state)
{
    int found = 0;
    (void)state;
    must_have_schemas(openapi, &found);
    assert_true(found > 0);
}

// A contest that has not begun has a right document as well.
static void what_was_not_played_is_valid(void **state)
{
    char path[HELP_PATH_BYTES];
    struct error e = {0};
    (void)state;
    help_path(path, "later.db");
    struct web_show *show = web_add_contest(web, path, "later", &e);
    must(show != NULL, &e);
    web_show_describe(show, &hosted.definition.file, "later");
    web_show_state(show, WEB_SCHEDULED, NULL);
    static const char *const targets[] = {"/contests/later.json", "/index.json"};
    struct text documents = text_growing();
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        struct response r = client_get(web, targets[i]);
        assert_int_equal(r.status, 200);
        text_bytes(&documents, r.body.bytes, r.body.length);
        response_destroy(&r);
    }
    must_be_valid(&documents);
    text_destroy(&documents);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESCRIBED(every_path_answers_as_it_is_described),
        DESCRIBED(refusals_are_described_too),
        DESCRIBED(every_route_is_described),
        DESCRIBED(every_schema_is_there),
        DESCRIBED(what_was_not_played_is_valid),
    };
    return cmocka_run_group_tests_name(
        "web openapi", tests, help_setup_process, help_teardown_process);
}
