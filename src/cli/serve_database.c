#include "cli/serve_database.h"

#include "cli/notice.h"
#include "store/location.h"

static void *serve_database_found(void *user, struct broadcast_contest *c)
{
    struct serve_database *d = user;
    struct error e = {0};
    char location[LOCATION_BYTES];
    const char *name = broadcast_contest_name(c);
    struct web_show *show = location_name(location, d->place.url, name, &e)
        ? web_add_contest(d->web, location, name, &e)
        : NULL;
    if (show)
        notice_say("contest  %s   is shown", web_show_slug(show));
    else
        notice_say("%s: %s", name, e.words);
    return show;
}

static void serve_database_changed(void *user, void *shown, struct broadcast_contest *c,
    enum broadcast_state state, const char *words)
{
    struct web_show *show = shown;
    struct error e = {0};
    const struct live_source live = broadcast_live_source(c);
    (void)user;
    if (!show)
        return; // it has been told
    if (words)  // they may name machines, so they are not for viewers
        notice_say("%s: %s", broadcast_contest_name(c), words);
    if (state == BROADCAST_AWAY)
        web_show_state(show, WEB_WAITING,
            "The database cannot be reached. This page goes on by itself when it is there again.");
    else
        web_show_state(show, state == BROADCAST_PLAYED ? WEB_RUNNING : WEB_STATES, NULL);
    if (state != BROADCAST_AWAY &&
        !web_show_live(show, state == BROADCAST_PLAYED ? &live : NULL, &e))
        notice_say("%s: %s", broadcast_contest_name(c), e.words);
}

bool serve_database_open(
    struct serve_database *d, struct web *web, const char *address, bool hosts, struct error *e)
{
    *d = (struct serve_database){.web = web};
    if (!postgres_place_read(&d->place, address, e))
        return false;
    d->options = (struct broadcast_options){.url = d->place.url,
        .contest = d->place.contest,
        .found = serve_database_found,
        .changed = serve_database_changed,
        .user = d,
        .hosts = hosts};
    d->broadcast = broadcast_start(&d->options, e);
    return d->broadcast != NULL;
}

static bool serve_database_copy_fleet(void *user, struct text *out)
{
    struct serve_database *d = user;
    return broadcast_copy_fleet(d->broadcast, out);
}

void serve_database_show_fleet(struct serve_database *d)
{
    web_show_fleet(d->web, &(struct web_fleet){serve_database_copy_fleet, d});
}

void serve_database_close(struct serve_database *d)
{
    if (!d->broadcast)
        return;
    web_show_fleet(d->web, NULL);
    broadcast_stop(d->broadcast);
    broadcast_destroy(d->broadcast);
    d->broadcast = NULL;
}
