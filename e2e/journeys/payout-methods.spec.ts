import type { Route } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { PayoutWidget } from "../pages/payout-widget.ts";
import { newOperator } from "../stack/operator-commands.ts";
import {
  type CreatedPayout,
  createPayout,
  createWinner,
  decidePayout,
  janeDoe,
  noRequirements,
  readPayout,
} from "../stack/payout-api.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { test as base, expect } from "./journey.ts";

/** Node.js cannot resolve `*.localhost`. */
const onLoopback = (route: Route) =>
  route
    .request()
    .url()
    .replace(/\/\/[^:/]+/, "//127.0.0.1");

interface PayoutJourney {
  /** The stack with an operator that requires only a payout method and an approval. */
  operator: StackAddresses;
  /** Opens an operator's page with the payout and waits until the widget is ready. */
  openPayout(payout: CreatedPayout, locale?: string): Promise<PayoutWidget & { host: HostPage }>;
}

const test = base.extend<PayoutJourney>({
  operator: async ({ stack }, use) => use(await newOperator(stack, noRequirements)),
  openPayout: async ({ page, operator }, use) => {
    await use(async ({ clientSecretKey }, locale) => {
      const host = await HostPage.open(page, operator, {
        clientSecretKey,
        publishableKey: operator.operator.publishableKey,
        elements: "Disbursement",
        ...(locale === undefined ? {} : { locale }),
      });
      await host.event("ready");
      return Object.assign(new PayoutWidget(page), { host });
    });
  },
});

/** The types of the `complete` events so far, in order. */
const outcomes = async (widget: { host: HostPage }) =>
  (await widget.host.events())
    .filter(({ name }) => name === "complete")
    .map(({ detail }) => (detail as { type: string }).type);

test("a payout to a bank account is confirmed, approved and paid, even when the customer leaves the page", async ({
  operator,
  openPayout,
}) => {
  const payout = await createPayout(operator, await createWinner(operator, janeDoe));
  const widget = await openPayout(payout);
  await expect(widget.amount).toContainText("$85.00");
  await expect(widget.at("payout-method-bank")).toBeVisible();
  await widget.expectAccessible("payout methods");
  await widget.continueButton.click();
  await expect(widget.at("error-payout-method")).toBeVisible();

  await widget.fillBank();
  await widget.at("field-account-number-again").fill("000123456788");
  await widget.continueButton.click();
  await expect(widget.at("field-account-number-again")).toBeFocused();
  await widget.expectAccessible("bank account, wrong");
  await widget.at("field-account-number-again").fill("000 123 456 789");
  await widget.continueButton.click();
  await expect(widget.at("review-method")).toHaveText("Bank account, checking •••• 6789");
  await widget.expectAccessible("review");

  await widget.at("change-method").click();
  await expect(widget.at("field-account-number")).toHaveValue("0001 2345 6789");
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  await widget.expectAccessible("waiting");
  expect(await outcomes(widget)).toEqual(["pending"]);

  // The customer leaves the page and opens it again.
  const again = await openPayout(payout);
  await expect(again.step("waiting")).toBeVisible();
  await decidePayout(operator, payout, true);
  await expect(again.step("success")).toBeVisible({ timeout: 90_000 });
  await again.expectAccessible("success");
  await expect(again.at("fact-amount")).toHaveText("$85.00");
  expect((await outcomes(again)).at(-1)).toBe("success");
});

test("the widget reports a rejected payout at once, with the next step", async ({
  operator,
  openPayout,
}) => {
  const payout = await createPayout(operator, await createWinner(operator, janeDoe));
  const widget = await openPayout(payout);
  await widget.fillBank();
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  await decidePayout(operator, payout, false);
  await expect(widget.step("rejected")).toContainText("wasn’t approved");
  await widget.expectAccessible("rejected");
  expect(await outcomes(widget)).toEqual(["pending", "rejected"]);
  expect(await readPayout(operator, payout)).toMatchObject({
    status: "rejected",
    disbursement: { status: "voided" },
  });
});

