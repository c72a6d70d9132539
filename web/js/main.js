// Where it begins: the document that came with the page says which page it is.

import { showFrozen } from "./pages/frozen.js";
import { showNotFound } from "./pages/missing.js";

/** @type {Record<string, (data: any) => void>} A page for each schema, without its version. */
const PAGES = {
  frozen: (data) => showFrozen(data, PAGES, showNotFound),
};

const source = document.getElementById("data");
const data = JSON.parse(source?.textContent ?? "{}");
const page = PAGES[String(data.schema).split("/")[0]] ?? showNotFound;
page(data);
