/**
 * Crypto payments on a phone: amounts, deadlines, confirmations and reorganizations. The tests share the sandbox's
 * chains and mine blocks themselves, so they run one after the other.
 */
import type { Refund } from "#contract/api/refunds";
import { signedIn } from "../pages/console-page.ts";
import { photograph } from "../pages/expect-responsive.ts";
import { holdFirstStatus } from "../pages/hold-first-status.ts";
import { HostPage } from "../pages/host-page.ts";
import type { PaymentWidget } from "../pages/payment-widget.ts";
import { RefundPage } from "../pages/refund-page.ts";
import { clientCall } from "../stack/client-api.ts";
import {
  type CreatedIntent,
  call,
  createIntent,
  createPayer,
  freshId,
  readStatus,
} from "../stack/operator-api.ts";
import { sandboxChain } from "../stack/sandbox-chain.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  const { sharedStack } = await import("../stack/global-setup.ts");
  for (const chain of [sandboxChain(sharedStack()), sandboxChain(sharedStack(), "bitcoin")]) {
    await chain.mineByHand();
    // Mines enough blocks for the reorganizations below.
    await chain.mine(8);
  }
});

/** Selects crypto and an asset and waits for the address. Returns the wallet link. */
async function askForAddress(widget: PaymentWidget, asset = "USDC"): Promise<string> {
  await widget.choose("crypto");
  // The radio button is invisible, so a finger touches its label.
  if (asset !== "USDC") await widget.at("choice-asset").getByText(asset, { exact: true }).click();
  await expect(widget.at("quote-amount")).toHaveText(new RegExp(`^[\\d.]+ ${asset}$`));
  await widget.pay();
  await expect(widget.at("deposit")).toHaveAttribute("data-stage", "waiting");
  return linkOf(widget);
}

const linkOf = async (widget: PaymentWidget) =>
  (await widget.at("wallet-link").getAttribute("href")) ?? "";

const expectStage = (widget: PaymentWidget, stage: string) =>
  expect(widget.at("deposit")).toHaveAttribute("data-stage", stage);

/** Waits until the status response matches; `meanwhile` runs before each request. */
const expectStatus = (
  stack: StackAddresses,
  paymentIntentId: string,
  expected: Record<string, unknown>,
  meanwhile = async () => {},
) =>
  expect
    .poll(
      async () => {
        await meanwhile();
        return readStatus(stack, paymentIntentId);
      },
      { timeout: 90_000 },
    )
    .toMatchObject(expected);

/** A failed intent whose attempt has a message with this code. */
const failedBy = (code: string) => ({
  status: "failed",
  payments: [{ messages: expect.arrayContaining([expect.objectContaining({ code })]) }],
});

test("the right amount is detected, confirmed and paid; a reload shows the same address; a reorganization undoes the payment", async ({
  page,
  context,
  stack,
  newIntent,
  openWidget,
}) => {
  const chain = sandboxChain(stack);
  await context.grantPermissions(["clipboard-read", "clipboard-write", "local-network-access"]);
  const intent = await newIntent();
  const { widget } = await openWidget(intent);
  await widget.choose("crypto");
  await expect(widget.at("quote-time")).toContainText("Rate holds for");
  await widget.expectAccessible("crypto");
  const link = await askForAddress(widget);
  await expect(widget.at("deposit-qr")).toBeVisible();
  await widget.expectAccessible("deposit");
  const address = await widget.at("deposit-address").textContent();
  expect(link).toContain(address);
  // The button says so only for a moment, which a busy machine can miss.
  const announcement = widget.at("copy-address").evaluate(
    (button: HTMLElement) =>
      new Promise<string>((resolve) => {
        const look = () => button.dataset["said"] && resolve(button.innerText);
        new MutationObserver(look).observe(button, { attributes: true, childList: true });
      }),
  );
  await widget.at("copy-address").click();
  expect(await announcement).toBe("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  await page.unrouteAll();
  const headers = { "Content-Security-Policy": `frame-src ${stack.pay}` };
  const again = await HostPage.open(page, stack, { ...intent, headers });
  await expect(again.widget.at("deposit-address")).toHaveText(address ?? "");
  // No wallet is installed and the page's CSP allows no wallet link, but the widget stays usable.
  await widget.at("wallet-link").click();

  await chain.pay({ to: link });
  await expectStage(widget, "detected");
  await expect(widget.at("deposit-address")).toHaveCount(0);
  await chain.mine(1);
  await expectStage(widget, "confirming");
  await expect(widget.at("confirmations")).toHaveText("1 of 3 confirmations");
  await widget.expectAccessible("confirming");
  await chain.mine(2);
  await expect(widget.text("Payment complete")).toBeVisible();
  await widget.expectAccessible("paid with crypto");
  await expectStatus(stack, intent.paymentIntentId, { status: "success" });

  await chain.reorganise(6);
  // The service waits until the new chain has as many blocks as a payment needs.
  const mineOne = () => chain.mine(1);
  await expectStatus(stack, intent.paymentIntentId, failedBy("chain_reorganised"), mineOne);
});

test("Bitcoin: an underpayment is completed, confirmed and paid; a reorganization undoes the payment", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  const chain = sandboxChain(stack, "bitcoin");
  const intent = await newIntent();
  const { widget } = await openWidget(intent);
  const link = await askForAddress(widget, "BTC");
  const address = await widget.at("deposit-address").textContent();
  expect(link).toMatch(new RegExp(`^bitcoin:${address}\\?amount=0\\.\\d{1,8}$`));
  await widget.expectAccessible("a deposit in Bitcoin");
  await chain.pay({ to: link, times: 0.5, mine: 1 });
  await expectStage(widget, "underpaid");
  await chain.pay({ to: await linkOf(widget) });
  await expectStage(widget, "detected");
  await expect(widget.at("slow-network")).toBeVisible();
  await chain.mine(1);
  await expect(widget.at("confirmations")).toContainText("1 of 2 confirmations");
  await widget.expectAccessible("confirming in Bitcoin");
  await chain.mine(1);
  await expect(widget.text("Payment complete")).toBeVisible();
  await expectStatus(stack, intent.paymentIntentId, { status: "success" });

  await chain.reorganise(5);
  const mineOne = () => chain.mine(1);
  await expectStatus(stack, intent.paymentIntentId, failedBy("chain_reorganised"), mineOne);
});

