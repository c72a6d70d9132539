"""A worker that lies. It joins a fleet, takes leases and hands in what was never played, by the functions of the
schema agon that every worker may call. What it makes its lies of are true records of the same contest, played
elsewhere: so whatever is refused is refused for the lie in it.
"""
import ctypes
import ctypes.util
import json
import subprocess


def pack(text):
    zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
    zstd.ZSTD_compressBound.restype = zstd.ZSTD_compress.restype = ctypes.c_size_t
    room = zstd.ZSTD_compressBound(ctypes.c_size_t(len(text)))
    out = ctypes.create_string_buffer(room)
    size = zstd.ZSTD_compress(out, ctypes.c_size_t(room), text, ctypes.c_size_t(len(text)), 3)
    return out.raw[:size]


# --- Lies: lines of a true record in, bytes out ---

def the_truth(lines, other, draw):
    return lines


def another_winner(lines, other, draw):
    end = json.loads(lines[-1])
    end["winner"] = 1 - end["winner"] if end["winner"] is not None else 0
    return lines[:-1] + [json.dumps(end, separators=(",", ":"))]


def another_move(lines, other, draw):
    """A move is made a second time, onto its own stone. (Two moves that change places may be a legal game with the
    same end, which no rule refuses.)"""
    moves = [i for i, line in enumerate(lines) if line.startswith('{"type":"move"')]
    i = draw.randrange(len(moves) - 1)
    first, second = (json.loads(lines[moves[j]]) for j in (i, i + 1))
    second["move"] = first["move"]
    lines = list(lines)
    lines[moves[i + 1]] = json.dumps(second, separators=(",", ":"))
    return lines


def no_last_move(lines, other, draw):
    return lines[:-2] + lines[-1:]


def other_seats(lines, other, draw):
    header = json.loads(lines[0])
    first, second = header["players"]
    header["players"] = [{**second, "seat": 0}, {**first, "seat": 1}]
    return [json.dumps(header, separators=(",", ":"))] + lines[1:]


def another_game(lines, other, draw):
    return other


def half_of_it(lines, other, draw):
    return lines[:len(lines) // 2]


def noise(lines, other, draw):
    return None


LIES = [another_winner, another_move, no_last_move, other_seats, another_game, half_of_it, noise]


class Liar:
    """`record_of(number)` gives the lines of a true record."""
    machines = 0

    def __init__(self, psql, url, record_of, draw):
        self.psql, self.url, self.record_of, self.draw = psql, url, record_of, draw
        Liar.machines += 1  # a machine whose worker is out gets no other one
        description = json.dumps({"host": f"liar{Liar.machines}", "agon": "0.1.0", "cores": 1, "memory_bytes": 1 << 40, "speed": 100,
                                  "can": []})
        self.id, self.token = self.ask(f"SELECT * FROM agon.join('{description}')")[0]

    def ask(self, query):
        done = subprocess.run([self.psql, "-XAtq", "-F", "\t", "-v", "ON_ERROR_STOP=1", self.url], input=query + ";",
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise ConnectionError(done.stderr.strip())
        return [line.split("\t") for line in done.stdout.splitlines()]

    def take(self, contest):
        """One lease: its number, its attempt, its first game, how many games; None: there is none."""
        rows = self.ask(f"SELECT lease, attempt, first, games FROM agon.take({self.id}, '{self.token}', "
                        f"ARRAY['{contest}'], 1) WHERE played = '{{}}'")
        return [int(cell) for cell in rows[0]] if rows else None

    def submit(self, lease, attempt, number, record, token=None):
        """True: it was taken, which does not mean that it is believed."""
        rows = self.ask(f"SELECT agon.submit({self.id}, '{token or self.token}', ARRAY[{lease}]::bigint[], "
                        f"ARRAY[{attempt}]::bigint[], ARRAY[{number}]::bigint[], ARRAY['\\x{record.hex()}'::bytea])")
        return rows[0][0] == "{t}"

    def make(self, lie, number):
        lines = lie(self.record_of(number), self.record_of(number + 2 if number < 3 else number - 2), self.draw)
        return self.draw.randbytes(300) if lines is None else pack(("\n".join(lines) + "\n").encode())

    def lie(self, lie, contest):
        """Takes a lease and lies in its first game. Returns the number of the game, or None without a lease."""
        lease = self.take(contest)
        if not lease:
            return None
        number = lease[2]
        return number if self.submit(lease[0], lease[1], number, self.make(lie, number)) else None

    def state(self, sql):
        return sql(f"SELECT state || ': ' || why FROM agon.workers WHERE id = {self.id}")
