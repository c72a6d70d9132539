// What the pages are tried with: a folder of contests that are over, one whose game waits for the test,
// one that is still to come, and an `agon serve` that shows them.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const HERE = import.meta.dirname;
const HOSTILE = path.join(HERE, "..", "hostile");

/** Names that a page must not take for anything but text, and that are as wide as a name may be. */
export const NAMES = [
  "<script>alert(1)</script>",
  "\"><img src=x onerror=alert(2)>",
  "שלום עולם",
  "漢字漢字漢字漢字漢字漢字漢字漢字",
  "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
  "a/../b?c=d&e#f%2e",
];

/** A text as a YAML string. @param {string} text */
const quoted = (text) => "'" + text.replaceAll("'", "''") + "'";

/** @param {string} name @param {string} player */
const player = (name, player_) => `  - name: ${quoted(name)}\n    player: ${quoted(player_)}\n`;

/** @param {string} file of tests/hostile */
const hostile = (file) => `python3 -S ${path.join(HOSTILE, file)}`;

/** The contest files, by slug. @param {string} folder @param {string} bot */
function contests(folder, bot) {
  const gate = `python3 ${path.join(HERE, "gate.py")} ${path.join(folder, "gate")}`;
  return {
    // Faults of many kinds, and what bots say on stderr.
    spring: `name: Spring cup
game: reversi
sandbox: open
stderr: public
seed: 5
time: {start: 10m, first: 10m, request: 10m}
players:
${player("ann", "@2")}${player("bob", "@4")}${player("cy", `${bot} hgp 3`)}` +
      player("offboard", hostile("illegal/reversi_off_board.py")) +
      player("garbled", hostile("json/single_quotes.py")) +
      player("quitter", hostile("life/loud_crash.py")),
    // A bot that has too little time.
    late: `name: Too late
game: stones
sandbox: open
seed: 6
games: 2
time: {start: 10m, first: 10s, request: 700ms}
players:
${player("ann", "@2")}${player("sleeper", hostile("time/silence.py"))}`,
    summer: `name: Summer league
game: santorini
format: swiss
rounds: 3
seed: 7
players:
${[1, 2, 3, 4, 5, 6].map((level) => `  - "@${level}"\n`).join("")}`,
    autumn: `name: Autumn knockout
game: stones
format: knockout
seed: 8
players:
${[1, 2, 3, 4, 5].map((level) => `  - "@${level}"\n`).join("")}`,
    strange: `name: ${quoted("<b>Strange</b> & 'names'")}
game: reversi
variant: 4x4
seed: 9
players:
${NAMES.map((name, i) => player(name, i % 2 ? "@random" : "@first")).join("")}`,
    // Its game waits for the test.
    live: `name: Live now
game: reversi
sandbox: none
stderr: public
seed: 3
time: {start: 24h, first: 24h, request: 24h}
players:
${player("dora", `${gate} ${bot} hgp 1`)}${player("emil", `${gate} ${bot} hgp 2`)}`,
    winter: `name: Winter cup
game: santorini
variant: 5x5
starts: 2099-12-24 18:00Z
entries_until: 2099-12-20 12:00Z
players:
  - "@1"
  - "@2"
`,
  };
}

// For the bots of tests/hostile.
const ENVIRONMENT = { ...process.env, PYTHONPATH: HOSTILE };

const OVER = ["spring", "late", "summer", "autumn", "strange"];

/** Runs a command to its end. @returns {Promise<{status: number | null, out: string}>} */
export function command(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let out = "";
    child.stdout.on("data", (bytes) => (out += bytes));
    child.stderr.on("data", (bytes) => (out += bytes));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, out }));
  });
}

