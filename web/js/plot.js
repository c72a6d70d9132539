// Plots, drawn by ourselves: lines over time with names at their ends, intervals in a row, bars that
// go both ways. The same numbers always stand beside a plot as text or as a table.

import { h, s } from "./dom.js";
import { numberText } from "./format.js";

/**
 * Round numbers that cover a range.
 * @param {number} low
 * @param {number} high
 * @param {number} most how many at most
 * @returns {number[]}
 */
export function plotTicks(low, high, most) {
  const rough = Math.max((high - low) / Math.max(1, most), 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1000; tick += step) ticks.push(Math.round(tick * 1000) / 1000);
  return ticks;
}

/** @typedef {{low: number, high: number}} PlotRange */

/**
 * The part of a range that lies below a value, in percent, cut at its ends.
 * @param {PlotRange} range
 * @param {number} value
 */
function plotPercent(range, value) {
  return Math.min(100, Math.max(0, 100 * (value - range.low) / (range.high - range.low)));
}

/**
 * A range in which all ratings can be seen. A few that are known badly do not make it wide: their
 * intervals are cut at its ends.
 * @param {{rating: number, error: number}[]} rated
 * @returns {PlotRange}
 */
export function ratingRange(rated) {
  if (rated.length === 0) return { low: 1400, high: 1600 };
  const errors = rated.map((one) => one.error).sort((a, b) => a - b);
  const usual = 2 * errors[Math.floor((errors.length - 1) / 2)];
  const low = Math.min(...rated.map((one) => one.rating - Math.min(one.error, usual)));
  const high = Math.max(...rated.map((one) => one.rating + Math.min(one.error, usual)));
  const edge = Math.max(10, (high - low) / 40);
  return { low: low - edge, high: high + edge };
}

/**
 * A rating as a dot and its error as a bar on both sides. The numbers stand beside it.
 * @param {number} rating
 * @param {number} error
 * @param {PlotRange} range
 * @returns {HTMLElement}
 */
export function intervalPlot(rating, error, range) {
  const from = plotPercent(range, rating - error);
  const to = plotPercent(range, rating + error);
  const bar = h("i", { class: "interval-bar" + (rating - error < range.low ? " cut-low" : "") + (rating + error > range.high ? " cut-high" : "") });
  const dot = h("i", { class: "interval-dot" });
  const middle = h("i", { class: "interval-mean" });
  bar.style.left = from + "%";
  bar.style.width = Math.max(0.5, to - from) + "%";
  dot.style.left = plotPercent(range, rating) + "%";
  middle.style.left = plotPercent(range, 1500) + "%";
  return h("span", { class: "interval", "aria-hidden": "true" }, middle.style.left === "0%" || middle.style.left === "100%" ? null : middle, bar, dot);
}

/**
 * The axis above intervals.
 * @param {PlotRange} range
 * @returns {HTMLElement}
 */
export function intervalAxis(range) {
  const ticks = plotTicks(range.low, range.high, 4).filter((tick) => plotPercent(range, tick) > 4 && plotPercent(range, tick) < 96);
  return h("span", { class: "interval-axis", "aria-hidden": "true" }, ticks.map((tick) => {
    const mark = h("span", {}, tick);
    mark.style.left = plotPercent(range, tick) + "%";
    return mark;
  }));
}

/**
 * A bar to the right for what was gained, to the left for what was lost. The number stands beside it.
 * @param {number} value
 * @param {number} greatest of all bars
 * @returns {HTMLElement}
 */
export function changeBar(value, greatest) {
  const bar = h("i", { class: value < 0 ? "change-down" : "change-up" });
  const share = greatest === 0 ? 0 : 50 * Math.abs(value) / greatest;
  bar.style.width = share + "%";
  bar.style.left = (value < 0 ? 50 - share : 50) + "%";
  return h("span", { class: "change", "aria-hidden": "true" }, bar);
}

/**
 * A share of the points as a bar, with a stroke where it was expected.
 * @param {number} share 0 to 1
 * @param {number | null} expected 0 to 1
 * @returns {HTMLElement}
 */
export function shareBar(share, expected) {
  const bar = h("i", { class: "share-fill" });
  bar.style.width = 100 * share + "%";
  const stroke = expected === null ? null : h("i", { class: "share-expected" });
  if (expected !== null) stroke.style.left = 100 * Math.min(1, Math.max(0, expected)) + "%";
  return h("span", { class: "share", "aria-hidden": "true" }, bar, stroke);
}

/**
 * @typedef {object} PlotSeries
 * @property {string} name
 * @property {string | null} link
 * @property {(number | null)[]} values
 * @property {(number | null)[]} errors
 */

