// Plain and portable, two microseconds for the row of a game; and with the instructions that most
// x86-64 machines have for it, since a record is a hundred times as long.
#include "base/sha256.h"

#include "base/cpu.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { ROUNDS = 64, LENGTH_BYTES = 8 };

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
static const uint32_t round_constants[ROUNDS] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
    0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
    0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t sha256_rotate(uint32_t x, int right)
{
    return x >> right | x << (32 - right);
}

static uint32_t big_endian(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void sha256_mix_plain(uint32_t state[SHA256_WORDS], const unsigned char *block)
{
    uint32_t w[ROUNDS];
    for (int i = 0; i < 16; i++)
        w[i] = big_endian(block + i * 4);
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t near = sha256_rotate(w[i - 15], 7) ^ sha256_rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t far = sha256_rotate(w[i - 2], 17) ^ sha256_rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + near + w[i - 7] + far;
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t chosen = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
        uint32_t one = h + (sha256_rotate(e, 6) ^ sha256_rotate(e, 11) ^ sha256_rotate(e, 25)) +
            chosen + round_constants[i] + w[i];
        uint32_t two =
            (sha256_rotate(a, 2) ^ sha256_rotate(a, 13) ^ sha256_rotate(a, 22)) + majority;
        h = g, g = f, f = e, e = d + one;
        d = c, c = b, b = a, a = one + two;
    }
    const uint32_t mixed[SHA256_WORDS] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < SHA256_WORDS; i++)
        state[i] += mixed[i];
}

#if defined(__x86_64__)
// The instructions do two rounds each, on the state as two vectors: words a, b, e, f and c, d, g,
// h.
__attribute__((target("sha,sse4.1,ssse3"))) static void sha256_mix_fast(
    uint32_t state[SHA256_WORDS], const unsigned char *blocks, size_t count)
{
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i first = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
    __m128i second = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(first, second, 8);
    __m128i cdgh = _mm_blend_epi16(second, first, 0xF0);
    for (; count > 0; count--, blocks += SHA256_BLOCK_BYTES) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i w[4] = {order, order, order, order}; // the last 16 words
        for (int i = 0; i < ROUNDS / 4; i++) {
            __m128i *now = &w[i % 4], last = w[(i + 3) % 4];
            if (i < 4)
                *now = _mm_shuffle_epi8(
                    _mm_loadu_si128((const __m128i *)(blocks + (ptrdiff_t)i * 16)), order);
            else
                *now =
                    _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(*now, w[(i + 1) % 4]),
                                             _mm_alignr_epi8(last, w[(i + 2) % 4], 4)),
                        last);
            __m128i sum = _mm_add_epi32(
                *now, _mm_loadu_si128((const __m128i *)(round_constants + (ptrdiff_t)i * 4)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    first = _mm_shuffle_epi32(abef, 0x1B);
    second = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(first, second, 0xF0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(second, first, 8));
}
#endif

static void sha256_mix(uint32_t state[SHA256_WORDS], const unsigned char *blocks, size_t count)
{
#if defined(__x86_64__)
    if (cpu_has_sha()) {
        sha256_mix_fast(state, blocks, count);
        return;
    }
#endif
    for (; count > 0; count--, blocks += SHA256_BLOCK_BYTES)
        sha256_mix_plain(state, blocks);
}

struct sha256 sha256_begin(void)
{
    // The first 32 bits of the fractions of the square roots of the first 8 primes.
    return (struct sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                               0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(struct sha256 *s, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    size_t filled = s->length_bytes % SHA256_BLOCK_BYTES;
    s->length_bytes += length;
    if (filled > 0 && filled + length >= SHA256_BLOCK_BYTES) {
        size_t part = SHA256_BLOCK_BYTES - filled;
        memcpy(s->block + filled, from, part);
        sha256_mix(s->state, s->block, 1);
        from += part;
        length -= part;
        filled = 0;
    }
    size_t whole = filled > 0 ? 0 : length / SHA256_BLOCK_BYTES;
    if (whole > 0)
        sha256_mix(s->state, from, whole);
    from += whole * SHA256_BLOCK_BYTES;
    length -= whole * SHA256_BLOCK_BYTES;
    if (length > 0)
        memcpy(s->block + filled, from, length);
}

void sha256_end(struct sha256 *s, unsigned char digest[SHA256_BYTES])
{
    // One bit, then zeros up to the length in bits, which fills the last block.
    static const unsigned char padding[SHA256_BLOCK_BYTES] = {0x80};
    uint64_t bits = s->length_bytes * 8;
    size_t filled = s->length_bytes % SHA256_BLOCK_BYTES;
    size_t room = SHA256_BLOCK_BYTES - LENGTH_BYTES;
    sha256_add(s, padding, (filled < room ? room : room + SHA256_BLOCK_BYTES) - filled);
    unsigned char length[LENGTH_BYTES];
    for (int i = 0; i < LENGTH_BYTES; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_add(s, length, sizeof length);
    for (int i = 0; i < SHA256_BYTES; i++)
        digest[i] = (unsigned char)(s->state[i / 4] >> (24 - 8 * (i % 4)));
}
