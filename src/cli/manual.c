#include "cli/manual.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Prints a text so that no line of it is taken for a request, and a dash stays a dash.
static void manual_print_escaped(const char *text)
{
    if (*text == '.' || *text == '\'')
        printf("\\&");
    for (; *text != '\0'; text++) {
        if (*text == '\\')
            printf("\\e");
        else if (*text == '-')
            printf("\\-");
        else
            putchar(*text);
    }
}

// "contest run" as "agon-contest-run", which is also the name of its file.
static void manual_print_title(const char *name, bool upper)
{
    char title[64];
    snprintf(title, sizeof title, "agon%s%s", name[0] != '\0' ? "-" : "", name);
    for (char *c = title; *c != '\0'; c++) {
        char letter = *c == ' ' ? '-' : *c;
        char one[2] = {upper ? (char)toupper((unsigned char)letter) : letter, '\0'};
        manual_print_escaped(one);
    }
}

static void manual_print_head(const char *name, const char *summary)
{
    printf(".TH ");
    manual_print_title(name, true);
    printf(" 1 \"\" \"agon %s\" \"agon\"\n.SH NAME\n", AGON_VERSION);
    manual_print_title(name, false);
    printf(" \\- ");
    manual_print_escaped(summary);
    printf("\n");
}

// Prints a paragraph: its subject in bold, and the words below it.
static void manual_print_item(const char *bold, const char *value, const char *words)
{
    printf(".TP\n\\fB");
    manual_print_escaped(bold);
    printf("\\fR");
    if (value) {
        printf(" \\fI");
        manual_print_escaped(value);
        printf("\\fR");
    }
    printf("\n");
    manual_print_escaped(words);
    printf("\n");
}

static void manual_print_option(const struct option *o)
{
    char name[64];
    if (o->letter)
        snprintf(name, sizeof name, "-%c, --%s", o->letter, o->name);
    else
        snprintf(name, sizeof name, "--%s", o->name);
    manual_print_item(name, o->flag ? NULL : o->value, o->help);
}

static void manual_print_statuses(const struct command *c)
{
    printf(".SH EXIT STATUS\n");
    for (int status = 0; status < COMMAND_STATUSES; status++) {
        char number[12]; // any int fits
        snprintf(number, sizeof number, "%d", status);
        if (command_status_words(c, status))
            manual_print_item(number, NULL, command_status_words(c, status));
    }
}

void manual_print(const struct syntax *s)
{
    const struct command *c = s->command;
    manual_print_head(c->name, c->summary);
    printf(".SH SYNOPSIS\n\\fBagon %s\\fR", c->name);
    for (size_t i = 0; i < s->argument_count; i++)
        printf(" \\fI%s\\fR", s->arguments[i].name);
    printf(" [\\fIoptions\\fR]\n");
    if (s->argument_count > 0)
        printf(".SH ARGUMENTS\n");
    for (size_t i = 0; i < s->argument_count; i++)
        manual_print_item(s->arguments[i].name, NULL, s->arguments[i].help);
    printf(".SH OPTIONS\n");
    for (size_t i = 0; i < s->option_count; i++)
        manual_print_option(&s->options[i]);
    manual_print_item("--help", NULL, "a short form of this text");
    manual_print_statuses(c);
    printf(".SH EXAMPLE\n.nf\n");
    manual_print_escaped(c->example);
    printf("\n.fi\n.SH SEE ALSO\n.BR agon (1)\n");
}

void manual_print_group(const struct command_group *g)
{
    manual_print_head(g->name, g->summary);
    printf(".SH SYNOPSIS\n\\fBagon%s%s\\fR \\fICOMMAND\\fR ...\n.SH COMMANDS\n",
        g->name[0] != '\0' ? " " : "", g->name);
    for (size_t i = 0; i < g->count; i++)
        manual_print_item(g->commands[i].name, NULL, g->commands[i].summary);
    if (g->name[0] == '\0')
        manual_print_statuses(NULL);
    printf(".SH SEE ALSO\n");
    for (size_t i = 0; i < g->count; i++) {
        printf("\\fB");
        manual_print_title(g->commands[i].name, false);
        printf("\\fR(1)%s\n", i + 1 < g->count ? "," : "");
    }
}
