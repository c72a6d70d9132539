// A game as its page knows it: the lines of the record, sorted into moves, messages, clocks and the
// end. Nothing here touches the page. Lines may come one after the other while the game goes on.

/**
 * @typedef {object} MoveTime What an answer took, in microseconds.
 * @property {number} limit The budget of this answer; 0: there was none.
 * @property {number} charged What it cost of the budget.
 * @property {number} waited How long the bot could run and got no core, as far as that was not charged.
 * @property {number} refunded What else was not charged: the way, the arena, the machine.
 * @property {number} wall From the request to the answer.
 * @property {number | null} cpu What the bot computed, where it was measured.
 *
 * @typedef {object} Clock What a seat has used and has left, in microseconds.
 * @property {number} used
 * @property {number | null} left null: no budget for the whole game
 *
 * @typedef {object} Ply A position: 0 is the start, 37 the one after move 37.
 * @property {number} ply
 * @property {number | null} seat Who made the move that led here.
 * @property {string | null} move
 * @property {string} words
 * @property {string} position
 * @property {number | null} turn
 * @property {string[] | null} legal
 * @property {boolean} forced
 * @property {number} at When, in microseconds since the game began.
 * @property {MoveTime | null} time
 * @property {Clock[]} clocks By seat, after this move.
 * @property {any[]} talk Messages and notes: the request, the answer, what was told after it.
 */

/**
 * The times of an answer: a `move` line, or the `answer` of the end.
 * @param {any} line
 * @param {number} limit in microseconds
 * @returns {MoveTime | null}
 */
export function answerTime(line, limit) {
  if (line.charged_us === undefined && line.wall_us === undefined) return null;
  const wall = line.wall_us ?? line.charged_us;
  const charged = line.charged_us ?? line.wall_us;
  const free = Math.max(0, wall - charged);
  const waited = Math.min(free, line.waited_us ?? 0);
  return { limit, charged, waited, refunded: free - waited, wall, cpu: line.cpu_us ?? null };
}

/** The index of the last line that fits, below `end` and from `start` on; -1: there is none.
 * @param {any[]} lines
 * @param {number} start
 * @param {number} end
 * @param {(line: any) => boolean} fits
 */
function lastLine(lines, start, end, fits) {
  for (let i = end - 1; i >= start; i--) if (fits(lines[i])) return i;
  return -1;
}

/** Where the talk about an answer of `seat` begins: at its request, else at the answer, else at `end`.
 * @param {any[]} lines
 * @param {number} seat
 * @param {number} end
 */
function requestIndex(lines, seat, end) {
  const answer = lastLine(lines, 0, end, (l) => l.type === "from" && l.seat === seat);
  const before = answer < 0 ? end : answer;
  const request = lastLine(lines, 0, before, (l) => l.type === "to" && l.seat === seat);
  return request < 0 ? before : request;
}

export class Replay {
  /** @param {any} data replay/1 */
  constructor(data) {
    this.data = data;
    /** How many lines have come. */
    this.count = 0;
    /** @type {any} The end line, or null: the game is not over, or nobody wrote it down. */
    this.end = null;
    /** @type {any} */
    this.cut = null;
    /** @type {any[]} What each seat wrote to stderr. */
    this.stderr = [null, null];
    /** @type {(number | null)[]} CPU time in the opponent's time, by seat. */
    this.pondered = [null, null];
    /** @type {number[]} How many requests each seat has answered. */
    this.answers = [0, 0];
    /** @type {any[]} Lines after the last move. */
    this.tail = [];
    /** @type {any[]} The last message of each seat. */
    this.sent = [null, null];
    /** @type {Ply[]} */
    this.plies = [{
      ply: 0, seat: null, move: null, words: "", forced: false, at: 0, time: null, talk: [],
      position: data.start.position, turn: data.start.turn, legal: data.start.legal ?? null,
      clocks: [0, 1].map((seat) => this.fullClock(seat)),
    }];
    this.append(data.lines);
  }

  /** The number of the last move. */
  get last() {
    return this.plies.length - 1;
  }

  /** Is it being played now? */
  get live() {
    return Boolean(this.data.live) && this.end === null;
  }

  /**
   * @param {number} seat
   * @returns {Clock}
   */
  fullClock(seat) {
    const ms = this.budget(seat).game_ms ?? 0;
    return { used: 0, left: ms > 0 ? ms * 1000 : null };
  }

  /** @param {number} seat */
  budget(seat) {
    return this.data.players[seat].budget ?? {};
  }

