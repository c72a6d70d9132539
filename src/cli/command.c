#include "cli/command.h"

#include <string.h>

const char *command_last_word(const struct command *c)
{
    const char *blank = strrchr(c->name, ' ');
    return blank ? blank + 1 : c->name;
}

const char *command_status_words(const struct command *c, int status)
{
    static const char *const usual[COMMAND_STATUSES] = {"it was done",
        "the answer is no, where a command has one: its --help says what that means",
        "not understood, or not possible: an argument, a file or a player is wrong",
        "agon failed: no memory, no room on the disk, an output that nobody reads"};
    if (!c)
        return usual[status];
    if (c->statuses[status] || status == 1)
        return c->statuses[status];
    return usual[status];
}

bool argument_is_list(const struct argument *a)
{
    static const char end[] = "...]";
    size_t length = strlen(a->name), tail = strlen(end);
    return length > tail && strcmp(a->name + length - tail, end) == 0;
}

bool argument_is_optional(const struct argument *a)
{
    return a->name[0] == '[';
}