test("an underpayment and the missing rest count together, even across a reorganization", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  const chain = sandboxChain(stack);
  const { widget } = await openWidget(await newIntent());
  const link = await askForAddress(widget);
  await chain.pay({ to: link, times: 0.5, mine: 1 });
  await expectStage(widget, "underpaid");
  await expect(widget.text(/is still missing/)).toBeVisible();
  await widget.expectAccessible("underpaid");
  const rest = await linkOf(widget);
  expect(rest).not.toBe(link);
  await chain.pay({ to: rest, mine: 2 });
  await expect(widget.at("confirmations")).toHaveText("2 of 3 confirmations");
  await chain.reorganise(2, true);
  await chain.mine(3);
  await expect(widget.text("Payment complete")).toBeVisible();
});

test("a wrong token is reported and does not count; an overpayment pays and is reported; an outdated response changes nothing", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  const chain = sandboxChain(stack);
  const { widget } = await openWidget(await newIntent());
  const deliverOld = await holdFirstStatus(widget);
  const link = await askForAddress(widget);
  await chain.pay({ to: link, asset: "DAI", mine: 1 });
  await expectStage(widget, "wrong_asset");
  await widget.expectAccessible("wrong token");
  await chain.pay({ to: link, times: 2, mine: 3 });
  await expect(widget.text("Payment complete")).toBeVisible();
  await deliverOld();
  await expect(widget.at("overpaid")).toBeVisible();
});

