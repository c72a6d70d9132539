// The server as a browser sees it: addresses, headers, documents of a contest that was played.
#include "arena/arena_help.h"
#include "report/page_files.h"
#include "web/client.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static struct hosted hosted;
static struct web *web;

static const char contest_words[] =
    "name: \"Spring <script> cup\"\ngame: reversi\nvariant: 6x6\nseed: 5\ngames: 2\n"
    "records: store\nplayers:\n"
    "  - {name: ann, player: \"@random\"}\n  - {name: bob/b, player: \"@first\"}\n"
    "  - {name: \"<b>\", player: \"@random\"}\n";

static int setup_played(void **state)
{
    struct error e = {0};
    if (help_setup(state) != 0)
        return -1;
    hosted_init(&hosted, "spring", contest_words);
    hosted_play(&hosted);
    web = web_start(&(struct web_options){.port = 0}, &e);
    must(web != NULL, &e);
    must(web_add_contest(web, hosted.path, "spring", &e) != NULL, &e);
    return 0;
}

static int teardown_played(void **state)
{
    web_stop(web);
    hosted_destroy(&hosted);
    return help_teardown(state);
}
#define PLAYED(test) cmocka_unit_test_setup_teardown(test, setup_played, teardown_played)

static void must_answer(const char *target, int status, const char *type)
{
    struct response r = client_get(web, target);
    if (r.status != status)
        print_message("# %s: %d %s\n", target, r.status, r.body.bytes);
    assert_int_equal(r.status, status);
    assert_string_equal(response_header(&r, "Content-Type"), type);
    response_destroy(&r);
}

// A document at this address, with this schema. To be released.
static json_t *get_document(const char *target, const char *schema)
{
    struct response r = client_get(web, target);
    if (r.status != 200)
        print_message("# %s: %d %s\n", target, r.status, r.body.bytes);
    assert_int_equal(r.status, 200);
    assert_string_equal(response_header(&r, "Content-Type"), "application/json");
    json_t *root = json_loadb(r.body.bytes, r.body.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), schema);
    response_destroy(&r);
    return root;
}

