import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, type Frame, type Page } from "@playwright/test";
import { sharedStack } from "../stack/global-setup.ts";
import type { WebKit } from "../stack/webkit.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A marker in the run's folder: this state was scanned without a violation, so no other worker scans it again. */
function markOf(appearance: string): string {
  const name = createHash("sha256").update(appearance).digest("hex").slice(0, 24);
  return join(sharedStack().folder, `scanned-${name}`);
}

/** Loads the scanner into every document of this page from now on. For a page that is scanned several times. */
export const installScanner = (page: Page): Promise<unknown> =>
  page.addInitScript({ content: source });

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * Scans one frame with axe-core against WCAG 2.2 A and AA. Expects no violation and exactly one `h1`. The test injects
 * the scanner, so the frame's CSP stays unchanged. A scan takes over a second, so a state that passed before is
 * skipped.
 *
 * @param address the frame's URL; without it, the page itself
 * @param state names what is on the screen; use one name for each distinct appearance
 * @param appearance identifies the appearance where `state` alone does not
 * @param isPart only part of a page or step is shown, so it needs no `h1`
 */
export async function expectAccessible(
  page: Page,
  address: RegExp | undefined,
  state: string,
  appearance = state,
  isPart = false,
): Promise<void> {
  const mark = markOf(appearance);
  if (existsSync(mark)) return;
  const frame: Frame | undefined = address
    ? page.frames().find((frame) => address.test(frame.url()))
    : page.mainFrame();
  if (!frame) throw new Error(`No frame has the address ${address}.`);
  let violations = await scan(frame);
  if (violations === undefined) {
    await frame.evaluate(source);
    violations = await scan(frame);
  }
  expect(violations, `accessibility of ${state}`).toEqual([]);
  if (!isPart) expect(await countTitles(frame), `level-one headings of ${state}`).toBe(1);
  writeFileSync(mark, "");
}

/** Counts visible level-one headings. */
export function countTitles(frame: Page | Frame): Promise<number> {
  return frame.evaluate(
    () =>
      [...document.querySelectorAll("h1")].filter((element) => element.checkVisibility()).length,
  );
}

/** Runs in the page: its markup without texts and numbers, which matters to styles and assistive technology. */
export const structureOf = (): string =>
  document.body.outerHTML
    .replaceAll(/>[^<]+/g, ">…")
    .replaceAll(/ (value|aria-label|alt|href|src|d|data-code|data-testid)="[^"]+"/g, ' $1="…"');

/** Returns the violations as text, or undefined if the scanner is not loaded. */
function scan(frame: Frame): Promise<string[] | undefined> {
  return frame.evaluate(scanDocument);
}

/** Scans the frame that WebKit is in. */
export async function expectAccessibleInWebKit(webKit: WebKit, state: string): Promise<void> {
  await webKit.run(source);
  const violations = await webKit.runAsync(`return (${scanDocument})()`);
  expect(violations, `accessibility of ${state} in WebKit`).toEqual([]);
}

/** Runs in the page. */
async function scanDocument(): Promise<string[] | undefined> {
  const { axe } = window as unknown as {
    axe?: { run(where: Document, options: object): Promise<AxeResult> };
  };
  if (!axe) return undefined;
  // Text that is fading in has too little contrast. Endless animations (a spinner) cannot finish.
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) {
      animation.finish();
    }
  }
  const { violations } = await axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    resultTypes: ["violations"],
    iframes: false,
    // The default also reads every stylesheet again, for a rule that does not run here.
    preload: { assets: ["media"] },
  });
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary ?? ""}`).join("\n")}`,
  );
}
