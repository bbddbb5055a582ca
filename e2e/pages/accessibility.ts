import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, type Frame, type Page } from "@playwright/test";
import { sharedStack } from "../stack/global-setup.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The mark of a state that was found to be in order: no worker of this run needs to scan it again.
 * It lies in the run's own folder.
 */
function markOf(look: string): string {
  const name = createHash("sha256").update(look).digest("hex").slice(0, 24);
  return join(sharedStack().folder, `scanned-${name}`);
}

/** Puts the scanner into whatever this page loads from now on: for a page that is scanned again and again. */
export const bringScanner = (page: Page): Promise<unknown> =>
  page.addInitScript({ content: source });

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * Scans one frame by axe-core against WCAG 2.2 A and AA and expects nothing, and exactly one `h1`. The scanner is put in
 * from outside (no package for it is needed, and the frame's CSP stays as it is), and sees that
 * frame alone. A state that was scanned before is not scanned again: a scan takes a good second.
 *
 * @param address the frame's URL; the page's own when left out
 * @param state names what is on the screen, once for each distinct look
 * @param look what tells looks apart, where it is more than the name
 * @param isPart only a part of a page or step is shown, which needs no `h1`
 */
export async function expectAccessible(
  page: Page,
  address: RegExp | undefined,
  state: string,
  look = state,
  isPart = false,
): Promise<void> {
  const mark = markOf(look);
  if (existsSync(mark)) return;
  const frame: Frame | undefined = address
    ? page.frames().find((each) => address.test(each.url()))
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

/** How many level-one headings are there, to the eye or for assistive technology. */
export function countTitles(frame: Page | Frame): Promise<number> {
  return frame.evaluate(
    () => [...document.querySelectorAll("h1")].filter((each) => each.checkVisibility()).length,
  );
}

/** What the scanner finds, in words; undefined where there is no scanner yet. */
function scan(frame: Frame): Promise<string[] | undefined> {
  return frame.evaluate(async () => {
    const { axe } = window as unknown as {
      axe?: { run(where: Document, options: object): Promise<AxeResult> };
    };
    if (!axe) return undefined;
    // Half faded in, a text has less contrast than it will have. Endless ones (a spinner) go on.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) {
        animation.finish();
      }
    }
    const { violations } = await axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      resultTypes: ["violations"],
      iframes: false,
    });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary ?? ""}`).join("\n")}`,
    );
  });
}
