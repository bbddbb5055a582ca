/**
 * Paying with crypto on a phone, on the sandbox's chain: what is sent, how much, when, and what the chain does with
 * it. One chain for all, driven by hand: one test after the other.
 */
import { holdFirstStatus } from "../pages/hold-answers.ts";
import { HostPage } from "../pages/host-page.ts";
import type { PaymentWidget } from "../pages/payment-widget.ts";
import { clientCall } from "../stack/client-api.ts";
import {
  type CreatedIntent,
  createIntent,
  createPayer,
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
    await chain.byHand();
    // Deep enough for what is taken back.
    await chain.mine(8);
  }
});

/** Chooses crypto and an asset, and waits for the address; answers the wallet's link. */
async function askForAddress(widget: PaymentWidget, asset = "USDC"): Promise<string> {
  await widget.choose("crypto");
  // The label is what a finger finds: the button itself is not seen.
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

/** Waits for what the operator is told of the intent's only attempt; `meanwhile` is done before each look. */
const expectTold = (
  stack: StackAddresses,
  paymentIntentId: string,
  told: Record<string, unknown>,
  meanwhile = async () => {},
) =>
  expect
    .poll(
      async () => {
        await meanwhile();
        return readStatus(stack, paymentIntentId);
      },
      { timeout: 45_000 },
    )
    .toMatchObject(told);

/** An intent whose attempt failed, with a message of this code among others. */
const failedBy = (code: string) => ({
  status: "failed",
  payments: [{ messages: expect.arrayContaining([expect.objectContaining({ code })]) }],
});

test("the right amount: seen, confirmed and paid; a reload shows the same address; a reorganised chain takes it back", async ({
  page,
  context,
  stack,
  newIntent,
  openWidget,
}) => {
  test.setTimeout(120_000);
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
  await widget.at("copy-address").click();
  await expect(widget.at("copy-address")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  await page.unrouteAll();
  const headers = { "Content-Security-Policy": `frame-src ${stack.pay}` };
  const again = await HostPage.open(page, stack, { ...intent, headers });
  await expect(again.widget.at("deposit-address")).toHaveText(address ?? "");
  // No wallet is installed, and the page allows no links to any: the widget stays all the same.
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
  await expectTold(stack, intent.paymentIntentId, { status: "success" });

  await chain.reorganise(6);
  // Believed only when as many blocks as a payment needs have come without it.
  const goesOn = () => chain.mine(1);
  await expectTold(stack, intent.paymentIntentId, failedBy("chain_reorganised"), goesOn);
});

test("in Bitcoin: too little, then the rest; seen, confirmed and paid; a reorganised chain takes it back", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  test.setTimeout(120_000);
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
  await expectTold(stack, intent.paymentIntentId, { status: "success" });

  await chain.reorganise(5);
  const goesOn = () => chain.mine(1);
  await expectTold(stack, intent.paymentIntentId, failedBy("chain_reorganised"), goesOn);
});

test("too little, then the rest: both count together, also when the chain takes blocks back in between", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  test.setTimeout(120_000);
  const chain = sandboxChain(stack);
  const { widget } = await openWidget(await newIntent());
  const link = await askForAddress(widget);
  await chain.pay({ to: link, times: 0.5, mine: 1 });
  await expectStage(widget, "underpaid");
  await expect(widget.text(/is still missing/)).toBeVisible();
  await widget.expectAccessible("too little");
  const rest = await linkOf(widget);
  expect(rest).not.toBe(link);
  await chain.pay({ to: rest, mine: 2 });
  await expect(widget.at("confirmations")).toHaveText("2 of 3 confirmations");
  await chain.reorganise(2, true);
  await chain.mine(3);
  await expect(widget.text("Payment complete")).toBeVisible();
});

test("another token does not count and is told; too much is paid, and told; what was said before changes nothing", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  test.setTimeout(120_000);
  const chain = sandboxChain(stack);
  const { widget } = await openWidget(await newIntent());
  const letArrive = await holdFirstStatus(widget);
  const link = await askForAddress(widget);
  await chain.pay({ to: link, asset: "DAI", mine: 1 });
  await expectStage(widget, "wrong_asset");
  await widget.expectAccessible("another token");
  await chain.pay({ to: link, times: 2, mine: 3 });
  await expect(widget.text("Payment complete")).toBeVisible();
  await letArrive();
  await expect(widget.at("overpaid")).toBeVisible();
});

test("a rate that has run out is taken by nobody; a watcher that died goes on where it was; nothing in time, and what comes late pays nothing", async ({
  page,
  turnable: stack,
}) => {
  test.setTimeout(180_000);
  const chain = sandboxChain(stack);
  await chain.byHand();
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
  // On the service's clock alone: the widget's own has not noticed.
  await stack.turnClock(17 * 60_000);
  const set = await fetch(`${stack.sandboxUrl}/admin/rates`, {
    method: "POST",
    body: JSON.stringify({ currency: "USD", asset: "USDC", price: "0.97" }),
  });
  expect(set.status).toBe(200);
  // The watcher has been away for as long, to its clock: nothing is offered until it has looked.
  const asked = { type: "crypto", asset: "USDC", network: "ethereum" };
  await expect(() => clientCall(stack, survivor, "quote", asked)).toPass({
    timeout: 30_000,
  });
  await paid.pay();
  await expect(paid.at("quote-changed")).toContainText("you now send 51.5361 USDC");
  await paid.expectAccessible("another rate");
  expect(await readStatus(stack, survivor.paymentIntentId)).toMatchObject({ payments: [] });
  await paid.pay();
  await expectStage(paid, "waiting");
  await stack.service().kill();
  await chain.pay({ to: await linkOf(paid), mine: 3 });
  await stack.startService();
  await expect(paid.text("Payment complete")).toBeVisible({ timeout: 45_000 });

  const intent = await createIntent(stack, payer);
  const widget = await open(intent);
  const link = await askForAddress(widget);
  await stack.turnClock(17 * 60_000);
  await expect(widget.at("notice")).toHaveAttribute("data-code", "deposit_not_received");
  await widget.expectAccessible("nothing arrived");
  await chain.pay({ to: link, mine: 3 });
  await expectTold(stack, intent.paymentIntentId, failedBy("paid_late"));
});
