// The rules of a game: the page of the docs with its boards drawn, the rulings, and a board at the
// side on which any move can be tried. A refusal names its rule.

import { h, replace } from "../dom.js";
import { showPage, showRest } from "../frame.js";
import { hasRules, place, rulesLink } from "../links.js";
import { seatMark } from "../seat.js";
import { markdownInline, markdownNodes } from "../markdown.js";
import { createBoard, sideCounts } from "../boards/board.js";
import { diagramRead } from "../boards/diagrams.js";
import { RulesTrial } from "./rules_trial.js";

const RULES_TABS = [["reversi", "Reversi"], ["santorini", "Santorini"], ["stones", "Game of Stones"]];

/**
 * Where the links of the docs lead. Other files of the docs are not part of these pages.
 * @param {string} target
 * @param {Set<string>} ids the rulings of this page
 */
function rulesTarget(target, ids) {
  if (target.startsWith("#") || target.startsWith("https://")) return target;
  const rules = /(?:^|\/)(reversi|santorini|stones)\.md(#.*)?$/.exec(target);
  if (rules !== null) return hasRules(rules[1]) ? rulesLink(rules[1]) + (rules[2] ?? "") : null;
  const ruling = /rulings\.md(?:#(.*))?$/.exec(target);
  if (ruling === null) return null;
  const id = (ruling[1] ?? "").toUpperCase();
  return "#" + (ids.has(id) ? id : "rulings");
}

/**
 * Text in which the name of a ruling is a link to it.
 * @param {string} text
 * @param {Set<string>} ids
 * @returns {(Node | string)[]}
 */
function rulesWords(text, ids) {
  return text.split(/\b([GSRT]\d{1,2})\b/).map((part) =>
    (ids.has(part) ? h("a", { class: "rules-id", href: "#" + part }, part) : part)).filter((part) => part !== "");
}

/**
 * The rulings whose names are links in the text: in Game of Stones G3 is a place of the board.
 * @param {string} game
 * @param {Set<string>} ids
 */
function rulesLinked(game, ids) {
  return game === "stones" ? new Set([...ids].filter((id) => !id.startsWith("G"))) : ids;
}

/**
 * What each side has on a board: "X 4, O 1".
 * @param {any} data
 * @param {string} position
 */
function rulesCounts(data, position) {
  const sides = sideCounts(data.game, position).map((counts, seat) => data.seat_names[seat] + " " +
    counts.map((c) => (c.label.length === 1 ? c.count + " " + c.label : c.count)).join(" "));
  return data.game === "santorini" ? null : h("p", { class: "rules-counts small muted" }, sides.join(", "));
}

/**
 * A board in the text, with a button that puts it on the board at the side.
 * @param {any} data
 * @param {string} code
 * @param {RulesTrial | null} trial
 */
function rulesDiagram(data, code, trial) {
  const diagram = diagramRead(data.game, code);
  if (diagram === null) return null;
  const board = createBoard(data.game);
  board.dots = true;
  board.show({ position: diagram.position, last: diagram.last, legal: diagram.dots, turn: 0 }, { animate: false });
  return h("figure", { class: "rules-diagram" }, board, h("figcaption", {}, rulesCounts(data, diagram.position),
    trial === null ? null : h("button", { type: "button", class: "rules-load", onclick: () => trial.beginAt(diagram.position, true) }, "Try from here"),
    h("details", {}, h("summary", {}, "As text"), h("pre", { tabindex: "0" }, h("code", {}, code)))));
}

/** @param {any} data */
function rulesTabs(data) {
  const tabs = RULES_TABS.filter(([game]) => hasRules(game));
  return tabs.length < 2 ? [] : h("nav", { class: "rules-tabs", "aria-label": "Games" }, tabs.map(([game, title]) =>
    h("a", { href: rulesLink(game), "aria-current": game === data.game ? "page" : null }, title)));
}

/** @param {HTMLElement} text */
function rulesContents(text) {
  const headings = [...text.querySelectorAll("h2")];
  return h("nav", { class: "rules-contents", "aria-label": "On this page" }, h("ul", {}, headings.map((heading) =>
    h("li", {}, h("a", { href: "#" + heading.id }, heading.textContent?.replace(/ \([A-Z]\d.*\)$/, ""))))));
}

/**
 * @param {any} data
 * @param {import("../markdown.js").MarkdownWishes} wishes
 */
function rulesRulings(data, wishes) {
  return h("section", { class: "rules-rulings", "aria-labelledby": "rulings" },
    h("h2", { id: "rulings" }, "Rulings"),
    h("p", { class: "muted" }, "What referees go by. Verdicts and refusals quote these ids; G stands for all games."),
    h("dl", {}, data.rulings.map((/** @type {{id: string, words: string}} */ ruling) =>
      h("div", { class: "rules-ruling", id: ruling.id, tabindex: "-1" },
        h("dt", {}, h("a", { href: "#" + ruling.id }, ruling.id)),
        h("dd", {}, markdownInline(ruling.words, wishes))))));
}

/** @param {any} data the document "rules/1" */
export function showRules(data) {
  const ids = new Set(data.rulings.map((/** @type {{id: string}} */ ruling) => ruling.id));
  const trial = place.frozen ? null : new RulesTrial(data); // the server tells what is legal
  const link = (/** @type {string} */ target) => rulesTarget(target, ids);
  const wishes = {
    link,
    words: (/** @type {string} */ text) => rulesWords(text, rulesLinked(data.game, ids)),
    block: (/** @type {string} */ code) => rulesDiagram(data, code, trial),
  };
  const headingWishes = { ...wishes, words: undefined };
  const text = h("article", { class: "rules-text" });
  showPage({ title: data.title + ", the rules", current: "rules" }, rulesTabs(data),
    h("div", { class: trial === null ? "" : "rules-layout" },
      trial === null ? null : h("aside", { class: "rules-side", "aria-label": "Try a move" }, trial.element, rulesSeats(data)), text));
  showRest(() => {
    replace(text, markdownNodes(data.page, wishes));
    for (const heading of text.querySelectorAll("h1, h2, h3"))
      replace(heading, markdownInline(heading.textContent ?? "", headingWishes));
    text.append(rulesRulings(data, { link, words: (words) => rulesWords(words, ids) }));
    text.querySelector("h1")?.after(rulesContents(text));
    rulesGoToTarget();
  });
}

/**
 * Which sign belongs to which side, as on the other pages.
 * @param {any} data
 */
function rulesSeats(data) {
  return h("p", { class: "rules-seats small muted" }, [0, 1].map((seat) =>
    [h("span", { class: "rules-seat" }, seatMark(seat), " ", data.seat_names[seat], seat === 0 ? " begins" : ""), " "]).flat());
}

/** The page was made after the browser looked for the place that its address names. */
function rulesGoToTarget() {
  const id = decodeURIComponent(location.hash.split("#").at(-1) ?? "");
  if (id === "") return;
  const target = document.getElementById(id);
  if (target === null) return;
  if (place.frozen) { // the address names the page, too, and has to stay
    target.classList.add("rules-found");
    target.scrollIntoView();
    return;
  }
  location.hash = "";
  location.hash = id; // so that :target matches, too
}
