#include "wire/verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct verdict_row verdicts[VERDICTS] = {
    [VERDICT_WON] = {"WON", "won by the rules of the game", NULL},
    [VERDICT_DRAW] = {"DRAW", "drawn by the rules of the game", NULL},
    [VERDICT_MALFORMED] = {"MALFORMED", "the message is not JSON, or has the wrong shape", "G5"},
    [VERDICT_ILLEGAL] = {"ILLEGAL", "the message is well-formed, but against the rules", "G5"},
    [VERDICT_TIMEOUT] = {"TIMEOUT", "the time for the answer ran out", "G5"},
    [VERDICT_DISCONNECT] = {"DISCONNECT", "the bot closed its stream", "G5"},
    [VERDICT_CRASH] = {"CRASH", "the bot's process ended in the middle of the game", "G5"},
    [VERDICT_FLOOD] = {"FLOOD", "the bot sent more than the limits allow", "G5"},
    [VERDICT_NO_START] = {"NO_START", "the bot could not be started, or never connected", "G5"},
    [VERDICT_LIMIT] = {"LIMIT",
        "the bot used more memory, tasks, CPU time, disk or output than it may", "G5"},
    [VERDICT_VOID] = {"VOID", "the arena failed; the game is played again", "G5"},
};

bool verdict_is_fault(enum verdict v)
{
    return v >= VERDICT_MALFORMED && v <= VERDICT_LIMIT;
}

bool verdict_find(const char *code, enum verdict *v)
{
    for (int i = 0; i < VERDICTS; i++) {
        if (strcmp(verdicts[i].code, code) == 0) {
            *v = (enum verdict)i;
            return true;
        }
    }
    return false;
}

bool fault_set(struct fault *f, enum verdict v, const char *rule, const char *words, ...)
{
    if (!f)
        return false;
    *f = (struct fault){.verdict = v};
    snprintf(f->rule, sizeof f->rule, "%s", rule);
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(f->words, sizeof f->words, words, arguments);
    va_end(arguments);
    return false;
}
