#include "arena/circumstances.h"

#include "contest/player_name.h"
#include "contest/tree.h"
#include "link/layer_list.h"
#include "link/worker.h"
#include "store/database.h"
#include "store/pack.h"
#include "wire/value.h"

#include <stdio.h>
#include <sys/utsname.h>

#include <uv.h>

void circumstances_machine(struct text *out)
{
    struct utsname u;
    if (uname(&u) == 0)
        text_format(out, "%s %s %s", u.sysname, u.release, u.machine);
    else
        text_string(out, "an unknown machine");
}

void circumstances_libraries(struct text *out)
{
    static void (*const libraries[])(struct text * out) = {
        value_library, tree_library, player_name_library, database_library, pack_library};
    text_format(out, "libuv %s", uv_version_string());
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        text_string(out, ", ");
        libraries[i](out);
    }
}

static bool circumstances_has_manner(const struct roster *l, enum sandbox_manner manner)
{
    for (size_t i = 0; i < l->count; i++) {
        if (l->players[i].sandbox.manner == manner && player_is_started(&l->players[i]))
            return true;
    }
    return false;
}

static void circumstances_find_sandboxes(struct start_entry *s, const struct roster *l)
{
    static const enum sandbox_manner manners[START_ENTRY_SANDBOXES] = {
        SANDBOX_CLOSED, SANDBOX_OPEN, SANDBOX_NONE};
    for (int i = 0; i < START_ENTRY_SANDBOXES; i++) {
        if (!circumstances_has_manner(l, manners[i]))
            continue;
        struct start_sandbox *sandbox = &s->sandboxes[s->sandbox_count++];
        snprintf(sandbox->manner, sizeof sandbox->manner, "%s", sandbox_manner_name(manners[i]));
        struct text layers = TEXT_IN(sandbox->layers);
        layer_list_write(&layers, sandbox_layers_of(manners[i]), ",");
    }
}

void circumstances_find(struct start_entry *s, const struct roster *roster)
{
    *s = (struct start_entry){.cores = worker_cores()};
    struct text machine = TEXT_IN(s->machine), libraries = TEXT_IN(s->libraries);
    circumstances_machine(&machine);
    circumstances_libraries(&libraries);
    snprintf(s->agon, sizeof s->agon, "%s", AGON_VERSION);
    circumstances_find_sandboxes(s, roster);
}
