import type { Page } from "@playwright/test";
import { visitBank } from "../../sandbox/testing/bank-customer.ts";
import { expectAccessible } from "../pages/accessibility.ts";
import { BankWindow } from "../pages/bank-window.ts";
import { holdFirstStatus } from "../pages/hold-first-status.ts";
import { HostPage } from "../pages/host-page.ts";
import type { CreatedIntent } from "../stack/operator-api.ts";
import { call } from "../stack/operator-api.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { test as base, expect } from "./journey.ts";

const test = base.extend({
  viewport: { width: 360, height: 740 },
  // Keeps Chromium's popup blocker on, as customers have it.
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, ignoreDefaultArgs: ["--disable-popup-blocking"] });
    },
    { scope: "worker" },
  ],
});

const settled = { timeout: 90_000 };
const returnedToShop = /\/host-page-of-a-test\?payment_intent_id=pi_/;

async function payByBank({ widget }: HostPage): Promise<void> {
  await widget.chooseByName(/Pay by bank/);
  await expect(widget.frame.getByTestId("pay-by-bank-form")).toBeVisible();
  await widget.pay();
}

/** Logs in at the bank and continues to its page about the payment. */
async function logIn(page: Page): Promise<BankWindow> {
  const bank = await BankWindow.inPlaceOf(page);
  await bank.logIn.click();
  await expect(bank.pay).toBeVisible();
  return bank;
}

/** How many times the bank was asked, for each booked payment of the intent. */
async function bankRequests(stack: StackAddresses, { paymentIntentId }: CreatedIntent) {
  const { payments } = await call<{ payments: { paymentId: string }[] }>(
    stack,
    "GET",
    `/v1/payment-intents/${paymentIntentId}/status`,
  );
  const response = await fetch(`${stack.sandboxUrl}/admin/bank-payments`);
  const { data } = (await response.json()) as { data: { key: string; requests: number }[] };
  const ids = payments.map(({ paymentId }) => paymentId);
  return data.filter(({ key }) => ids.includes(key)).map(({ requests }) => requests);
}

test("a customer who confirms at the bank has paid on return, and repeated returns pay only once", async ({
  page,
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent);
  await host.widget.chooseByName(/Pay by bank/);
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

  await page.waitForURL(returnedToShop);
  const outcome = host.widget.frame.getByTestId("step-success");
  await expect(outcome).toContainText("Harbour Bank, checking •••• 6789", settled);
  await host.widget.expectAccessible("paid by bank");
  expect(await host.event("complete")).toMatchObject({ type: "success" });
  // No `change` after the outcome: a page may clear its message on `change`.
  await expect.poll(async () => (await host.events()).at(-1)?.name).toBe("complete");

  await page.goto((await returned).url());
  await page.waitForURL(returnedToShop);
  await expect(outcome).toBeVisible();
  await page.reload();
  await expect(outcome).toBeVisible();
  expect(await bankRequests(stack, intent)).toEqual([1]);
});

test("refusing, leaving or canceling at the bank pays nothing, and a slow account can still pay", async ({
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
  await page.waitForURL(returnedToShop);
  await expect(widget.text("You declined the payment at your bank")).toBeVisible();
  await widget.expectAccessible("refused at the bank");

  await widget.pay();
  await BankWindow.inPlaceOf(page);
  await page.goBack();
  const waiting = widget.frame.getByTestId("step-redirect");
  await expect(waiting).toBeVisible();
  await widget.expectAccessible("at the bank");
  await widget.frame.getByRole("button", { name: "Choose another payment method" }).click();
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
  await page.waitForURL(returnedToShop);
  await expect(widget.text("Your bank is making the payment")).toBeVisible();
  await widget.expectAccessible("the bank is still processing");
  await expect(widget.frame.getByTestId("step-success")).toBeVisible(settled);
  expect(await bankRequests(stack, intent)).toEqual([1]);
});

test("a bank window closes automatically and the widget shows the outcome; an outdated response changes nothing", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const host = await openWidget(await newIntent(), { bankWindow: "popup" });
  const { widget } = host;
  const deliverOld = await holdFirstStatus(widget);
  const bank = await BankWindow.openedBy(page, () => payByBank(host));
  await expect(widget.frame.getByTestId("step-redirect")).toBeVisible();
  await bank.logIn.click();
  await bank.choose(/Closed last week/);
  const closed = bank.page.waitForEvent("close");
  await bank.pay.click();
  await closed;
  await expect(widget.text("You can’t pay from this account")).toBeVisible(settled);
  await widget.expectAccessible("rejected by the bank");

  // Uses the page's own button.
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
  // The outdated response still says that the first attempt waits for the bank.
  await deliverOld();
  await expect(widget.frame.getByTestId("step-success")).toBeVisible();
  expect(page.url()).not.toMatch(returnedToShop);
});

