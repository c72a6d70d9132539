#include "arena/pool/telling.h"

#include <stdio.h>
#include <string.h>

static void telling_publish(struct pool_slot *slot, struct arena_event *event)
{
    feeds_publish(slot->runner->pool->options.feeds, event);
}

static bool telling_is_wanted(const struct pool_slot *slot, enum arena_event_kind kind)
{
    return feeds_want(slot->runner->pool->options.feeds, kind);
}

void telling_begin(struct pool_slot *slot)
{
    struct arena_setup setup;
    if (!telling_is_wanted(slot, ARENA_BEGUN))
        return;
    struct arena_event *event = arena_event_create(ARENA_BEGUN, slot->game->number, NULL, 0);
    pool_game_setup(slot->game, &setup);
    if (event && !arena_event_set_setup(event, &setup)) {
        arena_event_release(event);
        event = NULL;
    }
    telling_publish(slot, event);
}

static void telling_move(
    struct pool_slot *slot, const struct table *t, const struct referee_event *happened)
{
    if (!telling_is_wanted(slot, ARENA_MOVED))
        return;
    struct arena_event *event = arena_event_create(ARENA_MOVED, slot->game->number, NULL, 0);
    if (event) {
        event->seat = happened->seat;
        event->player = slot->game->who[happened->seat];
        event->at_ns = happened->at_ns;
        event->move = happened->move;
        event->forced = happened->forced;
        event->before = *happened->before;
        event->after = t->referee.position;
        event->has_charge = happened->charge != NULL;
        if (happened->charge)
            event->charge = *happened->charge;
        event->left_ns = t->referee.seats[happened->seat].clock.left_ns;
    }
    telling_publish(slot, event);
}

static void telling_message(
    struct pool_slot *slot, enum arena_event_kind kind, const struct referee_event *happened)
{
    if (!telling_is_wanted(slot, kind))
        return;
    const char *text = kind == ARENA_NOTED ? happened->words : happened->bytes;
    size_t length = kind == ARENA_NOTED ? strlen(text) : happened->length;
    struct arena_event *event = arena_event_create(kind, slot->game->number, text, length);
    if (event) {
        event->seat = happened->seat;
        event->player = slot->game->who[happened->seat];
        event->at_ns = happened->at_ns;
    }
    telling_publish(slot, event);
}

void telling_processes(struct pool_slot *slot)
{
    const struct pool_options *o = &slot->runner->pool->options;
    if (!o->source->started)
        return;
    pid_t processes[SEATS];
    for (int seat = 0; seat < SEATS; seat++)
        processes[seat] = table_process(&slot->table, seat);
    o->source->started(o->user, slot->game, processes);
}

static void telling_see_ready(struct pool_slot *slot)
{
    if (slot->view.ready) // only this thread writes it, and most messages are later ones
        return;
    pthread_mutex_lock(&slot->lock);
    slot->view.ready = true;
    pthread_mutex_unlock(&slot->lock);
    telling_processes(slot);
    if (telling_is_wanted(slot, ARENA_READY))
        telling_publish(slot, arena_event_create(ARENA_READY, slot->game->number, NULL, 0));
}

static void telling_see_move(
    struct pool_slot *slot, const struct table *t, const struct referee_event *happened)
{
    struct pool_view_clock *clock = &slot->view.clocks[happened->seat];
    pthread_mutex_lock(&slot->lock);
    slot->view.ready = true;
    slot->view.position = t->referee.position;
    slot->view.last = happened->move;
    slot->view.before = *happened->before;
    slot->view.moves++;
    slot->view.since_ns = t->referee.now.now_ns;
    if (happened->charge)
        clock->charged_ns += happened->charge->charged_ns;
    clock->left_ns = t->referee.seats[happened->seat].clock.left_ns;
    pthread_mutex_unlock(&slot->lock);
}

static void telling_note_move(struct pool_slot *slot, const struct referee_event *happened)
{
    struct text *moves = &slot->game->moves;
    char name[MOVE_TEXT_BYTES];
    struct text words = TEXT_IN(name);
    slot->game->game->print_move(happened->before, happened->move, &words);
    if (moves->length > 0)
        text_char(moves, ' ');
    text_string(moves, name);
}

void telling_happened(void *user, struct table *t, const struct referee_event *happened)
{
    struct pool_slot *slot = user;
    if (!slot->game)
        return;
    switch (happened->kind) {
    case EVENT_SENT:
        telling_see_ready(slot);
        telling_message(slot, ARENA_SENT, happened);
        break;
    case EVENT_GOT:
        telling_message(slot, ARENA_GOT, happened);
        break;
    case EVENT_NOTE:
        telling_message(slot, ARENA_NOTED, happened);
        break;
    case EVENT_MOVED:
        if (slot->runner->pool->options.keeps_moves)
            telling_note_move(slot, happened);
        telling_see_move(slot, t, happened);
        telling_move(slot, t, happened);
        break;
    case EVENT_OVER:
        break; // the source tells that, once it is final
    }
}

void telling_asked(void *user, struct table *t, const struct table_question *question)
{
    (void)t;
    struct pool_slot *slot = user;
    struct arena_event *event = arena_event_create(ARENA_ASKED, slot->game->number, NULL, 0);
    if (event) {
        event->seat = question->seat;
        event->player = slot->game->who[question->seat];
        event->question = question->number;
        event->after = *question->position;
    }
    telling_publish(slot, event);
}

void telling_port(struct pool_slot *slot)
{
    for (int i = 0; i < SEATS; i++) {
        const struct session *s = slot->table.participants[i].session;
        bool awaited = strncmp(slot->players[i]->text, "listen:", 7) == 0;
        if (!awaited || !s || !s->link || link_port(s->link) <= 0)
            continue;
        char words[256];
        int length = snprintf(words, sizeof words, "waiting for a bot at %s (%s)",
            link_address(s->link), s->player->wire->name);
        struct arena_event *said =
            arena_event_create(ARENA_SAID, slot->game ? slot->game->number : 0, words,
                length < (int)sizeof words ? (size_t)length : sizeof words - 1);
        if (said)
            said->port = link_port(s->link);
        telling_publish(slot, said);
    }
}
