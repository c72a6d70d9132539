// Where the pages are. Served pages have addresses; frozen ones (a report in one file) have none, so
// their links lead to a place in the same file.

/**
 * @typedef {object} FrozenFolder A large contest is a folder of frozen pages.
 * @property {string} up the way from this page to the folder: "" or "../"
 * @property {Record<string, number>} players the pages of those players that this page may name
 */

/**
 * `pages`: the documents that came with a frozen page, by route.
 * @type {{frozen: boolean, folder: FrozenFolder | null, pages: Record<string, any>}}
 */
export const place = { frozen: false, folder: null, pages: {} };

/**
 * A document that came with this frozen page; null: there is none.
 * @param {...string} parts of its route
 * @returns {any}
 */
export function frozenDocument(...parts) {
  const key = parts.map(encodeURIComponent).join("/");
  return Object.hasOwn(place.pages, key) ? place.pages[key] : null;
}

/**
 * The file in which a frozen page is; "" if it is this one.
 * @param {string[]} parts
 */
function frozenFile(parts) {
  if (place.folder === null || frozenDocument(...parts) !== null) return "";
  const [, , kind, name] = parts;
  if (kind === "games" && name !== undefined) return place.folder.up + "games/" + name + ".html";
  if (kind === "players" && Object.hasOwn(place.folder.players, name))
    return place.folder.up + "players/" + place.folder.players[name] + ".html";
  return place.folder.up + "index.html";
}

/**
 * A name that ends like a document's address must not be taken for one.
 * @param {string} part
 */
function addressPart(part) {
  return encodeURIComponent(part).replace(/\.(jsonl?|txt)$/, "%2E$1");
}

/** @param {string[]} parts */
function address(...parts) {
  const path = parts.map(addressPart).join("/");
  return place.frozen ? frozenFile(parts) + "#/" + path : "/" + path;
}

export function homeLink() {
  return place.frozen ? frozenFile([]) + "#/" : "/";
}

/** @param {string} contest its slug */
export function contestLink(contest) {
  return address("contests", contest);
}

/**
 * @param {string} contest its slug
 * @param {number} game
 * @param {{move?: number, me?: string}} [at] at which move, seen by which player
 */
export function gameLink(contest, game, at = {}) {
  return address("contests", contest, "games", String(game)) +
    (at.me === undefined ? "" : "?me=" + encodeURIComponent(at.me)) +
    (at.move === undefined ? "" : (place.frozen ? "/m" : "#m") + at.move);
}

/** @param {string} contest its slug */
export function gamesLink(contest) {
  return address("contests", contest, "games");
}

/**
 * @param {string} contest its slug
 * @param {string} player its name
 */
export function playerLink(contest, player) {
  return address("contests", contest, "players", player);
}

/** The game of a frozen contest; undefined: no document names one. */
function frozenGame() {
  return Object.values(place.pages).map((page) => page.contest?.game ?? page.game).find((game) => typeof game === "string");
}

/**
 * Can the rules of a game be read here? A frozen contest has those of its own game, a folder in its first
 * file.
 * @param {string} game
 */
export function hasRules(game) {
  if (!place.frozen || frozenDocument("rules", game) !== null) return true;
  return place.folder !== null && game === frozenGame();
}

/** The game whose rules come first; null: there are none here. */
export function rulesGame() {
  return ["reversi", "santorini", "stones"].find(hasRules) ?? null;
}

/**
 * @param {string} game
 * @param {string} [rule] such as "R5"
 */
export function rulesLink(game, rule) {
  return address("rules", game) + (rule === undefined ? "" : "#" + rule);
}
