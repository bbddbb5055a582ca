import type { Locator } from "@playwright/test";

/** Between two looks at where something is. */
const betweenMs = 100;

/**
 * Clicks what stands still in the page. After a change of screens a frame takes its new height a moment later, and
 * the page moves it; a click is aimed by where things were, and would then hit the page.
 */
export async function pressStill(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  let before = "";
  for (;;) {
    const now = JSON.stringify(await button.boundingBox());
    if (now === before) break;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
  }
  await button.click();
}