export class World {
  /** @param {string} agon */
  constructor(agon) {
    this.program = fs.realpathSync(agon);
    this.bot = path.join(path.dirname(this.program), "tests", "bot");
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "agon-pages-"));
    this.slugs = { over: OVER, live: "live", scheduled: "winter" };
    this.origin = "";
    this.said = "";
    /** @type {import("node:child_process").ChildProcess | null} */
    this.server = null;
  }

  /** Runs `agon ...` in the folder of the contests. @param {...string} args */
  agon(...args) {
    return command(this.program, args, { cwd: this.folder, env: ENVIRONMENT });
  }

  async play() {
    const made = await command("mkfifo", [path.join(this.folder, "gate")]);
    if (made.status !== 0) throw new Error(made.out);
    this.gate = fs.openSync(path.join(this.folder, "gate"), "r+");
    for (const [slug, text] of Object.entries(contests(this.folder, this.bot)))
      fs.writeFileSync(path.join(this.folder, slug + ".yaml"), text);
    for (const slug of OVER) {
      const { status, out } = await this.agon("contest", "run", slug + ".yaml");
      if (status !== 0) throw new Error(`agon contest run ${slug}.yaml ended with ${status}:\n${out}`);
    }
  }

  /** Starts `agon serve` and waits until it says where it is. */
  serve() {
    const files = [...OVER.map((slug) => slug + ".db"), "live.yaml", "winter.yaml"];
    return new Promise((resolve, reject) => {
      const server = spawn(this.program, ["serve", ...files, "--web", "127.0.0.1:0"],
        { cwd: this.folder, env: ENVIRONMENT, stdio: ["ignore", "pipe", "pipe"] });
      this.server = server;
      const listen = (/** @type {Buffer} */ bytes) => {
        this.said += bytes;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(this.said);
        if (found === null || this.origin !== "") return;
        this.origin = found[0];
        resolve(this.origin);
      };
      server.stdout.on("data", listen);
      server.stderr.on("data", listen);
      server.on("error", reject);
      server.on("exit", (code, signal) => {
        this.ended = `agon serve ended: ${signal ?? code}\n${this.said}`;
        reject(new Error(this.ended));
      });
    });
  }

  /** Lets so many answers of the waiting game go. @param {number} count */
  release(count) {
    fs.writeSync(this.gate, ".".repeat(count));
  }

  /** @param {string} address without the origin */
  async json(address) {
    const response = await fetch(this.origin + address);
    return response.json();
  }

  /** The first game of a contest that ended so. @param {string} verdict @param {string} [slug] */
  async fault(verdict, slug = "spring") {
    const list = await this.json(`/contests/${slug}/games.json?verdict=${verdict}`);
    if (!list.games?.length) throw new Error(`${slug} has no game with ${verdict}`);
    return list.games[0];
  }

  async end() {
    if (this.gate !== undefined) fs.closeSync(this.gate);
    const server = this.server;
    if (server !== null && server.exitCode === null && server.signalCode === null) {
      const gone = new Promise((resolve) => server.once("close", resolve));
      server.kill("SIGTERM");
      server.kill("SIGTERM"); // the second: games are not finished
      const timer = setTimeout(() => server.kill("SIGKILL"), 60000);
      await gone;
      clearTimeout(timer);
    }
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The address of every page, with a word for it. @param {World} world */
export async function pages(world) {
  const illegal = await world.fault("ILLEGAL");
  const timeout = await world.fault("TIMEOUT", "late");
  const list = [
    ["home", "/"],
    ["contest", "/contests/spring"],
    ["contest-swiss", "/contests/summer"],
    ["contest-knockout", "/contests/autumn"],
    ["contest-names", "/contests/strange"],
    ["contest-live", "/contests/live"],
    ["contest-scheduled", "/contests/winter"],
    ["games", "/contests/spring/games"],
    ["player", "/contests/spring/players/ann"],
    ["player-faults", "/contests/spring/players/offboard"],
    ["player-name", "/contests/strange/players/" + encodeURIComponent(NAMES[0])],
    ["game-illegal", `/contests/spring/games/${illegal.number}`],
    ["game-timeout", `/contests/late/games/${timeout.number}`],
    ["game-santorini", "/contests/summer/games/1"],
    ["game-stones", "/contests/autumn/games/1"],
    ["game-live", "/contests/live/games/1"],
    ["rules-reversi", "/rules/reversi"],
    ["rules-santorini", "/rules/santorini"],
    ["rules-stones", "/rules/stones"],
    ["missing", "/contests/nothing"],
  ];
  return list.map(([word, address]) => ({ word, address }));
}