static void every_page_is_there_and_its_document_beside_it(void **state)
{
    static const struct {
        const char *page, *document, *schema;
    } rows[] = {
        {"/", "/index.json", "home/1"},
        {"/contests/spring", "/contests/spring.json", "report/1"},
        {"/contests/spring/games/1", "/contests/spring/games/1.json", "replay/1"},
        {"/contests/spring/players/ann", "/contests/spring/players/ann.json", "player/1"},
        {"/contests/spring/players/bob%2Fb", "/contests/spring/players/bob%2Fb.json", "player/1"},
        {"/contests/spring/players/%3Cb%3E", "/contests/spring/players/%3Cb%3E.json", "player/1"},
        {"/rules/stones", "/rules/stones.json", "rules/1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        must_answer(rows[i].page, 200, "text/html; charset=utf-8");
        json_decref(get_document(rows[i].document, rows[i].schema));
        // The page has the same document in it.
        struct response page = client_get(web, rows[i].page);
        assert_non_null(strstr(page.body.bytes, "<script type=\"application/json\" id=\"data\">"));
        assert_null(strstr(page.body.bytes, "<script> cup"));
        response_destroy(&page);
    }
    json_decref(get_document("/healthz", "health/1"));
    json_decref(get_document("/rules/reversi/try.json?move=d3", "try/1"));
    json_decref(get_document("/contests/spring/games/1/analysis.json", "analysis/1"));
    must_answer("/agon.js", 200, "text/javascript; charset=utf-8");
    must_answer("/agon.css", 200, "text/css; charset=utf-8");
    must_answer("/contests/spring/games/1.jsonl", 200, "application/jsonl; charset=utf-8");
    must_answer("/contests/spring/games/1.txt", 200, "text/plain; charset=utf-8");
}

static void an_address_with_a_slash_too_many_leads_to_its_page(void **state)
{
    static const struct {
        const char *target, *to;
    } rows[] = {{"/contests/spring/", "/contests/spring"}, {"/contests", "/"}, {"/rules/", "/"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct response r = client_get(web, rows[i].target);
        assert_int_equal(r.status, 302);
        assert_string_equal(response_header(&r, "Location"), rows[i].to);
        response_destroy(&r);
        must_answer(rows[i].to, 200, "text/html; charset=utf-8");
    }
}

static void the_home_page_knows_the_contest(void **state)
{
    (void)state;
    // The summary is read after the contest was added: asked often enough, it is there.
    const char *name = NULL;
    json_t *root = NULL, *contest = NULL;
    do {
        json_decref(root);
        root = get_document("/index.json", "home/1");
        contest = json_array_get(json_object_get(root, "contests"), 0);
        name = json_string_value(json_object_get(contest, "game"));
    } while (name == NULL || name[0] == '\0');
    assert_string_equal(name, "reversi");
    assert_string_equal(json_string_value(json_object_get(contest, "slug")), "spring");
    assert_string_equal(json_string_value(json_object_get(contest, "name")), "Spring <script> cup");
    assert_string_equal(json_string_value(json_object_get(contest, "state")), "over");
    assert_int_equal(json_integer_value(json_object_get(contest, "games")), 6);
    assert_int_equal(json_array_size(json_object_get(contest, "leaders")), 3);
    // How its last games ended, though they were played before the server was there.
    json_t *told = json_object_get(root, "verdicts");
    assert_int_equal(json_array_size(told), 6);
    for (size_t i = 0; i < 6; i++) {
        json_t *one = json_array_get(told, i);
        assert_string_equal(json_string_value(json_object_get(one, "contest")), "spring");
        assert_string_equal(json_string_value(json_object_get(one, "verdict")), "WON");
        assert_non_null(json_object_get(one, "explanation"));
    }
    json_decref(root);
}

static bool copy_fleet(void *user, struct text *out)
{
    (void)user;
    text_string(out, "{}\n");
    return true;
}

// The document may be a moment old.
static void wait_for_home(const char *words)
{
    for (bool found = false; !found;) {
        struct response r = client_get(web, "/index.json");
        found = strstr(r.body.bytes, words) != NULL;
        response_destroy(&r);
    }
}

static void the_home_page_knows_whether_there_is_a_fleet(void **state)
{
    (void)state;
    wait_for_home("\"fleet\":false");
    web_show_fleet(web, &(struct web_fleet){copy_fleet, NULL});
    wait_for_home("\"fleet\":true");
    web_show_fleet(web, NULL);
    wait_for_home("\"fleet\":false");
}

static void the_contest_has_what_only_the_web_knows(void **state)
{
    (void)state;
    json_t *root = get_document("/contests/spring.json", "report/1");
    assert_string_equal(json_string_value(json_object_get(root, "slug")), "spring");
    assert_non_null(json_object_get(root, "progress"));
    assert_int_equal(json_array_size(json_object_get(root, "live")), 0);
    assert_int_equal(json_array_size(json_object_get(root, "standings")), 3);
    json_decref(root);
}

static void a_game_can_be_walked_through(void **state)
{
    (void)state;
    json_t *root = get_document("/contests/spring/games/2.json", "replay/1");
    assert_int_equal(json_integer_value(json_object_get(root, "number")), 2);
    assert_int_equal(json_integer_value(json_object_get(root, "previous")), 1);
    assert_int_equal(json_integer_value(json_object_get(root, "next")), 3);
    assert_true(json_is_false(json_object_get(root, "live")));
    assert_true(json_array_size(json_object_get(root, "lines")) > 8);
    json_decref(root);
}

static void what_is_not_there_is_said_in_words(void **state)
{
    static const struct {
        const char *target, *words;
    } rows[] = {
        {"/contests/x.json", "There is no contest \"x\" here."},
        {"/contests/spring/games/99.json",
            "There is no game 99 in this contest, or it has not been played yet."},
        {"/contests/spring/players/eve.json", "There is no player \"eve\" in this contest."},
        {"/rules/chess.json", "There is no game \"chess\" here."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct response r = client_get(web, rows[i].target);
        assert_int_equal(r.status, 404);
        json_t *root = json_loadb(r.body.bytes, r.body.length, 0, NULL);
        assert_string_equal(json_string_value(json_object_get(root, "schema")), "error/1");
        assert_int_equal(json_integer_value(json_object_get(root, "status")), 404);
        assert_string_equal(json_string_value(json_object_get(root, "words")), rows[i].words);
        json_decref(root);
        response_destroy(&r);
    }
    must_answer("/contests/x", 404, "text/html; charset=utf-8");
    must_answer("/contests/spring/games/99", 404, "text/html; charset=utf-8");
    must_answer("/%2e%2e/etc/passwd", 404, "text/html; charset=utf-8");
}

static void every_answer_is_guarded(void **state)
{
    static const char *const targets[] = {
        "/", "/contests/spring", "/contests/x", "/agon.js", "/healthz", "/contests/%"};
    char policy[512];
    struct text words = TEXT_IN(policy);
    (void)state;
    page_policy(&words, PAGE_SERVED);
    assert_null(strstr(policy, "unsafe"));
    assert_int_equal(strncmp(policy, "default-src 'none'; script-src 'sha256-", 39), 0);
    assert_non_null(strstr(policy, "' 'self'; style-src 'sha256-"));
    assert_non_null(strstr(policy,
        "'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"));
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        struct response r = client_get(web, targets[i]);
        assert_string_equal(response_header(&r, "Content-Security-Policy"), policy);
        assert_string_equal(response_header(&r, "X-Content-Type-Options"), "nosniff");
        assert_string_equal(response_header(&r, "Referrer-Policy"), "no-referrer");
        assert_string_equal(response_header(&r, "Cross-Origin-Opener-Policy"), "same-origin");
        assert_non_null(response_header(&r, "Permissions-Policy"));
        response_destroy(&r);
    }
}

static void what_a_browser_has_is_not_sent_again(void **state)
{
    static const char *const targets[] = {
        "/agon.js", "/agon.css", "/rules/stones", "/contests/spring", "/contests/spring/games/1"};
    (void)state;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        char header[256];
        struct response first = client_get(web, targets[i]);
        const char *etag = response_header(&first, "ETag");
        assert_non_null(etag);
        snprintf(header, sizeof header, "If-None-Match: W/\"x\", %s\r\n", etag);
        struct response again = client_request(web, "GET", targets[i], header);
        assert_int_equal(again.status, 304);
        assert_int_equal(again.body.length, 0);
        assert_null(response_header(&again, "Content-Length"));
        struct response other =
            client_request(web, "GET", targets[i], "If-None-Match: \"other\"\r\n");
        assert_int_equal(other.status, 200);
        response_destroy(&first);
        response_destroy(&again);
        response_destroy(&other);
    }
}

static void files_are_sent_gzipped_to_who_takes_that(void **state)
{
    (void)state;
    struct response plain = client_get(web, "/agon.js");
    struct response zipped =
        client_request(web, "GET", "/agon.js", "Accept-Encoding: gzip, br\r\n");
    assert_null(response_header(&plain, "Content-Encoding"));
    assert_string_equal(response_header(&zipped, "Content-Encoding"), "gzip");
    assert_string_equal(response_header(&zipped, "Vary"), "Accept-Encoding");
    assert_memory_equal(zipped.body.bytes, "\x1f\x8b", 2);
    assert_true(zipped.body.length < plain.body.length);
    response_destroy(&plain);
    response_destroy(&zipped);
}

// A document has one more form, with a tag of its own, and unpacks to the same bytes.
static void documents_are_packed_for_who_takes_that(void **state)
{
    (void)state;
    const char *target = "/contests/spring.json";
    struct response plain = client_get(web, target);
    struct response packed = client_request(web, "GET", target, "Accept-Encoding: gzip\r\n");
    assert_null(response_header(&plain, "Content-Encoding"));
    assert_string_equal(response_header(&plain, "Vary"), "Accept-Encoding");
    assert_string_equal(response_header(&packed, "Content-Encoding"), "gzip");
    assert_true(packed.body.length < plain.body.length);
    char tag[64];
    snprintf(tag, sizeof tag, "%s", response_header(&plain, "ETag"));
    assert_string_not_equal(response_header(&packed, "ETag"), tag);

    char *bytes = malloc(plain.body.length + 1);
    z_stream z = {.next_in = (Bytef *)packed.body.bytes,
        .avail_in = (uInt)packed.body.length,
        .next_out = (Bytef *)bytes,
        .avail_out = (uInt)plain.body.length + 1};
    assert_non_null(bytes);
    assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
    assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
    assert_int_equal(z.total_out, plain.body.length);
    assert_memory_equal(bytes, plain.body.bytes, plain.body.length);
    inflateEnd(&z);
    free(bytes);
    response_destroy(&plain);
    response_destroy(&packed);
}

static void the_page_of_an_error_is_packed_too(void **state)
{
    (void)state;
    struct response packed =
        client_request(web, "GET", "/contests/nothing", "Accept-Encoding: gzip\r\n");
    assert_int_equal(packed.status, 404);
    assert_string_equal(response_header(&packed, "Content-Encoding"), "gzip");
    assert_memory_equal(packed.body.bytes, "\x1f\x8b", 2);
    response_destroy(&packed);
}

static void head_has_everything_but_the_body(void **state)
{
    static const char *const targets[] = {"/", "/agon.js", "/contests/spring.json", "/x"};
    (void)state;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        int fd = client_connect(web);
        char line[256], length[32];
        snprintf(line, sizeof line,
            "HEAD %s HTTP/1.1\r\nHost: a\r\n\r\nGET %s HTTP/1.1\r\nHost: a\r\n\r\n", targets[i],
            targets[i]);
        client_say(fd, line); // both at once: the second answer begins where the first ends
        struct response head = client_read(fd, true), get = client_read(fd, false);
        assert_int_equal(head.status, get.status);
        snprintf(length, sizeof length, "%s", response_header(&head, "Content-Length"));
        assert_string_equal(length, response_header(&get, "Content-Length"));
        response_destroy(&head);
        response_destroy(&get);
        close(fd);
    }
}

