// Making elements. Text is always put in as text, never as HTML: names and messages come from bots.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes A key that begins with "on" is a listener; true and false set and
 *     leave out an attribute; null leaves it out.
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * A new HTML element.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/**
 * A new SVG element.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element;
}

/**
 * Puts these children in place of those that are there.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  fill(element, {}, children);
}

/**
 * Puts these elements into a list, and touches only those that are not in their place already.
 * @param {Element} list
 * @param {Element[]} wanted
 */
export function arrangeList(list, wanted) {
  const keep = new Set(wanted);
  for (const old of [...list.children]) if (!keep.has(old)) old.remove();
  for (const [i, element] of wanted.entries()) if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
}

/**
 * Scrolls to the start or to the end of an element. In the next frame: to measure now would make the
 * browser lay out the page once more.
 * @param {Element} element
 * @param {"start" | "end"} where
 */
export function scrollSoon(element, where) {
  requestAnimationFrame(() => { element.scrollTop = where === "start" ? 0 : element.scrollHeight; });
}

/** Does the reader want no motion? */
export function isMotionReduced() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
