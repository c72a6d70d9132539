// Runs the tests of this folder (README.md). Speaks TAP.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { launch, Pages } from "./browser.mjs";
import { World } from "./world.mjs";

const HERE = import.meta.dirname;
const WEB = path.join(HERE, "..", "..", "web");
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html" };
const EMPTY = "<!doctype html><html lang=en><meta charset=utf-8><title>empty</title><link rel=icon href=data:,>";

let count = 0;
let bad = 0;

/** @param {unknown} condition @param {string} words @param {unknown} [why] */
function check(condition, words, why) {
  count++;
  if (condition) {
    console.log(`ok ${count} - ${words.replaceAll("#", "\\#")}`);
    return;
  }
  bad++;
  console.log(`not ok ${count} - ${words.replaceAll("#", "\\#")}`);
  if (why !== undefined) for (const line of String(why).split("\n").slice(0, 40)) console.log("# " + line);
}

/** Serves the files of web/ as they are. @returns {Promise<http.Server>} */
function serveModules() {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    const file = path.join(WEB, name);
    if (name === "/empty.html") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(EMPTY);
    } else if (!file.startsWith(WEB + path.sep) || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
      response.writeHead(404).end();
    } else {
      const type = TYPES[/** @type {keyof typeof TYPES} */ (path.extname(file))] ?? "text/plain";
      response.writeHead(200, { "content-type": type + "; charset=utf-8" }).end(fs.readFileSync(file));
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Runs one file. */
async function runFile(file, browser, world, modules) {
  const pages = new Pages(browser);
  const word = path.basename(file, ".test.mjs");
  const before = count;
  try {
    const test = await import(file);
    const page = await pages.open();
    await test.run({
      page,
      browser,
      world,
      modules,
      origin: world.origin,
      newPage: (/** @type {any} */ options) => pages.open(options),
      check: (/** @type {unknown} */ c, /** @type {string} */ words, /** @type {unknown} */ why) => check(c, `${word}: ${words}`, why),
      allow: (/** @type {RegExp} */ pattern) => pages.allowed.push(pattern),
    });
    check(pages.errors.length === 0, `${word}: no error on the console, no request that failed`, pages.errors.join("\n"));
  } catch (error) {
    const all = [error instanceof Error ? error.stack : error, ...pages.errors];
    check(false, `${word}: runs to its end`, all.join("\n"));
  }
  if (count === before + 1) check(false, `${word}: has checks`);
  await pages.close();
}

async function main() {
  const [agon, ...parts] = process.argv.slice(2);
  const files = fs.readdirSync(HERE).filter((name) => name.endsWith(".test.mjs") &&
    (parts.length === 0 || parts.some((part) => name.includes(part)))).sort();
  const world = new World(agon);
  const modules = await serveModules();
  const address = modules.address();
  const browser = await launch();
  try {
    await world.play();
    await world.serve();
    for (const name of files)
      await runFile(path.join(HERE, name), browser, world,
        typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "");
    check(world.ended === undefined, "agon serve is still there", world.ended);
  } catch (error) {
    check(false, "the world of the tests is there", error instanceof Error ? error.stack : error);
  }
  await browser.close();
  modules.close();
  await world.end();
  console.log(`1..${count}`);
  process.exitCode = bad > 0 ? 1 : 0;
}

await main();
