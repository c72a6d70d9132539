// Amounts with a unit, as people write them: "512 MiB", "1.5s".
#ifndef AGON_BASE_QUANTITY_H
#define AGON_BASE_QUANTITY_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

// Both return false if the text is not such an amount, or not a whole number of bytes or
// milliseconds.
//
// "250", "250ms", "1.5s", "10 s", "2m", "1h". Without a unit: milliseconds.
bool quantity_read_ms(const char *text, int64_t *ms);
// "4096", "64 KiB", "512MiB", "1.5 GiB", "1TiB"; also kB, MB and GB, which are powers of 1000.
// Without a unit: bytes.
bool quantity_read_bytes(const char *text, int64_t *bytes);

// Exactly, in the largest unit that needs no fraction: "24h", "256 MiB".
void quantity_print_ms(struct text *out, int64_t ms);
void quantity_print_bytes(struct text *out, int64_t bytes);
// Rounded up, for what was measured: "1057 MiB", "1.3 s".
void quantity_print_measured_bytes(struct text *out, int64_t bytes);
void quantity_print_measured_ns(struct text *out, int64_t ns);

#endif
