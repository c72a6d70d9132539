// Where it begins: the document that came with the page says which page it is.

import { showGame } from "./pages/game.js";
import { showNotFound } from "./pages/missing.js";
import { showRules } from "./pages/rules.js";

/** @type {Record<string, (data: any) => void>} A page for each schema, without its version. */
const PAGES = {
  replay: showGame,
  rules: showRules,
};

const source = document.getElementById("data");
const data = JSON.parse(source?.textContent ?? "{}");
const page = PAGES[String(data.schema).split("/")[0]] ?? showNotFound;
page(data);
