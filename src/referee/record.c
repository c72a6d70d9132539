#include "referee/record.h"

#include "base/clock.h"
#include "link/link.h"
#include "referee/player_spec.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

bool record_open(struct record *r, const char *path, bool claimed, struct error *e)
{
    *r = (struct record){.fd = -1, .lines = text_growing(), .last_words = text_growing()};
    int how = claimed ? O_TRUNC : O_CREAT | O_EXCL;
    r->fd = open(path, O_WRONLY | O_CLOEXEC | O_APPEND | how, 0644);
    if (r->fd < 0)
        return error_set(e, "%s cannot be created: %s", path, strerror(errno));
    return true;
}

void record_keep(struct record *r)
{
    if (r->fd < 0)
        *r = (struct record){.fd = -1, .lines = text_growing(), .last_words = text_growing()};
    r->keeps = true;
    r->kept = text_growing();
}

static bool record_is_on(const struct record *r)
{
    return r->fd >= 0 || r->keeps;
}

static void record_close(struct record *r)
{
    if (r->fd >= 0)
        close(r->fd);
    r->fd = -1;
    r->keeps = false;
    text_destroy(&r->lines);
    text_destroy(&r->last_words);
}

void record_destroy(struct record *r)
{
    record_close(r);
    text_destroy(&r->kept);
}

struct text record_take(struct record *r)
{
    struct text kept = r->kept;
    r->kept = text_growing();
    if (kept.cut)
        text_destroy(&kept);
    return kept;
}

// How many bytes of the waiting lines fit into what is kept; after the first line that does not
// fit, none.
static size_t record_fitting(const struct record *r)
{
    if (!r->keeps || r->dropped_bytes > 0)
        return 0;
    size_t room = RECORD_KEPT_MOST_BYTES - r->kept.length;
    if (r->lines.length <= room)
        return r->lines.length;
    const char *newline = memrchr(r->lines.bytes, '\n', room);
    return newline ? (size_t)(newline + 1 - r->lines.bytes) : 0;
}

static void record_keep_lines(struct record *r)
{
    size_t fits = record_fitting(r);
    text_bytes(&r->kept, r->lines.bytes, fits);
    r->dropped_bytes += r->lines.length - fits;
    r->kept.cut = r->kept.cut || r->lines.cut;
}

size_t record_length(const struct record *r)
{
    return r->kept.length + record_fitting(r);
}

size_t record_copy(const struct record *r, size_t from, char *bytes, size_t most)
{
    size_t copied = 0, kept = r->kept.length;
    if (from < kept) {
        copied = kept - from < most ? kept - from : most;
        memcpy(bytes, r->kept.bytes + from, copied);
    }
    size_t skipped = from > kept ? from - kept : 0, waiting = record_fitting(r);
    if (copied < most && skipped < waiting) {
        size_t rest = waiting - skipped < most - copied ? waiting - skipped : most - copied;
        memcpy(bytes + copied, r->lines.bytes + skipped, rest);
        copied += rest;
    }
    return copied;
}

bool record_flush(struct record *r)
{
    size_t done = 0;
    while (r->fd >= 0 && !r->failed && done < r->lines.length) {
        ssize_t n = write(r->fd, r->lines.bytes + done, r->lines.length - done);
        if (n > 0)
            done += (size_t)n;
        else if (n < 0 && errno != EINTR)
            r->failed = !error_set(&r->error, "the record cannot be written: %s", strerror(errno));
    }
    if (r->keeps)
        record_keep_lines(r);
    if (r->fd >= 0 && r->lines.cut && !r->failed)
        r->failed = !error_set(&r->error, "the record cannot be kept: no memory");
    text_clear(&r->lines);
    return !r->failed;
}

static void record_end_line(struct record *r)
{
    text_char(&r->lines, '\n');
    if (r->lines.length >= RECORD_BUFFER_BYTES)
        record_flush(r);
}

static void record_key_text(struct text *t, const char *key, const char *value)
{
    text_format(t, ",\"%s\":", key);
    if (value)
        text_json(t, value);
    else
        text_string(t, "null");
}

static void record_key_ms(struct text *t, const char *key, int64_t ns)
{
    text_format(t, ",\"%s\":%" PRId64, key, ns / NS_PER_MS);
}

// Writes a time in microseconds: exact enough, and short.
static inline void record_key_us(struct text *t, const char *key, int64_t ns)
{
    text_string(t, ",\"");
    text_string(t, key);
    text_string(t, "\":");
    text_number(t, ns / 1000);
}

