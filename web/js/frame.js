// The frame of every page: the name of the house, where one is, and whether the server is there.

import { h } from "./dom.js";
import { homeLink, rulesGame, rulesLink } from "./links.js";

/**
 * Builds the page around `content`. Returns the element in which a few words about the state of the
 * page stand.
 * @param {{title: string, current?: string, trail?: {text: string, link: string}[], more?: HTMLElement}} what
 *     `current`: "home" or "rules"; `trail`: the pages above this one; `more`: another link
 * @param {...(Node | Node[])} content
 * @returns {HTMLElement}
 */
export function showPage(what, ...content) {
  document.title = what.title + " · agon";
  const status = h("span", { class: "status", role: "status", "aria-live": "polite" });
  const link = (/** @type {string} */ text, /** @type {string} */ to, /** @type {boolean} */ on) =>
    h("a", { href: to, "aria-current": on ? "page" : null }, text);
  const game = rulesGame();
  document.documentElement.classList.remove("is-elsewhere");
  document.body.replaceChildren(
    h("header", { class: "top" },
      h("a", { class: "brand", href: homeLink() }, "agon"),
      h("nav", { class: "top-links", "aria-label": "Pages" },
        (what.trail ?? []).map((step) => link(step.text, step.link, false)),
        game === null ? [] : link("Rules", rulesLink(game), what.current === "rules"), what.more ?? []),
      status),
    h("main", {}, ...content));
  return status;
}

/**
 * Draws the rest of the page once the first frame is on the screen, so that nobody waits for a board
 * until all the words around it are there.
 * @param {() => void} draw
 */
export function showRest(draw) {
  const main = document.querySelector("main");
  main?.setAttribute("aria-busy", "true");
  const rest = () => {
    draw();
    main?.removeAttribute("aria-busy");
  };
  if (document.hidden) rest(); // nothing is painted there
  else requestAnimationFrame(() => setTimeout(rest));
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
