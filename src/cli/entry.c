// agon entry: what the author of an entry can try at home.
#include "cli/command_group.h"
#include "cli/commands.h"

static const struct command entry_commands[] = {
    {"entry check", "unpack and build a bot as a contest would, and say how it would be run",
        "agon entry check mybot.zip", .run = command_entry_check},
};

int command_entry(const struct command *self, int argc, char **argv)
{
    const struct command_group group = {
        self->name, self->summary, entry_commands, sizeof entry_commands / sizeof *entry_commands};
    return command_group_run(&group, argc, argv);
}
