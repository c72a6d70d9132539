// A person at a terminal, for tests: runs a command on a terminal of 80 columns and 24 rows (or, by
// -s COLUMNSxROWS before the command, of another size), keeps the screen as a terminal would, and
// does what the lines on stdin say:
//     await TEXT        until the screen shows it
//     prompt TEXT       until the line in which the cursor stands shows it
//     lines COUNT FILE  until the file has so many, while the screen is drawn
//     print             the screen
//     resize COLUMNS ROWS
//     type KEYS         as they stand; ^C is Ctrl-C, ^M the Enter key, ^[ Escape
//     strict            from now on no line may be wider than the usual screen either
//     plain             complains if there was any escape sequence so far
//     signal NUMBER     to the command
//     end               waits for the command to end; prints the screen and how it ended
// Whatever would look wrong on a terminal ends it with a complaint: text beyond the last column,
// a picture that scrolls, sequences that are not known here. Exit status 0: all went well.
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum {
    COLUMNS_MOST = 300,
    ROWS_MOST = 100,
    SEQUENCE_BYTES = 32,
    PATIENCE_SECONDS = 480, // for everything
};

struct picture {
    char cells[ROWS_MOST][COLUMNS_MOST];
    int row, column;
};

static struct picture pictures[2]; // the usual one, and that for whole-screen programs
static int which;
static bool cursor_hidden;
static bool strict;    // no line may wrap
static bool sequences; // some were sent
static int columns = 80, rows = 24;
static int stale; // so many pictures may still be for the size that the screen had before
static int terminal;
static pid_t command;

static void complain(const char *words)
{
    printf("pty: %s\n", words);
    kill(command, SIGKILL);
    exit(1);
}

// --- The screen ---

static void wipe(struct picture *p, int row, int column)
{
    for (; row < rows; row++, column = 0)
        memset(p->cells[row] + column, ' ', (size_t)(columns - column));
}

static void line_feed(struct picture *p)
{
    if (p->row + 1 < rows) {
        p->row++;
        return;
    }
    if (which == 1)
        complain("the picture scrolls");
    memmove(p->cells[0], p->cells[1], sizeof p->cells[0] * (size_t)(rows - 1));
    wipe(p, rows - 1, 0);
}

static void put(struct picture *p, char c)
{
    if (((unsigned char)c & 0xC0) == 0x80)
        return; // the rest of a letter that has its place
    if (p->column == columns) {
        if (which == 1 || strict)
            complain("a line is wider than the screen");
        p->column = 0;
        line_feed(p);
    }
    p->cells[p->row][p->column++] = (unsigned char)c < 0x80 ? c : '*';
}

static void obey(const char *sequence)
{
    struct picture *p = &pictures[which];
    sequences = true;
    if (strcmp(sequence, "[H") == 0) {
        p->row = p->column = 0;
        stale -= stale > 0;
    } else if (strcmp(sequence, "[K") == 0) {
        if (p->column == columns && columns > 1) // one column shows nothing anyway
            complain("what stands in the last column is wiped");
        memset(p->cells[p->row] + p->column, ' ', (size_t)(columns - p->column));
    } else if (strcmp(sequence, "[J") == 0) {
        wipe(p, p->row, p->column);
    } else if (strcmp(sequence, "[?1049h") == 0) {
        which = 1;
        pictures[1].row = pictures[1].column = 0;
        wipe(&pictures[1], 0, 0);
    } else if (strcmp(sequence, "[?1049l") == 0) {
        which = stale = 0;
    } else if (strcmp(sequence, "[?25l") == 0 || strcmp(sequence, "[?25h") == 0) {
        cursor_hidden = sequence[4] == 'l';
    } else if (sequence[strlen(sequence) - 1] == 'A') {
        const int up = atoi(sequence + 1);
        if (up > p->row)
            complain("the cursor goes up beyond the first row");
        p->row -= up;
        p->column = 0;                                  // only asked for at the beginning of a line
    } else if (sequence[strlen(sequence) - 1] != 'm') { // colours are free
        complain("an unknown sequence");
    }
}

static void take(char c)
{
    static char sequence[SEQUENCE_BYTES];
    static size_t length;
    static bool inside;
    struct picture *p = &pictures[which];
    if (inside) {
        sequence[length++] = c;
        sequence[length] = '\0';
        if (length + 1 == sizeof sequence)
            complain("a sequence without an end");
        if (c >= '@' && c <= '~' && c != '[') {
            inside = false;
            obey(sequence);
        }
    } else if (c == '\033') {
        inside = true;
        length = 0;
    } else if (stale > 0) {
        return;
    } else if (c == '\n') {
        line_feed(p);
    } else if (c == '\r') {
        p->column = 0;
    } else if ((unsigned char)c >= ' ') {
        put(p, c);
    }
}

// False: the command has closed its terminal.
static bool read_on(void)
{
    char bytes[4096];
    ssize_t got = read(terminal, bytes, sizeof bytes);
    for (ssize_t i = 0; i < got; i++)
        take(bytes[i]);
    return got > 0 || (got < 0 && errno == EINTR);
}

static const char *line_of(int row)
{
    static char line[COLUMNS_MOST + 1];
    int length = columns;
    memcpy(line, pictures[which].cells[row], (size_t)columns);
    while (length > 0 && line[length - 1] == ' ')
        length--;
    line[length] = '\0';
    return line;
}

