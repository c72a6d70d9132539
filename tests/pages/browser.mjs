// The browser, and pages whose every error is noted.
import { chromium } from "playwright-core";
import fs from "node:fs";
import { execFileSync } from "node:child_process";

// So long a page may take on a very busy machine. Whoever writes a test may want to wait less.
export const PATIENCE_MS = 1000 * Number(process.env.AGON_PAGES_PATIENCE_S ?? 600);

export const SIZES = {
  phone: { width: 360, height: 740 },
  laptop: { width: 1440, height: 900 },
  hall: { width: 1920, height: 1080 },
};

const AXE = fs.readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

export function launch() {
  const executablePath = execFileSync("sh", ["-c", "command -v \"$0\"", process.env.CHROMIUM ?? "chromium"]).toString().trim();
  return chromium.launch({
    executablePath,
    timeout: PATIENCE_MS,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
}

/** Pages, and what went wrong on them. */
export class Pages {
  /** @param {import("playwright-core").Browser} browser */
  constructor(browser) {
    this.browser = browser;
    /** @type {import("playwright-core").BrowserContext[]} */
    this.contexts = [];
    /** @type {string[]} */
    this.errors = [];
    /** @type {RegExp[]} */
    this.allowed = [];
  }

  /** @param {string} words */
  note(words) {
    if (!this.allowed.some((pattern) => pattern.test(words))) this.errors.push(words);
  }

  /** @param {import("playwright-core").BrowserContextOptions} [options] */
  async open(options = {}) {
    const context = await this.browser.newContext({ viewport: SIZES.laptop, ...options });
    this.contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        this.note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.note(`script: ${error.stack ?? error}`));
    page.on("requestfailed", (request) => {
      // A page that goes away breaks off what it still asked for.
      const why = request.failure()?.errorText;
      if (why !== "net::ERR_ABORTED") this.note(`request: ${request.url()} ${why}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.note(`status ${response.status()}: ${response.url()}`);
    });
    return page;
  }

  async close() {
    await Promise.all(this.contexts.map((context) => context.close()));
    this.contexts = [];
  }
}

/**
 * What axe-core finds wrong with a page, a line for each kind.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // @ts-ignore axe is a global of the page now
    const found = await axe.run(document, { resultTypes: ["violations"] });
    return found.violations.map((/** @type {any} */ v) => `${v.id} (${v.impact}): ${v.help}: ` +
      v.nodes.slice(0, 3).map((/** @type {any} */ n) => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).join("; ") +
      (v.nodes.length > 3 ? ` and ${v.nodes.length - 3} more` : ""));
  });
}

/**
 * Goes there and waits until the page has been built by its script.
 * @param {import("playwright-core").Page} page
 * @param {string} address
 */
export async function visit(page, address) {
  await page.goto(address, { waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector("main h1, main h2") !== null && document.querySelector("main[aria-busy]") === null);
}

/**
 * How many pixels of the page lie to the right of what is seen, and what reaches there.
 * @param {import("playwright-core").Page} page
 */
export function overflow(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const most = document.documentElement.scrollWidth - width;
    if (most <= 0) return "";
    const wide = [...document.querySelectorAll("main *, header *")].filter((e) => e.getBoundingClientRect().right > width + 1);
    const last = wide.filter((e) => !wide.some((other) => other !== e && e.contains(other))).slice(0, 3);
    return `${most} px: ` + last.map((e) => e.tagName.toLowerCase() + "." + e.getAttribute("class")).join(", ");
  });
}
