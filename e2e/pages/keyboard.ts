/** Uses a page by keyboard alone, as somebody without a pointer does. */
import { expect, type Locator, type Page } from "@playwright/test";

/** Maximum number of Tab stops: more than any page of the console has. */
const maxStops = 150;

/** Moves the focus until it is on this control. Fails if Tab never reaches it. */
export async function tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < maxStops; stops += 1) {
    if (await isFocused()) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}.`);
}

export async function pressByKey(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("Enter");
}

/** Holds Enter until something appears and half a second longer. The browser repeats the key, as for a long press. */
export async function holdEnter(until: Locator): Promise<void> {
  const page = until.page();
  const press = async () => {
    await page.keyboard.down("Enter");
    await page.waitForTimeout(33);
  };
  do await press();
  while (!(await until.isVisible()));
  for (let repeats = 0; repeats < 15; repeats += 1) await press();
  await page.keyboard.up("Enter");
}

/** Goes to a field with Tab and replaces its text. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  const { keyboard } = field.page();
  await keyboard.press("Control+A");
  await keyboard.type(text);
}

/** Goes to a file field with Tab, opens the chooser with Enter, and chooses a file. */
export async function chooseByKey(
  field: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await tabTo(field);
  const page = field.page();
  const chooser = page.waitForEvent("filechooser");
  // From then on the browser asks the test instead of opening a window.
  await page.evaluate(() => undefined);
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(file);
}

/** Opens a dialog by keyboard, closes it with Escape, expects the focus on the button, and opens it again. */
export async function openTwice(button: Locator, dialog: Locator): Promise<void> {
  await pressByKey(button);
  await expect(dialog).toBeVisible();
  await expectFocusIn(dialog);
  await button.page().keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.page().keyboard.press("Enter");
  await expectFocusIn(dialog);
}

export async function expectFocusIn(part: Locator): Promise<void> {
  const isInside = () => part.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(isInside, { message: `the focus is in ${part}`, timeout: 60_000 }).toBe(true);
}

/** A picture of the page: a file that the service accepts as evidence. */
export async function pictureOf(page: Page, name: string) {
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 120 } });
  return { name, mimeType: "image/png", buffer };
}