/**
 * @typedef {object} PlotParts
 * @property {string} label what it shows, for those who do not see it
 * @property {number[]} x
 * @property {string} xWord what the numbers below count: "games"
 * @property {(x: number) => string} xText "after 120 games"
 * @property {PlotSeries[]} series the most important first
 * @property {number} labels how many names at most
 * @property {boolean} [band] shows the error of the first series always
 * @property {number} height in rem
 */

/**
 * @typedef {object} PlotFrame Where things are, in pixels.
 * @property {number} width
 * @property {number} height
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {number} rem
 * @property {(x: number) => number} toX
 * @property {(y: number) => number} toY
 * @property {PlotRange} range
 */

/**
 * @param {PlotParts} parts
 * @param {number} width
 * @returns {PlotFrame}
 */
function plotFrame(parts, width) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = parts.height * rem;
  const right = parts.labels === 0 ? rem : Math.min(9 * rem, width * 0.3);
  const box = { left: 3.6 * rem, right: width - right, top: 0.8 * rem, bottom: height - 1.8 * rem };
  const range = plotRangeOf(parts);
  const first = parts.x[0] ?? 0;
  const last = Math.max(parts.x[parts.x.length - 1] ?? 1, first + 1);
  return {
    width, height, rem, range, ...box,
    toX: (x) => box.left + (box.right - box.left) * (x - first) / (last - first),
    toY: (y) => box.bottom - (box.bottom - box.top) * (y - range.low) / (range.high - range.low),
  };
}

/**
 * @param {PlotParts} parts
 * @returns {PlotRange}
 */
function plotRangeOf(parts) {
  let low = Infinity;
  let high = -Infinity;
  for (const [number, series] of parts.series.entries()) {
    const newest = series.errors.reduce((last, error) => error ?? last, null) ?? 0;
    for (const [i, value] of series.values.entries()) {
      if (value === null) continue;
      // The first ratings of a contest are wide guesses: they do not press the rest flat. The newest
      // interval is seen as a whole.
      const error = parts.band && number === 0 ? Math.min(series.errors[i] ?? 0, Math.max(newest, 200)) : 0;
      low = Math.min(low, value - error);
      high = Math.max(high, value + error);
    }
  }
  if (low > high) return { low: 1400, high: 1600 };
  const edge = Math.max(20, (high - low) * 0.06);
  return { low: low - edge, high: high + edge };
}

/**
 * @param {PlotFrame} frame
 * @param {PlotParts} parts
 */
function plotAxes(frame, parts) {
  const across = plotTicks(frame.range.low, frame.range.high, Math.max(2, Math.floor((frame.bottom - frame.top) / (2.6 * frame.rem))));
  const along = plotTicks(parts.x[0] ?? 0, parts.x[parts.x.length - 1] ?? 1, Math.max(3, Math.floor((frame.right - frame.left) / (5 * frame.rem))))
    .filter(Number.isInteger);
  if (along.length < 2) along.splice(0, 1, parts.x[0] ?? 0, parts.x[parts.x.length - 1] ?? 1);
  return s("g", { class: "plot-axes" },
    across.map((tick) => s("g", {},
      s("path", { d: "M" + frame.left + " " + frame.toY(tick) + "H" + frame.right }),
      s("text", { x: frame.left - 0.5 * frame.rem, y: frame.toY(tick), class: "plot-across" }, tick))),
    s("text", { x: frame.left - 0.5 * frame.rem, y: frame.height - 0.4 * frame.rem, class: "plot-word" }, parts.xWord),
    along.map((tick) => s("text", { x: frame.toX(tick), y: frame.height - 0.4 * frame.rem, class: "plot-along" }, numberText(tick))));
}

/**
 * @param {PlotFrame} frame
 * @param {number[]} x
 * @param {(number | null)[]} values
 * @returns {string}
 */
function plotPath(frame, x, values) {
  let pen = "M";
  let path = "";
  for (const [i, value] of values.entries()) {
    if (value === null || value === undefined) { pen = "M"; continue; }
    path += pen + frame.toX(x[i]).toFixed(1) + " " + frame.toY(value).toFixed(1);
    pen = "L";
  }
  return path;
}

/**
 * The error as an area around the line.
 * @param {PlotFrame} frame
 * @param {number[]} x
 * @param {PlotSeries} series
 * @returns {string}
 */
function plotBandPath(frame, x, series) {
  const known = x.map((_, i) => i).filter((i) => series.values[i] !== null && series.errors[i] !== null && series.errors[i] !== undefined);
  if (known.length < 2) return "";
  const inside = (/** @type {number} */ y) => Math.min(frame.bottom, Math.max(frame.top, frame.toY(y))).toFixed(1);
  const point = (/** @type {number} */ i, /** @type {number} */ side) =>
    frame.toX(x[i]).toFixed(1) + " " + inside(Number(series.values[i]) + side * Number(series.errors[i]));
  return "M" + known.map((i) => point(i, 1)).join("L") + "L" + known.reverse().map((i) => point(i, -1)).join("L") + "Z";
}

