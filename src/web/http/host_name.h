// The host that a request names ("arena.example.org:8080"). Pure.
#ifndef AGON_WEB_HTTP_HOST_NAME_H
#define AGON_WEB_HTTP_HOST_NAME_H

#include "web/http/request.h"

// Whether a browser was led to this port of the loopback by a name from elsewhere (DNS rebinding):
// the host names the port itself, and is neither a number nor "localhost". A proxy on the same
// machine has another port, and its viewers name that one, or none.
bool host_name_misleads(struct request_text host, int port);

#endif
