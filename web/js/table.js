// Tables that can be sorted and that live. A row keeps its element as long as its key is there: what
// changed is drawn anew, rows move to their new places, and the focus stays where it was.

import { h, isMotionReduced, replace } from "./dom.js";
import { place } from "./links.js";

const MOVE_MS = 200;

/**
 * @template Row
 * @typedef {object} TableColumn
 * @property {string} key
 * @property {any} title its heading: words or elements
 * @property {string} [hint] what it means, in a sentence
 * @property {boolean} [number] figures, which stand on the right
 * @property {boolean} [head] the cell that names the row
 * @property {string} [style] a class for its cells
 * @property {(row: Row) => number | string | null} [value] what to sort by; without it the column
 *     cannot be sorted
 * @property {boolean} [descends] the greatest first, when it is pressed for the first time
 * @property {(row: Row) => any} cell what stands in it
 * @property {(row: Row) => string} [mark] changes when the cell has to be drawn anew; without it the
 *     cell's own text does
 */

/** @typedef {{key: string, down: boolean} | null} TableOrder */

/**
 * @template Row
 * @typedef {object} TableParts
 * @property {string} caption
 * @property {TableColumn<Row>[]} columns
 * @property {(row: Row) => string} keyOf
 * @property {string} [param] the word of the address that keeps the order
 * @property {string} [style] a class for the table
 * @property {(row: Row) => string} [rowStyle]
 */

/**
 * @param {string | undefined} param
 * @param {TableColumn<any>[]} columns
 * @returns {TableOrder}
 */
function tableOrderOfAddress(param, columns) {
  const text = param === undefined ? null : new URLSearchParams(location.search).get(param);
  if (text === null) return null;
  const key = text.replace(/^-/, "");
  return columns.some((column) => column.key === key && column.value) ? { key, down: text.startsWith("-") } : null;
}

/**
 * Keeps the order in the address, so that a link shows what its sender saw. A page in a file has no
 * address of its own.
 * @param {string | undefined} param
 * @param {TableOrder} order
 */
function tableKeepOrder(param, order) {
  if (param === undefined || place.frozen) return;
  const address = new URL(location.href);
  if (order === null) address.searchParams.delete(param);
  else address.searchParams.set(param, (order.down ? "-" : "") + order.key);
  history.replaceState(history.state, "", address);
}

/**
 * What is not known stands last, whatever the order.
 * @param {number | string | null} a
 * @param {number | string | null} b
 * @param {boolean} down
 */
function tableCompare(a, b, down) {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  const way = typeof a === "string" ? a.localeCompare(String(b), undefined, { numeric: true }) : a - Number(b);
  return down ? -way : way;
}

/**
 * Lets rows glide from where they were to where they are now.
 * @param {Map<HTMLElement, number>} before
 */
function tableGlide(before) {
  if (isMotionReduced()) return;
  for (const [row, top] of before) {
    const distance = row.isConnected ? top - row.offsetTop : 0;
    if (distance === 0) continue;
    row.animate([{ transform: "translateY(" + distance + "px)" }, { transform: "none" }],
      { duration: MOVE_MS, easing: "cubic-bezier(.2, .7, .3, 1)" });
  }
}

/**
 * A table. `show` may be called again and again.
 * @template Row
 * @param {TableParts<Row>} parts
 * @returns {{element: HTMLElement, show: (rows: Row[]) => void}}
 */
