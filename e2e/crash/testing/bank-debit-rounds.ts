/**
 * ACH debits during kill-rounds.ts. Afterwards:
 *
 * 1. Every debit that was acknowledged, or whose attempt was stored, has reached the bank.
 * 2. No debit reached it twice: the receiving bank's book has one entry for each.
 */
import { expect } from "vitest";
import { sandboxRoutingNumber } from "../../../sandbox/catalogue/bank-accounts.ts";
import { submitBody } from "../../stack/client-api.ts";
import { createIntent, freshId, readStatus } from "../../stack/operator-api.ts";
import { operatorCommand } from "../../stack/operator-commands.ts";
import type { Stack } from "../../stack/start-stack.ts";
import type { Retry } from "./customer-load.ts";
import { sendAsCustomer } from "./send-as-customer.ts";

export interface SubmittedDebit {
  paymentIntentId: string;
  amountMinor: number;
  isAcknowledged: boolean;
  /** The attempt under this submission's idempotency key. */
  paymentId?: string;
}

export async function payByBank(
  stack: Stack,
  payer: string,
  debits: SubmittedDebit[],
  turn: number,
  retry: Retry,
): Promise<void> {
  const amountMinor = 20_000 + turn;
  const total = amountMinor / 100;
  const externalPaymentIntentId = freshId("debit");
  const intent = await retry(() =>
    createIntent(stack, payer, {
      externalPaymentIntentId,
      amount: total,
      paymentMethodTypes: ["bank"],
    }),
  );
  if (!intent) return;
  const entry: SubmittedDebit = {
    paymentIntentId: intent.paymentIntentId,
    amountMinor,
    isAcknowledged: false,
  };
  debits.push(entry);
  const secret = intent.clientSecretKey;
  const quote = await retry(() =>
    sendAsCustomer<{ mandate: { version: string; locale: string } }>(
      stack,
      "/v1/client/quote",
      secret,
      { type: "bank", locale: "en" },
    ),
  );
  if (!quote) return;
  const { version, locale } = quote.mandate;
  const { browser } = submitBody("") as { browser: object };
  const key = freshId("attempt");
  const body = {
    type: "bank",
    bankAccount: {
      routingNumber: sandboxRoutingNumber,
      accountNumber: `99${amountMinor}`,
      accountType: "checking",
      holderName: "Ada Lovelace",
    },
    mandate: { version, locale },
    total,
    browser,
  };
  const paid = await retry(() =>
    sendAsCustomer<{ paymentId: string }>(stack, "/v1/client/payments", secret, body, key),
  );
  // Holds after a kill too: the repeated submission returns the attempt under its key.
  expect(paid, `the answer to ${intent.paymentIntentId}`).toBeDefined();
  if (paid) Object.assign(entry, { isAcknowledged: true, paymentId: paid.paymentId });
}

/** Sends due ACH files until the bank's book has every debit, each once. */
export async function expectEachDebitedOnce(stack: Stack, debits: SubmittedDebit[]): Promise<void> {
  const expected: number[] = [];
  for (const { paymentIntentId, amountMinor, paymentId } of debits) {
    const { payments } = await readStatus(stack, paymentIntentId);
    expect(payments.length, `attempts of ${paymentIntentId}`).toBeLessThanOrEqual(1);
    if (paymentId) expect(payments.map((payment) => payment.paymentId)).toEqual([paymentId]);
    if (payments.length === 1) expected.push(amountMinor);
  }
  expect(expected.length).toBeGreaterThan(10);
  const booked = async (): Promise<number[]> => {
    await operatorCommand(stack, "ach", "close");
    const response = await fetch(`${stack.sandboxUrl}/receiving-bank/collections`, {
      method: "POST",
    });
    const { data } = (await response.json()) as {
      data: { entries: { direction: string; amountMinor: number }[] }[];
    };
    return data
      .flatMap(({ entries }) => entries)
      .filter(({ direction }) => direction === "debit")
      .map(({ amountMinor }) => amountMinor)
      .sort((one, other) => one - other);
  };
  await expect
    .poll(async () => (await booked()).length, { timeout: 150_000, interval: 1_000 })
    .toBeGreaterThanOrEqual(expected.length);
  expect(await booked()).toEqual(expected.sort((one, other) => one - other));
}
