// agon contest: finds its command by the second word.
#include "cli/command_group.h"
#include "cli/commands.h"

static const struct command subcommands[] = {
    {"contest init", "write a contest file to begin with, every key explained",
        "agon contest init spring.yaml", .run = command_contest_init},
    {"contest check", "say whether a contest file is right, or what is wrong in which line",
        "agon contest check spring.yaml", .run = command_contest_check},
    {"contest run", "play a contest, or go on with one that was interrupted",
        "agon contest run spring.yaml", .run = command_contest_run,
        .statuses = COMMAND_STATUSES_OF_CONTEST},
    {"contest pause", "let whoever runs a contest finish its running games and stop",
        "agon contest pause spring.yaml", .run = command_contest_pause},
    {"contest show", "the standings of a contest, also while it runs",
        "agon contest show spring.yaml", .run = command_contest_show},
    {"contest void", "make a game void: it counts for nothing and is played again",
        "agon contest void spring.yaml 17 --why \"the disk was full\"",
        .run = command_contest_void},
    {"contest add", "let another player into a contest that has begun",
        "agon contest add spring.yaml eve \"python3 eve.py\"", .run = command_contest_add},
    {"contest remove", "let a player leave: it plays no more, and what it has played stays",
        "agon contest remove spring.yaml eve", .run = command_contest_remove},
    {"contest replace", "let a new version of a player go on in its place",
        "agon contest replace spring.yaml eve \"python3 eve2.py\"", .run = command_contest_replace},
    {"contest suspend", "let a player rest until it is resumed",
        "agon contest suspend spring.yaml eve", .run = command_contest_suspend},
    {"contest resume", "let a player that was suspended play again",
        "agon contest resume spring.yaml eve", .run = command_contest_resume},
    {"contest log", "what was done to a contest besides playing it", "agon contest log spring.yaml",
        .run = command_contest_log},
    {"contest record", "print the record of one game", "agon contest record spring.yaml 17",
        .run = command_contest_record},
    {"contest prune", "drop the records of a contest that is over; its results stay",
        "agon contest prune spring.yaml", .run = command_contest_prune},
    {"contest copy", "copy a contest to another file or database, with all that belongs to it",
        "agon contest copy spring.yaml postgresql://db.example/arena", .run = command_contest_copy},
    {"contest migrate", "bring the tables of a contest to another version of their format",
        "agon contest migrate spring.yaml --to 1", .run = command_contest_migrate},
};

int command_contest(const struct command *self, int argc, char **argv)
{
    const struct command_group group = {
        self->name, self->summary, subcommands, sizeof subcommands / sizeof *subcommands};
    return command_group_run(&group, argc, argv);
}