test("a refund: the customer names an address by keyboard, staff approve it, and it is sent", async ({
  page,
  context,
  browser,
  stack,
  newIntent,
  openWidget,
}, info) => {
  const chain = sandboxChain(stack);
  const intent = await newIntent();
  const { widget } = await openWidget(intent);
  const link = await askForAddress(widget);
  await chain.pay({ to: link, mine: 3 });
  await expect(widget.text("Payment complete")).toBeVisible();
  const { paymentIntentId } = intent;
  const refund = await call<Refund>(
    stack,
    "POST",
    `/v1/payment-intents/${paymentIntentId}/refunds`,
    {
      externalRefundId: freshId("refund"),
      amount: 20,
    },
  );
  expect(refund.status).toBe("requires-destination");

  // The secret must not leave the page in an address.
  const requested: string[] = [];
  page.on("request", (request) =>
    requested.push(request.url(), request.headers()["referer"] ?? ""),
  );
  const refundUrl = refund.refundUrl ?? "";
  await page.goto(refundUrl);
  const refundPage = new RefundPage(page);
  await refundPage.address.waitFor();
  // The address bar has no secret any more; the operator's id is for the page's look.
  expect(page.url()).toMatch(/\/refund\?for=op_\w+$/);
  await refundPage.expectAccessible("form");
  await refundPage.photograph(info, "form");
  const spanish = await browser.newContext({ locale: "es-ES", viewport: page.viewportSize() });
  const other = await spanish.newPage();
  await other.goto(refundUrl);
  const inSpanish = new RefundPage(other);
  await inSpanish.address.waitFor();
  await expect(other.locator("html")).toHaveAttribute("lang", /^es/);
  await expect(inSpanish.stepButton).toHaveText("Revisar el reembolso");
  await inSpanish.expectAccessible("form in Spanish");
  await photograph(other, info, "form-es");
  await spanish.close();
  await refundPage.stepButton.press("Enter");
  await expect(refundPage.address).toBeFocused();
  await refundPage.expectAccessible("an empty address");
  // The address has one wrong character.
  await page.keyboard.insertText("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("error-crypto-address")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await page.keyboard.press("Enter");
  await expect(refundPage.amount).toHaveText("20 USDC");
  await refundPage.expectAccessible("review");
  await refundPage.photograph(info, "review");
  await refundPage.stepButton.press("Enter");
  await expect(refundPage.named).toBeVisible();
  await refundPage.expectAccessible("named");
  await refundPage.photograph(info, "named");
  await page.reload();
  await expect(refundPage.named).toBeVisible();
  const secret = refundUrl.slice(-20);
  expect(requested.filter((url) => url.includes(secret))).toEqual([]);

  const desk = await context.newPage();
  const console = await signedIn(desk, stack, "reviewer", "Dee Destination");
  await console.open(`/payments/${paymentIntentId}`);
  await expect(desk.getByTestId("refund-destination")).toContainText("0x5aAeb6…1BeAed");
  await console.expectAccessible("a refund's destination");
  await console.expectFits();
  await desk.getByTestId("refund-approve").click();
  await desk.getByTestId("ask-yes").click();
  await console.expectToast("Refund approved. It is being sent.");
  await expect
    .poll(() => call<Refund>(stack, "GET", `/v1/refunds/${refund.refundId}`), { timeout: 90_000 })
    .toMatchObject({
      status: "success",
      kind: "transfer",
      crypto: { amount: "20" },
      reference: { type: "transaction" },
    });
});

test("an expired rate is not used; a killed watcher continues where it stopped; a late deposit does not pay", async ({
  page,
  adjustable: stack,
}) => {
  const chain = sandboxChain(stack);
  await chain.mineByHand();
  const payer = await createPayer(stack);
  const open = async (intent: CreatedIntent) => {
    const { clientSecretKey } = intent;
    const host = await HostPage.open(page, stack, { clientSecretKey });
    await host.event("ready");
    return host.widget;
  };
  const survivor = await createIntent(stack, payer);
  const paid = await open(survivor);
  const renewed = page.waitForResponse(/client\/quote/);
  await paid.choose("crypto");
  await renewed;
  await expect(paid.at("quote-time")).toContainText("Rate holds for");
  // Advances only the service's clock: the widget still shows the old rate.
  await stack.advanceClock(17 * 60_000);
  const set = await fetch(`${stack.sandboxUrl}/admin/rates`, {
    method: "POST",
    body: JSON.stringify({ currency: "USD", asset: "USDC", price: "0.97" }),
  });
  expect(set.status).toBe(200);
  // The service sees that its watcher was away for 17 minutes, so it offers no quote until it has read the chain. It
  // asks for a new rate when the old one is 15 seconds of machine time old.
  const method = { type: "crypto", asset: "USDC", network: "ethereum" };
  await expect(async () => {
    const quote = await clientCall<object>(stack, survivor, "quote", method);
    expect(JSON.stringify(quote)).toContain("51.5361");
  }).toPass({ timeout: 90_000 });
  await paid.pay();
  await expect(paid.at("quote-changed")).toContainText("You now send 51.5361 USDC");
  await paid.expectAccessible("rate changed");
  expect(await readStatus(stack, survivor.paymentIntentId)).toMatchObject({ payments: [] });
  await paid.pay();
  await expectStage(paid, "waiting");
  await stack.service().kill();
  await chain.pay({ to: await linkOf(paid), mine: 3 });
  await stack.startService();
  await expect(paid.text("Payment complete")).toBeVisible({ timeout: 90_000 });

  const intent = await createIntent(stack, payer);
  const widget = await open(intent);
  const link = await askForAddress(widget);
  await stack.advanceClock(17 * 60_000);
  await expect(widget.at("notice")).toHaveAttribute("data-code", "deposit_not_received");
  await widget.expectAccessible("nothing arrived");
  await chain.pay({ to: link, mine: 3 });
  await expectStatus(stack, intent.paymentIntentId, failedBy("paid_late"));
});
