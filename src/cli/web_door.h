// The web door of a command: what --web and the options that belong to it ask for, opened, told and
// closed.
#ifndef AGON_CLI_WEB_DOOR_H
#define AGON_CLI_WEB_DOOR_H

#include "cli/command.h"
#include "web/web.h"

#include <stdio.h>

struct web_door {
    // As typed; NULL: not given.
    const char *where, *certificate, *key, *access_log;
    struct web *web; // NULL: it is not open
    FILE *log;       // NULL: there is no access log
};

// The rows of options that every command with a web door has.
enum web_door_row { WEB_DOOR_WHERE, WEB_DOOR_CERTIFICATE, WEB_DOOR_KEY, WEB_DOOR_ACCESS_LOG };
struct option web_door_option(struct web_door *d, enum web_door_row row);

// Opens the door if --web was given, or, with `always`, at the usual address. Tells on stderr where
// it is. Returns false and fills `e` if that is not possible; false also if one of the other
// options was given without --web.
bool web_door_open(struct web_door *d, bool always, struct error *e);
// "http://127.0.0.1:8080"; NULL: it is not open.
const char *web_door_address(const struct web_door *d);
// Everything has been played. If somebody sits at the terminal, waits until Ctrl-C or SIGTERM, so
// that it can be looked at; else does nothing.
void web_door_stay(const struct web_door *d);
void web_door_close(struct web_door *d); // harmless if it is not open

#endif
