// Taking a game away: its record, its text, and the shown position as a picture.

import { h } from "../dom.js";
import { place } from "../links.js";

const PICTURE_PX = 1200;

/**
 * Hands bytes to the browser as a file.
 * @param {Blob} blob
 * @param {string} name
 */
function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/**
 * Draws an SVG file as a PNG of 1200 pixels.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const ratio = image.naturalHeight > 0 ? image.naturalWidth / image.naturalHeight : 1;
    const canvas = document.createElement("canvas");
    canvas.width = PICTURE_PX;
    canvas.height = Math.round(PICTURE_PX / ratio);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) =>
      blob === null ? reject(new Error("no picture")) : resolve(blob), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * What the files of a game are called, without their endings.
 * @param {any} data replay/1
 */
export function recordName(data) {
  return (data.contest?.slug ?? data.game) + "-" + data.number;
}

/**
 * The row of downloads.
 * @param {any} data replay/1
 * @param {{address: string, picture: () => string, ply: () => number}} ways `picture`: the shown position
 */
export function downloadRow(data, ways) {
  const name = recordName(data);
  const at = () => name + "-m" + ways.ply();
  const words = h("span", { class: "bad small", role: "status" });
  const svg = () => saveBlob(new Blob([ways.picture()], { type: "image/svg+xml" }), at() + ".svg");
  const png = async () => {
    try {
      saveBlob(await pngOf(ways.picture()), at() + ".png");
      words.textContent = "";
    } catch {
      words.textContent = "The picture could not be drawn.";
    }
  };
  const file = (/** @type {string} */ text, /** @type {string} */ ending) =>
    h("a", { class: "button", href: ways.address + ending, download: name + ending }, text);
  const frozen = () => saveBlob(new Blob([JSON.stringify(data)], { type: "application/json" }), name + ".json");
  const served = [file("Record", ".jsonl"), file("Text", ".txt"), file("JSON", ".json")];
  return h("div", { class: "game-downloads controls", role: "group", "aria-label": "Downloads" },
    place.frozen ? h("button", { type: "button", onclick: frozen }, "JSON") : served,
    h("button", { type: "button", onclick: svg }, "SVG"),
    h("button", { type: "button", onclick: png }, "PNG"), words);
}
