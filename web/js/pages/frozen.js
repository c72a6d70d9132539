// A contest without a server: all documents came with the page, and the place behind # in the address
// says which of them is shown. In a folder the other pages are other files.

import { place } from "../links.js";

/**
 * Which document an address of a frozen page asks for: "#/contests/cup/games/17?me=ann/m37" asks for
 * "contests/cup/games/17", and "#/rules/reversi#R5" for "rules/reversi". What stands behind that is for
 * the page itself, but for the parts of a long list: "contests/cup/games?from=1000".
 * @param {string} hash
 * @returns {string} "" if none is asked for
 */
export function frozenKey(hash) {
  if (!hash.startsWith("#/")) return "";
  const [path = "", query = ""] = hash.slice(2).split("#")[0].split("?");
  const from = Number(new URLSearchParams(query).get("from") ?? 0);
  return path.replace(/(\/games\/\d+)\/m\d+$/, "$1").split("/").map((part) => encodeURIComponent(frozenDecoded(part))).join("/") +
    (from > 0 ? "?from=" + from : "");
}

/** @param {string} part */
function frozenDecoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // somebody has typed it
  }
}

/**
 * @param {any} data the document "frozen/1"
 * @param {Record<string, (data: any) => void>} pages a page for each schema, without its version
 * @param {(data: any) => void} missing
 */
export function showFrozen(data, pages, missing) {
  place.frozen = true;
  place.folder = data.folder ?? null;
  place.pages = data.pages;
  const key = frozenKey(location.hash) || data.first;
  const wanted = Object.hasOwn(data.pages, key) ? data.pages[key] : null;
  // A page has listeners and timers of its own: another one begins anew. A place on the same page
  // has no slash behind the #.
  addEventListener("hashchange", () => {
    const same = location.hash !== "" && !location.hash.startsWith("#/");
    if (!same && (frozenKey(location.hash) || data.first) !== key) location.reload();
  });
  if (wanted === null) missing({ words: "This page is not in the file that you have opened." });
  else (pages[String(wanted.schema).split("/")[0]] ?? missing)(wanted);
}
