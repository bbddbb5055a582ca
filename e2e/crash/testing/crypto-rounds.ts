/**
 * Crypto payments during kill-rounds.ts; the service that watches the chains is killed too. Afterwards:
 *
 * 1. Every deposit to a shown address has made its payment a success.
 * 2. Each deposit counts once, although the service may read blocks twice, and no two payments share an address.
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
import type { Retry } from "./customer-load.ts";
import { sendAsCustomer } from "./send-as-customer.ts";

export interface CryptoPayment {
  paymentIntentId: string;
  /** The attempt and its address, once the customer has seen it. */
  paymentId?: string;
  address?: string;
  isPaid: boolean;
}

/** The assets, used in turn, and the sandbox's chain for each. */
const assets = [
  { method: { type: "crypto", asset: "USDC", network: "ethereum" }, chain: "chain" },
  { method: { type: "crypto", asset: "BTC", network: "bitcoin" }, chain: "bitcoin" },
] as const;
let count = 0;

export async function payByCrypto(
  stack: Stack,
  payer: string,
  payments: CryptoPayment[],
  turn: number,
  retry: Retry,
): Promise<void> {
  count += 1;
  const { method, chain } = assets[count % assets.length] ?? assets[0];
  const amount = 30 + turn / 100;
  const externalPaymentIntentId = freshId("deposit");
  const intent = await retry(() =>
    createIntent(stack, payer, { externalPaymentIntentId, amount, paymentMethodTypes: ["crypto"] }),
  );
  if (!intent) return;
  const entry: CryptoPayment = { paymentIntentId: intent.paymentIntentId, isPaid: false };
  payments.push(entry);
  const secret = intent.clientSecretKey;
  // The service refuses quotes until it has read the chain; then the next customer tries.
  const quote = await retry(() =>
    sendAsCustomer<{ crypto: { quoteId: string } }>(stack, "/v1/client/quote", secret, method),
  );
  if (!quote) return;
  const { browser } = submitBody("") as { browser: object };
  const key = freshId("attempt");
  const body = { ...method, quoteId: quote.crypto.quoteId, total: amount, browser };
  const paid = await retry(() =>
    sendAsCustomer<{ paymentId: string; nextAction: { uri: string; address: string } | null }>(
      stack,
      "/v1/client/payments",
      secret,
      body,
      key,
    ),
  );
  // The kill came before the attempt had an address, so it failed.
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

/** Waits until every paid payment is a success, and checks that each counts once. */
export async function expectEachPaidOnce(stack: Stack, payments: CryptoPayment[]): Promise<void> {
  const shown = payments.flatMap(({ address }) => address ?? []);
  expect(new Set(shown).size).toBe(shown.length);
  const paid = payments.filter(({ isPaid }) => isPaid);
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
    expect(last?.payments.map((payment) => payment.paymentId)).toEqual([paymentId]);
    expect(last?.payments.map(({ messages }) => messages)).toEqual([[]]);
  }
}
