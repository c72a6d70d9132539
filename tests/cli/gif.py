"""Decodes an animated GIF by the book (GIF89a, LZW with codes of 2 to 12 bits), apart from agon's own code, and prints what it has:
width, height, frames, the delays, and how many pixels each frame changed. Everything that a strict reader would refuse ends it."""
import sys


def fail(words):
    sys.exit("gif: " + words)


def take_blocks(data, at):
    """The bytes of a chain of blocks, and where it ends."""
    out = bytearray()
    while True:
        size = data[at]
        at += 1
        if size == 0:
            return bytes(out), at
        out += data[at:at + size]
        at += size


def decode(packed, least, count):
    clear, end = 1 << least, (1 << least) + 1
    width, table, before = least + 1, [], None
    out, bits, have = bytearray(), 0, 0
    ended = False
    for byte in packed:
        if ended:
            fail("something follows the end of a picture")
        bits |= byte << have
        have += 8
        while have >= width and not ended:
            code = bits & ((1 << width) - 1)
            bits >>= width
            have -= width
            if code == clear:
                table = [bytes([i]) for i in range(clear)] + [b"", b""]
                width, before = least + 1, None
                continue
            if code == end:
                ended = True
                continue
            if before is None:
                if code >= clear:
                    fail("a picture begins with a code that is not known")
                entry = table[code]
            else:
                if code > len(table):
                    fail(f"code {code} of {len(table)}")
                entry = table[code] if code < len(table) else before + before[:1]
                if len(table) < 4096:
                    table.append(before + entry[:1])
                    if len(table) == 1 << width and width < 12:
                        width += 1
            out += entry
            before = entry
    if not ended:
        fail("a picture has no end")
    if len(out) != count:
        fail(f"{len(out)} pixels instead of {count}")
    return out


def main(path):
    data = open(path, "rb").read()
    if data[:6] != b"GIF89a":
        fail("not a GIF89a")
    width, height = data[6] | data[7] << 8, data[8] | data[9] << 8
    if not data[10] & 0x80:
        fail("no palette")
    colours = 2 << (data[10] & 7)
    palette = data[13:13 + 3 * colours]
    at = 13 + 3 * colours
    screen = bytearray(width * height)
    delays, changes, delay, loops = [], [], 0, False
    while data[at] != 0x3B:
        if data[at] == 0x21:
            kind, (body, at) = data[at + 1], take_blocks(data, at + 2)
            if kind == 0xF9:
                delay = body[1] | body[2] << 8
            loops = loops or body.startswith(b"NETSCAPE2.0")
            continue
        if data[at] != 0x2C:
            fail(f"byte {data[at]:#x} at {at}")
        left, top, w, h = (data[at + i] | data[at + i + 1] << 8 for i in (1, 3, 5, 7))
        if left + w > width or top + h > height or data[at + 9] != 0:
            fail("a picture that does not fit")
        packed, end = take_blocks(data, at + 11)
        pixels = decode(packed, data[at + 10], w * h)
        changed = 0
        for y in range(h):
            start = (top + y) * width + left
            row = pixels[y * w:(y + 1) * w]
            changed += sum(a != b for a, b in zip(row, screen[start:start + w]))
            screen[start:start + w] = row
        changes.append(changed)
        delays.append(delay)
        at = end
    if at != len(data) - 1:
        fail("something follows the end")
    used = {tuple(palette[3 * i:3 * i + 3]) for i in set(screen)}
    print(f"size {width}x{height}")
    print(f"frames {len(delays)}")
    print(f"delays {min(delays)} {delays[-1]}")
    print(f"still {sum(c == 0 for c in changes)}")
    print(f"colours {len(used)}")
    print("loops" if loops else "once")


main(sys.argv[1])
