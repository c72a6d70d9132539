// The doors of agon host: what --listen says.
#ifndef AGON_CLI_HOST_DOOR_H
#define AGON_CLI_HOST_DOOR_H

#include "cli/command.h"
#include "wire/wire.h"

enum { HOST_PORT_BYTES = 160 };

// One --listen: a port at which many may join, or ports for one player each.
struct host_door {
    char address[HOST_PORT_BYTES]; // as typed, without its wire
    const struct wire *wire;
    bool any_dialect;          // bots may also speak wires that can be told apart from it
    bool shared;               // by players that say their names
    int64_t first_port, ports; // if it is not shared
    int64_t patience_ns;
};

struct host_doors {
    // What options say.
    struct option_list listen;
    const char *wire, *time, *clock; // NULL: the default
    int64_t players;                 // 0: as many as join, unless the doors tell the number
    // What comes of it: a door for each --listen.
    struct host_door list[OPTION_LIST_MOST];
};

// Reads what the options say. Returns false and fills `e` if it cannot be.
bool host_doors_read(struct host_doors *doors, const struct game *game, struct error *e);
// Writes the address of the door as a player's text; if it has several ports, with port number
// `number` of them.
void host_door_name(const struct host_door *d, int64_t number, char port[HOST_PORT_BYTES]);
// The door at which a player of the contest file is awaited; NULL: none.
const struct host_door *host_door_of(const struct host_doors *doors, const char *player);

#endif
