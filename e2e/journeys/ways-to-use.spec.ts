import { findCard } from "../../sandbox/catalogue/cards.ts";
import { expectAccessible } from "../pages/accessibility.ts";
import { HostPage } from "../pages/host-page.ts";
import { readStatus } from "../stack/operator-api.ts";
import { expect, test } from "./journey.ts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("nothing scrolls horizontally, and the challenge fits the screen", async ({
    page,
    newIntent,
    openWidget,
  }) => {
    const { widget, challenge } = await openWidget(await newIntent());
    const overflowPx = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await overflowPx()).toBe(0);
    const size = await widget.number.evaluate((input) => getComputedStyle(input).fontSize);
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(16);
    await widget.expectAccessible("form on a phone");

    await widget.payWith(findCard("challenge").number);
    await expect(challenge.code).toBeVisible();
    const box = await challenge.dialog.boundingBox();
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    await expectAccessible(page, /\/acs\/challenge/, "issuer: challenge on a phone");
    await challenge.enterCode();
    await expect(widget.text("Payment complete")).toBeVisible();
    expect(await overflowPx()).toBe(0);
    await widget.expectAccessible("paid on a phone");
  });
});

test("a customer pays by keyboard alone, through the challenge", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const { widget, challenge } = await openWidget(await newIntent());
  await expect(widget.payButton).toBeVisible();
  await widget.number.focus();
  await page.keyboard.type(findCard("challenge").number);
  await page.keyboard.press("Tab");
  await page.keyboard.type("1234");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await expect(widget.cvc).toHaveValue("123");
  await page.keyboard.press("Tab");
  if ((await widget.holderName.count()) > 0) await page.keyboard.type("Ada Lovelace");
  await page.keyboard.press("Enter");

  await expect(challenge.code).toBeVisible();
  await challenge.code.focus();
  await page.keyboard.type("123456");
  await page.keyboard.press("Enter");
  await expect(widget.text("Payment complete")).toBeVisible();
});

test("digits typed in the middle of the number appear at the caret", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const { widget } = await openWidget(await newIntent());
  await widget.number.pressSequentially("424242424242424");
  for (let press = 0; press < 6; press++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2");
  await expect(widget.number).toHaveValue("4242 4242 4242 424");
  await page.keyboard.press("End");
  await page.keyboard.type("2");
  await expect(widget.number).toHaveValue("4242 4242 4242 4242");
});

test("Pay before the amount is known pays nothing and puts no card number into a URL", async ({
  page,
  stack,
  newIntent,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const { clientSecretKey, paymentIntentId } = await newIntent();
  const { widget } = await HostPage.open(page, stack, { clientSecretKey });
  await widget.fill({ number: findCard("visa").number, cvc: "917" });
  await widget.cvc.press("Enter");
  await expect(widget.number).toHaveValue("4242 4242 4242 4242");
  await expect(widget.waitingButton).toHaveAttribute("aria-disabled", "true");
  await widget.expectAccessible("before the amount");
  release();
  await expect(widget.payButton).toHaveText(/\$49\.99/);
  expect(await readStatus(stack, paymentIntentId)).toMatchObject({ payments: [] });
  await widget.pay();
  await expect(widget.text("Payment complete")).toBeVisible();
  expect(addresses.filter((address) => /4242|917|cvc/.test(address))).toEqual([]);
});

test("confirm() waits for the amount, then pays", async ({ page, stack, newIntent }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/client/session", async (route) => {
    await held;
    await route.continue();
  });
  const { clientSecretKey, paymentIntentId } = await newIntent();
  const host = await HostPage.open(page, stack, { clientSecretKey });
  await host.event("ready");
  await host.widget.fill({ number: findCard("visa").number });
  const confirmed = host.confirm();
  await expect(host.widget.text("Paying…")).toBeVisible();
  expect(await readStatus(stack, paymentIntentId)).toMatchObject({ payments: [] });
  release();
  expect(await confirmed).toMatchObject({ type: "success" });
});

test("in Spanish every text is Spanish", async ({ newIntent, openWidget }) => {
  const { widget } = await openWidget(await newIntent(), { locale: "es" });
  await expect(widget.frame.locator("html")).toHaveAttribute("lang", /^es/);
  await expect(widget.frame.getByLabel("Número de tarjeta")).toBeVisible();
  await expect(widget.payButton).toHaveText(/^Pagar/);
  await expect(widget.frame.getByText(/Card number|Security code|^Pay /)).toHaveCount(0);
  await widget.expectAccessible("form in Spanish");
  await widget.payWith(findCard("insufficient_funds").number);
  await expect(widget.frame.getByText(/didn’t|declined|charged/)).toHaveCount(0);
  await widget.expectAccessible("declined in Spanish");
});

test.describe("with a Spanish browser", () => {
  test.use({ locale: "es-ES" });

  test("the widget uses the browser's language when the page sets none", async ({
    newIntent,
    openWidget,
  }) => {
    const { widget } = await openWidget(await newIntent());
    await expect(widget.frame.getByLabel("Número de tarjeta")).toBeVisible();
  });
});

test("an unknown payment method is skipped; a form that cannot load says so and loads on retry", async ({
  page,
  newIntent,
  openWidget,
}) => {
  await page.route("**/v1/client/session", async (route) => {
    const url = route
      .request()
      .url()
      .replace(/\/\/[^:/]+/, "//127.0.0.1");
    const response = await route.fetch({ url });
    const session = await response.json();
    const saved = {
      paymentMethodId: "pm_of_2031",
      type: "wallet",
      verification: "retina",
      paymentMethod: { wallet: "Moon" },
      createdAt: "2026-01-01T00:00:00.000Z",
      lastUsedAt: null,
      isExpired: false,
    };
    await route.fulfill({
      response,
      json: {
        ...session,
        paymentMethodTypes: ["carrier_pigeon", ...session.paymentMethodTypes],
        savedPaymentMethods: [saved, ...session.savedPaymentMethods],
      },
    });
  });
  let isReachable = false;
  let loaded = 0;
  await page.route(/\/v1\/assets\/bank-form-[^/]*\.js/, async (route) => {
    if (!isReachable) return route.abort("connectionreset");
    loaded += 1;
    return route.continue();
  });
  const { widget } = await openWidget(await newIntent());
  await expect(widget.payButton).toBeEnabled();
  await expect(widget.frame.getByRole("radio")).toHaveCount(4);

  await widget.choose("bank");
  await expect(widget.at("form-lost")).toBeVisible();
  await widget.expectAccessible("a form that did not load");
  isReachable = true;
  await widget.at("form-retry").click();
  await expect(widget.at("bank-form")).toBeVisible();
  expect(loaded).toBe(1);
});
