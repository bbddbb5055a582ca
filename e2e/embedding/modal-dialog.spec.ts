import { findCard } from "../../sandbox/catalogue/cards.ts";
import { expect, type HostWindow, test } from "./embedding-page.ts";

const checkoutDialog = `<main><button id="checkout">Check out</button></main>
<dialog id="own" aria-label="Checkout"><p>Your basket</p><div id="pay"></div></dialog>`;

test.beforeEach(async ({ page, host, newSecret }) => {
  await host.open({ clientSecretKey: await newSecret(), body: checkoutDialog, mount: false });
  await page.evaluate(() => {
    (document.querySelector("#own") as HTMLDialogElement).showModal();
    (window as unknown as HostWindow).instances[0]?.mount("#pay");
  });
  await host.event("ready");
});

test("the challenge opens above the operator's own modal dialog, which stays open", async ({
  page,
  host,
}) => {
  await host.widget.payWith(findCard("challenge").number);
  await expect(host.challenge.code).toBeVisible();
  const dialog = page.getByRole("dialog", { name: /bank/i });
  await expect(dialog).toBeVisible();
  const onTop = await dialog.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const root = element.getRootNode() as ShadowRoot;
    const hit = root.elementFromPoint(x + width / 2, y + height / 2);
    return hit === element || element.contains(hit);
  });
  expect(onTop).toBe(true);
  await host.challenge.enterCode();
  expect(await host.event("complete")).toMatchObject({ type: "success" });
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("#own")).toHaveJSProperty("open", true);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), "the widget has the focus")
    .toBe("IFRAME");
});

test("Escape leaves the challenge, and the operator's dialog stays open", async ({
  page,
  host,
}) => {
  await host.widget.payWith(findCard("challenge").number);
  await expect(host.challenge.code).toBeVisible();
  await host.challenge.leaveByEscape();
  await expect(page.getByRole("dialog", { name: /bank/i })).toHaveCount(0);
  await expect(page.locator("#own")).toHaveJSProperty("open", true);
  await expect(host.widget.number).toHaveValue(/3155|\d{4}/);
  await expect(host.widget.payButton).toBeVisible();
});

test("Cancel leaves the challenge, and the customer can pay with another card", async ({
  page,
  host,
}) => {
  await host.widget.payWith(findCard("challenge").number);
  await expect(host.challenge.code).toBeVisible();
  await host.challenge.expectAccessible("in the operator's dialog");
  await host.challenge.frame.getByTestId("challenge-cancel").click();
  await expect(page.getByRole("dialog", { name: /bank/i })).toHaveCount(0);
  await expect(host.widget.payButton).toBeVisible();
  await host.widget.payWith(findCard("visa").number);
  expect(await host.event("complete")).toMatchObject({ type: expect.stringMatching(/.+/) });
});
