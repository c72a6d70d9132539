// The live feed: one WebSocket, one thing watched at a time. If the server goes away, the page says
// since when, and the feed tries again, less and less often.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15000;

/**
 * @typedef {object} FeedListener
 * @property {() => object} watch What to ask for: called at every connection, so that it can say
 *     how much the page has already. docs/api.md lists what can be asked.
 * @property {(message: any) => void} hear
 * @property {(since: Date | null) => void} lost Since when the server is gone; null: it is back.
 */

/**
 * Opens the feed. Returns a function that closes it.
 * @param {FeedListener} listener
 */
export function openFeed(listener) {
  let wait = FIRST_WAIT_MS;
  let closed = false;
  /** @type {Date | null} */
  let lostAt = null;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {number | undefined} */
  let timer;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    socket = new WebSocket(scheme + location.host + "/feed", "agon.1");
    socket.onopen = () => {
      wait = FIRST_WAIT_MS;
      if (lostAt !== null) listener.lost(null);
      lostAt = null;
      socket?.send(JSON.stringify(listener.watch()));
    };
    socket.onmessage = (event) => listener.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (closed) return;
      if (lostAt === null) {
        lostAt = new Date();
        listener.lost(lostAt);
      }
      timer = setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    };
  }

  connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    socket?.close();
  };
}
