// agon new: writes the folder that an author of a bot begins with.
#include "author/kit.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "cli/program.h"
#include "cli/terminal.h"

#include <stdio.h>

static void new_list(void)
{
    printf("%-12s %-11s %-20s %s\n", "--lang", "language", "Debian package", "run by");
    for (size_t i = 0; i < kit_language_count; i++) {
        const struct kit_language *l = &kit_languages[i];
        printf("%-12s %-11s %-20s %s\n", l->name, l->label, l->package, l->run);
    }
    printf("\nEach for every game and protocol: ");
    for (const struct kit_wire *w = kit_wires; w->wire; w++)
        printf("%s%s", w == kit_wires ? "" : ", ", w->wire);
    printf("\n");
}

static void new_print_file(const char *folder, const char *file, const char *words)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    struct text path = text_growing();
    text_bytes(&path, folder, length);
    text_format(&path, "/%s", file);
    print_line(stdout, "%-24s %s", path.bytes, words);
    text_destroy(&path);
}

static void new_tell(const struct kit *k, const char *folder)
{
    struct text entry = text_growing();
    struct text play = text_growing();
    new_print_file(folder, k->language->file, "the bot: write choose(), and it plays your moves");
    new_print_file(folder, "agon.yaml", "how it is built and run");
    new_print_file(folder, "README.md", "how to check it, watch it, debug it and hand it in");
    text_format(&entry, "entry:%s", folder);
    text_program(&play);
    text_format(&play, " play %s ", k->wire->game->name);
    text_word(&play, entry.bytes);
    printf("\n");
    print_line(stdout, "play it:  %s @random", play.bytes);
    text_destroy(&entry);
    text_destroy(&play);
}

int command_new(const struct command *self, int argc, char **argv)
{
    const char *game = NULL, *folder = NULL, *language = NULL, *wire = NULL, *name = NULL;
    bool list = false, made;
    const struct argument arguments[] = {{"GAME", position_argument_games(), &game},
        {"FOLDER", "a new one (folders above it are made, too), or an empty one", &folder}};
    const struct option options[] = {
        {"lang", "the language; --list tells which there are", .text = &language, .value = "LANG"},
        {"wire", "another protocol than the game's usual one", .text = &wire, .value = "NAME"},
        {"name", "what the bot is called; without it, as the folder is", .text = &name,
            .value = "NAME"},
        {"list", "list the languages, and nothing else", .flag = &list, .alone = true},
    };
    const struct syntax syntax = {self, arguments, 2, options, 4};
    struct kit kit;
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (list) {
        new_list();
        return EXIT_OK;
    }
    if (!game_find(game, &e))
        return wrong_input(&e);
    if (!language) {
        error_set(&e, "in which language? --lang python, for instance   (agon new --list)");
        return wrong_input(&e);
    }
    if (!kit_choose(&kit, game, wire, language, name, folder, &e) ||
        !kit_make_folder(folder, &made, &e))
        return wrong_input(&e);
    if (!kit_write(&kit, folder, made, &e))
        return our_failure(&e);
    new_tell(&kit, folder);
    return EXIT_OK;
}