static void a_contest_without_results_has_a_page(void **state)
{
    char path[HELP_PATH_BYTES];
    struct error e = {0};
    (void)state;
    help_path(path, "later.db");
    struct web_show *show = web_add_contest(web, path, "spring", &e);
    must(show != NULL, &e);
    assert_string_equal(web_show_slug(show), "spring-2");
    web_show_describe(show, &hosted.definition.file, "later");
    web_show_state(show, WEB_SCHEDULED, "begins on Friday");
    json_t *root = get_document("/contests/spring-2.json", "report/1");
    assert_string_equal(json_string_value(json_object_get(root, "state")), "scheduled");
    assert_string_equal(json_string_value(json_object_get(root, "words")), "begins on Friday");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(root, "contest"), "game")), "reversi");
    json_decref(root);
    must_answer("/contests/spring-2", 200, "text/html; charset=utf-8");
    must_answer("/contests/spring-2/games/1", 404, "text/html; charset=utf-8");
}

static void a_document_follows_its_file(void **state)
{
    struct error e = {0};
    static struct hosted late;
    (void)state;
    hosted_init(&late, "late", contest_words);
    must(web_add_contest(web, late.path, "late", &e) != NULL, &e);
    json_t *root = get_document("/contests/late.json", "report/1");
    assert_int_equal(json_integer_value(json_object_get(root, "games")), 0);
    json_decref(root);
    hosted_play(&late);
    // A document may be a second old, and no older than that once somebody asks again.
    int64_t count = 0;
    while (count != 6) {
        root = get_document("/contests/late.json", "report/1");
        count = json_integer_value(json_object_get(root, "games"));
        json_decref(root);
    }
    hosted_destroy(&late);
}

