#include "link/target.h"

#include "base/bridge_text.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_MAX = 65535 };

static bool target_parse_port(const char *digits, int lowest, int *port, struct error *e)
{
    int number = 0;
    for (const char *c = digits; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || c - digits >= 5)
            return error_set(e, "\"%.40s\" is not a port: a number up to %d", digits, PORT_MAX);
        number = number * 10 + (*c - '0');
    }
    if (*digits == '\0')
        return error_set(e, "the port is missing");
    if (number < lowest || number > PORT_MAX)
        return error_set(e, "%s is not a port: it must be from %d to %d", digits, lowest, PORT_MAX);
    *port = number;
    return true;
}

// Reads HOST:PORT or [HOST]:PORT.
static bool target_parse_host_and_port(
    const char *text, int lowest_port, struct target *t, struct error *e)
{
    const char *host = text;
    const char *colon = strrchr(text, ':');
    if (colon == NULL)
        return error_set(e, "\"%.80s\" has no port: write HOST:PORT", text);
    const char *end = colon;
    if (*text == '[') {
        if (colon == text || colon[-1] != ']')
            return error_set(e, "\"%.80s\" is not [ADDRESS]:PORT", text);
        host++;
        end--;
    } else if (memchr(text, ':', (size_t)(colon - text)) != NULL) {
        return error_set(e, "an IPv6 address stands in brackets: [%.*s]:%s",
            (int)(colon - text > 80 ? 80 : colon - text), text, colon + 1);
    }
    size_t length = (size_t)(end - host);
    if (length == 0)
        return error_set(e, "\"%.80s\" has no host: write HOST:PORT", text);
    if (length >= sizeof t->host)
        return error_set(e, "the name of the host is too long");
    memcpy(t->host, host, length);
    t->host[length] = '\0';
    return target_parse_port(colon + 1, lowest_port, &t->port, e);
}

// We can listen only at addresses of this machine, so no names are looked up.
static bool target_parse_listen(const char *text, struct target *t, struct error *e)
{
    t->kind = LINK_LISTEN;
    strcpy(t->host, "127.0.0.1");
    if (strchr(text, ':') == NULL)
        return target_parse_port(text, 0, &t->port, e);
    if (!target_parse_host_and_port(text, 0, t, e))
        return false;
    if (strcmp(t->host, "localhost") == 0)
        strcpy(t->host, "127.0.0.1");
    unsigned char numeric[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, t->host, numeric) == 1 || inet_pton(AF_INET6, t->host, numeric) == 1)
        return true;
    return error_set(e,
        "cannot listen at \"%.80s\": give an address of this machine in numbers, "
        "or 0.0.0.0 for all of them",
        t->host);
}

static bool target_parse_command(const char *text, struct target *t, struct error *e)
{
    if (!words_split(text, &t->words, e))
        return false;
    bool port = words_contain(&t->words, "{port}");
    t->kind = port ? LINK_DIAL_IN : LINK_COMMAND;
    if (!port && words_contain(&t->words, "{host}")) {
        target_destroy(t);
        return error_set(e, "{host} without {port}: a bot that dials in needs the port");
    }
    return true;
}

static const char *target_after(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

bool target_parse(const char *player, struct target *target, struct error *e)
{
    *target = (struct target){0};
    // What an engine speaks does not matter here.
    struct bridge_text bridge;
    if (!bridge_text_read(&bridge, player, e))
        return false;
    player = bridge.command;
    const char *rest;
    if ((rest = target_after(player, "listen:")) != NULL)
        return target_parse_listen(rest, target, e);
    if ((rest = target_after(player, "tcp://")) != NULL)
        return target_parse_address(rest, target, e);
    return target_parse_command(player, target, e);
}

bool target_parse_address(const char *address, struct target *target, struct error *e)
{
    *target = (struct target){.kind = LINK_TCP};
    return target_parse_host_and_port(address, 1, target, e);
}

void target_destroy(struct target *target)
{
    words_destroy(&target->words);
}

bool link_check(const char *player, enum link_kind *kind, struct error *e)
{
    struct target target;
    if (!target_parse(player, &target, e))
        return false;
    if (kind != NULL)
        *kind = target.kind;
    target_destroy(&target);
    return true;
}

void address_words(const struct sockaddr *address, struct text *t)
{
    char host[INET6_ADDRSTRLEN] = "?";
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const void *)address;
        uv_ip6_name(v6, host, sizeof host);
        text_format(t, "[%s]:%d", host, ntohs(v6->sin6_port));
    } else {
        const struct sockaddr_in *v4 = (const void *)address;
        uv_ip4_name(v4, host, sizeof host);
        text_format(t, "%s:%d", host, ntohs(v4->sin_port));
    }
}
