"""What a siege is laid to: a folder with everything that must not be touched, a victim, sockets,
queues and shared memory, a terminal; and an arena that plays a contest amid all that."""
import ctypes
import fcntl
import glob
import hashlib
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import stat
import struct
import subprocess
import tempfile
import termios
import time
import uuid

UID = 61234              # an ordinary user that no file and no process belongs to
AT_ONCE = 8              # games of a contest: most of them wait most of the time
# What an attacker may use. Small: an attack by size then takes little time, and harms no machine.
LIMITS = "{memory: 64 MiB, tasks: 64, scratch: 32 MiB, file: 16 MiB, output: 8 MiB}"
DIES_S = 60              # a process that was killed may take a moment to be gone
FIRST_PID = 20000        # pids of a siege that is alone begin here, so that they are nobody's inside
LIBC = ctypes.CDLL(None, use_errno=True)
IPC_CREAT, IPC_RMID = 0o1000, 0

FILES = {  # what lies there, and who may read it
    "other/bot.py": (0o644, "print('the opponent thinks of this move')\n"),
    "cup.db": (0o644, "SQLite format 3\0 results of another contest\n"),
    "records/1.jsonl": (0o644, '{"type":"game"}\n'),
    "secret": (0o644, "a secret\n"),
    "home/.bashrc": (0o644, "# the organiser's\n"),
    "home/.ssh/id_ed25519": (0o600, "a private key\n"),
}
CHANGING = re.compile(r"siege\.|played(/|$)|signals$|$")  # what the arena itself writes

# The arena's pid is known once it runs: the shell that becomes the arena writes it down.
START = 'sed "s/@ARENA@/$$/" siege.in > siege.yaml && exec "$@"'


class Result:
    """What one game with an attacker came to."""

    def __init__(self, attack, got, verdict, blame):
        self.attack, self.got, self.verdict, self.blame = attack, got, verdict, blame


