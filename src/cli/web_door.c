#include "cli/web_door.h"

#include "cli/notice.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "link/target.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define USUAL_PORT 8080

struct option web_door_option(struct web_door *d, enum web_door_row row)
{
    switch (row) {
    case WEB_DOOR_WHERE:
        return (struct option){"web",
            "show it to browsers at PORT, HOST:PORT or [IPv6]:PORT; loopback if no host is named",
            .text = &d->where, .value = "ADDR"};
    case WEB_DOOR_CERTIFICATE:
        return (struct option){"certificate",
            "with --web: serve https with this chain of certificates (PEM)",
            .text = &d->certificate, .value = "FILE"};
    case WEB_DOOR_KEY:
        return (struct option){
            "key", "the private key of that certificate (PEM)", .text = &d->key, .value = "FILE"};
    default:
        return (struct option){"access-log", "append a line to FILE for each request",
            .text = &d->access_log, .value = "FILE"};
    }
}

// --- What the web tells, on its own thread ---

static void web_door_log(void *user, const char *line)
{
    const struct web_door *d = user;
    fprintf(d->log, "%s\n", line);
}

static void web_door_say(void *user, const char *words)
{
    (void)user;
    notice_say("%s", words);
}

// --- Opening ---

static bool web_door_check(const struct web_door *d, bool always, struct error *e)
{
    if (!d->where && !always && (d->certificate || d->key || d->access_log))
        return error_set(e, "--%s belongs to --web ADDR",
            d->certificate ? "certificate"
                : d->key   ? "key"
                           : "access-log");
    if (!d->certificate != !d->key)
        return error_set(e, "--certificate and --key belong together: --%s is missing",
            d->certificate ? "key" : "certificate");
    return true;
}

// The form is that of "listen:": a port, or a host and a port.
static bool web_door_read_address(const char *where, struct target *target, struct error *e)
{
    char player[TARGET_HOST_BYTES + 32];
    struct error why;
    if ((size_t)snprintf(player, sizeof player, "listen:%s", where) >= sizeof player)
        return error_set(e, "--web: the address is too long");
    return target_parse(player, target, &why) || error_set(e, "--web: %s", why.words);
}

static bool web_door_open_log(struct web_door *d, struct error *e)
{
    if (!d->access_log)
        return true;
    d->log = fopen(d->access_log, "ae");
    if (!d->log)
        return error_set(e, "%.160s cannot be written to: %s", d->access_log, strerror(errno));
    setvbuf(d->log, NULL, _IOLBF, 0);
    return true;
}

// Says where it is, and why it is not where one would look for it.
static void web_door_tell(const struct web_door *d)
{
    const char *address = web_address(d->web), *port = strrchr(address, ':') + 1;
    bool moved = !d->where && strcmp(port, OPTION_TEXT(USUAL_PORT)) != 0;
    notice_say("web      %s%s", address, moved ? "   (" OPTION_TEXT(USUAL_PORT) " is taken)" : "");
}

bool web_door_open(struct web_door *d, bool always, struct error *e)
{
    struct target target;
    if (!web_door_check(d, always, e))
        return false;
    if (!d->where && !always)
        return true;
    if (!web_door_read_address(d->where ? d->where : OPTION_TEXT(USUAL_PORT), &target, e) ||
        !web_door_open_log(d, e))
        return false;
    const struct web_options options = {.address = target.host,
        .port = target.port,
        .port_is_wish = d->where == NULL,
        .certificate = d->certificate,
        .key = d->key,
        .access = d->log ? web_door_log : NULL,
        .say = web_door_say,
        .user = d};
    d->web = web_start(&options, e);
    if (d->web)
        web_door_tell(d);
    return d->web != NULL;
}

const char *web_door_address(const struct web_door *d)
{
    return d->web ? web_address(d->web) : NULL;
}

void web_door_stay(const struct web_door *d)
{
    if (!d->web || isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1)
        return;
    fflush(stdout);
    stop_listen(STOP_SERVER, NULL);
    notice_say("still shown at %s   (Ctrl-C ends)", web_address(d->web));
    while (!stop_asked()) {
        struct pollfd bell = {.fd = stop_fd(), .events = POLLIN};
        poll(&bell, 1, -1);
        stop_silence();
    }
    stop_listen_no_more();
}

void web_door_close(struct web_door *d)
{
    if (d->web)
        web_stop(d->web);
    if (d->log)
        fclose(d->log);
    d->web = NULL;
    d->log = NULL;
}