/**
 * The last value that is known, and where.
 * @param {PlotSeries} series
 * @returns {number} its index, or -1
 */
function plotLastKnown(series) {
  return series.values.findLastIndex((value) => value !== null && value !== undefined);
}

/**
 * Heights for names that should stand beside their lines and not over each other.
 * @param {number[]} wanted
 * @param {number} gap
 * @param {number} top
 * @param {number} bottom
 * @returns {number[]}
 */
export function spreadLabels(wanted, gap, top, bottom) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const at = wanted.slice();
  let free = top;
  for (const i of order) {
    at[i] = Math.max(at[i], free);
    free = at[i] + gap;
  }
  free = bottom;
  for (const i of order.reverse()) {
    at[i] = Math.min(at[i], free);
    free = at[i] - gap;
  }
  return at;
}

/**
 * Lines over time. The one under the pointer, or whose name has the focus, stands out and says its
 * numbers; the arrow keys walk along it.
 * @param {PlotParts} parts
 * @returns {{element: HTMLElement, show: (parts: PlotParts) => void}}
 */
export function linePlot(parts) {
  const canvas = s("svg", { class: "plot-canvas", "aria-hidden": "true" });
  const names = h("ul", { class: "plot-names", "aria-label": parts.label });
  const words = h("p", { class: "plot-words small muted" });
  const element = h("div", { class: "plot" }, h("div", { class: "plot-area" }, canvas, names), words);
  /** @type {PlotFrame | null} */
  let frame = null;
  let chosen = -1;
  let at = -1;

  function draw() {
    const width = canvas.parentElement.clientWidth || 640;
    frame = plotFrame(parts, width);
    canvas.setAttribute("viewBox", "0 0 " + width + " " + frame.height);
    canvas.replaceChildren(plotAxes(frame, parts), ...drawLines(frame));
    drawNames(frame);
    mark();
  }

  /** @param {PlotFrame} f */
  function drawLines(f) {
    const lines = parts.series.map((series, i) => s("path", {
      class: "plot-line" + (i < 3 ? " plot-top" : "") + (i === chosen ? " plot-chosen" : ""), d: plotPath(f, parts.x, series.values) }));
    const band = s("path", { class: "plot-band" });
    const guide = s("path", { class: "plot-guide" });
    const dot = s("circle", { class: "plot-dot", r: 0.3 * f.rem });
    return [band, ...lines.reverse(), guide, dot];
  }

  /** @param {PlotFrame} f */
  function drawNames(f) {
    const gap = 1.35 * f.rem;
    const room = Math.floor((f.bottom - f.top) / gap) + 1;
    const named = parts.series.map((series, i) => ({ series, i, last: plotLastKnown(series) }))
      .filter((one) => one.last >= 0).slice(0, Math.min(parts.labels, room));
    const wanted = named.map((one) => f.toY(Number(one.series.values[one.last])));
    const heights = spreadLabels(wanted, gap, f.top, f.bottom);
    // A name that had to give way to others is tied to the end of its line.
    canvas.append(s("path", { class: "plot-leader", d: named.map((one, n) => (Math.abs(wanted[n] - heights[n]) < 2 ? "" :
      "M" + (f.toX(parts.x[one.last]) + 2) + " " + wanted[n] + "L" + (f.right + 0.9 * f.rem) + " " + heights[n])).join("") }));
    const focused = [...names.children].findIndex((item) => item.contains(document.activeElement));
    names.replaceChildren(...named.map((one, n) => drawName(f, one.series, one.i, heights[n])));
    if (focused >= 0) names.children[focused]?.querySelector("a, button")?.focus({ preventScroll: true });
  }

  /**
   * @param {PlotFrame} f
   * @param {PlotSeries} series
   * @param {number} i
   * @param {number} y
   */
  function drawName(f, series, i, y) {
    const choose = () => pick(i, -1);
    const attributes = { title: series.name, onfocus: choose, onmouseenter: choose, onmouseleave: () => pick(-1, -1), onblur: () => pick(-1, -1),
      onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, i) };
    const name = h("bdi", { class: "name" }, series.name);
    const item = h("li", { "data-series": i }, series.link === null ? h("button", { type: "button", ...attributes }, name) :
      h("a", { href: series.link, ...attributes }, name));
    item.style.top = y + "px";
    item.style.left = f.right + 1.1 * f.rem + "px";
    item.style.width = f.width - f.right - 1.1 * f.rem + "px";
    return item;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} i
   */
  function walk(event, i) {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const from = at < 0 ? plotLastKnown(parts.series[i]) : at;
    const to = from + step;
    pick(i, parts.series[i].values[to] === null || parts.series[i].values[to] === undefined ? from : to);
  }

  /**
   * @param {number} series
   * @param {number} point
   */
  function pick(series, point) {
    if (series === chosen && point === at) return;
    chosen = series;
    at = point;
    mark();
  }

  function mark() {
    if (frame === null) return;
    const shown = chosen >= 0 ? chosen : parts.band ? 0 : -1;
    const lines = [...canvas.querySelectorAll(".plot-line")].reverse();
    lines.forEach((line, i) => line.classList.toggle("plot-chosen", i === shown));
    canvas.classList.toggle("plot-choosing", chosen >= 0 && parts.series.length > 1);
    for (const item of names.children) item.classList.toggle("plot-chosen", Number(item.getAttribute("data-series")) === shown);
    const series = parts.series[shown];
    const point = series === undefined ? -1 : at >= 0 ? at : plotLastKnown(series);
    canvas.querySelector(".plot-band").setAttribute("d", series === undefined ? "" : plotBandPath(frame, parts.x, series));
    const visible = point >= 0 && series?.values[point] !== null;
    const [x, y] = visible ? [frame.toX(parts.x[point]), frame.toY(Number(series.values[point]))] : [0, 0];
    canvas.querySelector(".plot-dot").setAttribute("transform", visible ? "translate(" + x + " " + y + ")" : "translate(-99 -99)");
    canvas.querySelector(".plot-guide").setAttribute("d", visible && at >= 0 ? "M" + x + " " + frame.top + "V" + frame.bottom : "");
    sayWords(series, point, visible);
  }

  /**
   * @param {PlotSeries | undefined} series
   * @param {number} point
   * @param {boolean} visible
   */
  function sayWords(series, point, visible) {
    if (!visible || series === undefined) {
      words.replaceChildren(parts.series.length > 1 ? matchMedia("(hover: none)").matches ? "Touch a line for its numbers." :
        "Point at a line, or choose a name with Tab, for its numbers." : "");
      return;
    }
    const error = series.errors[point];
    const name = parts.series.length > 1 ? [h("bdi", { class: "name" }, series.name), ": "] : [];
    words.replaceChildren(...name, Math.round(Number(series.values[point])) +
      (error === null || error === undefined ? "" : " ± " + Math.round(error)) + " " + parts.xText(parts.x[point]));
  }

  /** @param {PointerEvent} event */
  function point(event) {
    if (frame === null || parts.x.length === 0) return;
    const box = canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) * frame.width / box.width;
    const y = (event.clientY - box.top) * frame.height / box.height;
    const f = frame;
    const nearest = parts.x.reduce((best, value, i) => (Math.abs(f.toX(value) - x) < Math.abs(f.toX(parts.x[best]) - x) ? i : best), 0);
    let series = -1;
    let distance = parts.series.length === 1 ? Infinity : 3 * f.rem;
    for (const [i, one] of parts.series.entries()) {
      const value = one.values[nearest];
      if (value === null || value === undefined || Math.abs(f.toY(value) - y) >= distance) continue;
      series = i;
      distance = Math.abs(f.toY(value) - y);
    }
    pick(series, series < 0 ? -1 : nearest);
  }

  canvas.addEventListener("pointermove", point);
  canvas.addEventListener("pointerdown", point); // a finger that taps does not move
  canvas.addEventListener("pointerleave", (/** @type {PointerEvent} */ event) => { if (event.pointerType !== "touch") pick(-1, -1); });
  new ResizeObserver(draw).observe(canvas.parentElement);
  return {
    element,
    show(now) {
      const name = parts.series[chosen]?.name;
      parts = now;
      chosen = name === undefined ? -1 : parts.series.findIndex((series) => series.name === name);
      if (element.isConnected) draw();
    },
  };
}

/**
 * The same numbers as a table, made when it is opened.
 * @param {string} caption
 * @param {() => PlotParts} partsOf
 * @returns {HTMLElement}
 */
export function plotNumbers(caption, partsOf) {
  const frame = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption });
  return h("details", { class: "plot-numbers", ontoggle: (/** @type {Event} */ event) => {
    if (!(/** @type {HTMLDetailsElement} */ (event.target).open)) return;
    const parts = partsOf();
    const value = (/** @type {PlotSeries} */ series, /** @type {number} */ i) =>
      series.values[i] === null || series.values[i] === undefined ? "–" : String(Math.round(Number(series.values[i])));
    frame.replaceChildren(h("table", { class: "table" }, h("caption", { class: "hidden-visually" }, caption),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Games"), parts.x.map((x) => h("th", { scope: "col", class: "number" }, x)))),
      h("tbody", {}, parts.series.map((series) => h("tr", {}, h("th", { scope: "row" }, h("bdi", { class: "name" }, series.name)),
        parts.x.map((_, i) => h("td", { class: "number" }, value(series, i))))))));
  } }, h("summary", {}, "The same as numbers"), frame);
}
