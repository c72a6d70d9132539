// What to do about a finding: the usual reasons for each kind of fault, by the rule that it broke.
#include "author/check/findings.h"

#include "base/words.h"

#include <stdio.h>
#include <string.h>

struct advice {
    enum finding_kind kind;
    const char *rule;    // NULL: any
    const char *case_id; // NULL: any
    const char *words;   // SHOW in it becomes the command that shows the position
};

// The first row that fits is used.
static const struct advice advices[] = {
    {FINDING_NO_START, NULL, NULL,
        "Run the command in a terminal, in the same folder. If it starts there, try --sandbox "
        "none: "
        "the bot may read or write something that its sandbox does not allow."},
    {FINDING_SILENT, "G1", "start",
        "Nothing of the bot has ever come. Flush stdout after every message: print(..., "
        "flush=True), "
        "fflush(stdout). Or it has not understood that it is its turn."},
    {FINDING_SILENT, "G1", "glued",
        "Read messages from a buffer: what comes in one read may hold several lines. Do not throw "
        "away what follows the first one."},
    {FINDING_SILENT, "G1", NULL,
        "One read may bring a part of a message. Keep it and read on until the line ends."},
    {FINDING_CRASH, "G1", NULL,
        "One read may bring a part of a message, or several. Read line by line, or keep a buffer."},
    {FINDING_SILENT, "G3", NULL,
        "Read messages with a JSON parser, and take from an object the keys that you need."},
    {FINDING_CRASH, "G3", NULL,
        "Read messages with a JSON parser, and take from an object the keys that you need."},
    {FINDING_SILENT, "R4", NULL,
        "When next_turn is your id, it is your turn, also right after your own move: then your "
        "opponent was skipped, and nothing else comes."},
    {FINDING_SILENT, "R2", NULL,
        "If next_turn of the first message is your id, move. And flush stdout after every message: "
        "print(..., flush=True), fflush(stdout)."},
    {FINDING_SILENT, "S1", NULL,
        "Send your name first, before the arena says anything, and flush stdout after it. A new "
        "name is acknowledged with \"OK\"."},
    {FINDING_SILENT, "S3", NULL, "Answer [\"new_game\", ...] with \"OK\"."},
    {FINDING_SILENT, "S7", NULL, "Answer [\"over\", ...] with \"OK\", whoever has won."},
    {FINDING_SILENT, "S8", NULL,
        "Games follow one another on the same connection: answer the next [\"new_game\", ...] with "
        "\"OK\", and [\"tournament_finished\", ...] too."},
    {FINDING_SILENT, "T3", NULL,
        "Every message with \"Board\" is a request for one move, two in a row included. Flush "
        "stdout after every message: print(..., flush=True), fflush(stdout)."},
    {FINDING_SILENT, NULL, NULL,
        "Flush stdout after every message: print(..., flush=True), fflush(stdout). If you do, find "
        "out what the bot waits for."},
    {FINDING_PART, NULL, NULL,
        "The arena waits for the rest of the message. Close every bracket and every quote."},
    {FINDING_CRASH, "S8", NULL,
        "The bot has to play many games on one connection: forget what belongs to the last one "
        "when "
        "[\"new_game\", ...] comes."},
    {FINDING_CRASH, NULL, NULL,
        "Look at what it wrote to stderr, and try it in the same position: SHOW draws it."},
    {FINDING_LEFT, NULL, NULL,
        "Keep reading until the end of the input; do not close stdout before that."},
    {FINDING_FLOOD, NULL, NULL,
        "Send one message for each request, and write what you want to see to stderr."},
    {FINDING_LIMIT, NULL, NULL,
        "The arena ends a bot that uses more than it may (--limit). docs/sandbox.md has the "
        "limits."},
    {FINDING_SLOW, NULL, NULL,
        "Look at the clock while you think, and answer with the best move so far. Charged is what "
        "the bot computed or slept, not what it waited for a core."},
    {FINDING_NAME, NULL, NULL,
        "Ask for a name of 1 to 32 letters a to z. You play under the name that you are given."},
    {FINDING_HALF_TIME, NULL, NULL,
        "Leave more time in reserve: the arena may run on a slower machine."},
    {FINDING_EARLY, NULL, NULL,
        "Answer only when you are asked, and once. What you send too early is taken for the answer "
        "to the next request."},
    {FINDING_AFTER, NULL, NULL,
        "Look at how the message says that the game is over before you answer it."},
    {FINDING_STAYS, NULL, NULL,
        "End when a read brings the end of the input (an empty line in Python, EOF in C)."},
    {FINDING_EXIT, "R5", NULL,
        "The bot ends well after other games, and not after this message. game_status is 1 to 5 at "
        "the end of a game; after a fault \"changed\" is empty."},
    {FINDING_EXIT, NULL, NULL,
        "The end of the input is the usual end: leave the loop, and end with exit status 0."},
    {FINDING_CHILDREN, NULL, NULL,
        "End the processes that you start, or wait for them, before you end."},
    {FINDING_MEMORY, NULL, NULL,
        "Forget tables and trees of the last game when a new one begins, or bound their size."},
    {FINDING_TALK, NULL, NULL,
        "Write less to stderr: of a long text the middle is lost, and writing costs your time."},
    {FINDING_MALFORMED, "G3", NULL,
        "Write messages with a JSON library. stdout carries messages only: print what you want to "
        "see to stderr."},
    {FINDING_MALFORMED, NULL, NULL, "Compare it with the form on the page of the protocol."},
    {FINDING_ILLEGAL, "R2", NULL, "[row, column], both from 0 to 7."},
    {FINDING_ILLEGAL, "R3", NULL,
        "Look at all eight directions, stop at the edge, and follow the stones of the opponent to "
        "one of your own. Keep the board up to date with every \"changed\"."},
    {FINDING_ILLEGAL, "S4", NULL,
        "Squares on which a worker stands are taken; x and y from 0 to 4 are on every board."},
    {FINDING_ILLEGAL, "S5", NULL,
        "Check the step (free, at most one level up, no dome) and the build from the new place; a "
        "step onto level 3 comes without a build."},
    {FINDING_ILLEGAL, "T1", NULL,
        "Places have |X-Y| <= 4 and are not (4,4); lines end at the edge and at the hole."},
    {FINDING_ILLEGAL, "T3", NULL, "The type of the move must be among AllowedMoves."},
    {FINDING_ILLEGAL, "T5", NULL,
        "Follow each of the six lines to the first stack: an attack takes one of the opponent's "
        "that is not higher, strengthening goes onto one of your own."},
    {FINDING_ILLEGAL, NULL, NULL, "Compare your legal moves with those of SHOW."},
};

