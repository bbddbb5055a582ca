/** The customer leaves the page during a payment and comes back with the back button, from Chromium's bfcache. */
import type { Page } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { test as base, expect } from "../journeys/journey.ts";
import { BankWindow } from "../pages/bank-window.ts";
import { bookedCharges, call, readStatus } from "../stack/operator-api.ts";
import type { StackAddresses } from "../stack/start-stack.ts";

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      // Playwright switches the cache off by default. It cannot see the frames of a restored page, so the tests type
      // blindly and read the host page.
      await use({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
    },
    { scope: "worker" },
  ],
});

const challengeCard = findCard("challenge").number;

/** Makes the host page record whether the browser restored it from the cache. */
async function recordRestore(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }));
  });
}

/** Opens another page of the shop in the same tab. */
async function leave(page: Page, { shop }: StackAddresses): Promise<void> {
  await recordRestore(page);
  await page.route(`${shop}/elsewhere`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
  );
  await page.goto(`${shop}/elsewhere`);
}

/** Presses the back button. Returns before the browser leaves the page. */
async function pressBack(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()));
}

/** Returns to the host page, which must come from the cache. */
async function goBack(page: Page): Promise<void> {
  await pressBack(page);
  // A page that is restored from the cache has no load event.
  await page.waitForURL(/host-page-of-a-test$/, { waitUntil: "commit" });
  await page.waitForFunction(() => (window as { persisted?: boolean }).persisted === true);
}

async function expectOneCharge(stack: StackAddresses, paymentIntentId: string): Promise<void> {
  const { status, payments } = await readStatus(stack, paymentIntentId);
  expect(status).toBe("success");
  expect(payments).toHaveLength(1);
  expect(await bookedCharges(stack, payments[0]?.paymentId)).toHaveLength(1);
}

test("the challenge is still open, and its code still pays", async ({
  stack,
  page,
  newIntent,
  openWidget,
}) => {
  const { paymentIntentId, ...intent } = await newIntent();
  const host = await openWidget({ paymentIntentId, ...intent });
  await host.widget.payWith(challengeCard);
  await expect(host.challenge.code).toBeFocused();
  await leave(page, stack);
  await goBack(page);
  await page.keyboard.type("123456");
  expect(await host.event("complete")).toMatchObject({ type: "success" });
  await expect(host.challenge.dialog).toHaveCount(0);
  await expectOneCharge(stack, paymentIntentId);
});

test("a challenge that ended while the page was away closes, and the page gets the outcome", async ({
  stack,
  page,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent);
  await host.widget.payWith(challengeCard);
  await expect(host.challenge.code).toBeVisible();
  await leave(page, stack);
  const [payment] = (await readStatus(stack, intent.paymentIntentId)).payments;
  await call(stack, "POST", `/v1/payments/${payment?.paymentId}/cancel`);
  await goBack(page);
  expect(await host.event("complete")).toMatchObject({
    type: "failed",
    messages: [{ code: "payment_canceled" }],
  });
  await expect(host.challenge.dialog).toHaveCount(0);
});

test("a payment whose response arrives while the page is away is shown, and charged once", async ({
  stack,
  page,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/v1/client/payments", async (route) => {
    const { href } = Object.assign(new URL(route.request().url()), { hostname: "127.0.0.1" });
    const response = await route.fetch({ url: href });
    await held;
    // The browser may have canceled the request.
    await route.fulfill({ response }).catch(() => undefined);
  });
  const sent = page.waitForRequest("**/v1/client/payments");
  await host.widget.payWith(findCard("visa").number);
  await sent;
  await leave(page, stack);
  answer();
  await goBack(page);
  expect(await host.event("complete")).toMatchObject({ type: "success" });
  await expectOneCharge(stack, intent.paymentIntentId);
});

test("after the payment, going back through the bank's pages leads to a page that says it is paid", async ({
  stack,
  page,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent);
  await recordRestore(page);
  await host.widget.chooseByName(/Pay by bank/);
  await host.widget.pay();
  const bank = await BankWindow.inPlaceOf(page);
  await bank.logIn.click();
  await bank.pay.click();
  await page.waitForURL(/\?payment_intent_id=pi_/);
  await expect(host.widget.at("step-success")).toBeVisible({ timeout: 90_000 });
  // Goes through the bank's pages.
  for (let steps = 0; steps < 2; steps++) {
    const before = page.url();
    await pressBack(page);
    await page.waitForURL(({ href }) => href !== before, { waitUntil: "commit" });
    expect(new URL(page.url()).pathname).toMatch(/^\/bank\//);
  }
  await goBack(page);
  expect(await host.event("complete")).toMatchObject({ type: "success" });
  expect((await readStatus(stack, intent.paymentIntentId)).payments).toHaveLength(1);
});
