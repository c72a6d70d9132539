#include "store/under_way.h"

#include "base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// The bytes of the file are these structs, as this machine keeps them: nobody reads the file on
// another one.
static const char under_way_magic[16] = "agon games 1\n";

enum {
    SLOT_FREE,
    SLOT_WRITTEN, // it is just being written, and says nothing yet
    SLOT_USED
};

struct under_way_slot {
    _Atomic uint64_t state;
    struct under_way_game game;
    uint64_t check; // of `game`
    uint64_t unused;
};

struct under_way_head {
    char magic[sizeof under_way_magic];
    int64_t owner, since;
};

struct under_way_slots {
    struct under_way_head head;
    struct under_way_slot slots[UNDER_WAY_MOST];
};

_Static_assert(sizeof(struct under_way_slot) == 64 && sizeof(struct under_way_head) == 32,
    "the file has no holes");

// FNV-1a.
static uint64_t under_way_check(const struct under_way_game *game)
{
    const unsigned char *bytes = (const unsigned char *)game;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof *game; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

// --- For the owner ---

static char *under_way_path(const char *file)
{
    char *real = realpath(file, NULL), *path;
    if (asprintf(&path, "%s-games", real ? real : file) < 0)
        path = NULL;
    free(real);
    return path;
}

static bool under_way_map(struct under_way *u, struct error *e)
{
    unlink(u->path);
    int fd = open(u->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    // Without the room on the disk, writing to the memory would end this process.
    int error = fd < 0 ? errno : posix_fallocate(fd, 0, sizeof *u->slots);
    void *memory = MAP_FAILED;
    if (error == 0)
        memory = mmap(NULL, sizeof *u->slots, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (error == 0 && memory == MAP_FAILED)
        error = errno;
    if (fd >= 0)
        close(fd);
    if (error != 0) {
        if (fd >= 0)
            unlink(u->path);
        return error_set(e, "%.160s cannot be made: %s", u->path, strerror(error));
    }
    u->slots = memory;
    return true;
}

bool under_way_open(struct under_way *u, const char *file, struct error *e)
{
    *u = (struct under_way){.path = under_way_path(file)};
    if (!u->path)
        return error_set(e, "no memory for the games under way");
    if (!under_way_map(u, e))
        return false;
    u->slots->head.owner = getpid();
    u->slots->head.since = time(NULL);
    memcpy(u->slots->head.magic, under_way_magic, sizeof under_way_magic);
    return true;
}

void under_way_close(struct under_way *u)
{
    if (u->slots) {
        unlink(u->path);
        munmap(u->slots, sizeof *u->slots);
    }
    free(u->path);
    *u = (struct under_way){0};
}

static void under_way_write(struct under_way_slot *slot, const struct under_way_game *game)
{
    atomic_store(&slot->state, SLOT_WRITTEN);
    slot->game = *game;
    slot->check = under_way_check(game);
    atomic_store(&slot->state, SLOT_USED);
}

int under_way_begin(struct under_way *u, const struct under_way_game *game)
{
    for (int i = 0; u->slots && i < UNDER_WAY_MOST; i++) {
        if (atomic_load(&u->slots->slots[i].state) == SLOT_FREE) {
            under_way_write(&u->slots->slots[i], game);
            return i;
        }
    }
    return UNDER_WAY_NO_SLOT;
}

void under_way_set_processes(
    struct under_way *u, int slot, const int64_t processes[UNDER_WAY_SEATS])
{
    if (!u->slots || slot == UNDER_WAY_NO_SLOT)
        return;
    struct under_way_game game = u->slots->slots[slot].game;
    memcpy(game.processes, processes, sizeof game.processes);
    under_way_write(&u->slots->slots[slot], &game);
}

void under_way_end(struct under_way *u, int slot)
{
    if (u->slots && slot != UNDER_WAY_NO_SLOT)
        atomic_store(&u->slots->slots[slot].state, SLOT_FREE);
}

// --- For the next owner ---

static bool under_way_is_sound(const struct under_way_game *game)
{
    bool sound = game->number >= 1;
    for (int seat = 0; seat < UNDER_WAY_SEATS; seat++)
        sound = sound && game->players[seat] >= 0 && game->players[seat] <= INT32_MAX &&
            game->processes[seat] >= 0 && game->processes[seat] <= INT32_MAX;
    return sound;
}

bool under_way_parse(const void *bytes, size_t length, struct under_way_left *left, struct error *e)
{
    *left = (struct under_way_left){0};
    struct under_way_head head;
    if (length < sizeof head || (length - sizeof head) % sizeof(struct under_way_slot) != 0 ||
        (length - sizeof head) / sizeof(struct under_way_slot) > UNDER_WAY_MOST)
        return error_set(e, "it has a length that agon does not write");
    memcpy(&head, bytes, sizeof head);
    if (memcmp(head.magic, under_way_magic, sizeof under_way_magic) != 0 || head.owner < 1 ||
        head.owner > INT32_MAX || head.since < 0)
        return error_set(e, "it does not begin as agon writes it");
    left->owner = head.owner;
    left->since = head.since;
    for (size_t at = sizeof head; at < length; at += sizeof(struct under_way_slot)) {
        struct under_way_slot slot;
        memcpy(&slot, (const char *)bytes + at, sizeof slot);
        if (slot.state == SLOT_FREE || slot.state == SLOT_WRITTEN)
            continue;
        if (slot.state != SLOT_USED || slot.check != under_way_check(&slot.game) ||
            !under_way_is_sound(&slot.game)) {
            *left = (struct under_way_left){0};
            return error_set(e, "a game in it is damaged");
        }
        left->games[left->count++] = slot.game;
    }
    return true;
}

bool under_way_read(const char *file, struct under_way_left *left, struct error *e)
{
    *left = (struct under_way_left){0};
    char *path = under_way_path(file);
    if (!path)
        return error_set(e, "no memory for the games under way");
    struct text bytes = text_growing();
    struct error why;
    bool well = access(path, F_OK) != 0 ||
        (whole_file_read(path, sizeof(struct under_way_slots), &bytes, e) &&
            (under_way_parse(bytes.bytes, bytes.length, left, &why) ||
                error_set(e, "%.120s is damaged: %.100s", path, why.words)));
    text_destroy(&bytes);
    free(path);
    return well;
}

// --- In the log ---

void under_way_print(
    struct text *out, const struct under_way_left *left, const struct under_way_game *game)
{
    text_format(out,
        "owner %" PRId64 " since %" PRId64 " game %" PRId64 " players %" PRId64 " %" PRId64
        " processes %" PRId64 " %" PRId64,
        left->owner, left->since, game->number, game->players[0], game->players[1],
        game->processes[0], game->processes[1]);
}

// Takes a word and a number behind it; "" for no word.
static bool under_way_take(const char **line, const char *word, int64_t *number)
{
    size_t length = strlen(word);
    if (strncmp(*line, word, length) != 0 || (*line)[length] < '0' || (*line)[length] > '9')
        return false;
    char *end;
    errno = 0;
    *number = strtoll(*line + length, &end, 10);
    *line = end;
    return errno == 0;
}

bool under_way_scan(const char *line, struct under_way_left *left, struct under_way_game *game)
{
    return under_way_take(&line, "owner ", &left->owner) &&
        under_way_take(&line, " since ", &left->since) &&
        under_way_take(&line, " game ", &game->number) &&
        under_way_take(&line, " players ", &game->players[0]) &&
        under_way_take(&line, " ", &game->players[1]) &&
        under_way_take(&line, " processes ", &game->processes[0]) &&
        under_way_take(&line, " ", &game->processes[1]) && *line == '\0' &&
        under_way_is_sound(game) && left->owner >= 1 && left->owner <= INT32_MAX;
}
