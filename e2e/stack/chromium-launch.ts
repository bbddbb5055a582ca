import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Chromium's pages for the suggestions below the address bar. */
const suggestions = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/**
 * Chromium's launch options. By default each window loads two pages for suggestions below its address bar: more than
 * half the cost of a browser context, and a headless window never shows them.
 */
export const chromiumLaunch = (...more: string[]) => launch(process.env["CHROMIUM_PATH"], more);

/**
 * Launch options of journeys that Chromium's headless shell can run. `chromium-headless-shell` needs two thirds of the
 * time, partly because frames of other sites share the page's process. Without it these journeys run in Chromium.
 */
export const shellLaunch = (...more: string[]) =>
  launch(process.env["CHROMIUM_SHELL_PATH"] || process.env["CHROMIUM_PATH"], more);

function launch(executablePath: string | undefined, more: readonly string[]) {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-dev-shm-usage",
      `--disable-features=${[...disabledByPlaywright(), ...suggestions].join(",")}`,
      ...more,
    ],
  };
}

/**
 * Features that Playwright itself disables. Chromium reads only the last `--disable-features`, so our switch repeats
 * Playwright's list.
 *
 * @throws if Playwright has moved its list
 */
function disabledByPlaywright(): string[] {
  const playwright = createRequire(import.meta.url).resolve("playwright-core/package.json");
  const code = readFileSync(join(dirname(playwright), "lib", "coreBundle.js"), "utf8");
  const list = /\bdisabledFeatures = \[([^\]]+)\]/.exec(code)?.[1] ?? "";
  const names = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name = ""]) => name);
  if (!names.includes("PaintHolding")) throw new Error("Playwright's list of features has moved.");
  return names;
}