static void record_key_times(struct text *t, const struct budget *b)
{
    record_key_ms(t, "start_ms", b->start_ns);
    record_key_ms(t, "first_ms", b->first_ns);
    record_key_ms(t, "request_ms", b->request_ns);
    record_key_ms(t, "game_ms", b->game_ns);
    record_key_ms(t, "increment_ms", b->increment_ns);
}

// Writes the sandbox of a bot that we started.
static void record_key_sandbox(struct text *t, const struct record_player *p)
{
    const char *comma = "";
    text_format(t, ",\"sandbox\":{\"manner\":\"%s\",\"layers\":[", sandbox_manner_name(p->manner));
    for (int i = 0; i < SANDBOX_LAYER_COUNT; i++) {
        if (!(p->layers & 1u << i))
            continue;
        text_format(t, "%s\"%s\"", comma, sandbox_layer_name((enum sandbox_layer)i));
        comma = ",";
    }
    text_string(t, "]}");
}

static bool record_same_times(const struct budget *a, const struct budget *b)
{
    return a->start_ns == b->start_ns && a->first_ns == b->first_ns &&
        a->request_ns == b->request_ns && a->game_ns == b->game_ns &&
        a->increment_ns == b->increment_ns;
}

// Those limits that there are. A time is written in milliseconds.
static void record_key_limits(struct text *t, const struct sandbox_limits *limits)
{
    static const char *const units[LIMIT_KINDS] = {
        [LIMIT_MEMORY] = "_bytes",
        [LIMIT_TASKS] = "",
        [LIMIT_CPU] = "_ms",
        [LIMIT_FILES] = "",
        [LIMIT_FILE] = "_bytes",
        [LIMIT_SCRATCH] = "_bytes",
        [LIMIT_OUTPUT] = "_bytes",
    };
    const char *before = ",\"limits\":{";
    for (int i = 0; i < LIMIT_KINDS; i++) {
        enum limit_kind kind = (enum limit_kind)i;
        int64_t value = limit_get(limits, kind);
        if (value == 0)
            continue;
        text_format(t, "%s\"%s%s\":%" PRId64, before, limit_name(kind), units[i],
            kind == LIMIT_CPU ? value / NS_PER_MS : value);
        before = ",";
    }
    text_string(t, before[1] == '\0' ? "}" : "");
}

static bool record_same_limits(const struct sandbox_limits *a, const struct sandbox_limits *b)
{
    for (int i = 0; i < LIMIT_KINDS; i++) {
        if (limit_get(a, (enum limit_kind)i) != limit_get(b, (enum limit_kind)i))
            return false;
    }
    return true;
}

struct record_player record_player(const struct player *player, const struct budget *budget)
{
    bool started = player_is_started(player);
    return (struct record_player){.name = player->name,
        .player = player->given ? player->given : player->text,
        .wire = player->wire ? player->wire->name : NULL,
        .budget = budget,
        .limits = player->sandbox.limits,
        .started = started,
        .manner = player->sandbox.manner,
        .layers = started ? sandbox_layers_of(player->sandbox.manner) : 0};
}

void record_begin(struct record *r, const struct record_header *h)
{
    const struct budget *budget = h->players[0].budget;
    bool shared = record_same_times(budget, h->players[1].budget);
    bool same_limits = record_same_limits(&h->players[0].limits, &h->players[1].limits);
    r->game = h->game;
    struct text *t = &r->lines;
    text_format(t, "{\"type\":\"game\",\"format\":%d,\"agon\":\"%s\"", RECORD_FORMAT, AGON_VERSION);
    record_key_text(t, "game", h->game->name);
    record_key_text(t, "variant", h->game->variant(h->start));
    text_format(t, ",\"rules\":%d,\"seed\":%" PRIu64 ",\"index\":%" PRId64, RECORD_RULES, h->seed,
        h->index);
    char bytes[POSITION_TEXT_BYTES];
    struct text position_text = TEXT_IN(bytes);
    h->game->print(h->start, &position_text);
    record_key_text(t, "position", bytes);
    text_string(t, ",\"players\":[");
    for (int seat = 0; seat < SEATS; seat++) {
        text_format(t, "%s{\"seat\":%d", seat > 0 ? "," : "", seat);
        record_key_text(t, "name", h->players[seat].name);
        record_key_text(t, "player", h->players[seat].player);
        record_key_text(t, "wire", h->players[seat].wire);
        if (!shared)
            record_key_times(t, h->players[seat].budget);
        if (!same_limits)
            record_key_limits(t, &h->players[seat].limits);
        if (h->players[seat].started)
            record_key_sandbox(t, &h->players[seat]);
        text_char(t, '}');
    }
    text_format(t, "],\"clock\":\"%s\"", budget->wall ? "wall" : "refunded");
    if (budget->frozen)
        record_key_text(t, "pondering", "frozen");
    if (budget->own_cores)
        text_format(t, ",\"cores\":%d", budget->cores);
    if (budget->speed_percent > 0)
        text_format(t, ",\"speed_percent\":%" PRId64, budget->speed_percent);
    if (shared)
        record_key_times(t, budget);
    if (same_limits)
        record_key_limits(t, &h->players[0].limits);
    record_key_text(t, "host", h->host);
    record_key_text(t, "started", h->started);
    text_char(t, '}');
    record_end_line(r);
}

