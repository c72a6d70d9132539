#include "contest/entry_text.h"

#include <string.h>
#include <strings.h>

static const char entry_prefix[] = "entry:";
static const char *const archive_endings[] = {".zip", ".tar.gz", ".tgz"};

bool entry_text_is(const char *text)
{
    return strncmp(text, entry_prefix, strlen(entry_prefix)) == 0;
}

// The part from '#' on if the text ends with a hash, else its end.
static const char *entry_text_hash(const char *text)
{
    const char *end = text + strlen(text), *mark = strrchr(text, '#');
    bool is_hash = mark && end - mark == ENTRY_HASH_BYTES &&
        strspn(mark + 1, "0123456789abcdef") == ENTRY_HASH_BYTES - 1;
    return is_hash ? mark : end;
}

bool entry_text_read(struct entry_text *t, const char *text, struct error *e)
{
    *t = (struct entry_text){0};
    if (!entry_text_is(text))
        return error_set(e, "\"%.80s\" is not an entry: write entry:PATH", text);
    text += strlen(entry_prefix);
    const char *mark = entry_text_hash(text);
    struct text path = TEXT_IN(t->path), hash = TEXT_IN(t->hash);
    text_bytes(&path, text, (size_t)(mark - text));
    text_string(&hash, *mark == '#' ? mark + 1 : "");
    if (path.length == 0)
        return error_set(e, "entry: takes the path of a folder, a .zip or a .tar.gz");
    return !path.cut || error_set(e, "the path of an entry has at most %d bytes", ENTRY_PATH_BYTES);
}

void entry_text_print(struct text *out, const char *path, const char *hash)
{
    text_format(out, "%s%s%s%s", entry_prefix, path, hash[0] != '\0' ? "#" : "", hash);
}

// How long the ending of an archive's name is; 0 if it has none.
static size_t entry_text_ending(const char *path, size_t length)
{
    for (size_t i = 0; i < sizeof archive_endings / sizeof *archive_endings; i++) {
        size_t ending = strlen(archive_endings[i]);
        if (length > ending && strncasecmp(path + length - ending, archive_endings[i], ending) == 0)
            return ending;
    }
    return 0;
}

bool entry_text_is_archive(const char *path)
{
    return entry_text_ending(path, strlen(path)) > 0;
}

bool entry_text_is_pattern(const char *path)
{
    return strchr(path, '*') != NULL;
}

const char *entry_text_path(const char *text)
{
    if (entry_text_is(text))
        return text + strlen(entry_prefix);
    bool is_word = text[0] != '\0' && text[0] != '@' && text[strcspn(text, " \t\"'")] == '\0';
    bool is_address = strstr(text, "://") != NULL;
    return is_word && !is_address && (entry_text_is_pattern(text) || entry_text_is_archive(text))
        ? text
        : NULL;
}

void entry_text_name(char name[PLAYER_NAME_BYTES], const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    length -= entry_text_ending(path, length);
    size_t start = length;
    while (start > 0 && path[start - 1] != '/')
        start--;
    char base[ENTRY_PATH_BYTES];
    struct text out = TEXT_IN(base);
    text_bytes(&out, path + start, length - start);
    player_name_make(name, base);
}
