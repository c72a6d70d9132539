// The frame of every page: the name of the house, where one is, and whether the server is there.

import { h } from "./dom.js";
import { homeLink, rulesLink, place } from "./links.js";

/**
 * Builds the page around `content`. Returns the element in which a few words about the state of the
 * page stand.
 * @param {{title: string, current?: string, trail?: {text: string, link: string}[]}} what
 *     `current`: "home" or "rules"; `trail`: the pages above this one
 * @param {...(Node | Node[])} content
 * @returns {HTMLElement}
 */
export function showPage(what, ...content) {
  document.title = what.title + " · agon";
  const status = h("span", { class: "status", role: "status", "aria-live": "polite" });
  const link = (/** @type {string} */ text, /** @type {string} */ to, /** @type {boolean} */ on) =>
    h("a", { href: to, "aria-current": on ? "page" : null }, text);
  document.body.replaceChildren(
    h("header", { class: "top" },
      h("a", { class: "brand", href: homeLink() }, "agon"),
      h("nav", { class: "top-links", "aria-label": "Pages" },
        (what.trail ?? []).map((step) => link(step.text, step.link, false)),
        place.frozen ? [] : link("Rules", rulesLink("reversi"), what.current === "rules")),
      status),
    h("main", {}, ...content));
  return status;
}

/**
 * Says in the frame that the server is gone, or that it is back.
 * @param {HTMLElement} status
 * @param {Date | null} since
 */
export function showLost(status, since) {
  status.classList.toggle("bad", since !== null);
  status.textContent = since === null ? "" :
    "No connection since " + since.toLocaleTimeString() + ". Trying again.";
}
