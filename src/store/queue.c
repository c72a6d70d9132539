#include "store/queue.h"

#include "store/row.h"
#include "store/store.h"

#include <stdlib.h>

struct addition *addition_create(enum addition_kind kind, const struct store_game *game,
    const struct store_entry *entry, void *tag)
{
    size_t texts = row_text_bytes(&game_rows, game) + row_text_bytes(&entry_rows, entry);
    struct addition *a = malloc(sizeof *a + texts);
    if (a == NULL)
        return NULL;
    *a = (struct addition){
        .kind = kind, .game = *game, .entry = *entry, .tag = tag, .bytes = sizeof *a + texts};
    row_keep_texts(&entry_rows, &a->entry, row_keep_texts(&game_rows, &a->game, a->texts));
    if (game->void_reason != NULL)
        a->game.void_reason = a->entry.words;
    return a;
}

size_t queue_room(const struct queue *q)
{
    return q->bytes < STORE_QUEUE_MOST_BYTES ? STORE_QUEUE_MOST - q->count : 0;
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
