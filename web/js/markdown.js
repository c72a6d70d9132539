// Markdown as the pages of the docs use it, made into elements: headings, paragraphs, lists, tables,
// code, emphasis, links. HTML in it stays text.

import { h } from "./dom.js";

/**
 * @typedef {object} MarkdownWishes
 * @property {(target: string) => string | null} link where a link leads; null: it becomes plain text
 * @property {(text: string) => (Node | string)[]} [words] what becomes of plain text
 * @property {(code: string) => Node | null} [block] an element in place of a block of code; null: none
 */

const MARKDOWN_INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]+)\]\(([^)\s]+)\)/s;

/**
 * The text of one line or paragraph.
 * @param {string} text
 * @param {MarkdownWishes} wishes
 * @returns {(Node | string)[]}
 */
export function markdownInline(text, wishes) {
  const plain = wishes.words ?? ((/** @type {string} */ t) => [t]);
  /** @type {(Node | string)[]} */
  const nodes = [];
  let rest = text;
  for (let match = MARKDOWN_INLINE.exec(rest); match !== null; match = MARKDOWN_INLINE.exec(rest)) {
    if (match.index > 0) nodes.push(...plain(rest.slice(0, match.index)));
    const [, code, strong, em, label, target] = match;
    if (code !== undefined) nodes.push(h("code", {}, code));
    else if (strong !== undefined) nodes.push(h("strong", {}, markdownInline(strong, wishes)));
    else if (em !== undefined) nodes.push(h("em", {}, markdownInline(em, wishes)));
    else nodes.push(...markdownLink(label, target, wishes));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest !== "") nodes.push(...plain(rest));
  return nodes;
}

/**
 * @param {string} label
 * @param {string} target
 * @param {MarkdownWishes} wishes
 */
function markdownLink(label, target, wishes) {
  const href = wishes.link(target);
  const inside = markdownInline(label, { ...wishes, words: undefined });
  return href === null ? inside : [h("a", { href }, inside)];
}

/**
 * The id of a heading, as in links of the docs: "A turn (S5)" is "a-turn-s5".
 * @param {string} text
 */
export function markdownSlug(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").trim().replace(/ /g, "-");
}

/** @param {string} line */
function markdownRow(line) {
  return line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|").map((cell) => cell.trim());
}

class MarkdownReader {
  /**
   * @param {string} text
   * @param {MarkdownWishes} wishes
   */
  constructor(text, wishes) {
    this.lines = text.split("\n");
    this.wishes = wishes;
    this.at = 0;
  }

  /** @returns {Node[]} */
  readAll() {
    const nodes = [];
    while (this.at < this.lines.length) {
      if (this.lines[this.at].trim() === "") this.at++;
      else nodes.push(this.#readBlock());
    }
    return nodes;
  }

  #readBlock() {
    const line = this.lines[this.at];
    if (/^#{1,6} /.test(line)) return this.#readHeading();
    if (line.startsWith("```")) return this.#readFence();
    if (line.startsWith("    ")) return this.#readIndented();
    if (line.startsWith("|")) return this.#readTable();
    if (/^(-|\d+\.) /.test(line)) return this.#readList();
    return h("p", {}, markdownInline(this.#take((next) => this.#isPlain(next)).join("\n"), this.wishes));
  }

  /**
   * Takes this line, and those after it as long as they belong to it.
   * @param {(line: string) => boolean} belongs
   */
  #take(belongs) {
    const from = this.at++;
    while (this.at < this.lines.length && belongs(this.lines[this.at])) this.at++;
    return this.lines.slice(from, this.at);
  }

  /** @param {string} line */
  #isPlain(line) {
    return line.trim() !== "" && !/^(#{1,6} |```|\||(-|\d+\.) )/.test(line);
  }

  #readHeading() {
    const [, marks, words] = /** @type {RegExpExecArray} */ (/^(#+) (.*)$/.exec(this.lines[this.at++]));
    return h("h" + marks.length, { id: markdownSlug(words) }, markdownInline(words, this.wishes));
  }

  #readFence() {
    const lines = this.#take((line) => !line.startsWith("```")).slice(1);
    this.at++;
    return this.#code(lines.join("\n"));
  }

  #readIndented() {
    const lines = this.#take((line) => line.startsWith("    ") || line.trim() === "");
    return this.#code(lines.map((line) => line.slice(4)).join("\n").trimEnd());
  }

  /** @param {string} code */
  #code(code) {
    return this.wishes.block?.(code) ?? h("pre", { tabindex: "0", class: /[─│╱╲]|\+--/.test(code) ? "drawing" : null }, h("code", {}, code));
  }

  #readTable() {
    const [head, , ...rows] = this.#take((line) => line.startsWith("|")).map(markdownRow);
    const cells = (/** @type {string} */ name, /** @type {string[]} */ row) =>
      h("tr", {}, row.map((cell) => h(name, name === "th" ? { scope: "col" } : {}, markdownInline(cell, this.wishes))));
    return h("div", { class: "markdown-table", tabindex: "0", role: "region", "aria-label": "Table: " + head.join(", ") },
      h("table", {}, h("thead", {}, cells("th", head)), h("tbody", {}, rows.map((row) => cells("td", row)))));
  }

  /** A list: what is indented below an item belongs to it. */
  #readList() {
    const isNumbered = /^\d/.test(this.lines[this.at]);
    const begins = isNumbered ? /^\d+\. / : /^- /;
    const items = [];
    while (this.at < this.lines.length && begins.test(this.lines[this.at])) {
      const [first, ...more] = this.#take((line) => this.#belongsToItem(line));
      const indent = /** @type {RegExpExecArray} */ (begins.exec(first))[0].length;
      const inner = [first.slice(indent), ...more.map((line) => line.replace(new RegExp("^ {1," + indent + "}"), ""))].join("\n");
      const nodes = new MarkdownReader(inner, this.wishes).readAll();
      items.push(h("li", {}, nodes.length === 1 && nodes[0].nodeName === "P" ? [...nodes[0].childNodes] : nodes));
    }
    return h(isNumbered ? "ol" : "ul", {}, items);
  }

  /** @param {string} line */
  #belongsToItem(line) {
    if (line.trim() === "") return /^ {2,}\S/.test(this.lines[this.at + 1] ?? "");
    return line.startsWith("  ") || this.#isPlain(line);
  }
}

/**
 * A whole text.
 * @param {string} text
 * @param {MarkdownWishes} wishes
 * @returns {Node[]}
 */
export function markdownNodes(text, wishes) {
  return new MarkdownReader(text, wishes).readAll();
}