static inline void record_begin_event(
    struct text *t, const char *type, const struct referee_event *event)
{
    text_string(t, "{\"type\":\"");
    text_string(t, type);
    text_string(t, "\",\"seat\":");
    text_number(t, event->seat);
    record_key_us(t, "at_us", event->at_ns);
}

// Writes a message as it is if it is one line of JSON, else as a string.
static void record_print_message(struct text *t, const char *bytes, size_t length, bool as_text)
{
    bool plain = !as_text && !memchr(bytes, '\n', length) && !memchr(bytes, '\r', length);
    if (plain) {
        text_string(t, ",\"message\":");
        text_bytes(t, bytes, length);
    } else {
        text_string(t, ",\"text\":");
        text_json_bytes(t, bytes, length);
    }
}

static void record_one_message(struct record *r, const char *type,
    const struct referee_event *event, const char *bytes, size_t length)
{
    struct text *t = &r->lines;
    record_begin_event(t, type, event);
    record_print_message(t, bytes, length, event->as_text);
    text_string(t, "}");
    record_end_line(r);
}

// Each message that we send is one line.
static void record_put_sent(struct record *r, const struct referee_event *event)
{
    const char *at = event->bytes, *end = event->bytes + event->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        record_one_message(r, "to", event, at, (size_t)(stop - at));
        at = stop + 1;
    }
}

static void record_print_charge(struct text *t, const struct charge *charge)
{
    record_key_us(t, "wall_us", charge->wall_ns);
    if (charge->measured) {
        record_key_us(t, "waited_us", charge->waited_ns);
        record_key_us(t, "cpu_us", charge->cpu_ns);
    }
    if (charge->lost_ns > 0)
        record_key_us(t, "lost_us", charge->lost_ns);
    if (charge->lag_ns > 0)
        record_key_us(t, "lag_us", charge->lag_ns);
    record_key_us(t, "charged_us", charge->charged_ns);
}

static void record_put_move(struct record *r, const struct referee_event *event)
{
    struct text *t = &r->lines;
    record_begin_event(t, "move", event);
    char bytes[MOVE_TEXT_BYTES];
    struct text name = TEXT_IN(bytes);
    r->game->print_move(event->before, event->move, &name);
    text_string(t, ",\"move\":\"");
    text_bytes(t, bytes, name.length);
    text_char(t, '"');
    if (event->forced) {
        text_string(t, ",\"forced\":true");
    } else {
        record_print_charge(t, event->charge);
    }
    text_char(t, '}');
    record_end_line(r);
}

void record_event(struct record *r, const struct referee_event *event)
{
    if (!record_is_on(r))
        return;
    switch (event->kind) {
    case EVENT_SENT:
        record_put_sent(r, event);
        break;
    case EVENT_GOT:
        record_one_message(r, "from", event, event->bytes, event->length);
        break;
    case EVENT_MOVED:
        record_put_move(r, event);
        break;
    case EVENT_NOTE:
        record_begin_event(&r->lines, "note", event);
        record_key_text(&r->lines, "words", event->words);
        text_char(&r->lines, '}');
        record_end_line(r);
        break;
    case EVENT_OVER:
        break; // record_end writes it, after what the bots said last
    }
}

enum { REPLACEMENT_BYTES = 3 }; // of U+FFFD in UTF-8

// How many bytes of UTF-8 a part of the text has in the record, where bytes that are none become
// U+FFFD. `at` is moved on to `end`, or to the next letter behind it.
static uint64_t record_count_text(const char *bytes, size_t length, size_t *at, uint64_t end)
{
    uint64_t count = 0;
    while (*at < length && *at < end) {
        const size_t letter = letter_utf8_length(bytes + *at, length - *at);
        count += letter > 0 ? letter : REPLACEMENT_BYTES;
        *at += letter > 0 ? letter : 1;
    }
    return count;
}