test("a debit card used before is offered masked, needs one press, and can be removed", async ({
  operator,
  openPayout,
}) => {
  const winner = await createWinner(operator, janeDoe);
  const first = await createPayout(operator, winner);
  const { number } = findCard("visa_debit");
  const widget = await openPayout(first);
  await widget.fillCard(number);
  await widget.expectAccessible("debit card");
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  await decidePayout(operator, first, true);
  await expect(widget.step("success")).toBeVisible({ timeout: 90_000 });

  const again = await openPayout(await createPayout(operator, winner, { amount: 40 }));
  await expect(again.frame.getByRole("radio", { name: /Visa •••• 5556/ })).toBeChecked();
  await again.expectAccessible("payout methods, used before");
  await again.request();
  await expect(again.at("fact-method")).toHaveText("Visa •••• 5556");
  await expect(again.at("fact-amount")).toHaveText("$40.00");

  const last = await openPayout(await createPayout(operator, winner, { amount: 30 }));
  await last.frame.getByRole("button", { name: "Remove Visa •••• 5556" }).click();
  await last.expectAccessible("confirming the removal of a payout method");
  await last.at("remove-confirm").click();
  await expect(last.frame.getByRole("radio", { name: /Visa/ })).toHaveCount(0);
  await expect(last.at("removed")).toContainText("was removed");
  const afterwards = await openPayout(await createPayout(operator, winner, { amount: 20 }));
  await expect(afterwards.at("payout-method-card")).toBeVisible();
  await expect(afterwards.frame.getByRole("radio", { name: /Visa/ })).toHaveCount(0);
});

test("a credit card fails with a plain explanation", async ({ operator, openPayout }) => {
  const byCard = await createPayout(operator, await createWinner(operator, janeDoe));
  const widget = await openPayout(byCard);
  await widget.fillCard(findCard("payout_credit_card").number);
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  await decidePayout(operator, byCard, true);
  await expect(widget.step("failed")).toContainText("Use a debit card");
  await widget.expectAccessible("failed");
});

test("crypto: a typo in the address is found, another network's address is named, and a valid one is accepted", async ({
  operator,
  openPayout,
}) => {
  const payout = await createPayout(operator, await createWinner(operator, janeDoe));
  const widget = await openPayout(payout);
  await widget.choose("crypto");
  const address = widget.at("field-crypto-address");
  await address.fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD");
  await address.blur();
  await expect(widget.at("error-crypto-address")).toContainText("character");
  await address.fill("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
  await expect(widget.at("error-crypto-address")).toContainText("Tron");
  await address.fill("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
  await expect(widget.at("grouped-address")).toContainText("0x5aAe");
  await widget.expectAccessible("crypto");
  await widget.request();
  await expect(widget.at("fact-method")).toContainText("USDC on Ethereum");
});

test("a payout can be requested by keyboard alone", async ({ page, operator, openPayout }) => {
  const payout = await createPayout(operator, await createWinner(operator, janeDoe));
  const widget = await openPayout(payout);
  const { keyboard } = page;
  await widget.at("payout-method-bank").focus();
  await keyboard.press("Space");
  await expect(widget.at("field-holder")).toBeVisible();
  const fields = ["Jane Doe", null, "110000000", "000123456789", "000123456789"];
  for (const text of fields) {
    await keyboard.press("Tab");
    if (text === null) await keyboard.press("Space");
    else await keyboard.type(text);
  }
  await keyboard.press("Enter");
  await expect(widget.frame.getByRole("heading", { name: "Check your payout" })).toBeFocused();
  await keyboard.press("Tab");
  await expect(widget.at("change-method")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(widget.frame.getByRole("heading", { name: "Waiting for approval" })).toBeFocused();
});

test("a connection lost during the request: nothing is requested twice, and no typed value is lost", async ({
  page,
  operator,
  openPayout,
}) => {
  const payout = await createPayout(operator, await createWinner(operator, janeDoe));
  const widget = await openPayout(payout);
  await widget.fillBank();
  // The service receives the request, but its response is lost.
  let sent = 0;
  await page.route("**/v1/client/disbursements", async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch({ url: onLoopback(route) });
    await route.abort("connectionreset");
  });
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  expect(sent).toBeGreaterThan(1);
  expect((await readPayout(operator, payout)).status).toBe("pending-validation");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("no step scrolls horizontally, in Spanish", async ({ page, operator, openPayout }) => {
    const overflowPx = () =>
      page
        .frame({ url: /\/v1\/frames\/disbursement/ })
        ?.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
    const payout = await createPayout(operator, await createWinner(operator, janeDoe));
    const widget = await openPayout(payout, "es-MX");
    for (const type of ["bank", "card", "crypto"] as const) {
      await widget.choose(type);
      await expect(widget.frame.getByTestId("form-loading")).toHaveCount(0);
      expect(await overflowPx(), type).toBe(0);
    }
    await widget.expectAccessible("forms on a phone, Spanish");
    await widget.fillBank();
    await widget.continueButton.click();
    await expect(widget.confirm).toHaveText(/Solicitar/);
    expect(await overflowPx(), "review").toBe(0);
    await widget.confirm.click();
    await expect(widget.step("waiting")).toContainText("A la espera de aprobación");
    expect(await overflowPx(), "waiting").toBe(0);
  });
});
