// What the terminal can show, and the ways in which a command ends badly.
#ifndef AGON_CLI_TERMINAL_H
#define AGON_CLI_TERMINAL_H

#include "base/error.h"
#include "base/words.h"
#include "games/game.h"

#include <stdio.h>

// Every command ends with one of these; struct command says what they mean for it, where that is
// not the usual, and docs/json.md has the table.
enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1,      // the answer is no: a fault under --strict, not accepted, not right
    EXIT_WRONG_INPUT = 2, // not understood, or not possible: nothing was done
    EXIT_OURS = 3,        // agon or its machine failed
};

// How to draw on this stream: colour only on a terminal and without NO_COLOR, Unicode where the
// locale is UTF-8 and `ascii` is not asked for.
struct drawing terminal_drawing(FILE *stream, bool ascii);

// Prints one line that every terminal can show, whatever the arguments hold: what must not be sent
// to a terminal becomes an escape (base/letter.h). A text that came from outside is printed by this
// function or the next one, or appended by text_visible, also if the stream is not a terminal.
void print_line(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same for a part of a line.
void print_part(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Ends a JSON document with its schema (report/json.h) and its last brace, prints it as a line on
// stdout, and destroys it.
void print_document(struct text *document, const char *schema);

// Writes the text as it is, and flushes the stream.
void print_bytes(FILE *stream, const struct text *text);

// Prints a line to stderr if fewer games at once would have been faster.
struct crowd;
void tell_crowd(const struct crowd *crowd);
// Prints a line to stderr if bots do not get the cores that were asked for.
struct placement_wish;
void tell_placement(const struct placement_wish *wish);

// One line "agon: words" on stderr; returns EXIT_WRONG_INPUT. If `e` has no words, it prints
// nothing: the reason has been printed already.
int wrong_input(const struct error *e);
// The same for a failure of agon or of its machine; returns EXIT_OURS.
int our_failure(const struct error *e);
// Sets `e` for an error in a text that the user gave: `why`, with the name of the text, the place
// and the character. Returns false.
bool error_in_text(struct error *e, const char *what, const char *text, const struct error *why);

// Tells on stderr why stdout cannot be written, by its errno (0: not known any more); returns
// EXIT_OURS.
int output_failed(int error);

// 1234567 as "1,234,567".
void text_grouped(struct text *out, uint64_t number);

#endif
