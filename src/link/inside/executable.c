// A start that fails is the first thing that most authors of a bot see of agon. So we look for
// every usual reason, and the words say what to do.
#include "link/inside/executable.h"

#include "base/nearest.h"
#include "link/lack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FIRST_LINE_BYTES = 256,   // the kernel looks no further for an interpreter
    NEAREST_NAMES_MAX = 4096, // so many names in PATH are compared with a mistyped one
    NEAREST_LETTERS_LEAST = 3 // a shorter mistyped name is similar to everything
};

static const char *const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

// --- Finding ---

static const char *executable_search_path(char *const *environment)
{
    for (; *environment != NULL; environment++) {
        if (strncmp(*environment, "PATH=", 5) == 0)
            return *environment + 5;
    }
    return DEFAULT_PATH;
}

// Takes the next folder of a PATH; an empty name is the current folder. Returns false at the end.
static bool executable_next_folder(const char **rest, char folder[PATH_MAX])
{
    if (*rest == NULL)
        return false;
    size_t length = strcspn(*rest, ":");
    snprintf(folder, PATH_MAX, "%.*s", (int)length, length == 0 ? "." : *rest);
    if (length == 0)
        strcpy(folder, ".");
    *rest = (*rest)[length] == ':' ? *rest + length + 1 : NULL;
    return true;
}

static bool executable_is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

