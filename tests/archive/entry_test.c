// Entries: the same bot has the same hash in every form, and what could do harm is refused by name
// and leaves nothing behind. The archives are written by libarchive, which lets through anything.
#include "archive/entry.h"
#include "archive/entry/members.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <ftw.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

// --- A folder of each test's own ---

static char folder[64];

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/agon-entry-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *seen, int kind, struct FTW *place)
{
    (void)seen;
    (void)kind;
    (void)place;
    return remove(path);
}

static int tear_down(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

// The path of a name in it. The last eight stay valid.
static const char *at(const char *name)
{
    static char paths[8][256];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *content, int mode)
{
    int fd = open(at(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, content, strlen(content)), strlen(content));
    assert_int_equal(fchmod(fd, (mode_t)mode), 0);
    close(fd);
}

// --- Archives ---

enum form { TAR_GZ, ZIP };

struct part {
    const char *name, *content; // of a link: its target
    int mode;                   // with its type; 0: a file
    bool hard;                  // a hard link to `content`
    size_t zeros;               // so many zero bytes are its content
};

static void write_part(struct archive *a, const struct part *p)
{
    struct archive_entry *entry = archive_entry_new();
    int mode = p->mode != 0 ? p->mode : S_IFREG | 0644;
    size_t length = p->zeros > 0 ? p->zeros : p->content ? strlen(p->content) : 0;
    archive_entry_set_pathname(entry, p->name);
    archive_entry_set_mode(entry, (mode_t)mode);
    archive_entry_set_size(entry, S_ISREG(mode) && !p->hard ? (la_int64_t)length : 0);
    if (p->hard)
        archive_entry_set_hardlink(entry, p->content);
    else if (S_ISLNK(mode))
        archive_entry_set_symlink(entry, p->content);
    assert_true(archive_write_header(a, entry) >= ARCHIVE_WARN);
    char zeros[4096] = {0};
    for (size_t left = p->zeros; left > 0;) {
        size_t some = left < sizeof zeros ? left : sizeof zeros;
        assert_true(archive_write_data(a, zeros, some) > 0);
        left -= some;
    }
    if (S_ISREG(mode) && !p->hard && p->content)
        archive_write_data(a, p->content, length);
    archive_entry_free(entry);
}

static const char *pack(enum form form, const struct part *parts, size_t count)
{
    const char *path = at(form == ZIP ? "bot.zip" : "bot.tar.gz");
    struct archive *a = archive_write_new();
    setlocale(LC_CTYPE, "C.UTF-8"); // for names of any letters
    if (form == ZIP) {
        archive_write_set_format_zip(a);
    } else {
        archive_write_set_format_pax_restricted(a);
        archive_write_add_filter_gzip(a);
    }
    assert_int_equal(archive_write_open_filename(a, path), ARCHIVE_OK);
    for (size_t i = 0; i < count; i++)
        write_part(a, &parts[i]);
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
    setlocale(LC_CTYPE, "C");
    return path;
}

// How many names there are in a folder of the place.
static int count_names(const char *name)
{
    char command[300];
    snprintf(command, sizeof command, "find %s -mindepth 1 | wc -l", at(name));
    FILE *pipe = popen(command, "r");
    int count = -1;
    assert_int_equal(fscanf(pipe, "%d", &count), 1);
    pclose(pipe);
    return count;
}

// The entry is refused with these words, when it is looked at and when it is unpacked by somebody
// who has not looked.
static void refused(const char *path, const char *words)
{
    struct entry entry;
    struct error e = {0};
    bool well = entry_look(&entry, path, &e);
    assert_false(well);
    if (!strstr(e.words, words))
        print_error("\"%s\" and not \"%s\"\n", e.words, words);
    assert_non_null(strstr(e.words, words));
    entry_destroy(&entry);
    struct entry nothing = {0};
    assert_int_equal(mkdir(at("out"), 0700), 0);
    assert_false(entry_unpack(&nothing, path, at("out"), &e));
    assert_int_equal(nftw(at("out"), remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
    // Nothing of it lies beside the folder.
    assert_int_equal(access(at("evil"), F_OK), -1);
    assert_int_equal(access("/tmp/agon-evil", F_OK), -1);
}

static void refused_parts(const struct part *parts, size_t count, const char *words)
{
    refused(pack(TAR_GZ, parts, count), words);
}

static void refused_part(struct part part, const char *words)
{
    refused_parts(&part, 1, words);
}

static void looks(struct entry *entry, const char *path)
{
    struct error e = {0};
    bool well = entry_look(entry, path, &e);
    if (!well)
        print_error("%s: %s\n", path, e.words);
    assert_true(well);
}

// --- Identity ---

static const struct part bot[] = {
    {.name = "main.py", .content = "print()\n", .mode = S_IFREG | 0755},
    {.name = "lib/b.py", .content = "b\n"},
    {.name = "lib/a.py", .content = "a\n"},
    {.name = "lib/link", .content = "../main.py", .mode = S_IFLNK | 0777},
};
static const struct part same_bot[] = {
    // In another order, with other modes and names that mean the same, in one folder, and with what
    // tools leave behind.
    {.name = "ann/", .content = NULL, .mode = S_IFDIR | 0700},
    {.name = "ann/lib/link", .content = "../main.py", .mode = S_IFLNK | 0777},
    {.name = "ann/.DS_Store", .content = "x"},
    {.name = "__MACOSX/._main.py", .content = "x"},
    {.name = "ann/empty/", .content = NULL, .mode = S_IFDIR | 0755},
    {.name = "./ann//lib/a.py", .content = "a\n", .mode = S_IFREG | 0600},
    {.name = "ann/lib/./b.py", .content = "b\n", .mode = S_IFREG | 0666},
    {.name = "ann/main.py", .content = "print()\n", .mode = S_IFREG | 0700},
    {.name = "ann/.git/config", .content = "x"},
};

static void make_folder(void)
{
    mkdir(at("bot"), 0700);
    mkdir(at("bot/lib"), 0700);
    write_file("bot/main.py", "print()\n", 0744);
    write_file("bot/lib/a.py", "a\n", 0400);
    write_file("bot/lib/b.py", "b\n", 0644);
    assert_int_equal(symlink("../main.py", at("bot/lib/link")), 0);
}

static void a_folder_and_its_archives_have_the_same_hash(void **state)
{
    (void)state;
    struct entry entries[5];
    make_folder();
    looks(&entries[0], at("bot"));
    looks(&entries[1], pack(TAR_GZ, bot, 4));
    looks(&entries[2], pack(ZIP, bot, 4));
    looks(&entries[3], pack(TAR_GZ, same_bot, 9));
    looks(&entries[4], pack(ZIP, same_bot, 9));
    for (int i = 0; i < 5; i++) {
        assert_string_equal(entries[i].hash, entries[0].hash);
        assert_int_equal(entries[i].files, 4);
        assert_string_equal(entries[i].name, "bot");
        assert_string_equal(entries[i].recipe.run, "python3 main.py");
        entry_destroy(&entries[i]);
    }
}

// Computed by another program: "agon entry 1\n", then for each file by its path a letter, the path
// with its NUL, and the SHA-256 of its content.
static void the_hash_is_that_of_the_docs(void **state)
{
    (void)state;
    struct entry entry;
    const struct part parts[] = {{.name = "main.py", .content = "print()\n"},
        {.name = "lib/link", .content = "../main.py", .mode = S_IFLNK | 0777},
        {.name = "lib/a.sh", .content = "a\n", .mode = S_IFREG | 0755}};
    looks(&entry, pack(TAR_GZ, parts, 3));
    assert_string_equal(
        entry.hash, "76670830f58affded2e32b1dfa6e05d45d5c446a39d29224b0e293804dc152fe");
    entry_destroy(&entry);
}

static void every_change_of_the_files_changes_the_hash(void **state)
{
    (void)state;
    const struct part others[][2] = {
        {{.name = "main.py", .content = "a"}, {.name = "x", .content = "b"}},
        {{.name = "main.py", .content = "a"}, {.name = "x", .content = "c"}},
        {{.name = "main.py", .content = "a"}, {.name = "y", .content = "b"}},
        {{.name = "main.py", .content = "a"},
            {.name = "x", .content = "b", .mode = S_IFREG | 0755}},
        {{.name = "main.py", .content = "a"},
            {.name = "x", .content = "main.py", .mode = S_IFLNK | 0777}},
        {{.name = "main.py", .content = "ab"}, {.name = "x", .content = ""}},
    };
    char hashes[6][ENTRY_HASH_BYTES];
    for (int i = 0; i < 6; i++) {
        struct entry entry;
        looks(&entry, pack(TAR_GZ, others[i], 2));
        memcpy(hashes[i], entry.hash, sizeof hashes[i]);
        entry_destroy(&entry);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(hashes[i], hashes[k]);
    }
}

// --- Unpacking ---

static void what_is_unpacked_is_the_same_bot(void **state)
{
    (void)state;
    struct entry entry, again;
    struct error e = {0};
    struct stat seen;
    char target[64];
    for (int form = TAR_GZ; form <= ZIP; form++) {
        const char *path = pack((enum form)form, same_bot, 9);
        looks(&entry, path);
        assert_int_equal(mkdir(at("out"), 0700), 0);
        assert_true(entry_unpack(&entry, path, at("out"), &e));
        looks(&again, at("out"));
        assert_string_equal(again.hash, entry.hash);
        assert_int_equal(count_names("out"), 5);
        assert_int_equal(stat(at("out/main.py"), &seen), 0);
        assert_int_equal(seen.st_mode & 0777, 0700);
        assert_int_equal(readlink(at("out/lib/link"), target, sizeof target), 10);
        entry_destroy(&entry);
        entry_destroy(&again);
        nftw(at("out"), remove_one, 16, FTW_DEPTH | FTW_PHYS);
    }
}

static void setuid_bits_are_dropped(void **state)
{
    (void)state;
    struct part part = {.name = "main.py", .content = "x", .mode = S_IFREG | 06755};
    struct entry entry;
    struct error e;
    struct stat seen;
    const char *path = pack(TAR_GZ, &part, 1);
    looks(&entry, path);
    assert_int_equal(mkdir(at("out"), 0700), 0);
    assert_true(entry_unpack(&entry, path, at("out"), &e));
    assert_int_equal(stat(at("out/main.py"), &seen), 0);
    assert_int_equal(seen.st_mode & 07777, 0700);
    entry_destroy(&entry);
}

static void an_entry_that_changed_since_it_was_looked_at_is_not_unpacked(void **state)
{
    (void)state;
    struct entry entry;
    struct error e = {0};
    struct part part = {.name = "main.py", .content = "one"};
    looks(&entry, pack(TAR_GZ, &part, 1));
    part.content = "two";
    const char *path = pack(TAR_GZ, &part, 1);
    assert_int_equal(mkdir(at("out"), 0700), 0);
    assert_false(entry_unpack(&entry, path, at("out"), &e));
    assert_string_equal(e.words, "it changed while it was unpacked");
    entry_destroy(&entry);
}

// --- Refusals ---

static void names_that_lead_outward_are_refused(void **state)
{
    (void)state;
    refused_part((struct part){.name = "/tmp/agon-evil", .content = "x"},
        "\"/tmp/agon-evil\" has an absolute path");
    refused_part(
        (struct part){.name = "../evil", .content = "x"}, "\"../evil\" has \"..\" in its name");
    refused_part((struct part){.name = "a/../../evil", .content = "x"},
        "\"a/../../evil\" has \"..\" in its name");
    refused_part((struct part){.name = "a/..", .content = "x"}, "\"a/..\" has \"..\" in its name");
    struct part part = {.name = "../evil", .content = "x"};
    refused(pack(ZIP, &part, 1), "\"../evil\" has \"..\" in its name");
}

static void links_that_lead_outward_are_refused(void **state)
{
    (void)state;
    const char *const targets[] = {"/etc/passwd", "..", "../x", "a/../../x", "sub/..", "./../x"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const struct part parts[] = {{.name = "main.py", .content = "x"},
            {.name = "link", .content = targets[i], .mode = S_IFLNK | 0777}};
        refused_parts(parts, 2, "\"link\" is a link that leads out of the folder");
    }
    const struct part deep[] = {{.name = "main.py", .content = "x"},
        {.name = "a/b/link", .content = "../../../x", .mode = S_IFLNK | 0777}};
    refused_parts(deep, 2, "\"a/b/link\" is a link that leads out of the folder");
}

// Each link is harmless by its text, and together they climb.
static void links_through_links_are_refused(void **state)
{
    (void)state;
    const struct part climbing[] = {{.name = "main.py", .content = "x"},
        {.name = "a/b/x", .content = "x"},
        {.name = "here", .content = "a/b", .mode = S_IFLNK | 0777},
        {.name = "link", .content = "here/x", .mode = S_IFLNK | 0777}};
    refused_parts(climbing, 4, "\"link\" is a link that leads through another link");
}

static void files_behind_a_link_are_refused(void **state)
{
    (void)state;
    const struct part before[] = {{.name = "main.py", .content = "x"},
        {.name = "d", .content = "sub", .mode = S_IFLNK | 0777},
        {.name = "d/evil", .content = "x"}};
    refused_parts(before, 3, "\"d/evil\" lies behind a link");
    const struct part outward[] = {{.name = "main.py", .content = "x"},
        {.name = "d", .content = "..", .mode = S_IFLNK | 0777}, {.name = "d/evil", .content = "x"}};
    refused_parts(outward, 3, "\"d/evil\" lies behind a link");
    const struct part after[] = {{.name = "main.py", .content = "x"},
        {.name = "d/evil", .content = "x"}, {.name = "d", .content = "..", .mode = S_IFLNK | 0777}};
    refused_parts(after, 3, "\"d/evil\" lies behind a link");
}

static void links_that_stay_inside_are_let_in(void **state)
{
    (void)state;
    const char *const targets[] = {"main.py", "./main.py", "../main.py", "../b", "nowhere"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct entry entry;
        const struct part parts[] = {{.name = "main.py", .content = "x"},
            {.name = "a/link", .content = targets[i], .mode = S_IFLNK | 0777}};
        looks(&entry, pack(TAR_GZ, parts, 2));
        entry_destroy(&entry);
    }
}

static void what_is_not_a_file_is_refused(void **state)
{
    (void)state;
    const struct part hard[] = {
        {.name = "main.py", .content = "x"}, {.name = "h", .content = "main.py", .hard = true}};
    refused_parts(hard, 2, "\"h\" is a hard link");
    const struct part outward[] = {
        {.name = "main.py", .content = "x"}, {.name = "h", .content = "/etc/passwd", .hard = true}};
    refused_parts(outward, 2, "\"h\" is a hard link");
    refused_part((struct part){.name = "fifo", .content = NULL, .mode = S_IFIFO | 0644},
        "\"fifo\" is a FIFO");
    refused_part((struct part){.name = "disk", .content = NULL, .mode = S_IFBLK | 0644},
        "\"disk\" is a device");
    refused_part((struct part){.name = "null", .content = NULL, .mode = S_IFCHR | 0644},
        "\"null\" is a device");
}

static void the_same_holds_for_a_folder(void **state)
{
    (void)state;
    make_folder();
    assert_int_equal(mkfifo(at("bot/fifo"), 0600), 0);
    refused(at("bot"), "\"fifo\" is a FIFO");
    unlink(at("bot/fifo"));
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", at("bot/sock"));
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    refused(at("bot"), "\"sock\" is a socket");
    close(fd);
    unlink(at("bot/sock"));
    assert_int_equal(symlink("/etc/passwd", at("bot/link")), 0);
    refused(at("bot"), "\"link\" is a link that leads out of the folder");
}

static void two_names_of_one_file_are_refused(void **state)
{
    (void)state;
    const struct part twice[] = {
        {.name = "main.py", .content = "a"}, {.name = "./main.py", .content = "b"}};
    refused_parts(twice, 2, "\"main.py\" is there twice");
    const struct part both[] = {{.name = "main.py", .content = "a"}, {.name = "x", .content = "a"},
        {.name = "x/y", .content = "b"}};
    refused_parts(both, 3, "\"x\" is a file and a folder, too");
    const struct part with_link[] = {{.name = "main.py", .content = "a"},
        {.name = "x", .content = "main.py", .mode = S_IFLNK | 0777}, {.name = "x", .content = "b"}};
    refused_parts(with_link, 3, "\"x\" is there twice");
}

static void names_that_would_fool_people_are_refused(void **state)
{
    (void)state;
    refused_part((struct part){.name = "a\nb", .content = "x"},
        "\"a\\nb\" has a control character in its name");
    refused_part(
        (struct part){.name = "a\033[2J", .content = "x"}, "has a control character in its name");
    struct part not_utf8 = {.name = "a\xff", .content = "x"};
    refused(pack(ZIP, &not_utf8, 1), "not UTF-8");
}

static void letters_of_any_script_are_names(void **state)
{
    (void)state;
    for (int form = TAR_GZ; form <= ZIP; form++) {
        struct entry entry;
        const struct part parts[] = {{.name = "main.py", .content = "x"},
            {.name = "Zo\xc3\xab/\xe6\x96\x87.txt", .content = "y"}};
        looks(&entry, pack((enum form)form, parts, 2));
        assert_int_equal(entry.files, 2);
        entry_destroy(&entry);
    }
}

static void names_that_are_too_long_or_deep_are_refused(void **state)
{
    (void)state;
    char name[600] = "";
    for (int i = 0; i <= MEMBERS_DEPTH_MOST; i++)
        strcat(name, "d/");
    strcat(name, "x");
    refused_part((struct part){.name = name, .content = "x"}, "lies more than 32 folders deep");
    memset(name, 'n', 256);
    name[256] = '\0';
    refused_part((struct part){.name = name, .content = "x"}, "has a name of more than 255 bytes");
}

static void bombs_are_refused(void **state)
{
    (void)state;
    for (int form = TAR_GZ; form <= ZIP; form++) {
        const struct part bomb[] = {
            {.name = "main.py", .content = "x"}, {.name = "big", .zeros = 40 << 20}};
        refused(
            pack((enum form)form, bomb, 2), "more than 100 times as large unpacked, at \"big\"");
        // Also where it is hidden in what is left out.
        const struct part hidden[] = {
            {.name = "main.py", .content = "x"}, {.name = "__MACOSX/big", .zeros = 40 << 20}};
        refused(pack((enum form)form, hidden, 2), "more than 100 times as large unpacked");
    }
}

static void too_many_files_are_refused(void **state)
{
    (void)state;
    static struct part parts[MEMBERS_MOST + 1];
    static char names[MEMBERS_MOST + 1][16];
    for (int i = 0; i <= MEMBERS_MOST; i++) {
        snprintf(names[i], sizeof names[i], "f%d", i);
        parts[i] = (struct part){.name = names[i], .content = ""};
    }
    refused_parts(parts, MEMBERS_MOST + 1, "more than 10000 files and folders");
}

static void too_many_bytes_are_refused(void **state)
{
    (void)state;
    struct members m = members_begin(0);
    struct error e;
    assert_true(members_count(&m, "x", (size_t)MEMBERS_BYTES_MOST, &e));
    assert_false(members_count(&m, "x", 1, &e));
    assert_string_equal(e.words, "more than 256 MiB unpacked, at \"x\"");
    // Small archives may be packed as well as they like.
    m = members_begin(100);
    assert_true(members_count(&m, "x", (size_t)MEMBERS_RATIO_FREE_BYTES, &e));
    assert_false(members_count(&m, "x", 1, &e));
    m = members_begin(1 << 20);
    assert_true(members_count(&m, "x", 100 << 20, &e));
    assert_false(members_count(&m, "x", 1, &e));
}

static void what_is_no_archive_is_refused(void **state)
{
    (void)state;
    write_file("bot.zip", "this is not an archive, but a text of some length\n", 0644);
    refused(at("bot.zip"), "it is not a .zip or .tar.gz that can be read");
    write_file("empty.zip", "", 0644);
    refused(at("empty.zip"), "it is neither a folder nor a .zip or .tar.gz");
    refused(at("nosuch.zip"), "there is no such folder or file");
    mkdir(at("nothing"), 0700);
    refused(at("nothing"), "there is no file in it");
}

static void an_archive_that_is_cut_off_is_refused(void **state)
{
    (void)state;
    for (int form = TAR_GZ; form <= ZIP; form++) {
        struct stat seen;
        struct entry entry;
        struct error e;
        const char *path = pack((enum form)form, bot, 4);
        assert_int_equal(stat(path, &seen), 0);
        assert_int_equal(truncate(path, seen.st_size / 2), 0);
        assert_false(entry_look(&entry, path, &e));
        entry_destroy(&entry);
    }
}

static void a_recipe_is_read_in_the_one_folder_only(void **state)
{
    (void)state;
    struct entry entry;
    const struct part inner[] = {{.name = "ann/main.py", .content = "x"},
        {.name = "ann/agon.yaml", .content = "name: Ann\n"}};
    looks(&entry, pack(TAR_GZ, inner, 2));
    assert_string_equal(entry.name, "Ann");
    entry_destroy(&entry);
    const struct part not_top[] = {
        {.name = "main.py", .content = "x"}, {.name = "sub/agon.yaml", .content = "name: Ann\n"}};
    looks(&entry, pack(TAR_GZ, not_top, 2));
    assert_string_equal(entry.name, "bot");
    entry_destroy(&entry);
    const struct part wrong[] = {
        {.name = "main.py", .content = "x"}, {.name = "agon.yaml", .content = "\nnmae: Ann\n"}};
    refused(pack(TAR_GZ, wrong, 2), "agon.yaml:2: unknown key \"nmae\". Did you mean \"name\"?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_folder_and_its_archives_have_the_same_hash, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_hash_is_that_of_the_docs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            every_change_of_the_files_changes_the_hash, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_unpacked_is_the_same_bot, set_up, tear_down),
        cmocka_unit_test_setup_teardown(setuid_bits_are_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            an_entry_that_changed_since_it_was_looked_at_is_not_unpacked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_that_lead_outward_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links_that_lead_outward_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links_through_links_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_behind_a_link_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links_that_stay_inside_are_let_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_a_file_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_same_holds_for_a_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_names_of_one_file_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            names_that_would_fool_people_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(letters_of_any_script_are_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            names_that_are_too_long_or_deep_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bombs_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_many_files_are_refused, set_up, tear_down),
        cmocka_unit_test(too_many_bytes_are_refused),
        cmocka_unit_test_setup_teardown(what_is_no_archive_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_archive_that_is_cut_off_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_recipe_is_read_in_the_one_folder_only, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
