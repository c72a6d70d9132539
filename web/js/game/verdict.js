// The verdict card: who, what, which rule in words, the message with its byte marked, expected and
// seen, where the time went, and the command that plays on from there.

import { h } from "../dom.js";
import { place } from "../links.js";
import { ruleAnchor } from "../pieces.js";
import { seatName } from "../seat.js";
import { countText, duration, exactMs, numberText } from "../format.js";
import { recordName } from "./downloads.js";
import { visibleText, tokenAt, excerptOf } from "./visible.js";
import { chargedWords, timeBar, timeLegend, WORTH_A_WORD } from "./timebar.js";

/**
 * @typedef {import("./replay.js").Replay} Replay
 * @typedef {import("./replay.js").MoveTime} MoveTime
 */

const FAULT_WORDS = /** @type {Record<string, string>} */ ({
  MALFORMED: "by a message that is not well-formed",
  ILLEGAL: "by an illegal move",
  TIMEOUT: "on time",
  DISCONNECT: "by closing its connection",
  CRASH: "by a crash",
  FLOOD: "by sending too much",
  NO_START: "without starting",
  LIMIT: "by passing a limit",
});
const SHOWN_CHARACTERS = 1200;
const LAST_LINES = 8;

/**
 * The card for the end of the game, or for a record that has none. Null while the game goes on.
 * @param {Replay} replay
 * @param {() => void} showPosition goes to the position of the fault
 */
export function verdictCard(replay, showPosition) {
  if (replay.end === null) return replay.live ? null : unfinishedCard(replay);
  return replay.isFault ? faultCard(replay, showPosition) : quietCard(replay);
}

/** @param {Replay} replay */
function unfinishedCard(replay) {
  return h("section", { class: "game-verdict game-quiet card", "aria-label": "Result" },
    h("h2", {}, "Not finished"),
    h("p", {}, "The record ends after " + (replay.last === 0 ? "the start" : "move " + replay.last) +
      " and has no verdict: the arena was stopped in the middle of the game."),
    replay.data.without_record ? h("p", { class: "muted" }, replay.data.without_record) : null);
}

/** A game that ended by its rules, or without a result.
 * @param {Replay} replay
 */
function quietCard(replay) {
  const { end, data } = replay;
  const winner = end.winner ?? null;
  const head = winner !== null ? [seatName(winner, data.players[winner].name), " won"] :
    end.verdict === "DRAW" ? ["A draw"] : ["No result"];
  const names = data.players.map((/** @type {any} */ p) => p.name);
  return h("section", { class: "game-verdict game-quiet card", "data-verdict": end.verdict, "aria-label": "Result" },
    h("h2", {}, head),
    h("p", {}, quietWords(end, names), ". ", h("span", { class: "muted" },
      countText(end.moves, "move") + (end.wall_us === undefined ? "" : " in " + duration(end.wall_us)) + ".")),
    cutWords(replay), quietRule(data.game, end), commandLine(end.command, "play its end again" + placeholderWords(end, names)));
}

/** "bob beats ann: more stones" becomes "More stones": who won is said above.
 * @param {any} end
 * @param {string[]} names
 */
function quietWords(end, names) {
  let words = String(end.explanation);
  for (const [a, b] of [[0, 1], [1, 0]]) {
    const head = names[a] + " beats " + names[b] + ": ";
    if (words.startsWith(head)) words = words.slice(head.length);
  }
  return visibleText(words.charAt(0).toUpperCase() + words.slice(1)).replace(/\.$/, "");
}

/**
 * @param {Replay} replay
 * @param {() => void} showPosition
 */
function faultCard(replay, showPosition) {
  const { end, data } = replay;
  const name = data.players[end.blame].name;
  const at = "NO_START" === end.verdict ? "" : " at move " + (end.moves + 1);
  const message = replay.faultMessage;
  const time = replay.faultTime;
  const isLate = end.verdict === "TIMEOUT";
  return h("section", { class: "game-verdict game-fault card", "data-verdict": end.verdict, "aria-label": "Verdict" },
    h("p", { class: "game-code" }, h("b", {}, end.verdict), at, end.rule ? [", rule ", ruleAnchor(data.game, end.rule)] : null),
    h("h2", {}, seatName(end.blame, name), " lost " + (FAULT_WORDS[end.verdict] ?? "by a fault")),
    isLate && time !== null ? null : whyLine(end, name),
    cutWords(replay),
    isLate && time !== null ? timePart(time, end.blame) : null,
    message !== null && !isLate ? sentPart(message, end.byte) : null,
    factList(replay, isLate ? null : time),
    lastWords(replay),
    ruleWords(data.game, end),
    commandLine(end.command, "play on from there" + placeholderWords(end, data.players.map((/** @type {any} */ p) => p.name))),
    commandLine(replayCommand(data), "look at its record in a terminal"),
    h("p", { class: "game-acts controls" },
      h("button", { type: "button", onclick: showPosition }, "Show the position")));
}