static void print_screen(void)
{
    int last = rows - 1;
    while (last >= 0 && line_of(last)[0] == '\0')
        last--;
    for (int row = 0; row <= last; row++)
        puts(line_of(row));
}

static bool shows(const char *text)
{
    for (int row = 0; row < rows; row++) {
        if (strstr(line_of(row), text))
            return true;
    }
    return false;
}

// --- The person ---

static void await(const char *text)
{
    while (!shows(text)) {
        if (!read_on()) {
            print_screen();
            printf("pty: it ended without \"%s\"\n", text);
            exit(1);
        }
    }
}

static void await_prompt(const char *text)
{
    while (!strstr(line_of(pictures[which].row), text)) {
        if (!read_on())
            complain("it ended without a prompt");
    }
}

static int count_lines(const char *path)
{
    int count = 0;
    FILE *file = fopen(path, "r");
    for (int c; file && (c = getc(file)) != EOF;)
        count += c == '\n';
    if (file)
        fclose(file);
    return count;
}

static void await_lines(const char *what)
{
    int count;
    char path[256];
    if (sscanf(what, "%d %255s", &count, path) != 2)
        complain("lines of what?");
    while (count_lines(path) < count) {
        if (!read_on())
            complain("it ended too early");
    }
}

static bool has_more(void)
{
    struct pollfd ready = {.fd = terminal, .events = POLLIN};
    return poll(&ready, 1, 0) == 1;
}

// Does the command wait for something, and not compute or draw?
static bool sleeps(void)
{
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)command);
    FILE *file = fopen(path, "r");
    if (!file)
        return true;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    fclose(file);
    const char *state = strrchr(line, ')'); // its name, in parentheses, comes before
    return !state || state[1] != ' ' || state[2] != 'R';
}

// Reads until the picture of the last size is there, and the command waits for the next key.
static void settle(void)
{
    while (stale > 0 && read_on())
        continue;
    for (bool quiet = false; !quiet;) {
        while (has_more() && read_on())
            continue;
        quiet = sleeps() && !has_more();
        if (!quiet)
            poll(NULL, 0, 1);
    }
}

static void resize(const char *size)
{
    settle();
    if (sscanf(size, "%d %d", &columns, &rows) != 2 || columns < 1 || columns > COLUMNS_MOST ||
        rows < 1 || rows > ROWS_MOST)
        complain("which size?");
    struct winsize w = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    // A command that waits draws when it is woken, and again when it has heard why. What is awaited
    // next must have been drawn for this size: not the first picture, which may be on its way
    // already.
    stale = which == 1 ? 2 : 0;
    for (int i = 0; i < 2; i++) {
        pictures[i].row = pictures[i].column = 0;
        wipe(&pictures[i], 0, 0);
    }
    ioctl(terminal, TIOCSWINSZ, &w);
}

static void type(const char *keys)
{
    for (; *keys != '\0'; keys++) {
        bool with_control = keys[0] == '^' && keys[1] != '\0';
        char key = with_control ? (char)(*++keys & 0x1F) : *keys;
        if (write(terminal, &key, 1) != 1)
            complain("it cannot be typed");
    }
}

// Whether keys are shown and come line by line, as a shell wants it.
static bool is_as_usual(void)
{
    struct termios setting;
    return tcgetattr(terminal, &setting) != 0 ||
        (setting.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO);
}

static void end(void)
{
    int status;
    while (read_on())
        ;
    waitpid(command, &status, 0);
    print_screen();
    if (which == 1 || cursor_hidden || !is_as_usual())
        printf("pty: the terminal was not given back\n");
    if (WIFEXITED(status))
        printf("status %d\n", WEXITSTATUS(status));
    else
        printf("signal %d\n", WTERMSIG(status));
}

static void act(char *line)
{
    char *rest = strchr(line, ' ');
    if (rest)
        *rest++ = '\0';
    if (strcmp(line, "end") == 0)
        end();
    else if (strcmp(line, "print") == 0)
        print_screen();
    else if (rest && strcmp(line, "await") == 0)
        await(rest);
    else if (rest && strcmp(line, "prompt") == 0)
        await_prompt(rest);
    else if (rest && strcmp(line, "lines") == 0)
        await_lines(rest);
    else if (rest && strcmp(line, "resize") == 0)
        resize(rest);
    else if (strcmp(line, "strict") == 0)
        strict = true;
    else if (strcmp(line, "plain") == 0) {
        if (sequences)
            complain("an escape sequence was sent");
    } else if (rest && strcmp(line, "type") == 0)
        type(rest);
    else if (rest && strcmp(line, "signal") == 0)
        kill(command, atoi(rest));
    else
        complain("what is to be done?");
}

static void lose_patience(int signal_number)
{
    (void)signal_number;
    print_screen();
    complain("it takes too long");
}

int main(int argc, char **argv)
{
    if (argc > 3 && strcmp(argv[1], "-s") == 0 && sscanf(argv[2], "%dx%d", &columns, &rows) == 2 &&
        columns <= COLUMNS_MOST && rows <= ROWS_MOST) {
        argc -= 2;
        argv += 2;
    }
    if (argc < 2)
        return 2;
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    for (int i = 0; i < 2; i++)
        wipe(&pictures[i], 0, 0);
    command = forkpty(&terminal, NULL, NULL, &size);
    if (command == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (command < 0)
        return 2;
    signal(SIGALRM, lose_patience);
    alarm(PATIENCE_SECONDS);
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        act(line);
        fflush(stdout);
    }
    return 0;
}
