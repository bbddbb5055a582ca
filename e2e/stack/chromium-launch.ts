import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The suggestions below the address bar, as pages of their own. */
const suggestions = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/**
 * How Chromium is started for the journeys. Each window would load two pages for the suggestions below its
 * address bar: more than half of what a context costs, and a window without a screen shows none.
 */
export function chromiumLaunch(...more: string[]) {
  const executablePath = process.env["CHROMIUM_PATH"];
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
 * What Playwright itself switches off: a second switch of that name takes the place of its own.
 *
 * @throws when it is not where it was
 */
function disabledByPlaywright(): string[] {
  const playwright = createRequire(import.meta.url).resolve("playwright-core/package.json");
  const code = readFileSync(join(dirname(playwright), "lib", "coreBundle.js"), "utf8");
  const list = /\bdisabledFeatures = \[([^\]]+)\]/.exec(code)?.[1] ?? "";
  const names = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name = ""]) => name);
  if (!names.includes("PaintHolding")) throw new Error("Playwright's list of features has moved.");
  return names;
}
