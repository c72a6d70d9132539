// Where the pages are. Served pages have addresses; frozen ones (a report in one file) have none, so
// their links lead to a place in the same file.

/** @type {{frozen: boolean, folder: boolean}} */
export const place = { frozen: false, folder: false };

/** @param {string[]} parts */
function address(...parts) {
  const path = parts.map(encodeURIComponent).join("/");
  return place.frozen ? "#/" + path : "/" + path;
}

export function homeLink() {
  return place.frozen ? "#/" : "/";
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
