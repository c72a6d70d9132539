#include "author/kit.h"

#include "archive/recipe.h"
#include "author/kit_source.h"
#include "base/words.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// The name that stands in the files of bots/.
#define KIT_NAME "\"mybot\""

// --- What is in a kit ---

static const char *kit_embedded(const char *path)
{
    for (const struct kit_source *s = kit_sources; s->path; s++) {
        if (strcmp(s->path, path) == 0)
            return s->text;
    }
    return NULL;
}

const struct kit_wire kit_wires[] = {
    {"santorini", "santorini", "santorini"},
    {"santorini-course", "santorini_course", "santorini-course"},
    {"hgp", "reversi", "hgp"},
    {"hgp-0.2", "reversi", "hgp"},
    {"hgp-silent", "reversi", "hgp"},
    {"stones", "stones", "stones"},
    {"stones-quoted", "stones", "stones"},
    {0},
};

static const struct kit_wire *kit_wire_find(const struct wire *wire)
{
    const struct kit_wire *k = kit_wires;
    while (k->wire && strcmp(k->wire, wire->name) != 0)
        k++;
    return k->wire ? k : NULL;
}

// Returns NULL if there is no kit for that.
static const char *kit_text(const struct kit_language *language, const struct wire *wire)
{
    char path[128];
    const struct kit_wire *spoken = kit_wire_find(wire);
    snprintf(path, sizeof path, "%s/%s.%s", language->name, spoken ? spoken->file : "",
        language->extension);
    return kit_embedded(path);
}

// The last part of the path of a folder, also if it is "." or ends with a slash.
static void kit_folder_name(const char *folder, char name[PATH_MAX])
{
    char *absolute = realpath(folder, NULL);
    const char *path = absolute ? absolute : folder;
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    snprintf(name, PATH_MAX, "%.*s", (int)(end - start), path + start);
    free(absolute);
}

bool kit_choose(struct kit *k, const char *game, const char *wire, const char *language,
    const char *name, const char *folder, struct error *e)
{
    char last[PATH_MAX];
    const struct game *g = game_find(game, e);
    if (!g || !wire_choose(g, wire, &k->wire, e))
        return false;
    k->language = kit_language_find(language, e);
    if (!k->language)
        return false;
    if (!kit_text(k->language, k->wire))
        return error_set(e, "there is no kit for %s in %s", k->wire->name, k->language->label);
    if (name)
        return player_name_read(k->name, name, e);
    kit_folder_name(folder, last);
    player_name_make(k->name, last);
    return true;
}

// The name as the bot says it: in Santorini letters a to z (S1); elsewhere what needs no quoting in
// any language.
static void kit_print_spoken_name(const struct kit *k, struct text *out)
{
    bool letters = k->wire->bot_opens;
    size_t length = out->length;
    for (const char *s = k->name; *s != '\0'; s++) {
        unsigned char c = (unsigned char)*s;
        if (letters && c < 0x80 && isalpha(c))
            text_char(out, (char)tolower(c));
        else if (!letters && c < 0x80 && (isalnum(c) || strchr("-_.", c)))
            text_char(out, (char)c);
    }
    if (out->length == length)
        text_string(out, "mybot");
}

void kit_print_source(const struct kit *k, struct text *out)
{
    const char *text = kit_text(k->language, k->wire);
    const char *found = strstr(text, KIT_NAME);
    if (found) {
        text_bytes(out, text, (size_t)(found - text));
        text_char(out, '"');
        kit_print_spoken_name(k, out);
        text_char(out, '"');
        text = found + strlen(KIT_NAME);
    }
    text_string(out, text);
}

void kit_print_recipe(const struct kit *k, struct text *out)
{
    text_string(out, "name: ");
    text_json(out, k->name); // what JSON quotes, YAML reads
    if (k->language->build)
        text_format(out, "\nbuild: %s", k->language->build);
    text_format(out, "\nrun: %s\ngame: %s\n", k->language->run, k->wire->game->name);
    if (!k->wire->is_default)
        text_format(out, "wire: %s\n", k->wire->name);
}

// --- The README ---

struct kit_word {
    const char *name, *value;
};

