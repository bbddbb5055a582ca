import type { Locator, Page } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { holdEnter, tabTo } from "../pages/keyboard.ts";
import { readStatus } from "../stack/operator-api.ts";
import { expect, type HostWindow, test } from "./embedding-page.ts";

const confirmed = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as HostWindow).instances[0]
      ?.confirm()
      .then(({ type }) => type)
      .catch((error: { code: string }) => error.code),
  );

/** Presses the button, unless the form, which tries by itself every five seconds, has just succeeded. */
async function tryAgain(alert: Locator): Promise<void> {
  const button = alert.getByRole("button", { name: "Try again" });
  await Promise.race([button.click(), button.waitFor({ state: "detached" })]);
}

test("a form whose script does not load says so, refuses confirm(), and works once it loads", async ({
  page,
  stack,
  host,
  newSecret,
}) => {
  let isDown = true;
  let charges = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/v1\/client\/payments/.test(request.url())) charges += 1;
  });
  await page.route(`${stack.pay}/v1/assets/**`, (route) =>
    isDown ? route.abort("connectionreset") : route.continue(),
  );
  await host.open({ clientSecretKey: await newSecret() });
  expect(await host.event("loaderror")).toMatchObject({ code: "network", party: "network" });
  const frame = page.frameLocator("#pay iframe");
  await expect(frame.getByRole("alert")).toContainText("Part of the form didn’t load");
  expect(await confirmed(page)).toBe("network");

  await host.widget.fill({
    number: findCard("visa").number,
    expiry: "1234",
    cvc: "123",
    holderName: "Ada Lovelace",
    postalCode: "94107",
  });
  isDown = false;
  await tryAgain(frame.getByRole("alert"));
  await expect(frame.getByRole("alert")).toHaveCount(0);
  await expect(host.widget.payButton).toHaveText(/\d/);
  expect(charges).toBe(0);
  await expect(host.widget.number).toHaveValue(/4/);
  expect(await confirmed(page)).toBe("success");
});

test("when the script for the steps after Pay does not load, the form asks to try again, keeps what was typed, and pays once", async ({
  page,
  stack,
  host,
  newSecret,
}) => {
  let isDown = true;
  await page.route(/\/v1\/assets\/later-part-/, (route) =>
    isDown ? route.abort("connectionreset") : route.continue(),
  );
  const clientSecretKey = await newSecret();
  await host.open({ clientSecretKey });
  await host.event("ready");
  // While the customer types, the form requests that part again and again.
  await host.widget.number.click();
  await page.waitForRequest(/later-part-/);
  await page.keyboard.type("4000");
  await page.waitForRequest(/later-part-/);
  await page.keyboard.type("00");
  await page.waitForRequest(/later-part-/);
  await expect(host.widget.number).toHaveValue("4000 00");
  await host.widget.fill({ number: findCard("challenge").number });
  const alert = page.frameLocator("#pay iframe").getByRole("alert");
  await expect(alert).toHaveCount(0);

  await host.widget.pay();
  await expect(alert).toContainText("You won’t be charged twice.");
  isDown = false;
  await tryAgain(alert);
  await host.challenge.enterCode();
  expect(await host.event("complete")).toMatchObject({ type: "success" });
  await expect(alert).toHaveCount(0);
  expect((await host.read("seen")).map(([, name]) => name)).not.toContain("loaderror");
  const { payments } = await readStatus(stack, clientSecretKey.split("_secret_")[0] ?? "");
  expect(payments).toHaveLength(1);
});

test("Enter held down before the notice of a decline has loaded pays once, and one more press after it pays again", async ({
  page,
  stack,
  host,
  newSecret,
}) => {
  let isDown = true;
  await page.route(/\/v1\/assets\/later-part-/, (route) =>
    isDown ? route.abort("connectionreset") : route.continue(),
  );
  const clientSecretKey = await newSecret();
  const paymentsMade = async () =>
    (await readStatus(stack, clientSecretKey.split("_secret_")[0] ?? "")).payments;
  await host.open({ clientSecretKey });
  await host.event("ready");
  await host.widget.fill({ number: findCard("insufficient_funds").number });
  await tabTo(host.widget.payButton);
  const alert = page.frameLocator("#pay iframe").getByRole("alert");
  await holdEnter(alert);
  await expect(alert).toContainText("You won’t be charged twice.");
  expect(await paymentsMade()).toHaveLength(1);
  isDown = false;
  await tryAgain(alert);
  await expect(host.widget.text("Your payment didn’t go through")).toBeVisible();
  await tabTo(host.widget.payButton);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await paymentsMade()).length, { intervals: [2_100] }).toBe(2);
});

test("our own pages say what to do when their script is lost, even under reduced motion", async ({
  page,
  stack,
}) => {
  await page.route(`${stack.pay}/v1/assets/**`, (route) => route.fulfill({ status: 404 }));
  for (const [path, reducedMotion] of [
    ["/refund", "reduce"],
    ["/w9", "no-preference"],
    ["/verify/phone", "reduce"],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto(`${stack.pay}${path}#a_secret_of_a_link`);
    const message = page.getByText(/reload the page.* open your link again/);
    const wait = await message.evaluateHandle((element) => element.getAnimations()[0]);
    await wait.evaluate((animation) => {
      animation?.pause();
      if (animation) animation.currentTime = 7_000;
    });
    await expect(message).toBeHidden();
    await wait.evaluate((animation) => animation?.finish());
    await expect(message).toBeVisible();
    // Reloading keeps the link's secret.
    expect(page.url()).toContain("#a_secret_of_a_link");
  }
});
