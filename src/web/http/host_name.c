#include "web/http/host_name.h"

#include <arpa/inet.h>
#include <string.h>

enum { HOST_NAME_HTTP_PORT = 80, HOST_NAME_NUMBER_BYTES = 64 };

// Cuts ":8080" off a host, and returns that number; 80 if there is none, -1 if it is none.
static int host_name_cut_port(struct request_text *host)
{
    int port = 0;
    const char *end = host->at + host->length, *colon = end;
    while (colon > host->at && colon[-1] != ':' && colon[-1] != ']')
        colon--;
    if (colon == host->at || colon[-1] == ']')
        return HOST_NAME_HTTP_PORT;
    host->length = (size_t)(colon - 1 - host->at);
    for (const char *c = colon; c < end; c++) {
        if (*c < '0' || *c > '9' || port > UINT16_MAX)
            return -1;
        port = 10 * port + (*c - '0');
    }
    return colon == end ? HOST_NAME_HTTP_PORT : port;
}

// Nobody can make a number lead elsewhere.
static bool host_name_is_number(struct request_text name)
{
    char text[HOST_NAME_NUMBER_BYTES];
    struct in_addr address;
    if (name.length > 0 && name.at[0] == '[')
        return true;
    if (name.length >= sizeof text)
        return false;
    memcpy(text, name.at, name.length);
    text[name.length] = '\0';
    return inet_pton(AF_INET, text, &address) == 1;
}

// "localhost", "agon.localhost", also with the dot of the root behind it.
static bool host_name_is_localhost(struct request_text name)
{
    static const char local[] = "localhost";
    const size_t length = strlen(local);
    if (name.length > 0 && name.at[name.length - 1] == '.')
        name.length--;
    if (name.length < length || (name.length > length && name.at[name.length - length - 1] != '.'))
        return false;
    struct request_text last = {name.at + name.length - length, length};
    return request_text_is_nocase(last, local);
}

bool host_name_misleads(struct request_text host, int port)
{
    if (host.length == 0 || host_name_cut_port(&host) != port)
        return false;
    return !host_name_is_number(host) && !host_name_is_localhost(host);
}