/** What shows the record that can be downloaded here, by the name that it then has.
 * @param {any} data replay/1
 */
function replayCommand(data) {
  if (place.frozen || data.without_record) return undefined;
  return "agon replay " + recordName(data) + ".jsonl --verdict";
}

/** The explanation, as a sentence without the name in front of it, and without what was expected and seen:
 * that stands below.
 * @param {any} end
 * @param {string} name
 */
function whyLine(end, name) {
  let words = String(end.explanation);
  if (words.startsWith(name + ": ")) words = words.slice(name.length + 2);
  const twice = words.indexOf("expected " + end.expected);
  if (twice >= 0 && words.includes("seen " + end.seen)) words = words.slice(0, twice).replace(/[:,;\s]+$/, "");
  return words === "" ? null : h("p", { class: "game-why" }, whySentence(words));
}

/** @param {string} text */
function whySentence(text) {
  const words = text.charAt(0).toUpperCase() + text.slice(1);
  return visibleText(/[.?!]$/.test(words) ? words : words + ".");
}

/** The message as it came, with the part marked that the byte is about.
 * @param {any} line
 * @param {number | undefined} byte
 */
function sentPart(line, byte) {
  const text = String(line.text ?? "");
  const marked = byte === undefined ? null : tokenAt(text, byte);
  const part = excerptOf(text, SHOWN_CHARACTERS, marked?.start ?? 0);
  const gap = (/** @type {number} */ n) => n === 0 ? null :
    h("span", { class: "game-gap" }, "\u2026 " + numberText(n) + " characters \u2026");
  const pre = h("pre", { class: "game-sent", tabindex: 0, "aria-label": "The message that it sent" });
  pre.append(...[gap(part.before), ...markedText(part.text, part.before, marked), gap(part.after)].filter((n) => n !== null));
  return h("figure", { class: "game-sent-part" },
    h("figcaption", {}, h("span", {}, "it sent"), byte === undefined ? null :
      h("span", { class: "game-byte" }, "byte " + byte)),
    pre);
}

/**
 * @param {string} text
 * @param {number} offset where the text begins in the message
 * @param {{start: number, end: number} | null} marked
 * @returns {(Node | string)[]}
 */
function markedText(text, offset, marked) {
  if (marked === null) return [visibleText(text)];
  const start = marked.start - offset;
  const end = marked.end - offset;
  const inside = visibleText(text.slice(start, end));
  return [visibleText(text.slice(0, start)),
    h("mark", inside === "" ? { class: "game-message-end", title: "the message ends here" } : {}, inside === "" ? "end of message" : inside),
    visibleText(text.slice(end))];
}

/** Where the time went, when it was time.
 * @param {MoveTime} time
 * @param {number} seat
 */
function timePart(time, seat) {
  const free = freeWords(time);
  return h("div", { class: "game-late" },
    timeBar(time, seat),
    h("p", {}, h("b", {}, exactMs(time.charged)), " charged of " + exactMs(time.limit) + ". Wall " + exactMs(time.wall) +
      (free === "" ? "" : ", of which " + free) + "." +
      (time.cpu === null ? "" : " It computed for " + exactMs(time.cpu) + ".")),
    timeLegend(seat));
}

/** What was not charged; "" if that is not worth a word.
 * @param {MoveTime} time
 */
function freeWords(time) {
  const parts = [];
  if (time.waited >= WORTH_A_WORD) parts.push(exactMs(time.waited) + " the machine was busy with others");
  if (time.refunded >= WORTH_A_WORD) parts.push(exactMs(time.refunded) + " the arena, the machine or the way took");
  return parts.length === 0 ? "" : parts.join(" and ") + ", not charged";
}

/** What was expected and seen, what would have been legal, what may have happened.
 * @param {Replay} replay
 * @param {MoveTime | null} time
 */
function factList(replay, time) {
  const { end } = replay;
  const refused = end.refused ?? {};
  /** @type {[string, any][]} */
  const rows = [];
  if (refused.meaning) rows.push(["it means", visibleText(refused.meaning)]);
  if (end.expected) rows.push(["expected", visibleText(end.expected)]);
  if (end.seen) rows.push(["seen", visibleText(end.seen)]);
  (refused.slips ?? []).forEach((/** @type {any} */ slip, /** @type {number} */ i) =>
    rows.push([i === 0 ? "perhaps" : "or", h("span", { class: "game-slip" }, visibleText(slip.words))]));
  if (refused.legal?.length > 0) rows.push(["legal here", legalMoves(refused)]);
  if (time !== null) rows.push(["time", shortTime(time)]);
  if (rows.length === 0) return null;
  return h("dl", { class: "game-facts" }, rows.flatMap(([term, words]) => [h("dt", {}, term), h("dd", {}, words)]));
}

