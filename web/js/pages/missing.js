// What is shown where there is nothing to show.

import { h } from "../dom.js";
import { showPage } from "../frame.js";
import { homeLink, place } from "../links.js";

/** @param {any} data the document of an error, "error/1": `status` and `words` */
export function showNotFound(data) {
  showPage({ title: "Nothing here" },
    h("h1", {}, "Nothing here"),
    h("p", {}, data.words ?? "This page does not know what it was given."),
    h("p", {}, h("a", { href: homeLink() }, place.frozen ? "The contest" : "What is on now")));
}
