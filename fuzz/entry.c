// An entry against any bytes: taken for an archive, it is refused with words or it is one, and then
// it keeps what src/archive/entry.h promises; taken for an agon.yaml, it is read or has problems.
#include "fuzz.h"

#include "archive/entry.h"
#include "archive/entry/members.h"
#include "archive/entry/source.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check_words(const char *words)
{
    require(words[0] != '\0');
    for (; *words != '\0'; words++)
        require((unsigned char)*words >= ' ' && *words != 0x7F);
}

static void check_entry(const uint8_t *bytes, size_t size)
{
    struct entry entry;
    struct error e = {0};
    if (entry_look_at_bytes(&entry, bytes, size, &e)) {
        require(strspn(entry.hash, "0123456789abcdef") == ENTRY_HASH_BYTES - 1);
        require(entry.files >= 1 && entry.files <= MEMBERS_MOST);
        require(entry.bytes <= MEMBERS_BYTES_MOST);
        require(entry.recipe.run && entry.recipe.run[0] != '\0');
    } else {
        check_words(e.words);
    }
    entry_destroy(&entry);
}

static void check_recipe(const uint8_t *bytes, size_t size)
{
    static const struct recipe_file files[] = {{"main.c"}, {"it's.c"}};
    struct recipe recipe;
    struct contest_problems problems;
    struct text yaml = text_growing();
    text_bytes(&yaml, (const char *)bytes, size);
    if (recipe_read(&recipe, &yaml, files, 2, &problems))
        require(recipe.run && recipe.run[0] != '\0');
    else
        require(problems.kept > 0);
    for (size_t i = 0; i < problems.kept; i++)
        check_words(problems.list[i].words);
    recipe_destroy(&recipe);
    text_destroy(&yaml);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    check_entry(bytes, size);
    check_recipe(bytes, size);
    return 0;
}
