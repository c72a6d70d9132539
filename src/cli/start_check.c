#include "cli/start_check.h"

#include "cli/terminal.h"

bool start_check_print(struct probe_findings *findings)
{
    bool none = findings->count == 0;
    for (size_t i = 0; i < findings->count; i++)
        print_line(stderr, "agon: %s", findings->list[i].words);
    probe_findings_destroy(findings);
    return none;
}

bool start_check_programs(const struct player *players, size_t count, struct error *e)
{
    *e = (struct error){0};
    struct probe_findings findings = {0};
    bool looked = probe_programs(players, count, &findings, e);
    return start_check_print(&findings) && looked;
}

bool start_check_players(
    const struct player *players, size_t count, const bool *left, struct error *e)
{
    *e = (struct error){0};
    struct probe_findings findings = {0};
    bool tried = probe_players(players, count, left, &findings, e);
    return start_check_print(&findings) && tried;
}

void start_check_sandbox(const struct player *player)
{
    struct probe_findings findings = {0};
    struct error ignored; // whoever asks has told already that the player did not start
    probe_sandboxes(player, 1, &findings, &ignored);
    start_check_print(&findings);
}
