// What is kept of the stderr of a bot, and when it was written.
#include "link/inside/stderr_log.h"

#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void every_piece_has_its_time(void **state)
{
    (void)state;
    struct stderr_log log = {0};
    stderr_log_add(&log, "one", 3, 10);
    stderr_log_add(&log, "two", 3, 20);
    struct link_stderr said = stderr_log_view(&log);
    assert_memory_equal(said.head, "onetwo", 6);
    assert_int_equal(said.piece_count, 2);
    assert_int_equal(said.pieces[0].offset, 0);
    assert_int_equal(said.pieces[0].at_ns, 10);
    assert_int_equal(said.pieces[1].offset, 3);
    assert_int_equal(said.pieces[1].at_ns, 20);
    stderr_log_destroy(&log);
    assert_int_equal(stderr_log_view(&log).piece_count, 0);
}

// A bot that writes a line each 100 us, for long: there are never too many pieces, they are in
// order, the first one is kept, and each has the time of its first byte.
static void pieces_are_joined_when_there_are_too_many(void **state)
{
    (void)state;
    enum { LINES = 200000 };
    const int64_t step_ns = NS_PER_MS / 10;
    struct stderr_log log = {0};
    for (int64_t i = 0; i < LINES; i++)
        stderr_log_add(&log, "line\n", 5, i * step_ns);
    const struct link_stderr said = stderr_log_view(&log);
    assert_in_range(said.piece_count, LINK_STDERR_PIECES_MOST / 4, LINK_STDERR_PIECES_MOST);
    assert_int_equal(said.pieces[0].offset, 0);
    for (size_t i = 0; i < said.piece_count; i++) {
        assert_int_equal(said.pieces[i].at_ns, (int64_t)(said.pieces[i].offset / 5) * step_ns);
        assert_true(i == 0 || said.pieces[i].offset > said.pieces[i - 1].offset);
    }
    assert_int_equal(said.head_bytes + said.dropped_bytes + said.tail_bytes, 5 * LINES);
    stderr_log_destroy(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece_has_its_time),
        cmocka_unit_test(pieces_are_joined_when_there_are_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