/** @param {MoveTime} time */
function shortTime(time) {
  const more = [];
  if (Math.abs(time.wall - time.charged) >= WORTH_A_WORD) more.push("wall " + duration(time.wall));
  if (time.waited >= WORTH_A_WORD) more.push("waited " + duration(time.waited));
  if (time.cpu !== null) more.push("computed " + duration(time.cpu));
  return chargedWords(time) +
    (more.length === 0 ? "" : " (" + more.join(", ") + ")");
}

/** @param {any} refused */
function legalMoves(refused) {
  const shown = refused.legal.map((/** @type {any} */ m) =>
    h("code", {}, visibleText(typeof m === "string" ? m : JSON.stringify(m))));
  const more = refused.legal_count - refused.legal.length;
  return h("span", { class: "game-legal" }, shown, more > 0 ? h("span", { class: "muted" }, "and " + more + " more") : null);
}

/** The last lines that the bot wrote to stderr.
 * @param {Replay} replay
 */
function lastWords(replay) {
  const line = replay.stderr[replay.end.blame];
  const text = String(line?.tail ?? line?.text ?? "").trimEnd();
  if (text === "") return null;
  const lines = text.split("\n");
  const cut = lines.slice(-LAST_LINES).join("\n").slice(-SHOWN_CHARACTERS);
  return h("figure", { class: "game-sent-part" },
    h("figcaption", {}, h("span", {}, "its last words"), h("span", { class: "muted" },
      "stderr, " + (lines.length > LAST_LINES ? "the last " + LAST_LINES + " of " : "") + countText(lines.length, "line"))),
    h("pre", { class: "game-last-words", tabindex: 0, "aria-label": "Its last words on stderr" }, visibleText(cut)));
}

/** @param {Replay} replay */
function cutWords(replay) {
  if (replay.data.without_record) return h("p", { class: "muted" }, replay.data.without_record);
  if (replay.cut === null && replay.end.moves <= replay.last) return null;
  return h("p", { class: "muted" }, "The record was too long to be kept whole: " +
    [replay.cut === null ? "" : numberText(replay.cut.dropped_bytes) + " bytes are missing",
      replay.end.moves > replay.last ? "what is shown ends at move " + replay.last : ""].filter(Boolean).join(", and ") + ".");
}

/** The rule that decided, in its own words.
 * @param {string} game
 * @param {any} end
 */
function ruleWords(game, end) {
  if (!end.rule || !end.rule_text) return null;
  const text = String(end.rule_text);
  const words = text.startsWith(end.rule) ? text.slice(end.rule.length).trimStart() : text;
  return h("blockquote", { class: "game-rule" }, h("b", {}, ruleAnchor(game, end.rule)), " ", words);
}

/** The same behind a word: who won by the rules need not read them.
 * @param {string} game
 * @param {any} end
 */
function quietRule(game, end) {
  const words = ruleWords(game, end);
  return words === null ? null : h("details", { class: "game-quiet-rule" }, h("summary", {}, "By rule " + end.rule), words);
}

/** What to put into the command where those of the players are hidden.
 * @param {any} end
 * @param {string[]} names
 */
function placeholderWords(end, names) {
  const words = (end.placeholders ?? []).flatMap((/** @type {string | null} */ placeholder, /** @type {number} */ seat) =>
    placeholder === null ? [] : ["the command of " + visibleText(names[seat]) + " in place of " + placeholder]);
  return words.length === 0 ? "" : ": put " + words.join(" and ");
}

/**
 * A command with a button that copies it.
 * @param {string | undefined} command
 * @param {string} words
 */
export function commandLine(command, words) {
  if (!command) return null;
  const code = h("code", { tabindex: 0, "aria-label": "Command" }, command);
  const button = h("button", { type: "button", onclick: () => copyText(command, code, button) }, "Copy");
  return h("div", { class: "game-command" }, h("span", { class: "muted small" }, words), code, button);
}

/** Copies a text; where that is not allowed, selects it.
 * @param {string} text
 * @param {HTMLElement} element
 * @param {HTMLElement} button
 */
async function copyText(text, element, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(element);
    button.textContent = "Press Ctrl+C";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}
