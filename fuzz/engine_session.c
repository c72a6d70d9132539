// Our engines against any commands. The first byte chooses the protocol ('n': NBoard, else UGI),
// the second the game; the rest is what the engine reads. It must end, and say only whole lines.
#include "fuzz.h"

#include "author/engine_session.h"
#include "games/reversi.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CONTROL_BYTES = 2 };

static void require(bool truth)
{
    if (!truth)
        abort();
}

// What is thought must not take long, whatever the commands ask for: the player answers at once.
static bool asks_for_thought(const char *bytes, size_t size)
{
    return memmem(bytes, size, "evel", 4) != NULL || memmem(bytes, size, "EVEL", 4) != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < CONTROL_BYTES || asks_for_thought((const char *)bytes, size))
        return 0;
    bool nboard = bytes[0] == 'n';
    int in = memfd_create("in", 0), out = memfd_create("out", 0);
    require(in >= 0 && out >= 0);
    require(
        write(in, bytes + CONTROL_BYTES, size - CONTROL_BYTES) == (ssize_t)(size - CONTROL_BYTES));
    require(lseek(in, 0, SEEK_SET) == 0);
    bool lost;
    const struct engine_setup setup = {
        .protocol = nboard ? ENGINE_NBOARD : ENGINE_UGI,
        .game = nboard ? &game_reversi : games[bytes[1] % 3],
        .brain = brain_find("@first", NULL),
        .move_ms = 1,
        .memory_bytes = 1 << 16,
        .in = in,
        .out = out,
    };
    struct error e = {0};
    require(engine_serve(&setup, &lost, &e) || e.words[0] != '\0');
    off_t length = lseek(out, 0, SEEK_CUR);
    char last = '\n';
    require(length == 0 || pread(out, &last, 1, length - 1) == 1);
    require(last == '\n');
    close(in);
    close(out);
    return 0;
}
