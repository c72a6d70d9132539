// The names of players for whom the contest file or the command line does not say a name. Pure:
// texts in, names out.
#ifndef AGON_CONTEST_COMMAND_NAME_H
#define AGON_CONTEST_COMMAND_NAME_H

#include "contest/player_name.h"

// Names a command after its program. If the program is an interpreter, the name is that of the
// script, the module or the class that it runs: "mybot" for "python3 bots/mybot.py", "Main" for
// "java -cp x.jar a.b.Main".
void command_name(char name[PLAYER_NAME_BYTES], const char *command);

// The same for every kind of player. The name of a built-in player ("@3") or of an address
// ("listen:7001", "tcp://host:7001") is its text. Everything else is a command. The player need not
// exist.
void player_text_name(char name[PLAYER_NAME_BYTES], const char *text);

// Makes two names that people can tell apart, from what differs in the two commands: the folder
// ("v1/bot"), the ending ("bot.py") or an argument ("bot (depth 4)"). If nothing differs, the names
// get numbers.
void command_names_tell_apart(
    char names[2][PLAYER_NAME_BYTES], const char *first, const char *second);

#endif
