// Writes an animated GIF (89a) of pictures that all have the same size and the same palette. Pure.
#ifndef AGON_REPORT_GIF_H
#define AGON_REPORT_GIF_H

#include "base/text.h"

#include <stdint.h>

enum { GIF_COLOURS = 256, GIF_SIDE_MOST = 4096 };

struct gif_frame {
    int left, top, width, height; // the part of the whole picture that it replaces
    const unsigned char *pixels;  // the first of that part
    int stride;                   // from a row to the next
    int64_t delay_ms;             // how long it stays; a GIF counts hundredths of a second
};

// The beginning, with the colours (0xRRGGBB). It is shown again and again for ever.
void gif_begin(struct text *out, int width, int height, const int *colours, int count);
void gif_add(struct text *out, const struct gif_frame *frame);
void gif_end(struct text *out);

#endif
