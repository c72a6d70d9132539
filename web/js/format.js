// Numbers and times for people. The same number looks the same on every page.

/**
 * "12 ms", "3.4 s", "2:05" (minutes and seconds), "1 h 04 min". A millisecond that is begun counts whole,
 * as in `exactMs`.
 * @param {number} us microseconds
 */
export function duration(us) {
  const ms = us / 1000;
  if (ms < 1) return "< 1 ms";
  if (Math.ceil(ms) < 1000) return Math.ceil(ms) + " ms";
  const seconds = ms / 1000;
  if (seconds < 60) return seconds.toFixed(1) + " s";
  const minutes = Math.floor(seconds / 60);
  const rest = Math.floor(seconds % 60);
  if (minutes < 60) return minutes + "\u00a0min" + (rest === 0 ? "" : " " + String(rest).padStart(2, "0") + "\u00a0s");
  return Math.floor(minutes / 60) + "\u00a0h" + (minutes % 60 === 0 ? "" : " " + String(minutes % 60).padStart(2, "0") + "\u00a0min");
}

/**
 * Milliseconds to the last digit, for whoever lost by them: "1,204 ms". What is begun counts whole, so
 * that nobody has lost by "150 ms of 150".
 * @param {number} us
 */
export function exactMs(us) {
  return numberText(Math.ceil(us / 1000)) + " ms";
}

/**
 * A clock that runs: "0:02.4", "12:07".
 * @param {number} us microseconds
 */
export function clockText(us) {
  const tenths = Math.max(0, Math.floor(us / 100000));
  const minutes = Math.floor(tenths / 600);
  const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, "0");
  return minutes < 10 ? minutes + ":" + seconds + "." + (tenths % 10) : minutes + ":" + seconds;
}

/**
 * "1874 ± 41"; "1874" if the error is not known; "not yet" if there is no rating.
 * @param {number | null | undefined} rating
 * @param {number | null | undefined} error
 */
export function ratingText(rating, error) {
  if (rating === null || rating === undefined) return "not yet";
  const whole = String(Math.round(rating));
  return error === null || error === undefined ? whole : whole + " ± " + Math.round(error);
}

/**
 * "12,345".
 * @param {number} count
 */
export function numberText(count) {
  // Not toLocaleString: its first call takes longer than drawing a board.
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * "1 game", "12 games".
 * @param {number} count
 * @param {string} noun in the singular
 * @param {string} [plural]
 */
export function countText(count, noun, plural = noun + "s") {
  return numberText(count) + " " + (count === 1 ? noun : plural);
}

/**
 * Points: "12", "12½".
 * @param {number} points
 */
export function pointsText(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : (whole === 0 ? "" : whole) + "½";
}

/**
 * The time of day of a moment, in the reader's own zone.
 * @param {string} iso
 */
export function timeText(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
