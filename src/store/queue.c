#include "store/queue.h"

#include "store/row.h"

#include <stdlib.h>
#include <string.h>

struct addition *addition_create(enum addition_kind kind, const struct store_game *game,
    const struct store_entry *entry, void *tag)
{
    size_t texts = row_text_bytes(&game_rows, game) + row_text_bytes(&entry_rows, entry);
    size_t record = game->record != NULL ? game->record_bytes : 0;
    size_t bytes = sizeof(struct addition) + texts + record;
    struct addition *a = malloc(bytes);
    if (a == NULL)
        return NULL;
    *a =
        (struct addition){.kind = kind, .game = *game, .entry = *entry, .tag = tag, .bytes = bytes};
    char *end = row_keep_texts(&game_rows, &a->game, a->texts);
    end = row_keep_texts(&entry_rows, &a->entry, end);
    if (game->record != NULL)
        a->game.record = memcpy(end, game->record, record);
    if (game->void_reason != NULL)
        a->game.void_reason = a->entry.words;
    return a;
}

size_t queue_room(const struct queue *q)
{
    return QUEUE_MOST - q->count;
}

bool queue_is_heavy(const struct queue *q)
{
    return q->bytes >= QUEUE_MOST_BYTES;
}

void queue_append(struct queue *q, struct addition *a)
{
    a->next = NULL;
    if (q->last != NULL)
        q->last->next = a;
    else
        q->first = a;
    q->last = a;
    q->count++;
    q->bytes += a->bytes;
}

struct addition *queue_take(struct queue *q, size_t most)
{
    struct addition *taken = q->first, *last = NULL;
    for (size_t i = 0; i < most && q->first != NULL; i++) {
        last = q->first;
        q->first = last->next;
    }
    if (last != NULL)
        last->next = NULL;
    if (q->first == NULL)
        q->last = NULL;
    return taken;
}

void queue_settle(struct queue *q, size_t count, size_t bytes)
{
    q->count -= count;
    q->bytes -= bytes;
}