class World:
    def __init__(self, options, names):
        self.options = options
        self.token = "siege-" + uuid.uuid4().hex[:16]
        self.top = tempfile.mkdtemp(prefix="siege-")
        self.canary = f"{self.top}/canary"
        self.uid = UID if options.user else os.getuid()
        self.log = f"{self.canary}/siege.log" if names else None
        os.chmod(self.top, 0o755)
        self.put_up_programs()
        self.put_up_files()
        self.put_up_terminal()
        self.put_up_sockets()
        self.put_up_memory()
        self.give_away()
        self.put_up_victim()

    # --- Putting up ---

    def put_up_programs(self):
        """Where the arena's user can read them, whoever may read the checkout."""
        os.mkdir(f"{self.top}/bin")
        os.mkdir(f"{self.top}/scratch")
        for name, path in (("agon", self.options.agon), ("attacker", self.options.attacker)):
            shutil.copy2(path, f"{self.top}/bin/{name}")
            os.chmod(f"{self.top}/bin/{name}", 0o755)

    def put_up_files(self):
        for name, (mode, text) in FILES.items():
            path = f"{self.canary}/{name}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(path, mode)
        self.modes = {folder: os.stat(folder).st_mode for folder in ("/tmp", "/dev/shm")
                      if os.path.isdir(folder)}
        self.shared = [f"/tmp/{self.token}"]
        if os.path.isdir("/dev/shm"):
            self.shared.append(f"/dev/shm/{self.token}")
        for path in self.shared:
            with open(path, "w", encoding="utf-8") as file:
                file.write("a message\n")
            os.chmod(path, 0o644)

    def put_up_terminal(self):
        self.master, self.slave = pty.openpty()
        os.set_blocking(self.master, False)

    def put_up_sockets(self):
        def bound(family, kind, address):
            s = socket.socket(family, kind)
            s.bind(address)
            if kind == socket.SOCK_STREAM:
                s.listen(16)
            s.setblocking(False)
            if isinstance(address, str) and not address.startswith("\0"):
                os.chmod(address, 0o777)
            return s

        stream = socket.SOCK_STREAM
        self.doors = {
            "TCP port": bound(socket.AF_INET, stream, ("127.0.0.1", 0)),
            "UDP port": bound(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "socket in /tmp": bound(socket.AF_UNIX, stream, f"/tmp/{self.token}.socket"),
            "socket in its folder": bound(socket.AF_UNIX, stream, f"{self.canary}/run.socket"),
            "abstract socket": bound(socket.AF_UNIX, stream, "\0" + self.token),
            "abstract datagrams": bound(socket.AF_UNIX, socket.SOCK_DGRAM,
                                        f"\0{self.token}.datagrams"),
        }
        self.shared.append(f"/tmp/{self.token}.socket")

    def put_up_memory(self):
        """System V memory, semaphores and queues by key; a POSIX queue by name. Everybody may use
        them: if nobody does, the sandbox is the reason."""
        self.key = int(self.token[-6:], 16) + 1
        self.memory = LIBC.shmget(self.key, 4096, IPC_CREAT | 0o666)
        self.semaphores = LIBC.semget(self.key, 1, IPC_CREAT | 0o666)
        self.messages = LIBC.msgget(self.key, IPC_CREAT | 0o666)
        mask = os.umask(0)
        self.queue = LIBC.mq_open(b"/" + self.token.encode(), os.O_CREAT | os.O_RDONLY | os.O_NONBLOCK,
                                  0o666, None)
        os.umask(mask)
        if min(self.memory, self.semaphores, self.messages, self.queue) < 0:
            raise OSError("this machine gives no shared memory or no queue to the siege")

    def give_away(self):
        if self.uid != os.getuid():
            for folder, names, files in os.walk(self.top):
                for name in names + files + ["."]:
                    os.chown(f"{folder}/{name}", self.uid, self.uid, follow_symlinks=False)
            os.chmod(self.top, 0o700)  # a folder that other users cannot read

    def put_up_victim(self):
        self.victim = subprocess.Popen(
            self.as_user() + [f"{self.top}/bin/attacker", "victim", f"{self.canary}/signals"],
            stdout=subprocess.PIPE, env=self.environment(), cwd="/")
        if self.victim.stdout.readline() != b"ready\n":
            raise OSError("the victim does not start")
        self.before = self.look()

    def as_user(self):
        if not self.options.user:
            return []
        return ["setpriv", f"--reuid={UID}", f"--regid={UID}", "--clear-groups", "--"]

    def as_arena(self):
        return (([self.options.no_userns_program] if self.options.no_userns else []) +
                self.as_user() + [f"{self.top}/bin/agon"])

    def environment(self):
        clean = {key: value for key, value in os.environ.items() if not key.startswith("AGON_")}
        more = {"HOME": f"{self.canary}/home", "SIEGE_SECRET": "nobody's business",
                "SIEGE_MARK": self.token}
        if self.options.without or self.options.lacking:
            more["AGON_WITHOUT_LAYERS"] = self.options.without or self.options.lacking
        return clean | more

    def layers(self):
        """The layers of the sandbox that the arena has here."""
        doctor = subprocess.run(self.as_arena() + ["doctor", "--json"], cwd=self.canary,
                                env=self.environment(), stdout=subprocess.PIPE, text=True,
                                check=False)
        return {finding["name"] for finding in json.loads(doctor.stdout)["findings"]
                if finding["part"] == "sandbox" and finding["state"] == "ok"}

    # --- Playing ---

    def play(self, rows, over):
        """One contest: an honest bot against each attacker. Returns what every game came to."""
        shutil.rmtree(f"{self.canary}/played", ignore_errors=True)
        for path in glob.glob(f"{self.canary}/siege.db*"):
            os.unlink(path)
        with open(f"{self.canary}/siege.in", "w", encoding="utf-8") as file:
            file.write(self.contest(rows, over))
        self.arena = self.start()
        try:
            self.arena.wait(self.options.hangs_s)
            self.hangs = False
        except subprocess.TimeoutExpired:
            self.hangs = True
            self.arena.send_signal(signal.SIGCONT)
            self.arena.kill()
            self.arena.wait()
        return list(self.results())

    def contest(self, rows, over):
        def command(words):
            return words + (" {host} {port}" if over == "tcp" else "")

        environment = {
            "SIEGE_CANARY": self.canary, "SIEGE_TOKEN": self.token, "SIEGE_ARENA": "@ARENA@",
            "SIEGE_VICTIM": self.victim.pid, "SIEGE_KEY": self.key,
            "SIEGE_TCP": self.doors["TCP port"].getsockname()[1],
            "SIEGE_UDP": self.doors["UDP port"].getsockname()[1],
            "SIEGE_ALONE": int(self.options.alone), **({"SIEGE_LOG": self.log} if self.log else {})}
        if self.options.manner in ("none", "open"):  # else the sandbox gives it a folder of its own
            environment["TMPDIR"] = f"{self.top}/scratch"
        environment = ", ".join(f'{key}: "{value}"' for key, value in environment.items())
        attacker = f"{self.top}/bin/attacker"
        lines = ["game: reversi", "format: gauntlet", "records: played", "time: 60s",
                 f"concurrency: {1 if len(rows) == 1 or rows[0].plants else AT_ONCE}"]
        if self.options.manner != "default":
            lines.append(f"sandbox: {self.options.manner}")
        lines += ["players:", "  - name: honest",
                  f"    player: '{command(f'{attacker} honest {self.token}')}'"]
        for row in rows:
            lines += [f"  - name: {row.name}", f"    player: '{command(f'{attacker} {row.name}')}'",
                      f"    environment: {{{environment}}}"]
            if self.options.manner != "none":
                lines.append(f"    limits: {LIMITS}")
        return "\n".join(lines) + "\n"

    def start(self):
        def take_terminal():
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

        command = ["sh", "-c", START, "sh"] + self.as_arena() + ["contest", "run", "siege.yaml"]
        with open(f"{self.top}/arena.out", "wb") as out:
            return subprocess.Popen(command, cwd=self.canary, env=self.environment(),
                                    stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                    preexec_fn=take_terminal)

    def said(self):
        """What the arena said, for people."""
        with open(f"{self.top}/arena.out", encoding="utf-8", errors="replace") as file:
            return file.read()[-2000:].strip()

    def results(self):
        """From the records, which hold what the attacker wrote to stderr."""
        for path in glob.glob(f"{self.canary}/played/*.jsonl"):
            if not stat.S_ISREG(os.lstat(path).st_mode):
                continue
            with open(path, encoding="utf-8") as file:
                lines = [json.loads(line) for line in file if line.endswith("\n")]
            if not lines or lines[-1]["type"] != "end":
                continue
            names = [player["name"] for player in lines[0]["players"]]
            seat = 1 - names.index("honest")
            words = "".join(line["text"] + line.get("tail", "") for line in lines
                            if line["type"] == "stderr" and line["seat"] == seat)
            end = lines[-1]
            blame = None if end["blame"] is None else names[end["blame"]]
            yield Result(names[seat], got_of(names[seat], words), end["verdict"], blame)

    def logged(self, attack):
        """What an attacker could write down without a sandbox."""
        if not self.log or not os.path.exists(self.log):
            return "-"
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return got_of(attack, file.read())

    def verify(self):
        """Whether the stored contest is what was played."""
        return subprocess.run([f"{self.top}/bin/agon", "verify", "siege.yaml"], cwd=self.canary,
                              env=self.environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)

    # --- What is left ---

    def look(self):
        """Everything in the folder, and the standing of the victim."""
        seen = {}
        for folder, names, files in os.walk(self.canary):
            for name in names + files + [""]:
                path = os.path.join(folder, name).rstrip("/")
                key = os.path.relpath(path, self.canary)
                if key != "." and not CHANGING.match(key):
                    seen[key] = self.look_at(path)
        return seen

    @staticmethod
    def look_at(path):
        s = os.lstat(path)
        content = ""
        if stat.S_ISREG(s.st_mode):
            with open(path, "rb") as file:
                content = hashlib.sha256(file.read()).hexdigest()
        elif stat.S_ISLNK(s.st_mode):
            content = os.readlink(path)
        return (stat.filemode(s.st_mode), s.st_uid, s.st_gid, s.st_nlink, s.st_mtime_ns, content)

    def harms(self):
        """Every harm that was done, in words."""
        yield from self.harmed_files()
        yield from self.harmed_victim()
        yield from self.harmed_doors()
        yield from self.harmed_terminal()

    def harmed_files(self):
        now = self.look()
        for name in sorted(self.before.keys() | now.keys()):
            if self.before.get(name) != now.get(name):
                yield f"file {name}: was {self.before.get(name)}, is {now.get(name)}"
        for path in glob.glob(f"/tmp/{self.token}*") + glob.glob(f"/dev/shm/{self.token}*"):
            if path not in self.shared:
                yield f"file left: {path}"
        for folder, mode in self.modes.items():
            if os.stat(folder).st_mode != mode:
                yield f"{folder} has another mode: {stat.filemode(os.stat(folder).st_mode)}"
        if os.path.lexists(f"{self.canary}/played/99999.jsonl"):
            yield "something was planted among the records"

    def harmed_victim(self):
        if self.victim.poll() is not None:
            yield f"the victim is dead: {self.victim.returncode}"
            return
        with open(f"/proc/{self.victim.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        if fields[0] not in "SR":
            yield f"the victim stands still: {fields[0]}"
        if fields[16] != "0":
            yield f"the victim has priority {fields[16]}"
        if os.sched_getscheduler(self.victim.pid) != os.SCHED_OTHER:
            yield "the victim has another scheduler"
        if os.sched_getaffinity(self.victim.pid) != os.sched_getaffinity(0):
            yield "the victim may use other cores"
        if os.path.getsize(f"{self.canary}/signals") > 0:
            yield "the victim got signals"

    def harmed_doors(self):
        for name, door in self.doors.items():
            if select.select([door], [], [], 0)[0]:
                yield f"somebody came to the {name}"
        if LIBC.mq_receive(self.queue, ctypes.create_string_buffer(8192), 8192, None) >= 0:
            yield "there is a message in the POSIX queue"
        if LIBC.msgrcv(self.messages, ctypes.create_string_buffer(64), 56, 0, 0o4000) >= 0:
            yield "there is a message in the System V queue"
        left = LIBC.shmget(self.key + 1, 0, 0)
        if left >= 0:
            LIBC.shmctl(left, IPC_RMID, None)
            yield "System V memory is left"

    def harmed_terminal(self):
        try:
            if typed := os.read(self.master, 4096):
                yield f"on the terminal stands {typed!r}"
        except BlockingIOError:
            pass

    def left_processes(self):
        """Whoever is still there. A siege that is alone sees all; another knows its own by a
        variable, which a sandbox may have taken away: then by its program."""
        until = time.monotonic() + DIES_S
        while (left := dict(self.processes())) and time.monotonic() < until:
            time.sleep(0.01)
        return left

    def processes(self):
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            if pid in (os.getpid(), self.victim.pid):
                continue
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read()
                with open(f"/proc/{pid}/stat", "rb") as file:
                    dead = file.read().rpartition(b") ")[2][:1] in b"ZX"
                if not dead and (self.options.alone or self.top.encode() in words):
                    yield pid, words.replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                pass  # gone meanwhile

    def clear(self):
        """Takes everything away again, also what a successful attack has left."""
        for _ in range(100):
            left = dict(self.processes())
            if not left:
                break
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                    os.kill(pid, signal.SIGCONT)
                except ProcessLookupError:
                    pass
            self.reap()
        self.victim.kill()
        self.victim.wait()
        self.victim.stdout.close()
        for door in self.doors.values():
            door.close()
        for fd in (self.master, self.slave, self.queue):
            os.close(fd)
        LIBC.mq_unlink(b"/" + self.token.encode())
        LIBC.shmctl(self.memory, IPC_RMID, None)
        LIBC.semctl(self.semaphores, 0, IPC_RMID)
        LIBC.msgctl(self.messages, IPC_RMID, None)
        for path in glob.glob(f"/tmp/{self.token}*") + glob.glob(f"/dev/shm/{self.token}*"):
            remove(path)
        remove(self.top)

    @staticmethod
    def reap():
        """The first process of a siege that is alone gets all orphans. The victim is not waited
        for: it has an owner."""
        if os.getpid() == 1:
            for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
                try:
                    with open(f"/proc/{pid}/stat", "rb") as file:
                        if file.read().rpartition(b") ")[2][:1] == b"Z":
                            os.waitpid(pid, os.WNOHANG)
                except (OSError, ChildProcessError):
                    pass


def got_of(attack, words):
    """The last thing that an attacker said it got; `-` if it never came to say it."""
    said = re.findall(rf"^siege {re.escape(attack)} (\S+)$", words, re.M)
    said = [word for word in said if word != "begins"]
    return said[-1] if said else "-"


def remove(path):
    """Also what is very deep, and what nobody may look into."""
    subprocess.run(["chmod", "-R", "u+rwX", path], stderr=subprocess.DEVNULL, check=False)
    subprocess.run(["rm", "-rf", path], check=True)


def become_alone():
    """For the first process of new namespaces: a loopback that works, high pids, and a folder in
    memory, since every contest is brought to the disk. Returns the folder."""
    folder = tempfile.mkdtemp(prefix="siege-")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "siege", folder], check=True)
    tempfile.tempdir = folder
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        up = struct.pack("16sh14x", b"lo", 1)  # IFF_UP
        fcntl.ioctl(s, 0x8914, up)             # SIOCSIFFLAGS
    with open("/proc/sys/kernel/ns_last_pid", "w", encoding="ascii") as file:
        file.write(str(FIRST_PID))
    return folder


def end_alone(folder):
    subprocess.run(["umount", folder], check=True)
    os.rmdir(folder)