test("on a page with COOP the bank opens in its own window, which closes afterwards", async ({
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
    .poll(() => others().map((page) => new URL(page.url()).pathname))
    .toEqual([expect.stringMatching(/^\/bank\/interaction\//)]);
  const [opened] = others();
  if (!opened) throw new Error("no window");
  const bank = await logIn(opened);
  await bank.pay.click();
  await expect(host.widget.frame.getByTestId("step-success")).toBeVisible(settled);
  await expect.poll(others).toEqual([]);
});

test("with blocked windows the bank replaces the page, and the return address is refused in another browser", async ({
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
  await page.waitForURL(returnedToShop);
  await expect(host.widget.frame.getByTestId("step-success")).toBeVisible(settled);

  const stranger = await browser.newPage();
  await stranger.goto((await returned).url());
  const words = stranger.getByRole("heading", { name: "You started in another browser" });
  await expect(words).toBeVisible();
  await expectAccessible(stranger, undefined, "back in another browser");
  await stranger.close();
});

test("a code with the wrong issuer is refused; of two tabs one pays and both show it; no URL keeps a secret", async ({
  page,
  context,
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const host = await openWidget(intent);
  const authorization = page.waitForRequest(/\/bank\/auth\?/);
  await payByBank(host);
  // The bank opens a request only until it has issued a code, so the browser goes first.
  await BankWindow.inPlaceOf(page);
  // A valid code with another issuer's name (RFC 9207): the service does not exchange it.
  const mixedUp = await visitBank((await authorization).url());
  expect(mixedUp.searchParams.get("iss")).toMatch(/\/bank$/);
  mixedUp.searchParams.set("iss", "http://evil.localhost");
  await page.goto(mixedUp.href);
  await page.waitForURL(returnedToShop);
  await expect(host.widget.text("We can’t reach your bank")).toBeVisible();
  expect(await bankRequests(stack, intent)).toEqual([]);

  const elsewhere = await context.newPage();
  const { clientSecretKey } = intent;
  const other = await HostPage.open(elsewhere, stack, { clientSecretKey });
  await other.widget.chooseByName(/Pay by bank/);
  await host.widget.pay();
  const overtaken = await logIn(page);
  await other.widget.pay();
  const bank = await logIn(elsewhere);
  await overtaken.pay.click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectAccessible(page, undefined, "overtaken by another tab");
  expect(await bankRequests(stack, intent)).toEqual([]);
  const forged = await page.goto(`${stack.pay}/v1/bank-payments/return?state=made-up&code=1`);
  expect(forged?.status()).toBe(400);
  await bank.pay.click();
  await elsewhere.waitForURL(returnedToShop);
  await expect(other.widget.at("step-success")).toBeVisible(settled);
  expect(await bankRequests(stack, intent)).toEqual([1]);

  const addresses = await elsewhere.evaluate(() => [location.href, document.referrer]);
  await page.goto(elsewhere.url());
  await expect(host.widget.at("step-success")).toBeVisible();
  const { search, hash } = new URL(addresses[0] ?? "");
  expect([search, hash]).toEqual([`?payment_intent_id=${intent.paymentIntentId}`, ""]);
  expect(addresses.join()).not.toMatch(/code=|state=|secret/);
});

test("a customer who closes the bank's window has not paid and can open it again", async ({
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
  expect(await bankRequests(stack, intent)).toEqual([]);
  const reopened = await BankWindow.openedBy(page, () => host.widget.at("open-bank").click());
  await reopened.logIn.click();
  const closed = reopened.page.waitForEvent("close");
  await reopened.pay.click();
  await closed;
  await expect(host.widget.at("step-success")).toBeVisible(settled);
  expect(await bankRequests(stack, intent)).toEqual([1]);
});
