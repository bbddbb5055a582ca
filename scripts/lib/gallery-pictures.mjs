import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright";
import { createBuilder } from "vite";

/** A time at which no countdown of an example has ended. */
const shownAt = new Date("2026-01-15T17:00:00Z");

/**
 * Builds the gallery of a checkout, nothing else.
 *
 * @param {string} root the checkout, with its packages
 * @returns {Promise<string>} the folder with the gallery
 */
export async function buildGallery(root) {
  const builder = await createBuilder({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
  });
  await builder.build(builder.environments.gallery);
  return join(root, "dist", "gallery");
}

/**
 * Photographs every entry of a gallery in each look.
 *
 * @param {string} folder the built gallery
 * @param {readonly string[]} looks queries, such as `lang=es&mode=dark&width=360`
 * @returns {Promise<Map<string, { id: string, title: string, look: string, png: Buffer }>>} by a key that is the same
 *   for the same entry of another build
 */
export async function takeGalleryPictures(folder, looks) {
  const pictures = new Map();
  const server = await serve(folder);
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.clock.setFixedTime(shownAt);
    await page.goto(server.url);
    await page.locator('a[href*="entry="]').first().waitFor();
    const entries = await page
      .locator('a[href*="entry="]')
      .evaluateAll((links) =>
        links
          .filter((link) => link.classList.contains("gallery-link"))
          .map((link) => [new URL(link.href).searchParams.get("entry"), link.textContent]),
      );
    for (const look of looks) {
      const width = Number(new URLSearchParams(look).get("width")) || 360;
      await page.setViewportSize({ width, height: 740 });
      for (const [id, title] of entries) {
        await page.goto(`${server.url}?show=${id}&${look}`);
        await page.locator("html[data-drawn]").waitFor({ state: "attached" });
        const png = await page.screenshot({ animations: "disabled", fullPage: true });
        pictures.set(`${id}-${look.replaceAll(/\W+/g, "-")}`, { id, title, look, png });
      }
    }
    return pictures;
  } finally {
    await browser.close();
    server.close();
  }
}

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Serves a folder on the loopback. */
async function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const file = join(folder, path === "/" ? "index.html" : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