// When which part of the text was written: offset, time, offset, time, ... Offsets count on from
// `text` into `tail`. Pieces that were dropped have none, but for the one that reaches into `tail`.
static void record_put_pieces(struct text *t, const struct link_stderr *said, int64_t began_ns)
{
    const uint64_t tail_offset = said->head_bytes + said->dropped_bytes;
    size_t head_at = 0, tail_at = 0;
    uint64_t offset = 0;
    const char *comma = "";
    text_string(t, ",\"when_us\":[");
    for (size_t i = 0; i < said->piece_count; i++) {
        const struct link_piece *piece = &said->pieces[i];
        const bool last = i + 1 == said->piece_count;
        if (piece->offset >= said->head_bytes && !last && piece[1].offset <= tail_offset)
            continue;
        offset += record_count_text(said->head, said->head_bytes, &head_at, piece->offset);
        if (piece->offset > tail_offset)
            offset += record_count_text(
                said->tail, said->tail_bytes, &tail_at, piece->offset - tail_offset);
        text_format(t, "%s%" PRIu64 ",%" PRId64, comma, offset, (piece->at_ns - began_ns) / 1000);
        comma = ",";
    }
    text_char(t, ']');
}

void record_stderr(struct record *r, int seat, const struct link_stderr *said, int64_t began_ns)
{
    if (!record_is_on(r) || said->head_bytes == 0)
        return;
    struct text *t = seat == 0 ? &r->lines : &r->last_words;
    text_format(t, "{\"type\":\"stderr\",\"seat\":%d,\"text\":", seat);
    text_json_bytes(t, said->head, said->head_bytes);
    if (said->tail_bytes > 0) {
        text_format(t, ",\"dropped_bytes\":%" PRIu64 ",\"tail\":", said->dropped_bytes);
        text_json_bytes(t, said->tail, said->tail_bytes);
    }
    if (said->piece_count > 0)
        record_put_pieces(t, said, began_ns);
    text_string(t, "}\n");
}

static void record_put_pondering(struct record *r, const struct result *result)
{
    for (int seat = 0; seat < SEATS; seat++) {
        if (result->pondered_ns[seat] == RESULT_NOT_MEASURED)
            continue;
        text_format(&r->lines, "{\"type\":\"pondering\",\"seat\":%d", seat);
        record_key_us(&r->lines, "cpu_us", result->pondered_ns[seat]);
        text_string(&r->lines, "}\n");
    }
}

static void record_put_result(struct text *out, const struct result *result)
{
    text_format(out, "\"verdict\":\"%s\"", verdicts[result->verdict].code);
    text_string(out, ",\"winner\":");
    result->winner == NOBODY ? text_string(out, "null") : text_number(out, result->winner);
    text_string(out, ",\"blame\":");
    result->blame == NOBODY ? text_string(out, "null") : text_number(out, result->blame);
    record_key_text(out, "rule", result->rule[0] != '\0' ? result->rule : NULL);
    record_key_text(out, "explanation", result->explanation);
    if (verdict_is_fault(result->verdict)) {
        if (result->fault.expected[0] != '\0')
            record_key_text(out, "expected", result->fault.expected);
        if (result->fault.seen[0] != '\0')
            record_key_text(out, "seen", result->fault.seen);
        if (result->fault.has_at)
            text_format(out, ",\"byte\":%zu", result->fault.at);
        if (result->refused.wire) {
            text_string(out, ",\"refused\":");
            explanation_json(&result->refused, out);
        }
    }
    text_format(out, ",\"moves\":%d", result->moves);
}

// The end is kept, however long the record is.
static void record_keep_end(struct record *r)
{
    if (r->dropped_bytes > 0)
        text_format(
            &r->kept, "{\"type\":\"cut\",\"dropped_bytes\":%" PRIu64 "}\n", r->dropped_bytes);
    text_bytes(&r->kept, r->lines.bytes, r->lines.length);
    r->kept.cut = r->kept.cut || r->lines.cut;
    r->keeps = false;
}

bool record_end(struct record *r, const struct result *result, struct error *e)
{
    if (!record_is_on(r))
        return true;
    text_bytes(&r->lines, r->last_words.bytes, r->last_words.length);
    r->lines.cut = r->lines.cut || r->last_words.cut;
    record_put_pondering(r, result);
    if (r->keeps)
        record_flush(r);
    text_string(&r->lines, "{\"type\":\"end\",");
    record_put_result(&r->lines, result);
    if (result->charge.limit_ns > 0) {
        text_format(
            &r->lines, ",\"answer\":{\"limit_ms\":%" PRId64, result->charge.limit_ns / NS_PER_MS);
        record_print_charge(&r->lines, &result->charge);
        text_char(&r->lines, '}');
    }
    record_key_us(&r->lines, "wall_us", result->wall_ns);
    text_string(&r->lines, "}\n");
    if (r->keeps)
        record_keep_end(r);
    bool written = record_flush(r);
    if (!written)
        error_set(e, "%s", r->error.words);
    record_close(r);
    return written;
}
