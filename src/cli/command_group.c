#include "cli/command_group.h"

#include "base/nearest.h"
#include "cli/help.h"
#include "cli/terminal.h"

#include <assert.h>
#include <string.h>

enum { GROUP_COMMANDS_MOST = 64 };

static int command_group_unknown(const struct command_group *group, const char *name)
{
    const char *names[GROUP_COMMANDS_MOST];
    struct error e;
    assert(group->count <= GROUP_COMMANDS_MOST);
    for (size_t i = 0; i < group->count; i++)
        names[i] = command_last_word(&group->commands[i]);
    int near = nearest_word(name, names, group->count);
    if (near >= 0)
        error_set(&e, "no command \"%s %.40s\". Did you mean \"%s %s\"?", group->name, name,
            group->name, names[near]);
    else
        error_set(&e, "no command \"%s %.40s\"   (agon %s --help lists them)", group->name, name,
            group->name);
    return wrong_input(&e);
}

int command_group_run(const struct command_group *group, int argc, char **argv)
{
    enum help_form form;
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name) {
        struct error e;
        error_set(&e, "%s: which command?   (agon %s --help lists them)", group->name, group->name);
        return wrong_input(&e);
    }
    if (help_is_asked(name, &form)) {
        help_print_group(group, form);
        return EXIT_OK;
    }
    for (size_t i = 0; i < group->count; i++) {
        if (strcmp(command_last_word(&group->commands[i]), name) == 0)
            return group->commands[i].run(&group->commands[i], argc - 1, argv + 1);
    }
    return command_group_unknown(group, name);
}
