/**
 * Payments by crypto beside those by card of kill-rounds.ts, while the service that watches the chain is
 * killed again and again. What must hold afterwards:
 *
 * 1. Everything that was paid to an address that was shown is a success.
 * 2. It counts once, however often the blocks were read, and no two payments have the same address.
 */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { submitBody } from "../../stack/client-api.ts";
import { createIntent, freshId, readStatus } from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";
import { sendAsCustomer } from "./send-as-customer.ts";

/** A payment whose address was shown and paid to. */
export interface ToldDeposit {
  paymentIntentId: string;
  address: string;
}

/** Tries until it is answered; undefined when the shop has closed, or after a refusal. */
type Again = <T>(attempt: () => Promise<T>) => Promise<T | undefined>;

const usdc = { type: "crypto", asset: "USDC", network: "ethereum" };

/** A payment after the other, until the shop closes. */
export async function payingByCrypto(
  stack: Stack,
  payer: string,
  told: ToldDeposit[],
  shop: { open: boolean },
  again: Again,
): Promise<void> {
  for (let turn = 0; shop.open; turn++) {
    await pause(250);
    const amount = 30 + turn / 100;
    const externalPaymentIntentId = freshId("deposit");
    const intent = await again(() =>
      createIntent(stack, payer, {
        ...{ externalPaymentIntentId, amount, paymentMethodTypes: ["crypto"] },
      }),
    );
    if (!intent) continue;
    const secret = intent.clientSecretKey;
    // Refused while nobody follows the chain yet: another intent, a little later.
    const quote = await again(() =>
      sendAsCustomer<{ crypto: { quoteId: string } }>(stack, "/v1/client/quote", secret, usdc),
    );
    if (!quote) continue;
    const { browser } = submitBody("") as { browser: object };
    const key = freshId("attempt");
    const body = { ...usdc, quoteId: quote.crypto.quoteId, total: amount, browser };
    const paid = await again(() =>
      sendAsCustomer<{ nextAction: { uri: string; address: string } | null }>(
        stack,
        "/v1/client/payments",
        secret,
        body,
        key,
      ),
    );
    if (!paid?.nextAction) continue;
    const response = await fetch(`${stack.sandboxUrl}/chain/payments`, {
      method: "POST",
      body: JSON.stringify({ to: paid.nextAction.uri }),
    });
    expect(response.status).toBe(201);
    told.push({
      paymentIntentId: intent.paymentIntentId,
      address: paid.nextAction.address,
    });
  }
}

/** Waits until everything that was paid has become a success, and holds that it counts once. */
export async function expectEachPaidOnce(stack: Stack, told: ToldDeposit[]): Promise<void> {
  expect(told.length).toBeGreaterThan(5);
  expect(new Set(told.map(({ address }) => address)).size).toBe(told.length);
  for (const { paymentIntentId } of told) {
    await expect
      .poll(async () => (await readStatus(stack, paymentIntentId)).status, {
        ...{ timeout: 120_000, interval: 2_100 },
        message: `${paymentIntentId} is paid`,
      })
      .toBe("success");
    const { payments } = await readStatus(stack, paymentIntentId);
    expect(payments.map(({ messages }) => messages)).toEqual([[]]);
  }
}
