/** Payments that the customer confirms at their bank: there, back, and everything in between. */
import type { Page } from "@playwright/test";
import { visitBank } from "../../sandbox/testing/bank-customer.ts";
import { expectAccessible } from "../pages/accessibility.ts";
import { BankWindow } from "../pages/bank-window.ts";
import { holdFirstStatus } from "../pages/hold-answers.ts";
import { HostPage } from "../pages/host-page.ts";
import type { CreatedIntent } from "../stack/operator-api.ts";
import { call } from "../stack/operator-api.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { test as base, expect } from "./journey.ts";

const test = base.extend({
  viewport: { width: 360, height: 740 },
  // Windows that nobody's press has opened are blocked, as for customers.
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, ignoreDefaultArgs: ["--disable-popup-blocking"] });
    },
    { scope: "worker" },
  ],
});

const settled = { timeout: 45_000 };
const atShop = /\/host-page-of-a-test\?payment_intent_id=pi_/;

/** Chooses the way in the widget and presses Pay. */
async function payByBank({ widget }: HostPage): Promise<void> {
  await widget.chooseWay(/Pay by bank/);
  await expect(widget.frame.getByTestId("pay-by-bank-form")).toBeVisible();
  await widget.pay();
}

/** At the bank, to its page about the payment. */
async function logIn(page: Page): Promise<BankWindow> {
  const bank = await BankWindow.inPlaceOf(page);
  await bank.logIn.click();
  await expect(bank.pay).toBeVisible();
  return bank;
}

/** How often the bank was told to pay, for each payment of the intent that it has booked. */
async function ordersOf(stack: StackAddresses, { paymentIntentId }: CreatedIntent) {
  const { payments } = await call<{ payments: { paymentId: string }[] }>(
    stack,
    "GET",
    `/v1/payment-intents/${paymentIntentId}/status`,
  );
  const answer = await fetch(`${stack.sandboxUrl}/admin/bank-payments`);
  const { data } = (await answer.json()) as { data: { key: string; requests: number }[] };
  const ids = payments.map(({ paymentId }) => paymentId);
  return data.filter(({ key }) => ids.includes(key)).map(({ requests }) => requests);
}

test("who agrees at the bank comes back paid, and however often they come back, they paid once", async ({
  page,
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent);
  await host.widget.chooseWay(/Pay by bank/);
  await expect(host.widget.frame.getByTestId("pay-by-bank-form")).toBeVisible();
  await host.widget.expectAccessible("pay by bank");
  const returned = page.waitForRequest(/\/v1\/bank-payments\/return\?/);
  await host.widget.pay();

  const bank = await BankWindow.inPlaceOf(page);
  await bank.expectAccessible("log in");
  await bank.logIn.click();
  await expect(page.getByText("$49.99", { exact: true })).toBeVisible();
  await expect(page.getByRole("definition").first()).toContainText("Demo");
  await bank.expectAccessible("confirm a payment");
  await bank.pay.click();

  await page.waitForURL(atShop);
  const outcome = host.widget.frame.getByTestId("step-success");
  await expect(outcome).toContainText("Harbour Bank, checking •••• 6789", settled);
  await host.widget.expectAccessible("paid by bank");
  expect(await host.event("complete")).toMatchObject({ type: "success" });
  // An outcome has no form: a page that clears its words on `change` would clear its thanks.
  await expect.poll(async () => (await host.events()).at(-1)?.name).toBe("complete");

  await page.goto((await returned).url());
  await page.waitForURL(atShop);
  await expect(outcome).toBeVisible();
  await page.reload();
  await expect(outcome).toBeVisible();
  expect(await ordersOf(stack, intent)).toEqual([1]);
});

test("who refuses, leaves or calls it off has paid nothing, and pays from a slow account after all", async ({
  page,
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent);
  const { widget } = host;
  await payByBank(host);
  const bank = await logIn(page);
  await bank.refuse.click();
  await page.waitForURL(atShop);
  await expect(widget.text("You refused the payment at your bank")).toBeVisible();
  await widget.expectAccessible("refused at the bank");

  await widget.pay();
  await BankWindow.inPlaceOf(page);
  await page.goBack();
  const waiting = widget.frame.getByTestId("step-redirect");
  await expect(waiting).toBeVisible();
  await widget.expectAccessible("at the bank");
  await widget.frame.getByRole("button", { name: "Pay another way" }).click();
  await expect(widget.text("Not confirmed")).toBeVisible();

  await payByBank(host);
  await logIn(page);
  await page.goBack();
  await page.goBack();
  await expect(waiting).toBeVisible();
  await page.reload();
  await widget.frame.getByRole("button", { name: "Go to your bank" }).click();
  await logIn(page);
  await bank.choose(/Rainy day savings/);
  await bank.pay.click();
  await page.waitForURL(atShop);
  await expect(widget.text("Your bank is making the payment")).toBeVisible();
  await widget.expectAccessible("the bank takes its time");
  await expect(widget.frame.getByTestId("step-success")).toBeVisible(settled);
  expect(await ordersOf(stack, intent)).toEqual([1]);
});

