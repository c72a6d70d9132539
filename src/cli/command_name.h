// What a player is called whose command is all that is known of it. Pure: texts in, names out.
#ifndef AGON_CLI_COMMAND_NAME_H
#define AGON_CLI_COMMAND_NAME_H

#include "contest/player_name.h"

// After the program; behind an interpreter, after the script, the module or the class that it runs:
// "mybot" for "python3 bots/mybot.py", "Main" for "java -cp x.jar a.b.Main".
void command_name(char name[PLAYER_NAME_BYTES], const char *command);

// Two names that people can tell apart, by what tells their commands apart: the folder ("v1/bot"),
// the ending ("bot.py") or an argument ("bot (depth 4)"); by number if there is nothing.
void command_names_tell_apart(
    char names[2][PLAYER_NAME_BYTES], const char *first, const char *second);

#endif
