// What a player is called when the file or the command line does not say it. Pure: texts in, names
// out.
#ifndef AGON_CONTEST_COMMAND_NAME_H
#define AGON_CONTEST_COMMAND_NAME_H

#include "contest/player_name.h"

// After the program; behind an interpreter, after the script, the module or the class that it runs:
// "mybot" for "python3 bots/mybot.py", "Main" for "java -cp x.jar a.b.Main".
void command_name(char name[PLAYER_NAME_BYTES], const char *command);

// The same for every kind of player. A built-in player ("@3") and an address ("listen:7001",
// "tcp://host:7001") are called what their text says. Everything else is a command. Whether there
// is such a player does not matter.
void player_text_name(char name[PLAYER_NAME_BYTES], const char *text);

// Two names that people can tell apart, by what tells their commands apart: the folder ("v1/bot"),
// the ending ("bot.py") or an argument ("bot (depth 4)"); by number if there is nothing.
void command_names_tell_apart(
    char names[2][PLAYER_NAME_BYTES], const char *first, const char *second);

#endif
