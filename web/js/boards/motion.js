// Motion of a board. The board itself always stands as it is now; a motion only plays over it. So it
// can be cut short at any time, and nothing is ever queued.

import { isMotionReduced } from "../dom.js";

export const MOTION_MS = 190;

export class BoardMotion {
  /** @type {Animation[]} */
  #running = [];

  /** Ends all that moves. */
  cut() {
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} [timing]
   */
  play(element, frames, timing = {}) {
    this.#running.push(element.animate(frames,
      { duration: MOTION_MS, easing: "cubic-bezier(.3,.1,.2,1)", fill: "backwards", ...timing }));
  }

  /** May anything move? */
  static isWelcome() {
    return !isMotionReduced() && document.visibilityState === "visible";
  }
}