// Appends `text` with the value of each {{word}} in its place.
static void kit_fill(struct text *out, const char *text, const struct kit_word *words)
{
    for (const char *open; (open = strstr(text, "{{")); text = strstr(open, "}}") + 2) {
        text_bytes(out, text, (size_t)(open - text));
        size_t length = (size_t)(strstr(open, "}}") - open) - 2;
        for (const struct kit_word *w = words; w->name; w++) {
            if (strlen(w->name) == length && memcmp(w->name, open + 2, length) == 0)
                text_string(out, w->value);
        }
    }
    text_string(out, text);
}

void kit_print_readme(const struct kit *k, const char *folder, struct text *out)
{
    const struct kit_language *l = k->language;
    char last[PATH_MAX], options[64] = "", build[256] = "";
    struct text quoted = text_growing();
    kit_folder_name(folder, last);
    text_word(&quoted, last);
    if (!k->wire->is_default)
        snprintf(options, sizeof options, " --wire %s", k->wire->name);
    if (l->build)
        snprintf(build, sizeof build, "%s\n", l->debug_build ? l->debug_build : l->build);
    const struct kit_word words[] = {{"name", k->name}, {"title", k->wire->game->title},
        {"game", k->wire->game->name}, {"language", l->label}, {"file", l->file}, {"run", l->run},
        {"package", l->package}, {"options", options}, {"build", build}, {"printing", l->printing},
        {"debugger", l->debugger}, {"stopping", l->stopping},
        {"page", kit_wire_find(k->wire)->page}, {"folder", quoted.bytes}, {0}};
    kit_fill(out, kit_embedded("kit.md"), words);
    text_destroy(&quoted);
}

// --- The folder ---

enum { KIT_FILES = 3 };

static bool kit_is_empty(const char *folder, struct error *e)
{
    DIR *open = opendir(folder);
    if (!open)
        return error_set(e, "%.200s cannot be opened: %s", folder, strerror(errno));
    bool empty = true;
    for (struct dirent *entry; (entry = readdir(open));)
        empty = empty && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
    closedir(open);
    return empty ||
        error_set(e, "%.200s is there already and not empty: name a new folder", folder);
}

// Makes the folders above the last one, where they are missing. mkdir of the last one says what is
// wrong if that fails.
static void kit_make_parents(char *folder)
{
    char *slash = folder;
    while ((slash = strchr(slash, '/'))) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash++ = '/';
    }
}

bool kit_make_folder(const char *folder, bool *made, struct error *e)
{
    char *path = strdup(folder);
    if (!path)
        return error_set(e, "no memory");
    kit_make_parents(path);
    free(path);
    *made = mkdir(folder, 0777) == 0;
    if (*made)
        return true;
    if (errno == EEXIST)
        return kit_is_empty(folder, e);
    return error_set(e, "%.200s cannot be made: %s", folder, strerror(errno));
}

static bool kit_write_file(int folder, const char *name, const struct text *text, struct error *e)
{
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
    bool written =
        stream && !text->cut && fwrite(text->bytes, 1, text->length, stream) == text->length;
    // The last bytes may be refused when the stream is closed.
    written = stream && fclose(stream) == 0 && written;
    return written || error_set(e, "%s cannot be written: %s", name, strerror(errno));
}

bool kit_write(const struct kit *k, const char *folder, bool made, struct error *e)
{
    const char *const names[KIT_FILES] = {k->language->file, RECIPE_FILE, "README.md"};
    struct text texts[KIT_FILES] = {text_growing(), text_growing(), text_growing()};
    kit_print_source(k, &texts[0]);
    kit_print_recipe(k, &texts[1]);
    kit_print_readme(k, folder, &texts[2]);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool well = fd >= 0 || error_set(e, "%.200s cannot be opened: %s", folder, strerror(errno));
    for (int i = 0; i < KIT_FILES && well; i++)
        well = kit_write_file(fd, names[i], &texts[i], e);
    for (int i = 0; i < KIT_FILES; i++) {
        if (!well && fd >= 0)
            unlinkat(fd, names[i], 0);
        text_destroy(&texts[i]);
    }
    if (fd >= 0)
        close(fd);
    if (!well && made)
        rmdir(folder);
    return well;
}
