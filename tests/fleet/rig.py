"""Many machines on one: what the tests of the fleet stand on.

    rig.enter()                    # once, first of all: the process moves into a world of its own
    server = rig.Server()           # PostgreSQL on 10.77.0.1
    one = rig.Machine(1)            # 10.77.0.11, with a host name and a network card of its own
    one.start(["agon", "work", ...])
    one.unplug(); one.plug()        # a true partition: packets are lost, nobody is told

The world is a set of namespaces (user, network, mount, processes) that any user may make, root or not. Everything
that is started, mounted or written by a test is inside of it, so everything is gone when the test ends, however it
ends: by Ctrl-C, by kill, or by kill -9.
"""
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time

PATIENCE_S = 240            # for something that must happen: a machine may be twenty times slower than ours
NETWORK = "10.77.0"
SERVER_ADDRESS = NETWORK + ".1"
WORLD = "/mnt"              # nobody needs it here; a file system of our own, which vanishes with the world
LIBC = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWUSER = 0x00020000, 0x04000000, 0x10000000
CLONE_NEWPID, CLONE_NEWNET = 0x20000000, 0x40000000
PR_SET_PDEATHSIG = 1


def until(holds, what):
    """Waits until the condition holds, and returns what it returned."""
    end = time.monotonic() + PATIENCE_S
    while True:
        found = holds()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {PATIENCE_S} s")
        time.sleep(0.02)


def run(*words, **options):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout.strip()}")
    return done.stdout


def ip(words):
    run("ip", *words.split())


def skip(why):
    print(f"ok 1 - on many machines # SKIP {why}", "1..1", sep="\n")
    sys.exit(0)


# --- The world ---

def _unshare():
    """Moves this process into namespaces of its own, where it is root. Returns why not, or None."""
    user, group = os.geteuid(), os.getegid()
    if LIBC.unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWUTS) != 0:
        return os.strerror(ctypes.get_errno())
    try:
        for name, words in ("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1"):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(words)
    except OSError as e:
        return e.strerror
    return None


def _look_after(child):
    """What is left outside waits for the world, and takes it along when it is told to end."""
    def end(number, frame):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os._exit(128 + number)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 255)


def _furnish():
    """The first process of the world gives it its own /proc, /tmp and bridge."""
    for words in (["mount", "--make-rprivate", "/"], ["mount", "-t", "proc", "proc", "/proc"]):
        run(*words)
    here = os.open(".", os.O_PATH)
    run("mount", "-t", "tmpfs", "-o", "size=2g,mode=755", "tmpfs", WORLD)
    os.fchdir(here)
    ip("link set lo up")
    ip("link add name bridge type bridge forward_delay 0")
    ip(f"address add {SERVER_ADDRESS}/24 dev bridge")
    ip("link set bridge up")


def enter():
    """Only returns inside of the world, as its first process. Without the means for one the test counts as skipped."""
    for word in "ip", "mount", "nsenter", "unshare":
        if not shutil.which(word):
            skip(f"the program {word} is missing")
    sys.stdout.flush()
    why = _unshare()
    if why:
        skip(f"this user may make no namespaces ({why})")
    child = os.fork()
    if child:
        _look_after(child)
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    try:
        _furnish()
    except RuntimeError as e:
        skip(f"no network of our own can be made here ({e})")


# --- Machines ---

class Machine:
    """A network card, a host name, and the processes that are started on it."""

    def __init__(self, number):
        self.name, self.address = f"machine{number}", f"{NETWORK}.{10 + number}"
        self.card = f"port{number}"
        self.holder = subprocess.Popen(["unshare", "--net", "--uts", "sleep", "infinity"])
        outside = os.readlink("/proc/self/ns/uts")
        until(lambda: self._namespace("uts") not in (None, outside), "a machine")
        ip(f"link add name {self.card} type veth peer name card netns {self.holder.pid}")
        ip(f"link set {self.card} master bridge up")
        for words in (["hostname", self.name], ["ip", "link", "set", "lo", "up"],
                      ["ip", "address", "add", self.address + "/24", "dev", "card"],
                      ["ip", "link", "set", "card", "up"]):
            run(*self._inside(words))

    def _namespace(self, kind):
        try:
            with open(f"/proc/{self.holder.pid}/comm") as comm:
                return os.readlink(f"/proc/{self.holder.pid}/ns/{kind}") if comm.read() == "sleep\n" else None
        except OSError:
            return None

    def _inside(self, words):
        return ["nsenter", f"--target={self.holder.pid}", "--net", "--uts", "--", *words]

    def start(self, words, **options):
        """A process on this machine; its number is that of the command itself."""
        return subprocess.Popen(self._inside(words), **options)

    def unplug(self):
        ip(f"link set {self.card} nomaster")

    def plug(self):
        ip(f"link set {self.card} master bridge")