  /**
   * The budget of the next answer of a seat, in microseconds; 0: there is none.
   * @param {number} seat
   */
  limit(seat) {
    const budget = this.budget(seat);
    const us = 1000 * ((this.answers[seat] === 0 ? budget.first_ms : budget.request_ms) ?? 0);
    const left = this.plies[this.last].clocks[seat].left;
    return left === null ? us : Math.max(0, us === 0 ? left : Math.min(us, left));
  }

  /**
   * Takes the next lines. Returns how many moves are new.
   * @param {any[]} lines
   */
  append(lines) {
    const before = this.last;
    for (const line of lines) this.appendLine(line);
    this.count += lines.length;
    return this.last - before;
  }

  /** @param {any} line */
  appendLine(line) {
    if (line.type === "from") this.sent[line.seat] = line;
    switch (line.type) {
      case "move": this.appendMove(line); break;
      case "from":
      case "to":
      case "note": this.tail.push(line); break;
      case "stderr": this.stderr[line.seat] = line; break;
      case "pondering": this.pondered[line.seat] = line.cpu_us; break;
      case "cut": this.cut = line; break;
      case "end": this.end = line; break;
    }
  }

  /** @param {any} line */
  appendMove(line) {
    const forced = line.forced === true;
    const at = this.tail.length;
    const begin = forced ? at : requestIndex(this.tail, line.seat, at);
    const previous = this.plies[this.last];
    previous.talk.push(...this.tail.slice(0, begin));
    const time = forced ? null : answerTime(line, this.limit(line.seat));
    const clocks = previous.clocks.map((clock, seat) =>
      seat === line.seat && time !== null ? this.afterMove(clock, seat, time) : clock);
    if (!forced) this.answers[line.seat]++;
    this.plies.push({
      ply: previous.ply + 1, seat: line.seat, move: line.move, words: line.words ?? "",
      position: line.position, turn: line.turn ?? null, legal: line.legal ?? null, forced,
      at: line.at_us ?? previous.at, time, clocks, talk: this.tail.slice(begin),
    });
    this.tail = [];
  }

  /**
   * @param {Clock} clock
   * @param {number} seat
   * @param {MoveTime} time
   * @returns {Clock}
   */
  afterMove(clock, seat, time) {
    const added = 1000 * (this.budget(seat).increment_ms ?? 0);
    return {
      used: clock.used + time.charged,
      left: clock.left === null ? null : clock.left + added - time.charged,
    };
  }

  /**
   * What was said about a move, and after it. At the last move the talk that led to no move (a fault,
   * or a request that is not answered yet) is apart.
   * @param {number} ply
   * @returns {{talk: any[], open: any[]}}
   */
  talkOf(ply) {
    const talk = this.plies[ply].talk;
    if (ply < this.last) return { talk, open: [] };
    const seat = this.end === null ? this.plies[ply].turn : this.end.blame;
    const begin = seat === null || seat === undefined ? this.tail.length :
      requestIndex(this.tail, seat, this.tail.length);
    return { talk: talk.concat(this.tail.slice(0, begin)), open: this.tail.slice(begin) };
  }

  /** When the seat whose turn it is was asked, in microseconds since the game began. */
  get askedAt() {
    const { turn, at } = this.plies[this.last];
    const request = lastLine(this.tail, 0, this.tail.length, (l) => l.type === "to" && l.seat === turn);
    return request < 0 ? at : this.tail[request].at_us;
  }

  /** Did a bot make a fault? */
  get isFault() {
    return this.end !== null && this.end.blame !== null && this.end.blame !== undefined;
  }

  /** What the answer that ended the game took.
   * @returns {MoveTime | null}
   */
  get faultTime() {
    const answer = this.end?.charge ?? this.end?.answer;
    return answer ? answerTime(answer, 1000 * (answer.limit_ms ?? 0)) : null;
  }

  /** The message that was the fault, or null. */
  get faultMessage() {
    if (!this.isFault) return null;
    const fits = (/** @type {any} */ l) => l.type === "from" && l.seat === this.end.blame;
    const at = lastLine(this.tail, 0, this.tail.length, fits);
    if (at >= 0) return this.tail[at];
    return this.end.byte === undefined ? null : this.sent[this.end.blame];
  }

  /** The moves at which there is something to see: notes, and the fault. */
  get stops() {
    const stops = this.plies.filter((p) => p.talk.some((l) => l.type === "note")).map((p) => p.ply);
    const isLast = this.isFault || this.tail.some((l) => l.type === "note");
    return isLast && !stops.includes(this.last) ? stops.concat(this.last) : stops;
  }
}
