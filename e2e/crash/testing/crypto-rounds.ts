/**
 * Payments by crypto beside those by card of kill-rounds.ts, while the service that watches the chain is
 * killed again and again. What must hold afterwards:
 *
 * 1. Everything that was paid to an address that was shown is a success.
 * 2. It counts once, however often the blocks were read, and no two payments have the same address.
 */
import { expect } from "vitest";
import { submitBody } from "../../stack/client-api.ts";
import {
  createIntent,
  freshId,
  type PaymentIntentStatus,
  readStatus,
} from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";
import { sendAsCustomer } from "./send-as-customer.ts";
import type { Ask } from "./shop.ts";

/** A payment that was begun. */
export interface ToldDeposit {
  paymentIntentId: string;
  /** The attempt that was shown, and its address, if it came to that. */
  paymentId?: string;
  address?: string;
  /** It was paid to the address. */
  isPaid: boolean;
}

/** Paid with in turns, and where the sandbox's wallet pays each. */
const assets = [
  { asked: { type: "crypto", asset: "USDC", network: "ethereum" }, chain: "chain" },
  { asked: { type: "crypto", asset: "BTC", network: "bitcoin" }, chain: "bitcoin" },
] as const;
let payments = 0;

/** One customer who pays by crypto. */
export async function payByCrypto(
  stack: Stack,
  payer: string,
  told: ToldDeposit[],
  turn: number,
  ask: Ask,
): Promise<void> {
  payments += 1;
  const { asked, chain } = assets[payments % assets.length] ?? assets[0];
  const amount = 30 + turn / 100;
  const externalPaymentIntentId = freshId("deposit");
  const intent = await ask(() =>
    createIntent(stack, payer, { externalPaymentIntentId, amount, paymentMethodTypes: ["crypto"] }),
  );
  if (!intent) return;
  const entry: ToldDeposit = { paymentIntentId: intent.paymentIntentId, isPaid: false };
  told.push(entry);
  const secret = intent.clientSecretKey;
  // Refused while nobody follows the chain yet: another intent, a little later.
  const quote = await ask(() =>
    sendAsCustomer<{ crypto: { quoteId: string } }>(stack, "/v1/client/quote", secret, asked),
  );
  if (!quote) return;
  const { browser } = submitBody("") as { browser: object };
  const key = freshId("attempt");
  const body = { ...asked, quoteId: quote.crypto.quoteId, total: amount, browser };
  const paid = await ask(() =>
    sendAsCustomer<{ paymentId: string; nextAction: { uri: string; address: string } | null }>(
      stack,
      "/v1/client/payments",
      secret,
      body,
      key,
    ),
  );
  // Cut off before it had an address, and told so.
  if (!paid?.nextAction) return;
  entry.paymentId = paid.paymentId;
  entry.address = paid.nextAction.address;
  const response = await fetch(`${stack.sandboxUrl}/${chain}/payments`, {
    method: "POST",
    body: JSON.stringify({ to: paid.nextAction.uri }),
  });
  expect(response.status, await response.text()).toBe(201);
  entry.isPaid = true;
}

/** Waits until everything that was paid has become a success, and holds that it counts once. */
export async function expectEachPaidOnce(stack: Stack, told: ToldDeposit[]): Promise<void> {
  const shown = told.flatMap(({ address }) => address ?? []);
  expect(new Set(shown).size).toBe(shown.length);
  const paid = told.filter(({ isPaid }) => isPaid);
  expect(paid.length).toBeGreaterThan(5);
  for (const { paymentIntentId, paymentId } of paid) {
    let last: PaymentIntentStatus | undefined;
    await expect
      .poll(
        async () => {
          last = await readStatus(stack, paymentIntentId);
          return last.status;
        },
        { timeout: 120_000, interval: 500, message: `${paymentIntentId} is paid` },
      )
      .toBe("success");
    expect(last?.payments.map((each) => each.paymentId)).toEqual([paymentId]);
    expect(last?.payments.map(({ messages }) => messages)).toEqual([[]]);
  }
}
