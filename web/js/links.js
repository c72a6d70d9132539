// Where the pages are. Served pages have addresses; frozen ones (a report in one file) have none, so
// their links lead to a place in the same file.

/**
 * @typedef {object} FrozenFolder A large contest is a folder of frozen pages.
 * @property {string} up the way from this page to the folder: "" or "../"
 * @property {Record<string, number>} players the pages of those players that this page may name
 */

/** @type {{frozen: boolean, folder: FrozenFolder | null}} */
export const place = { frozen: false, folder: null };

/**
 * The file in which a frozen page is; "" if it is this one.
 * @param {string[]} parts
 */
function frozenFile(parts) {
  if (place.folder === null) return "";
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

/**
 * @param {string} game
 * @param {string} [rule] such as "R5"
 */
export function rulesLink(game, rule) {
  return address("rules", game) + (rule === undefined ? "" : "#" + rule);
}
