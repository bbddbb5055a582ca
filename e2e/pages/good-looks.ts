import type { TestInfo } from "@playwright/test";
import type { ConsolePage } from "./console-page.ts";

const widths = [360, 768, 1280];

/** Expects that the screen fits and is accessible at every width, light and dark, and photographs it. */
export async function expectGoodLooks(
  desk: ConsolePage,
  name: string,
  info: TestInfo,
): Promise<void> {
  const { page } = desk;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await desk.expectFits();
      // The photograph draws everything in the new colours, which the scan then reads.
      await page.screenshot({
        path: info.outputPath(`${name}-${width}-${colorScheme}.png`),
        fullPage: !name.includes("dialog"),
      });
      // With reduced motion each color still has a transition of 1 ms, which begins at a child when its parent's ends.
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== "running"),
      );
      await desk.expectAccessible(`${name} at ${width}, ${colorScheme}`);
    }
  }
}