// A Java machine prints its own warnings to stdout, such as "[0.002s][warning]...".
static bool advice_is_about_java(const struct check_finding *f)
{
    return f->kind == FINDING_MALFORMED && strncmp(f->seen, "[0.", 3) == 0 && strstr(f->seen, "s]");
}

// Drops what `mend` tells if it does not explain the finding every time, and tells a reason that
// does, if there is one.
static void advice_settle_reason(struct check_finding *f)
{
    if (f->told != 0 && !(f->reasons & f->told)) {
        f->mend[0] = '\0';
        f->told = f->reasons & -f->reasons; // any of them
    }
    if (f->told == REASON_MEMORY)
        snprintf(f->mend, sizeof f->mend,
            "Play from the board that you are sent: games may begin in other positions.");
    else if (f->told != 0 && f->mend[0] == '\0')
        snprintf(f->mend, sizeof f->mend, "Perhaps %s.", slips[__builtin_ctz(f->told)].words);
}

static void advice_put_words(struct check_finding *f, const char *words, const char *game)
{
    static const char mark[] = "SHOW";
    const char *at = strstr(words, mark);
    struct text out = TEXT_IN(f->mend);
    text_bytes(&out, words, at ? (size_t)(at - words) : strlen(words));
    if (!at)
        return;
    text_format(&out, "agon show %s", game);
    if (f->position[0] != '\0') {
        text_string(&out, " --position ");
        text_word(&out, f->position);
    }
    text_string(&out, at + strlen(mark));
}

void finding_advise(struct check_finding *f, const char *game)
{
    advice_settle_reason(f);
    if (f->mend[0] == '\0' && advice_is_about_java(f))
        snprintf(f->mend, sizeof f->mend,
            "Java itself prints warnings to stdout: start it with -Xlog:disable -XX:-UsePerfData.");
    for (size_t i = 0; f->mend[0] == '\0' && i < sizeof advices / sizeof *advices; i++) {
        const struct advice *a = &advices[i];
        if (a->kind == f->kind && (!a->rule || strcmp(a->rule, f->rule) == 0) &&
            (!a->case_id || strcmp(a->case_id, f->case_id) == 0))
            advice_put_words(f, a->words, game);
    }
}