test("a window beside the page closes by itself, and the page goes on, whatever arrives late", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const host = await openWidget(await newIntent(), { bankWindow: "popup" });
  const { widget } = host;
  const letArrive = await holdFirstStatus(widget);
  const bank = await BankWindow.openedBy(page, () => payByBank(host));
  await expect(widget.frame.getByTestId("step-redirect")).toBeVisible();
  await bank.logIn.click();
  await bank.choose(/Closed last week/);
  const closed = bank.page.waitForEvent("close");
  await bank.pay.click();
  await closed;
  await expect(widget.text("This account can’t be paid from")).toBeVisible(settled);
  await widget.expectAccessible("rejected by the bank");

  // By a button of the page's own.
  await page.evaluate(() => {
    const button = document.createElement("button");
    button.textContent = "Order now";
    const { payment } = window as unknown as { payment: { confirm(): Promise<unknown> } };
    button.onclick = () => void payment.confirm();
    document.body.append(button);
  });
  const press = () => page.getByRole("button", { name: "Order now" }).click();
  const again = await BankWindow.openedBy(page, press);
  await again.logIn.click();
  const closedAgain = again.page.waitForEvent("close");
  await again.pay.click();
  await closedAgain;
  await expect(widget.frame.getByTestId("step-success")).toBeVisible(settled);
  // The first attempt, when it still waited for the bank.
  await letArrive();
  await expect(widget.frame.getByTestId("step-success")).toBeVisible();
  expect(page.url()).not.toMatch(atShop);
});

test("a page that keeps other sites' windows at a distance has its own window, and no other stays", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const host = await openWidget(await newIntent(), {
    bankWindow: "popup",
    headers: { "cross-origin-opener-policy": "same-origin" },
  });
  await payByBank(host);
  const others = () =>
    page
      .context()
      .pages()
      .filter((each) => each !== page);
  await expect
    .poll(() => others().map((each) => new URL(each.url()).pathname))
    .toEqual([expect.stringMatching(/^\/bank\/interaction\//)]);
  const [opened] = others();
  if (!opened) throw new Error("no window");
  const bank = await logIn(opened);
  await bank.pay.click();
  await expect(host.widget.frame.getByTestId("step-success")).toBeVisible(settled);
  await expect.poll(others).toEqual([]);
});

test("where windows are blocked the bank takes the page's place, and the way back is of use to no other browser", async ({
  page,
  browser,
  newIntent,
  openWidget,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const host = await openWidget(await newIntent(), { bankWindow: "popup" });
  await payByBank(host);
  const bank = await logIn(page);
  const returned = page.waitForRequest(/\/v1\/bank-payments\/return\?/);
  await bank.pay.click();
  await page.waitForURL(atShop);
  await expect(host.widget.frame.getByTestId("step-success")).toBeVisible(settled);

  const stranger = await browser.newPage();
  await stranger.goto((await returned).url());
  const words = stranger.getByRole("heading", { name: "You began in another browser" });
  await expect(words).toBeVisible();
  await expectAccessible(stranger, undefined, "back in another browser");
  await stranger.close();
});

test("an answer in the bank's name is not believed; of two tabs one pays, both see it, and no address keeps a secret", async ({
  page,
  context,
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent);
  const asked = page.waitForRequest(/\/bank\/auth\?/);
  await payByBank(host);
  // A right code with another issuer's name (RFC 9207): nobody trades it.
  const mixedUp = await visitBank((await asked).url());
  expect(mixedUp.searchParams.get("iss")).toMatch(/\/bank$/);
  mixedUp.searchParams.set("iss", "http://evil.localhost");
  await BankWindow.inPlaceOf(page);
  await page.goto(mixedUp.href);
  await page.waitForURL(atShop);
  await expect(host.widget.text("Your bank can’t be reached")).toBeVisible();
  expect(await ordersOf(stack, intent)).toEqual([]);

  const elsewhere = await context.newPage();
  const { clientSecretKey } = intent;
  const other = await HostPage.open(elsewhere, stack, { clientSecretKey });
  await other.widget.chooseWay(/Pay by bank/);
  await host.widget.pay();
  const overtaken = await logIn(page);
  await other.widget.pay();
  const bank = await logIn(elsewhere);
  await overtaken.pay.click();
  await expect(page.getByRole("heading", { name: "This link is over" })).toBeVisible();
  await expectAccessible(page, undefined, "overtaken by another tab");
  expect(await ordersOf(stack, intent)).toEqual([]);
  const forged = await page.goto(`${stack.pay}/v1/bank-payments/return?state=made-up&code=1`);
  expect(forged?.status()).toBe(400);
  await bank.pay.click();
  await elsewhere.waitForURL(atShop);
  await expect(other.widget.at("step-success")).toBeVisible(settled);
  expect(await ordersOf(stack, intent)).toEqual([1]);

  const addresses = await elsewhere.evaluate(() => [location.href, document.referrer]);
  await page.goto(elsewhere.url());
  await expect(host.widget.at("step-success")).toBeVisible();
  const { search, hash } = new URL(addresses[0] ?? "");
  expect([search, hash]).toEqual([`?payment_intent_id=${intent.paymentIntentId}`, ""]);
  expect(addresses.join()).not.toMatch(/code=|state=|secret/);
});

test("who closes the bank's window has paid nothing yet, and opens it anew", async ({
  page,
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent, { bankWindow: "popup" });
  const left = await BankWindow.openedBy(page, () => payByBank(host));
  await left.page.close();
  await expect(host.widget.at("step-redirect")).toBeVisible();
  expect(await ordersOf(stack, intent)).toEqual([]);
  const anew = await BankWindow.openedBy(page, () => host.widget.at("open-bank").click());
  await anew.logIn.click();
  const closed = anew.page.waitForEvent("close");
  await anew.pay.click();
  await closed;
  await expect(host.widget.at("step-success")).toBeVisible(settled);
  expect(await ordersOf(stack, intent)).toEqual([1]);
});
