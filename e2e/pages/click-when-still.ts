import type { Locator } from "@playwright/test";

/** Time between two measurements of a button's position. */
const betweenMs = 100;

/**
 * Clicks a button once it has stopped moving. After a change of screens, the frame gets its new height a moment later
 * and the page shifts: a click at the old position would miss.
 */
export async function clickWhenStill(button: Locator): Promise<void> {
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
