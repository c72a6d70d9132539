// What runs before anything is seen: it stands in the page itself, so that nobody waits for it. Only a
// page of which a part is drawn already has it (src/report/first_view.h). The other script comes when
// that part is on the screen.

/** So long it is waited for a browser to say that it has painted. */
const PAINT_MOST_MS = 1000;

/** `here`: the address of what is drawn, in a frozen page; `from`: where the other script is. */
const early = document.currentScript?.dataset ?? {};

/** Does the address ask for more than was drawn? For a move, or for another page of a frozen file. */
const isElsewhere = /^#(m\d+$|\/.)/.test(location.hash) && location.hash !== "#/" + early.here;

let isLoaded = early.from === undefined; // then it is in the page

function loadScript() {
  if (isLoaded) return;
  isLoaded = true;
  const script = document.createElement("script");
  script.src = early.from ?? "";
  document.head.append(script);
}

// Its place stays empty until the script draws what was asked for (frame.js).
if (isElsewhere) document.documentElement.classList.add("is-elsewhere");

addEventListener("DOMContentLoaded", () => {
  setTimeout(loadScript, isElsewhere || document.hidden ? 0 : PAINT_MOST_MS);
  new PerformanceObserver(loadScript).observe({ type: "paint", buffered: true });
});
