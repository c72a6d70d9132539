// A board as a file: an SVG that carries its own styles and needs nothing else.

const PICTURE_STYLES = ["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
  "stroke-linejoin", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor",
  "dominant-baseline", "paint-order", "visibility"];
const PICTURE_PLAIN = { "fill-opacity": "1", "stroke-opacity": "1", "fill-rule": "nonzero", opacity: "1", "stroke-dasharray": "none",
  "paint-order": "normal", visibility: "visible", stroke: "none" };
const PICTURE_WIDTH = 800;

/**
 * @param {Element} from
 * @param {Element} to its copy
 */
function pictureStyle(from, to) {
  const style = getComputedStyle(from);
  const isText = from.localName === "text";
  const isShape = isText || !["g", "svg"].includes(from.localName);
  for (const name of PICTURE_STYLES) {
    if (!isShape && name !== "opacity") continue;
    if (!isText && /^(font|text|dominant)/.test(name)) continue;
    if (name.startsWith("stroke-") && style.stroke === "none") continue;
    const value = style.getPropertyValue(name);
    if (value === "" || value === /** @type {Record<string, string>} */ (PICTURE_PLAIN)[name]) to.removeAttribute(name);
    else to.setAttribute(name, value);
  }
  to.removeAttribute("class");
  for (let i = from.children.length - 1; i >= 0; i--) {
    if (getComputedStyle(from.children[i]).opacity === "0") to.children[i].remove();
    else pictureStyle(from.children[i], to.children[i]);
  }
}

/**
 * The SVG of a board as the text of a file.
 * @param {SVGSVGElement} svg as it stands in the page, without motion
 * @param {string} title
 */
export function pictureText(svg, title) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  pictureStyle(svg, copy);
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  for (const name of ["role", "aria-label", "aria-describedby", "aria-roledescription", "tabindex", "focusable"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(PICTURE_WIDTH));
  copy.setAttribute("height", String(Math.round(PICTURE_WIDTH * height / width)));
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  copy.prepend(name);
  return new XMLSerializer().serializeToString(copy) + "\n";
}