bool executable_find(const char *name, char *const *environment, char path[PATH_MAX])
{
    path[0] = '\0';
    if (strchr(name, '/') != NULL) {
        snprintf(path, PATH_MAX, "%s", name);
        return true;
    }
    const char *rest = executable_search_path(environment);
    char folder[PATH_MAX], candidate[PATH_MAX];
    while (executable_next_folder(&rest, folder)) {
        if (snprintf(candidate, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX ||
            !executable_is_file(candidate))
            continue;
        if (access(candidate, X_OK) == 0) {
            strcpy(path, candidate);
            return true;
        }
        if (path[0] == '\0')
            strcpy(path, candidate);
    }
    return false;
}

// --- A name that is nearly right ---

struct names {
    char **list;
    size_t count;
};

static void executable_add_names(struct names *names, const char *folder)
{
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return;
    const struct dirent *entry;
    while (names->count < NEAREST_NAMES_MAX && (entry = readdir(dir)) != NULL) {
        char *copy = entry->d_name[0] == '.' ? NULL : strdup(entry->d_name);
        if (copy != NULL)
            names->list[names->count++] = copy;
    }
    closedir(dir);
}

// Finds the name in `folders` (as in PATH) that was probably meant. Returns false if none is
// similar.
static bool executable_nearest_name(
    const char *name, const char *folders, char nearest[NAME_MAX + 1])
{
    if (strlen(name) < NEAREST_LETTERS_LEAST)
        return false;
    struct names names = {.list = calloc(NEAREST_NAMES_MAX, sizeof *names.list)};
    if (names.list == NULL)
        return false;
    char folder[PATH_MAX];
    while (executable_next_folder(&folders, folder))
        executable_add_names(&names, folder);
    int best = nearest_word(name, (const char *const *)names.list, names.count);
    if (best >= 0)
        snprintf(nearest, NAME_MAX + 1, "%s", names.list[best]);
    for (size_t i = 0; i < names.count; i++)
        free(names.list[i]);
    free(names.list);
    return best >= 0;
}

// --- Explaining ---

// A failed start for which we look for the reason.
struct inquest {
    const char *name;    // as it stands in the command
    char path[PATH_MAX]; // relative to our current folder, or absolute
    const char *folders; // PATH
    bool searched;       // the name was looked for in PATH
    struct link_failure *why;
};

__attribute__((format(printf, 2, 3))) static void executable_because(
    const struct inquest *q, const char *format, ...)
{
    char reason[ERROR_WORDS_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    error_set(&q->why->error, "%.80s cannot be started: %s", q->name, reason);
}

// Reads the first line of a script without its "#!". Returns false if it has none.
static bool executable_read_interpreter(const char *path, char line[FIRST_LINE_BYTES])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    char start[FIRST_LINE_BYTES];
    ssize_t length = read(fd, start, sizeof start - 1);
    close(fd);
    if (length < 3 || start[0] != '#' || start[1] != '!')
        return false;
    start[length] = '\0';
    const char *word = start + 2;
    word += strspn(word, " \t");
    snprintf(line, FIRST_LINE_BYTES, "%.*s", (int)strcspn(word, " \t\n"), word);
    return true;
}

// The program that usually runs files with such a name; NULL if there is none.
static const char *executable_usual_interpreter(const char *path)
{
    static const struct {
        const char *ending, *interpreter;
    } usual[] = {{".py", "python3"}, {".js", "node"}, {".sh", "sh"}, {".rb", "ruby"},
        {".pl", "perl"}, {".lua", "lua"}, {".php", "php"}, {".jar", "java -jar"}};
    const char *dot = strrchr(path, '.');
    char line[FIRST_LINE_BYTES];
    for (size_t i = 0; dot != NULL && i < sizeof usual / sizeof usual[0]; i++) {
        if (strcmp(usual[i].ending, dot) == 0 && !executable_read_interpreter(path, line))
            return usual[i].interpreter;
    }
    return NULL;
}

static void executable_explain_script(const struct inquest *q, const char *interpreter)
{
    executable_because(q,
        "it is not a program, and its first line does not say what runs it (#!). Write %s %.80s",
        interpreter, q->searched ? q->path : q->name);
}

static void executable_explain_missing(const struct inquest *q)
{
    char nearest[NAME_MAX + 1];
    if (q->searched) {
        const char *interpreter = executable_usual_interpreter(q->name);
        if (access(q->name, F_OK) == 0 && interpreter != NULL)
            executable_because(q, "not found in PATH. For the one in this folder write %s %.80s",
                interpreter, q->name);
        else if (access(q->name, F_OK) == 0)
            executable_because(
                q, "not found in PATH. For the one in this folder write ./%.80s", q->name);
        else if (executable_nearest_name(q->name, q->folders, nearest))
            executable_because(q, "not found in PATH. Did you mean %.80s?", nearest);
        else
            executable_because(q, "not found in PATH");
        return;
    }
    if (q->name[0] == '~') {
        executable_because(
            q, "no such file. A command is run without a shell: write out what ~ means");
        return;
    }
    struct stat s;
    if (lstat(q->path, &s) == 0) {
        executable_because(q, "no such file. It is a link to one that does not exist");
        return;
    }
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", q->path);
    char *slash = strrchr(folder, '/');
    const char *base = q->path + (slash - folder) + 1;
    slash[slash == folder ? 1 : 0] = '\0';
    if (stat(folder, &s) != 0)
        executable_because(q, "no such folder: %.80s", folder);
    else if (executable_nearest_name(base, folder, nearest))
        executable_because(q, "no such file. Did you mean %.*s%.80s?",
            (int)(strlen(q->name) - strlen(base)), q->name, nearest);
    else
        executable_because(q, "no such file");
}

// The file exists, but the kernel says that something does not: the program that is to run it.
static void executable_explain_missing_interpreter(const struct inquest *q)
{
    char interpreter[FIRST_LINE_BYTES];
    if (!executable_read_interpreter(q->path, interpreter)) {
        executable_because(
            q, "the loader that it needs does not exist here. It was built for another system");
        return;
    }
    size_t length = strlen(interpreter);
    if (length > 0 && interpreter[length - 1] == '\r') {
        interpreter[length - 1] = '\0';
        executable_because(q,
            "its first line asks for \"%.60s\\r\". The file has Windows line ends: sed -i "
            "'s/\\r$//' "
            "%.60s",
            interpreter, q->name);
    } else {
        executable_because(q, "its first line asks for %.80s, which does not exist", interpreter);
    }
}

static bool executable_is_program(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

static void executable_explain_denied(const struct inquest *q)
{
    struct stat s;
    char interpreter[FIRST_LINE_BYTES];
    const char *usual = executable_usual_interpreter(q->path);
    if (stat(q->path, &s) != 0)
        executable_because(q, "permission denied. We may not look into its folder");
    else if (S_ISDIR(s.st_mode))
        executable_because(q, "it is a folder, not a program");
    else if (!S_ISREG(s.st_mode))
        executable_because(q, "permission denied. It is not an ordinary file");
    else if ((s.st_mode & 0111) == 0 && usual != NULL)
        executable_explain_script(q, usual);
    else if ((s.st_mode & 0111) == 0)
        executable_because(q, "permission denied. It has no execute bit: chmod +x %.80s",
            q->searched ? q->path : q->name);
    else if (access(q->path, X_OK) != 0)
        executable_because(q, "permission denied. Its execute bit is not set for us");
    else if (executable_read_interpreter(q->path, interpreter) &&
        !executable_is_program(interpreter))
        executable_because(q,
            "permission denied. Its first line asks for %.80s, which is not a program",
            interpreter);
    else
        executable_because(
            q, "permission denied. Its file system may be mounted without programs (noexec)");
}

static void executable_explain_exec(const struct inquest *q, int error)
{
    const char *usual;
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        if (access(q->path, F_OK) == 0)
            executable_explain_missing_interpreter(q);
        else
            executable_explain_missing(q);
        break;
    case EACCES:
        executable_explain_denied(q);
        break;
    case ENOEXEC:
        if ((usual = executable_usual_interpreter(q->path)) != NULL)
            executable_explain_script(q, usual);
        else
            executable_because(
                q, "it is neither a program for this machine nor a script that begins with #!");
        break;
    case ETXTBSY:
        executable_because(q, "someone is still writing to the file");
        break;
    default:
        executable_because(q, "%s", uv_strerror(-error));
        break;
    }
}

// Whether the host is to blame for an error, and not the bot.
static bool executable_is_ours(const struct started *result)
{
    return result->step < START_DIRECTORY || result->error == ENOMEM || result->error == EAGAIN ||
        result->error == EMFILE || result->error == ENFILE || result->error == EIO;
}

// Makes `path`, which may be relative to `directory`, relative to our current folder; "" if it
// becomes too long for any file.
static void executable_path_from_here(
    char from_here[PATH_MAX], const char *path, const char *directory)
{
    bool relative = path[0] != '/' && directory != NULL;
    if (snprintf(from_here, PATH_MAX, "%s%s%s", relative ? directory : "", relative ? "/" : "",
            path) >= PATH_MAX)
        from_here[0] = '\0';
}

static void executable_because_lack(struct inquest *q, int error)
{
    char lack[LACK_BYTES];
    lack_words(error, lack);
    executable_because(q, "no new process: %s", lack);
}

void executable_explain(const char *name, const char *path, const char *directory,
    char *const *environment, const struct started *result, struct link_failure *why)
{
    struct inquest q = {.name = name,
        .folders = executable_search_path(environment),
        .searched = strchr(name, '/') == NULL,
        .why = why};
    executable_path_from_here(q.path, path, directory);
    why->ours = executable_is_ours(result);
    if (result->step == START_CAGE)
        executable_because(&q, "its sandbox cannot be made: cannot %s: %s", result->what,
            uv_strerror(-result->error));
    else if (result->step == START_DIRECTORY)
        executable_because(
            &q, "it cannot run in %.80s: %s", directory, uv_strerror(-result->error));
    else if (result->step == START_EXEC)
        executable_explain_exec(&q, result->error);
    else
        executable_because_lack(&q, result->error);
}

// --- Looking ---

static int executable_errno_of_directory(const char *directory)
{
    struct stat s;
    if (stat(directory, &s) != 0)
        return errno;
    if (!S_ISDIR(s.st_mode))
        return ENOTDIR;
    return access(directory, X_OK) == 0 ? 0 : errno;
}

static int executable_errno_of_program(const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return errno;
    return S_ISREG(s.st_mode) && access(path, X_OK) == 0 ? 0 : EACCES;
}

bool executable_check(
    const char *name, const char *directory, char *const *environment, struct link_failure *why)
{
    struct started seen = {.step = START_DIRECTORY};
    char path[PATH_MAX], from_here[PATH_MAX];
    executable_find(name, environment, path);
    executable_path_from_here(from_here, path, directory);
    if (directory != NULL)
        seen.error = executable_errno_of_directory(directory);
    if (seen.error == 0) {
        seen.step = START_EXEC;
        seen.error = path[0] != '\0' ? executable_errno_of_program(from_here) : ENOENT;
    }
    if (seen.error != 0)
        executable_explain(name, path, directory, environment, &seen, why);
    return seen.error == 0;
}
