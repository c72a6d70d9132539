// What libFuzzer and fuzz/standalone.c call: one input, any bytes.
#ifndef AGON_FUZZ_H
#define AGON_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
