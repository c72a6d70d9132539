// Text from bots, made visible: control characters and marks that turn the direction of writing are
// shown as signs, and a byte of a message is found again in its text.

/** @param {string} c */
function visibleSign(c) {
  const code = c.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return "\u27e8U+" + code.toString(16).toUpperCase().padStart(4, "0") + "\u27e9";
}

/**
 * The text with every character visible. Line ends and tabs stay.
 * @param {string} text
 */
export function visibleText(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    visibleSign);
}

/**
 * The index in the text of a byte of the message. A byte that is no UTF-8 stands as one U+FFFD.
 * @param {string} text
 * @param {number} byte
 */
export function byteIndex(text, byte) {
  let bytes = 0;
  let index = 0;
  for (const c of text) {
    if (bytes >= byte) break;
    const code = c.codePointAt(0) ?? 0;
    bytes += code < 0x80 || code === 0xfffd ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += c.length;
  }
  return index;
}

const LONGEST_MARK = 80;
const TOKEN = /"(?:[^"\\]|\\.)*"?|[-+.\w]+|\s+|[^]/gu;
const CLOSING = /** @type {Record<string, string>} */ ({ "{": "}", "[": "]" });

/** Where the value that begins with the bracket at `start` ends; `start` + 1 if that is not near.
 * @param {string} text
 * @param {number} start
 */
function bracketEnd(text, start) {
  const open = [];
  TOKEN.lastIndex = start;
  for (let t = TOKEN.exec(text); t !== null; t = TOKEN.exec(text)) {
    if (t[0] in CLOSING) open.push(CLOSING[t[0]]);
    else if (t[0] === open.at(-1)) open.pop();
    const end = t.index + t[0].length;
    if (end - start > LONGEST_MARK) break;
    if (open.length === 0) return end;
  }
  return start + 1;
}

/**
 * The part of a message that is meant by a byte: the JSON token there. A short list or object is
 * taken whole.
 * @param {string} text
 * @param {number} byte
 * @returns {{start: number, end: number}} both are the length of the text if the message ends before
 */
export function tokenAt(text, byte) {
  const index = byteIndex(text, byte);
  if (index >= text.length) return { start: text.length, end: text.length };
  TOKEN.lastIndex = 0;
  for (let t = TOKEN.exec(text); t !== null; t = TOKEN.exec(text)) {
    const end = t.index + t[0].length;
    if (end <= index) continue;
    if (t[0] in CLOSING) return { start: t.index, end: bracketEnd(text, t.index) };
    const start = t[0].trim() === "" || index - t.index >= LONGEST_MARK ? index : t.index;
    return { start, end: Math.min(end, start + LONGEST_MARK) };
  }
  return { start: index, end: index + 1 };
}

/**
 * A long text with its middle left out: what is around `keep` stays.
 * @param {string} text
 * @param {number} most characters
 * @param {number} [keep] an index
 * @returns {{before: number, text: string, after: number}} how much is missing in front and behind
 */
export function excerptOf(text, most, keep = 0) {
  if (text.length <= most) return { before: 0, text, after: 0 };
  const start = Math.max(0, Math.min(keep - Math.floor(most / 2), text.length - most));
  return { before: start, text: text.slice(start, start + most), after: text.length - start - most };
}
