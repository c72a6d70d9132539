// What the bots and the arena said to each other: the messages behind the shown move, and stderr in
// step with the moves.

import { h, replace, scrollSoon } from "../dom.js";
import { duration, numberText } from "../format.js";
import { seatMark } from "../seat.js";
import { visibleText, excerptOf } from "./visible.js";

/**
 * @typedef {import("./replay.js").Replay} Replay
 * @typedef {import("./replay.js").Ply} Ply
 */

const MESSAGE_CHARACTERS = 4000; // more is behind a button

/**
 * A row of choices of which one is taken.
 * @param {string} label
 * @param {{content: any, value: any}[]} choices
 * @param {any} value
 * @param {(value: any) => void} choose
 */
function choiceRow(label, choices, value, choose) {
  const buttons = choices.map((choice) =>
    h("button", {
      type: "button", "aria-pressed": String(choice.value === value),
      onclick: () => {
        buttons.forEach((b, i) => b.setAttribute("aria-pressed", String(choices[i].value === choice.value)));
        choose(choice.value);
      },
    }, choice.content));
  return h("div", { class: "game-choice controls", role: "group", "aria-label": label }, buttons);
}

/**
 * @param {number} seat
 * @param {string} name
 */
function nameParts(seat, name) {
  return [seatMark(seat), h("bdi", { class: "name" }, name)];
}

/** The messages behind the shown move. */
export class MessagePanel {
  /**
   * @param {Replay} replay
   * @param {number | null} me The seat whose messages are in front.
   */
  constructor(replay, me) {
    this.replay = replay;
    this.seat = me;
    this.ply = 0;
    this.title = h("span", { class: "muted" });
    this.list = h("ol", { class: "game-messages", tabindex: 0, "aria-label": "Messages" });
    const names = replay.data.players.map((/** @type {any} */ p) => p.name);
    const choices = [{ content: "both", value: null },
      { content: nameParts(0, names[0]), value: 0 }, { content: nameParts(1, names[1]), value: 1 }];
    this.element = h("section", { class: "game-talk-part card", "aria-label": "Messages" },
      h("div", { class: "game-part-head" }, h("h2", {}, "Messages"), this.title,
        choiceRow("Whose messages", choices, me, (seat) => { this.seat = seat; this.show(this.ply); })),
      this.list);
  }

  /** @param {number} ply */
  show(ply) {
    this.ply = ply;
    const { talk, open } = this.replay.talkOf(ply);
    const p = this.replay.plies[ply];
    this.title.textContent = ply === 0 ? "before the first move" : "move " + ply + ", " + p.move;
    const items = this.items(talk, p.time === null ? null : p.seat);
    const later = this.items(open, null);
    const head = later.length === 0 ? [] : [h("li", { class: "game-message-head" }, h("b", {}, "move " + (ply + 1)), ", " +
      (this.replay.end !== null ? this.replay.end.verdict : this.replay.live ? "not answered yet" : "never answered"))];
    const none = h("li", { class: "game-none muted" }, this.noneWords());
    replace(this.list, items.length + later.length === 0 ? none : [...items, ...head, ...later]);
    // The message that was wrong is the last one.
    scrollSoon(this.list, this.replay.isFault && later.length > 0 ? "end" : "start");
  }

  noneWords() {
    const players = this.replay.data.players;
    const silent = (/** @type {number} */ seat) => !players[seat].wire;
    const isSilent = this.seat === null ? silent(0) && silent(1) : silent(this.seat);
    if (this.replay.data.without_record) return "Not kept.";
    return isSilent ? "Plays without messages." : "No messages here.";
  }

  /**
   * @param {any[]} lines
   * @param {number | null} mover
   */
  items(lines, mover) {
    const shown = lines.filter((l) => this.seat === null || l.seat === this.seat || l.seat === undefined);
    const asked = shown.find((l) => l.type === "to" && l.seat === mover)?.at_us;
    return shown.map((line) => this.item(line, line.type === "from" && line.seat === mover ? asked : undefined));
  }

  /**
   * @param {any} line
   * @param {number | undefined} asked When the request was sent that this line answers.
   */
  item(line, asked) {
    const name = this.replay.data.players[line.seat]?.name ?? "";
    const who = nameParts(line.seat ?? 0, name);
    if (line.type === "note")
      return h("li", { class: "game-message game-note" }, h("span", { class: "game-message-who" }, who), h("p", {}, visibleText(line.words)));
    const when = asked === undefined ? "at " + duration(line.at_us) : "after " + duration(line.at_us - asked);
    return h("li", { class: "game-message game-" + line.type },
      h("span", { class: "game-message-who" }, h("span", { class: "game-way" }, line.type === "to" ? "to" : "from"), who,
        h("span", { class: "game-when muted" }, when)),
      messageText(line.text ?? ""));
  }
}

