import type { Page } from "@playwright/test";

/**
 * Replaces the entry on a page that shows one, and waits until everything is typed and pressed. Loading the page for
 * each entry takes two thirds of a test that looks at all of them.
 */
export async function showEntry(page: Page, id: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, id);
  // Checks every frame: a locator polls only ten times a second.
  await page.waitForFunction(
    (drawn) => document.querySelector(`html[data-drawn="${drawn}"] #gallery > *`),
    id,
  );
}
