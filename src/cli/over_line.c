#include "cli/over_line.h"

#include "cli/fault_hint.h"
#include "report/game_line.h"

void over_line_write(struct text *out, const struct arena_event *over, const struct over_line *how)
{
    const struct arena_setup *setup = over->setup;
    struct result result;
    arena_event_result(over, &result);
    const struct played played = {setup->game, &setup->start, over->text};
    const struct game_line line = {.number = over->game,
        .names = {setup->seats[0].name, setup->seats[1].name},
        .result = &result,
        .played = &played};
    if (how->json) {
        game_line_json(out, &line);
        return;
    }
    game_line_text(out, &line, how->name_width);
    if (result.blame != NOBODY)
        fault_hint_contest(out, how->file, over->game);
}