/** @param {string} text */
function messageText(text) {
  const part = excerptOf(text, MESSAGE_CHARACTERS);
  const pre = h("pre", {}, visibleText(part.text));
  if (part.after === 0) return pre;
  const more = h("button", {
    type: "button", class: "small", onclick: () => { pre.textContent = visibleText(text); more.remove(); },
  }, "Show " + numberText(part.after) + " more characters");
  return [pre, more];
}

/** Both kept parts of stderr, without the gap between them: `when_us` counts on from one to the other.
 * @param {any} line a `stderr` line
 */
function stderrText(line) {
  return String(line.text) + String(line.tail ?? "");
}

/**
 * What of stderr had been written by a time, and where its newest part begins, as indices in the text.
 * @param {any} line a `stderr` line
 * @param {number} before everything up to here is old
 * @param {number} until in microseconds
 * @returns {{from: number, to: number}}
 */
export function stderrUntil(line, before, until) {
  const when = line.when_us;
  const bytes = new TextEncoder().encode(stderrText(line));
  let from = bytes.length;
  let to = bytes.length;
  for (let i = 0; i + 1 < when.length; i += 2) {
    if (when[i + 1] > before) from = Math.min(from, when[i]);
    if (when[i + 1] > until) to = Math.min(to, when[i]);
  }
  const length = (/** @type {number} */ n) => new TextDecoder().decode(bytes.slice(0, n)).length;
  return { from: length(Math.min(from, to)), to: length(to) };
}

/** stderr, in step with the moves. */
export class StderrPanel {
  /**
   * @param {Replay} replay
   * @param {number} seat whose is in front
   */
  constructor(replay, seat) {
    this.replay = replay;
    this.seat = seat;
    this.ply = 0;
    this.text = h("pre", { class: "game-stderr", tabindex: 0, "aria-label": "stderr" });
    this.words = h("p", { class: "game-none muted" });
    this.title = h("span", { class: "muted" });
    const choices = replay.data.players.map((/** @type {any} */ p, /** @type {number} */ i) =>
      ({ content: nameParts(i, p.name), value: i }));
    this.element = h("section", { class: "game-talk-part card", "aria-label": "stderr" },
      h("div", { class: "game-part-head" }, h("h2", {}, "stderr"), this.title,
        choiceRow("Whose stderr", choices, seat, (value) => { this.seat = value; this.show(this.ply); })),
      this.words, this.text);
  }

  /** @param {number} ply */
  show(ply) {
    this.ply = ply;
    const line = this.replay.stderr[this.seat];
    const isLast = ply === this.replay.last;
    const inStep = line?.when_us !== undefined;
    const isShown = Boolean(line) && (isLast || inStep);
    this.text.hidden = !isShown;
    this.words.hidden = isShown;
    this.title.textContent = !isShown ? "" : inStep && !isLast ? "up to move " + ply : "the whole game";
    if (!isShown) this.words.textContent = this.noneWords(line);
    else this.showText(line, ply, isLast);
  }

  /** @param {any} line */
  noneWords(line) {
    if (this.replay.data.stderr === "hidden") return "What bots write to stderr is not shown in this contest.";
    if (line) return "When it was written is not recorded: it is shown after the last move.";
    if (this.replay.data.without_record) return "Not kept.";
    return this.replay.live ? "It is shown when the game is over." : "Nothing was written.";
  }

  /**
   * @param {any} line
   * @param {number} ply
   * @param {boolean} isLast
   */
  showText(line, ply, isLast) {
    const { plies, isFault } = this.replay;
    const length = stderrText(line).length;
    // After a fault the newest part is what came behind the last move.
    const old = ply === 0 ? -1 : plies[isLast && isFault ? ply : ply - 1].at;
    const { from, to } = line.when_us === undefined ? { from: length, to: length } :
      stderrUntil(line, old, isLast ? Infinity : plies[ply].at);
    replace(this.text, stderrPart(line, 0, from), from === to ? null : h("mark", {}, stderrPart(line, from, to)),
      to === 0 ? h("span", { class: "muted" }, "Nothing yet.") : null);
    scrollSoon(this.text, "end");
  }
}

/** A part of stderr. Where bytes are missing before it or in it, it says how many.
 * @param {any} line a `stderr` line
 * @param {number} from
 * @param {number} to
 */
function stderrPart(line, from, to) {
  const text = stderrText(line);
  const gap = line.dropped_bytes === undefined ? -1 : line.text.length;
  if (gap < from || gap >= to) return [visibleText(text.slice(from, to))];
  return [visibleText(text.slice(from, gap)),
    h("span", { class: "game-gap muted" }, "\n\u2026 " + numberText(line.dropped_bytes) + " bytes left out \u2026\n"),
    visibleText(text.slice(gap, to))];
}