// Asks for the analysis at this address, and waits until it is done.
static void must_analyse(const char *target)
{
    struct response r = client_request(web, "POST", target, "Origin: http://test\r\n");
    if (r.status != 202)
        print_message("# %s: %d %s\n", target, r.status, r.body.bytes);
    assert_int_equal(r.status, 202);
    response_destroy(&r);
    const char *found = NULL;
    json_t *root = NULL;
    do {
        json_decref(root);
        root = get_document(target, "analysis/1");
        found = json_string_value(json_object_get(root, "state"));
        assert_string_not_equal(found, "failed");
    } while (strcmp(found, "done") != 0);
    assert_true(json_array_size(json_object_get(root, "plies")) > 8);
    json_decref(root);
}

static void a_game_is_analysed_on_wish(void **state)
{
    (void)state;
    must_analyse("/contests/spring/games/1/analysis.json");
    struct response r = client_request(
        web, "POST", "/contests/spring/games/1/analysis.json", "Origin: http://evil\r\n");
    assert_int_equal(r.status, 403);
    response_destroy(&r);
}

static void a_game_without_a_record_is_analysed_by_its_moves(void **state)
{
    (void)state;
    struct hosted bare;
    struct error e = {0};
    hosted_init(&bare, "bare",
        "game: reversi\nvariant: 6x6\nseed: 5\ngames: 2\nrecords: none\nplayers:\n"
        "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n");
    hosted_play(&bare);
    must(web_add_contest(web, bare.path, "bare", &e) != NULL, &e);
    must_analyse("/contests/bare/games/1/analysis.json");
    must_answer("/contests/bare/games/1.jsonl", 404, "application/json");
    struct response r = client_request(
        web, "POST", "/contests/bare/games/99/analysis.json", "Origin: http://test\r\n");
    assert_int_equal(r.status, 404);
    response_destroy(&r);
    hosted_destroy(&bare);
}

