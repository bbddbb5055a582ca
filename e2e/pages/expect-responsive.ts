import { basename } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import type { ConsolePage } from "./console-page.ts";

const widths = [360, 768, 1280];
/** A scan takes a second, and a width changes no color: each width and both palettes are scanned once. */
const scanned = ["360 light", "1280 dark"];

/**
 * Expects that the screen fits at every width, light and dark, and is accessible on a light phone and a dark desktop.
 * With `TESSERA_PHOTOGRAPH` set it also photographs it, into the test's output folder.
 */
export async function expectResponsive(
  desk: ConsolePage,
  name: string,
  info: TestInfo,
): Promise<void> {
  const { page } = desk;
  // Two journeys may have a screen of the same name.
  const screen = `${basename(info.file, ".spec.ts")}: ${name}`;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await desk.expectFits();
      await photograph(page, info, `${name}-${width}-${colorScheme}`, !name.includes("dialog"));
      if (!scanned.includes(`${width} ${colorScheme}`)) continue;
      await untilDrawn(page);
      await desk.expectAccessible(`${screen} at ${width}, ${colorScheme}`);
    }
  }
}

/**
 * Saves a picture of the page in the test's output folder, for people. No test reads it, so it is only taken when
 * `TESSERA_PHOTOGRAPH` is set.
 */
export async function photograph(
  page: Page,
  info: TestInfo,
  name: string,
  fullPage = true,
): Promise<void> {
  if (!process.env["TESSERA_PHOTOGRAPH"]) return;
  await untilDrawn(page);
  await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage });
}

function untilDrawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const isMoving = () =>
      document.getAnimations().some(({ playState }) => playState === "running");
    for (let still = 0; still < 3; still = isMoving() ? 0 : still + 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}
