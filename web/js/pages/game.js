// The page of a game, live or over. The board is the page; everything else says why.

import { h, replace, isMotionReduced } from "../dom.js";
import { place, contestLink, gamesLink, gameLink } from "../links.js";
import { openFeed } from "../feed.js";
import { showPage, showRest, showLost } from "../frame.js";
import { createBoard } from "../boards/board.js";
import { Replay } from "../game/replay.js";
import { Plate } from "../game/plates.js";
import { Controls } from "../game/controls.js";
import { GameDetails } from "../game/details.js";

const TICK_MS = 100; // how often a running clock is drawn
const QUICK_MS = 250; // moves that come faster than this are not animated
const ADDRESS_MS = 250; // how long to wait before the address names the shown move

/** What the address asks for: a move, and the player by whose side one looks. */
function gameAddress() {
  const move = /[#/]m(\d+)$/.exec(location.hash);
  const me = /[?&]me=([^&#/]*)/.exec(place.frozen ? location.hash : location.search);
  let name = null;
  try {
    name = me === null ? null : decodeURIComponent(me[1].replaceAll("+", " "));
  } catch {
    // An escape that is none: then nobody is meant.
  }
  return { ply: move === null ? null : Number(move[1]), me: name };
}

class GamePage {
  /** @param {any} data replay/1 */
  constructor(data) {
    const asked = gameAddress();
    const me = data.players.findIndex((/** @type {any} */ p) => p.name === asked.me);
    this.data = data;
    this.me = me < 0 ? null : me;
    this.replay = new Replay(data);
    this.ply = Math.min(asked.ply ?? this.replay.last, this.replay.last);
    this.following = this.replay.live && asked.ply === null;
    this.isLinked = asked.ply !== null; // to a move
    this.status = h("span");
    /** @type {number | null} What to add to performance.now() for the time of the game, in microseconds. */
    this.offset = null;
    this.shownAt = 0;
    this.drawn = -1; // how many lines are drawn
    this.isDrawing = false;
    this.bottom = this.me ?? 0;
    /** @type {number | undefined} */
    this.naming = undefined;
    const { replay } = this;
    this.board = createBoard(data.game);
    this.board.classList.add("game-board");
    this.caption = h("p", { class: "game-caption", role: "status" });
    this.controls = new Controls({
      ply: () => this.ply, last: () => replay.last, stops: () => replay.stops, live: () => replay.live,
      go: (ply) => this.go(ply), flip: () => this.flip(), dots: () => this.toggleDots(), follow: () => this.follow(),
    });
    this.plates = [0, 1].map((seat) => new Plate(replay, seat));
    /** @type {GameDetails | null} All but the board and the players: drawn after the first frame. */
    this.details = null;
    this.root = this.layOut();
  }

  /** @param {number} ply */
  link(ply) {
    const { contest, number } = this.data;
    const me = this.me === null ? undefined : this.data.players[this.me].name;
    return place.frozen && !place.folder && contest ? gameLink(contest.slug, number, { move: ply, me }) : "#m" + ply;
  }

  /** Where this game is served, or null in a frozen file. */
  get address() {
    const { contest, number } = this.data;
    if (place.frozen) return null;
    return contest ? gameLink(contest.slug, number) : location.pathname;
  }

  layOut() {
    const stage = h("div", { class: "game-stage" }, this.board, this.caption, this.controls.element);
    return h("div", { class: "game" }, this.head(), stage, this.plates.map((plate) => plate.element));
  }

  head() {
    const { data } = this;
    const [first, second] = data.players;
    const way = (/** @type {number | null} */ number, /** @type {string} */ words) =>
      number === null || number === undefined || !data.contest ? null :
        h("a", { href: gameLink(data.contest.slug, number), rel: words === "Previous" ? "prev" : "next" },
          words === "Previous" ? "\u2190 " : "", h("span", { class: "hidden-visually" }, words + " game: "), number,
          words === "Previous" ? "" : " \u2192");
    return h("header", { class: "game-head" },
      h("h1", {}, "Game " + data.number, h("span", { class: "hidden-visually" }, ": ",
        h("bdi", {}, first.name), " against ", h("bdi", {}, second.name))),
      h("span", { class: "muted" }, data.title + ", " + data.variant),
      h("nav", { class: "game-ways", "aria-label": "Games" }, way(data.previous, "Previous"), way(data.next, "Next")));
  }

  open() {
    const { data, replay } = this;
    const trail = data.contest ? [{ text: data.contest.name, link: contestLink(data.contest.slug) },
      { text: "Games", link: gamesLink(data.contest.slug) }] : [];
    const title = data.players[0].name + " \u2013 " + data.players[1].name + ", game " + data.number;
    this.status = showPage({ title, trail }, this.root);
    this.placePlates();
    this.draw(false);
    showRest(() => this.complete());
  }

  /** Adds all that stands around the board, and begins to listen. */
  complete() {
    const { data, replay } = this;
    this.details = new GameDetails(replay, {
      me: this.me, address: this.address, link: (ply) => this.link(ply), ply: () => this.ply,
      go: (ply) => { this.controls.pause(); this.go(ply); },
      goToEnd: () => { this.go(replay.last); this.board.scrollIntoView({ block: "nearest" }); },
      picture: () => this.board.toSvg(),
    });
    this.root.append(...this.details.elements);
    this.drawLines();
    this.details.show(this.ply);
    if (this.isLinked && replay.isFault && this.ply === replay.last) this.details.revealFault();
    this.listen();
    if (!replay.live || place.frozen) return;
    this.setTime(data.now_us);
    this.watch();
  }

  listen() {
    const on = (/** @type {EventTarget} */ target, /** @type {string} */ type, /** @type {(event: any) => void} */ act) => {
      const listener = (/** @type {Event} */ event) => {
        if (this.root.isConnected) act(event);
        else target.removeEventListener(type, listener);
      };
      target.addEventListener(type, listener);
    };
    on(document, "keydown", (event) => this.controls.hear(event));
    on(window, "hashchange", () => {
      const { ply } = gameAddress();
      if (ply !== null) this.go(ply, false);
    });
    this.controls.listenToSwipes(this.board);
  }

  /**
   * Shows a position.
   * @param {number} ply
   * @param {boolean} [names] Does the address name it then?
   */
  go(ply, names = true) {
    const to = Math.max(0, Math.min(this.replay.last, ply));
    this.following = false;
    if (names) this.nameMove(to);
    if (to === this.ply) {
      this.controls.show(this.following);
      return;
    }
    const isStep = Math.abs(to - this.ply) === 1;
    this.ply = to;
    this.draw(isStep);
  }

  /** Lets the address name the shown move, once nobody has moved on for a moment.
   * @param {number} ply
   */
  nameMove(ply) {
    clearTimeout(this.naming);
    this.naming = setTimeout(() => {
      if (this.root.isConnected) history.replaceState(history.state, "", this.link(ply));
    }, ADDRESS_MS);
  }

  follow() {
    if (!this.replay.live) return;
    this.controls.pause();
    clearTimeout(this.naming);
    if (!place.frozen) history.replaceState(history.state, "", location.pathname + location.search);
    this.following = true;
    this.ply = this.replay.last;
    this.draw(false);
  }

  flip() {
    this.bottom = 1 - this.bottom;
    this.placePlates();
  }

  placePlates() {
    this.board.flipped = this.bottom === 1;
    this.plates.forEach((plate, seat) => {
      plate.element.classList.toggle("game-bottom", seat === this.bottom);
      plate.element.classList.toggle("game-top", seat !== this.bottom);
    });
  }

  toggleDots() {
    this.board.dots = !this.board.dots;
    this.controls.dots.setAttribute("aria-pressed", String(this.board.dots));
  }

  /** Draws what came with new lines: moves, bars, the end. */
  drawLines() {
    const { replay } = this;
    if (this.drawn === replay.count) return;
    this.drawn = replay.count;
    this.details?.draw();
    const { classList } = this.root;
    classList.toggle("game-has-verdict", this.details?.hasVerdict ?? false);
    classList.toggle("game-has-fault", !replay.live && replay.isFault);
  }

  /** Draws the shown position. @param {boolean} animate */
  draw(animate) {
    const { replay, ply } = this;
    const now = performance.now();
    const p = replay.plies[ply];
    const refused = ply === replay.last ? replay.end?.refused ?? null : null;
    this.board.show({
      position: p.position, variant: this.data.variant, last: p.move, legal: p.legal, turn: p.turn, refused,
      before: ply === 0 ? null : replay.plies[ply - 1].position,
    }, { animate: animate && !isMotionReduced() && now - this.shownAt > QUICK_MS });
    this.shownAt = now;
    this.showCaption(p);
    this.drawPlates();
    this.details?.show(ply);
    this.controls.show(this.following);
  }

  drawPlates() {
    const p = this.replay.plies[this.ply];
    for (const plate of this.plates) plate.show(p, this.thinking(plate.seat));
  }

  /** How long a seat thinks already, in microseconds, if that is what is shown.
   * @param {number} seat
   */
  thinking(seat) {
    const { replay } = this;
    if (!replay.live || this.ply !== replay.last || this.offset === null) return null;
    if (replay.plies[replay.last].turn !== seat) return null;
    return Math.max(0, performance.now() * 1000 + this.offset - replay.askedAt);
  }

  /** @param {import("../game/replay.js").Ply} p */
  showCaption(p) {
    const { replay, data } = this;
    const name = (/** @type {number} */ seat) => h("bdi", { class: "name" }, data.players[seat].name);
    this.caption.setAttribute("aria-live", this.following || this.controls.isPlaying ? "off" : "polite");
    const what = p.seat === null ? [h("b", {}, "Start"), p.turn === null ? "" : [" ", name(p.turn), " begins."]] :
      [h("b", {}, p.ply), " ", name(p.seat), " " + (p.words || "plays " + p.move) + "."];
    const isEnd = replay.end !== null && p.ply === replay.last && replay.isFault;
    replace(this.caption, what.flat(), isEnd ? [" Then ", name(replay.end.blame), " made a fault."] : null);
  }

  watch() {
    const { data, replay } = this;
    const close = openFeed({
      watch: () => ({ watch: "replay", contest: data.contest?.slug ?? null, game: data.number, lines: replay.count }),
      hear: (message) => {
        if (!this.root.isConnected) close();
        else if (this.hear(message)) close();
      },
      lost: (since) => showLost(this.status, since),
    });
    const ticking = setInterval(() => {
      if (!replay.live || !this.root.isConnected) clearInterval(ticking);
      else if (!document.hidden) this.drawPlates();
    }, TICK_MS);
  }

  /** Takes a message of the feed. Returns true when nothing more will come.
   * @param {any} message
   */
  hear(message) {
    const { replay } = this;
    if (message.gone !== undefined) {
      this.status.textContent = message.gone;
      return true;
    }
    if (!Array.isArray(message.lines)) return false;
    if (message.from === 0 && replay.count > 0) {
      location.reload(); // the game was void and is played again: its record begins anew
      return true;
    }
    this.setTime(message.now_us);
    replay.append(message.lines.slice(Math.max(0, replay.count - message.from)));
    if (!this.isDrawing) {
      this.isDrawing = true;
      requestAnimationFrame(() => this.drawNews());
    }
    return !replay.live;
  }

  /** Learns the time of the game. A message may have waited: the latest time is the true one.
   * @param {number | undefined} now in microseconds since the game began; 0: not known
   */
  setTime(now) {
    if (!now) return;
    const offset = now - performance.now() * 1000;
    this.offset = this.offset === null ? offset : Math.max(this.offset, offset);
  }

  /** Draws what has come since the last frame. Faster than the eye is skipped, never queued. */
  drawNews() {
    this.isDrawing = false;
    this.drawLines();
    const { last } = this.replay;
    const isNext = last === this.ply + 1;
    if (this.following) this.ply = last;
    if (this.ply === last) {
      this.draw(this.following && isNext);
      return;
    }
    this.controls.show(this.following);
    if (!this.replay.live) this.details?.stderr.show(this.ply); // it came with the end
  }
}

/**
 * The page of a game.
 * @param {any} data replay/1
 */
export function showGame(data) {
  new GamePage(data).open();
}
