#include "report/gif.h"

#include <string.h>

enum {
    LZW_LITERAL_BITS = 8,
    LZW_CLEAR = 1 << LZW_LITERAL_BITS,
    LZW_END,
    LZW_FIRST, // the first code that stands for more than one byte
    LZW_BITS_MOST = 12,
    LZW_CODES_MOST = 1 << LZW_BITS_MOST,
    LZW_SLOTS = 8192, // of the hash table: twice as many as codes
    GIF_BLOCK_BYTES = 255,
    DELAY_LEAST = 2, // in hundredths: browsers take less for a mistake
    DELAY_MOST = 65535,
};

static void gif_word(struct text *out, int number)
{
    text_char(out, (char)(number & 255));
    text_char(out, (char)(number >> 8 & 255));
}

void gif_begin(struct text *out, int width, int height, const int *colours, int count)
{
    static const char loop[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00"; // its NUL ends it
    text_string(out, "GIF89a");
    gif_word(out, width);
    gif_word(out, height);
    text_char(out, (char)0xf7); // a palette of 256 colours for all frames
    text_char(out, 0);
    text_char(out, 0);
    for (int i = 0; i < GIF_COLOURS; i++) {
        const int colour = i < count ? colours[i] : 0;
        text_char(out, (char)(colour >> 16 & 255));
        text_char(out, (char)(colour >> 8 & 255));
        text_char(out, (char)(colour & 255));
    }
    text_bytes(out, loop, sizeof loop);
}

// --- LZW: codes of growing length, packed into blocks ---

struct gif_packer {
    struct text *out;
    char block[GIF_BLOCK_BYTES];
    int used;
    unsigned bits; // that wait for a whole byte
    int bit_count;
    int code_bits;
    int next; // the code that is given out next
    // What follows a code: key is (prefix code, byte), value is the code of both; 0: free.
    int keys[LZW_SLOTS], codes[LZW_SLOTS];
};

static void gif_put_block(struct gif_packer *p)
{
    if (p->used == 0)
        return;
    text_char(p->out, (char)p->used);
    text_bytes(p->out, p->block, (size_t)p->used);
    p->used = 0;
}

static void gif_put_byte(struct gif_packer *p, unsigned byte)
{
    p->block[p->used++] = (char)byte;
    if (p->used == GIF_BLOCK_BYTES)
        gif_put_block(p);
}

static void gif_put_code(struct gif_packer *p, int code)
{
    p->bits |= (unsigned)code << p->bit_count;
    p->bit_count += p->code_bits;
    while (p->bit_count >= 8) {
        gif_put_byte(p, p->bits & 255);
        p->bits >>= 8;
        p->bit_count -= 8;
    }
}

static void gif_clear(struct gif_packer *p)
{
    gif_put_code(p, LZW_CLEAR);
    memset(p->codes, 0, sizeof p->codes);
    p->code_bits = LZW_LITERAL_BITS + 1;
    p->next = LZW_FIRST;
}

// Where the key is in the table, or would be.
static int gif_find(const struct gif_packer *p, int key)
{
    unsigned slot = (unsigned)key * 2654435761u % LZW_SLOTS;
    while (p->codes[slot] != 0 && p->keys[slot] != key)
        slot = (slot + 1) % LZW_SLOTS;
    return (int)slot;
}

// The reader adds a code when it has read the next one, so it is one behind: the codes grow when
// the last one that fits has been given out and one more is.
static void gif_learn(struct gif_packer *p, int slot, int key)
{
    if (p->next == LZW_CODES_MOST) {
        gif_clear(p);
        return;
    }
    p->keys[slot] = key;
    p->codes[slot] = p->next;
    if (p->next == 1 << p->code_bits && p->code_bits < LZW_BITS_MOST)
        p->code_bits++;
    p->next++;
}

static void gif_pack(struct gif_packer *p, const struct gif_frame *f)
{
    int prefix = f->pixels[0];
    for (int i = 1; i < f->width * f->height; i++) {
        const unsigned char byte =
            f->pixels[(size_t)(i / f->width) * (size_t)f->stride + (size_t)(i % f->width)];
        const int key = prefix << 8 | byte, slot = gif_find(p, key);
        if (p->codes[slot] != 0) {
            prefix = p->codes[slot];
            continue;
        }
        gif_put_code(p, prefix);
        gif_learn(p, slot, key);
        prefix = byte;
    }
    gif_put_code(p, prefix);
}

static void gif_put_pixels(struct text *out, const struct gif_frame *f)
{
    struct gif_packer p = {.out = out, .code_bits = LZW_LITERAL_BITS + 1};
    text_char(out, LZW_LITERAL_BITS);
    gif_clear(&p);
    gif_pack(&p, f);
    // The reader has learned one more code by now, which may make the codes longer.
    if (p.next == 1 << p.code_bits && p.code_bits < LZW_BITS_MOST)
        p.code_bits++;
    gif_put_code(&p, LZW_END);
    if (p.bit_count > 0)
        gif_put_byte(&p, p.bits & 255);
    gif_put_block(&p);
    text_char(out, 0);
}

void gif_add(struct text *out, const struct gif_frame *f)
{
    int64_t delay = f->delay_ms / 10;
    delay = delay < DELAY_LEAST ? DELAY_LEAST : delay > DELAY_MOST ? DELAY_MOST : delay;
    text_bytes(out, "\x21\xf9\x04\x04", 4); // what is there stays when the next frame comes
    gif_word(out, (int)delay);
    text_bytes(out, "\0\0\x2c", 3);
    gif_word(out, f->left);
    gif_word(out, f->top);
    gif_word(out, f->width);
    gif_word(out, f->height);
    text_char(out, 0);
    gif_put_pixels(out, f);
}

void gif_end(struct text *out)
{
    text_char(out, '\x3b');
}