def clock_off_by(library, seconds):
    """The environment of a process whose clock is wrong by so many seconds (shifted_clock.c)."""
    return {**os.environ, "LD_PRELOAD": library, "AGON_CLOCK_SHIFT_S": str(seconds),
            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}


# --- The server ---

CONFIGURATION = """
listen_addresses = '{address}'
port = {port}
unix_socket_directories = '{folder}'
fsync = off
max_connections = 200
log_min_messages = warning
min_wal_size = 32MB
max_wal_size = 64MB
"""


class Server:
    """PostgreSQL, which is killed, started, filled up and put back to what it was yesterday."""

    DISK_MB = 400
    PORT = 5432

    def __init__(self):
        self.programs = self._find()
        self.folder = f"{WORLD}/postgres"
        self.disk = f"{self.folder}/disk"
        self.data, self.ballast = f"{self.disk}/data", f"{self.disk}/ballast"
        self.yesterday = f"{self.folder}/yesterday"
        os.makedirs(self.disk)
        run("mount", "-t", "tmpfs", "-o", f"size={self.DISK_MB}m,mode=700", "tmpfs", self.disk)
        self._call("initdb", "-D", self.data, "-U", "agon", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.write(CONFIGURATION.format(address=SERVER_ADDRESS, port=self.PORT, folder=self.folder))
        with open(f"{self.data}/pg_hba.conf", "a") as file:
            file.write(f"host all all {NETWORK}.0/24 trust\n")
        self.start()
        self._call("createdb", "-h", self.folder, "-p", str(self.PORT), "-U", "agon", "agon")
        self.url = f"postgresql://agon@{SERVER_ADDRESS}:{self.PORT}/agon"
        self.local_url = f"postgresql://agon@/agon?host={self.folder}&port={self.PORT}"

    @staticmethod
    def _find():
        folders = [f"/usr/lib/postgresql/{v}/bin" for v in sorted(os.listdir("/usr/lib/postgresql"), key=float, reverse=True)] \
            if os.path.isdir("/usr/lib/postgresql") else []
        for folder in folders + [os.path.dirname(shutil.which("initdb") or "")]:
            if os.access(f"{folder}/initdb", os.X_OK):
                return folder
        skip("PostgreSQL is missing (make test-all installs it)")

    def _call(self, program, *words):
        # PostgreSQL refuses to be root, and we are: so it gets a user namespace in which we have another number.
        return run("unshare", "--user", "--map-user=1000", "--map-group=1000", "--", f"{self.programs}/{program}", *words,
                   cwd="/")

    def control(self, *words):
        return self._call("pg_ctl", "-D", self.data, "-l", f"{self.folder}/log", "-s", "-w", "-t", str(PATIENCE_S), *words)

    def start(self):
        try:
            self.control("start")
        except RuntimeError as e:
            with open(f"{self.folder}/log") as log:
                raise RuntimeError(f"{e}\n{log.read()[-2000:]}") from None

    def is_running(self):
        try:
            self._call("pg_ctl", "-D", self.data, "status")
            return True
        except RuntimeError:
            return False

    def kill(self):
        """As if its power was cut: nothing is finished, nobody is told."""
        self.control("stop", "-m", "immediate")

    def sql(self, query):
        return run(f"{self.programs}/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.local_url, "-c", query).strip()

    def back_up(self):
        shutil.rmtree(self.yesterday, ignore_errors=True)
        self._call("pg_basebackup", "-D", self.yesterday, "-h", self.folder, "-p", str(self.PORT), "-U", "agon",
                   "-X", "stream", "-c", "fast", "--no-sync")

    def restore(self):
        """What was backed up takes the place of everything since, under the feet of all who are connected."""
        self.kill()
        shutil.rmtree(self.data)
        shutil.copytree(self.yesterday, self.data, symlinks=True)
        self.start()

    def fill_disk(self):
        with open(self.ballast, "wb", buffering=0) as file:
            for piece in (1 << 20, 1 << 12):
                try:
                    while True:
                        file.write(bytes(piece))
                except OSError:
                    pass

    def free_disk(self):
        os.unlink(self.ballast)
        if not self.is_running():
            self.start()