// Where `what` stands in the page; it must be there.
static const char *must_have(const struct response *r, const char *what)
{
    const char *found = strstr(r->body.bytes, what);
    if (found == NULL)
        print_message("# the page does not have: %s\n", what);
    assert_non_null(found);
    return found;
}

static void a_page_comes_with_its_board_drawn(void **state)
{
    (void)state;
    struct response r = client_get(web, "/contests/spring/games/1");
    const char *board = must_have(&r, "<agon-board class=\"game-board\" data-game=\"reversi\">");
    assert_true(board < must_have(&r, "id=\"data\""));
    must_have(&r, "Spring &lt;script&gt; cup</a>");
    assert_null(strstr(r.body.bytes, "style=\"")); // the policy of the pages forbids it
    response_destroy(&r);
    r = client_get(web, "/rules/stones");
    must_have(&r, "<agon-board class=\"\" data-game=\"stones\">");
    response_destroy(&r);
    r = client_get(web, "/contests/spring"); // has no board of its own
    assert_null(strstr(r.body.bytes, "<agon-board"));
    response_destroy(&r);
}

struct log {
    struct text lines;
};

static void take_line(void *user, const char *line)
{
    struct log *log = user;
    text_string(&log->lines, line);
    text_char(&log->lines, '\n');
}

static void the_access_log_has_a_line_for_each_request(void **state)
{
    struct error e = {0};
    struct log log = {text_growing()};
    (void)state;
    struct web *logged = web_start(&(struct web_options){.access = take_line, .user = &log}, &e);
    must(logged != NULL, &e);
    struct response r = client_get(logged, "/healthz?%1b[31m");
    response_destroy(&r);
    r = client_request(logged, "DELETE", "/x\"y", NULL);
    response_destroy(&r);
    int fd = client_connect(logged);
    client_say(fd, "nonsense\r\n\r\n");
    r = client_read(fd, false);
    response_destroy(&r);
    close(fd);
    web_stop(logged);
    assert_non_null(strstr(log.lines.bytes, " \"GET /healthz?%1b[31m\" 200 "));
    assert_non_null(strstr(log.lines.bytes, "127.0.0.1 20"));
    assert_non_null(strstr(log.lines.bytes, "\" 404 "));
    assert_non_null(strstr(log.lines.bytes, " \"-\" 400 "));
    text_destroy(&log.lines);
}

static void a_port_that_is_taken_is_told_or_the_next_one_is_taken(void **state)
{
    struct error e = {0};
    (void)state;
    int port = atoi(strrchr(web_address(web), ':') + 1);
    assert_null(web_start(&(struct web_options){.port = port}, &e));
    assert_non_null(strstr(e.words, "address already in use"));
    struct web *next = web_start(&(struct web_options){.port = port, .port_is_wish = true}, &e);
    must(next != NULL, &e);
    assert_string_not_equal(web_address(next), web_address(web));
    web_stop(next);
    assert_null(web_start(&(struct web_options){.address = "nowhere"}, &e));
    assert_null(web_start(&(struct web_options){.certificate = "/nothing"}, &e));
    assert_null(web_start(&(struct web_options){.certificate = "/nothing", .key = "/no"}, &e));
    assert_non_null(strstr(e.words, "the certificate /nothing cannot be used"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYED(every_page_is_there_and_its_document_beside_it),
        PLAYED(an_address_with_a_slash_too_many_leads_to_its_page),
        PLAYED(the_home_page_knows_the_contest),
        PLAYED(the_home_page_knows_whether_there_is_a_fleet),
        PLAYED(the_contest_has_what_only_the_web_knows),
        PLAYED(a_game_can_be_walked_through),
        PLAYED(what_is_not_there_is_said_in_words),
        PLAYED(every_answer_is_guarded),
        PLAYED(what_a_browser_has_is_not_sent_again),
        PLAYED(files_are_sent_gzipped_to_who_takes_that),
        PLAYED(documents_are_packed_for_who_takes_that),
        PLAYED(the_page_of_an_error_is_packed_too),
        PLAYED(head_has_everything_but_the_body),
        PLAYED(a_contest_without_results_has_a_page),
        PLAYED(a_document_follows_its_file),
        PLAYED(a_game_is_analysed_on_wish),
        PLAYED(a_game_without_a_record_is_analysed_by_its_moves),
        PLAYED(a_page_comes_with_its_board_drawn),
        PLAYED(the_access_log_has_a_line_for_each_request),
        PLAYED(a_port_that_is_taken_is_told_or_the_next_one_is_taken),
    };
    return cmocka_run_group_tests_name(
        "web server", tests, help_setup_process, help_teardown_process);
}
