// Landlock: which files a bot may open, which ports it may connect to, whom it may signal. The
// rules are made once and put on when a process starts; nothing takes them off again.
#ifndef AGON_LINK_START_RULESET_H
#define AGON_LINK_START_RULESET_H

#include <stdbool.h>
#include <stddef.h>

// What this kernel has of it; 0: nothing.
int ruleset_version(void);

enum ruleset_right {
    RULESET_LIST,   // only the names in a folder
    RULESET_READ,   // and run
    RULESET_DEVICE, // read and write, nothing made or removed
    RULESET_WRITE,  // everything
};

// Returns a descriptor, or -1 with errno. All files are refused but those that are added, and (if
// this kernel has it and they are wanted) signals and abstract sockets outward.
int ruleset_create(bool files, bool signals);

// Lets it use the file or folder `path` and all that is below it. A path that does not exist adds
// nothing. Returns false with errno on failure.
bool ruleset_allow(int ruleset, const char *path, enum ruleset_right right);

// Refuses to bind any TCP port, and to connect to any but `port` (0: to all). Makes rules of their
// own and puts them on. Only system calls: for a process that is about to run a program.
bool ruleset_restrict_ports(int port);

// Puts the rules on. Only system calls.
bool ruleset_put_on(int ruleset);

#endif
