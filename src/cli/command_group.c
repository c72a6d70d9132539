#include "cli/command_group.h"

#include "base/nearest.h"
#include "cli/help.h"
#include "cli/terminal.h"

#include <assert.h>
#include <string.h>

int command_group_run(const struct command_group *group, int argc, char **argv)
{
    enum help_form form;
    struct error e;
    const char *names[COMMAND_GROUP_MOST], *name = argc > 1 ? argv[1] : NULL, *of = group->name;
    assert(group->count <= COMMAND_GROUP_MOST);
    if (!name) {
        error_set(&e, "%s: which command?   (agon %s --help lists them)", of, of);
        return wrong_input(&e);
    }
    if (help_is_asked(name, &form)) {
        help_print_group(group, form);
        return EXIT_OK;
    }
    for (size_t i = 0; i < group->count; i++) {
        const struct command *command = &group->commands[i];
        names[i] = command_last_word(command);
        if (strcmp(names[i], name) == 0)
            return command->run(command, argc - 1, argv + 1);
    }
    int near = nearest_word(name, names, group->count);
    if (near >= 0)
        error_set(
            &e, "no command \"%s %.40s\". Did you mean \"%s %s\"?", of, name, of, names[near]);
    else
        error_set(&e, "no command \"%s %.40s\"   (agon %s --help lists them)", of, name, of);
    return wrong_input(&e);
}