export function createTable(parts) {
  const { columns, keyOf } = parts;
  /** @type {TableOrder} */
  let order = tableOrderOfAddress(parts.param, columns);
  /** @type {Row[]} */
  let rows = [];
  /** @type {Map<string, {element: HTMLElement, cells: HTMLElement[], marks: (string | null)[]}>} */
  const drawn = new Map();
  const body = h("tbody", {});
  const heads = columns.map((column) => drawHead(column));

  /** @param {TableColumn<Row>} column */
  function drawHead(column) {
    const attributes = { class: (column.number ? "number " : "") + (column.style ?? ""), scope: "col", title: column.hint };
    if (!column.value) return h("th", attributes, h("span", { class: "table-title" }, column.title));
    return h("th", attributes, h("button", { type: "button", class: "table-sort", onclick: () => {
      const first = column.descends === true;
      order = order?.key === column.key ? { key: column.key, down: !order.down } : { key: column.key, down: first };
      tableKeepOrder(parts.param, order);
      draw();
    } }, column.title));
  }

  function sorted() {
    const by = columns.find((column) => column.key === order?.key)?.value;
    if (!by || order === null) return rows;
    const down = order.down;
    return rows.slice().sort((a, b) => tableCompare(by(a), by(b), down));
  }

  /** @param {Row} row */
  function drawRow(row) {
    let known = drawn.get(keyOf(row));
    if (!known) {
      const cells = columns.map((column) => h(column.head ? "th" : "td",
        { class: (column.number ? "number " : "") + (column.style ?? ""), scope: column.head ? "row" : null }));
      known = { element: h("tr", {}, cells), cells, marks: columns.map(() => null) };
      drawn.set(keyOf(row), known);
    }
    for (const [i, column] of columns.entries()) {
      const content = column.mark ? null : column.cell(row);
      const mark = column.mark ? column.mark(row) : content instanceof Node ? content.textContent ?? "" : String(content);
      if (mark === known.marks[i]) continue;
      known.marks[i] = mark;
      replace(known.cells[i], column.mark ? column.cell(row) : content);
    }
    known.element.className = parts.rowStyle?.(row) ?? "";
    return known.element;
  }

  /** @param {HTMLElement[]} wanted */
  function arrange(wanted) {
    if (wanted.length === body.children.length && wanted.every((row, i) => body.children[i] === row)) return;
    const before = new Map([...body.children].map((row) => [/** @type {HTMLElement} */ (row), /** @type {HTMLElement} */ (row).offsetTop]));
    body.replaceChildren(...wanted);
    tableGlide(before);
  }

  /** Remembers where the focus is, and returns what gives it back: to the same link of the same cell, which may have been drawn anew. */
  function keepFocus() {
    const focus = document.activeElement;
    for (const row of drawn.values()) {
      const cell = row.cells.find((one) => one.contains(focus));
      if (!cell) continue;
      const place = [...cell.querySelectorAll("a, button")].indexOf(/** @type {Element} */ (focus));
      return () => {
        const link = cell.querySelectorAll("a, button")[place];
        if (link instanceof HTMLElement && link !== document.activeElement) link.focus({ preventScroll: true });
      };
    }
    return () => {};
  }

  function draw() {
    for (const [i, column] of columns.entries()) {
      if (column.value) heads[i].setAttribute("aria-sort", order?.key !== column.key ? "none" : order.down ? "descending" : "ascending");
    }
    const giveBack = keepFocus();
    const keys = new Set(rows.map(keyOf));
    for (const key of drawn.keys()) if (!keys.has(key)) drawn.delete(key);
    arrange(sorted().map(drawRow));
    giveBack();
  }

  return {
    element: h("table", { class: "table " + (parts.style ?? "") },
      h("caption", { class: "hidden-visually" }, parts.caption), h("thead", {}, h("tr", {}, heads)), body),
    show(now) {
      rows = now;
      draw();
    },
  };
}

/**
 * What is wider than the screen scrolls in a frame of its own, also by keys. Where something is beyond
 * its edge, that edge fades.
 * @param {string} label
 * @param {...any} children
 * @returns {HTMLElement}
 */
export function scrollFrame(label, ...children) {
  const frame = h("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 }, ...children);
  const look = () => {
    frame.classList.toggle("scroll-left", frame.scrollLeft > 1);
    frame.classList.toggle("scroll-right", frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1);
  };
  frame.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(frame);
  return frame;
}
