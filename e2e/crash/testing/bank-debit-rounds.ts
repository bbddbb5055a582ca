/**
 * Payments by bank beside those by card of kill-rounds.ts, while the service is killed again and again.
 * What must hold afterwards:
 *
 * 1. A debit that was acknowledged, or whose attempt was stored, goes to the bank.
 * 2. None goes there twice: the receiving bank's own book has one entry for each.
 */
import { expect } from "vitest";
import { sandboxRoutingNumber } from "../../../sandbox/catalogue/bank-accounts.ts";
import { submitBody } from "../../stack/client-api.ts";
import { createIntent, freshId, readStatus } from "../../stack/operator-api.ts";
import { operatorCommand } from "../../stack/operator-commands.ts";
import type { Stack } from "../../stack/start-stack.ts";
import { sendAsCustomer } from "./send-as-customer.ts";
import type { Ask } from "./shop.ts";

/** A debit that was asked for. Each has an amount of its own, by which the bank's book is read. */
export interface ToldDebit {
  paymentIntentId: string;
  amountMinor: number;
  isAcknowledged: boolean;
  /** The attempt that the key began, as its customer was told. */
  paymentId?: string;
}

/** One customer who pays by bank. */
export async function payByBank(
  stack: Stack,
  payer: string,
  told: ToldDebit[],
  turn: number,
  ask: Ask,
): Promise<void> {
  const amountMinor = 20_000 + turn;
  const total = amountMinor / 100;
  const externalPaymentIntentId = freshId("debit");
  const intent = await ask(() =>
    createIntent(stack, payer, {
      externalPaymentIntentId,
      amount: total,
      paymentMethodTypes: ["bank"],
    }),
  );
  if (!intent) return;
  const entry: ToldDebit = {
    paymentIntentId: intent.paymentIntentId,
    amountMinor,
    isAcknowledged: false,
  };
  told.push(entry);
  const secret = intent.clientSecretKey;
  const quote = await ask(() =>
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
  const paid = await ask(() =>
    sendAsCustomer<{ paymentId: string }>(stack, "/v1/client/payments", secret, body, key),
  );
  // Also after a kill: who repeats it is told of what the key began.
  expect(paid, `the answer to ${intent.paymentIntentId}`).toBeDefined();
  if (paid) Object.assign(entry, { isAcknowledged: true, paymentId: paid.paymentId });
}

/** Hands in what is ordered until the bank's book has every debit, and holds that it has each once. */
export async function expectEachDebitedOnce(stack: Stack, told: ToldDebit[]): Promise<void> {
  const expected: number[] = [];
  for (const { paymentIntentId, amountMinor, paymentId } of told) {
    const { payments } = await readStatus(stack, paymentIntentId);
    expect(payments.length, `attempts of ${paymentIntentId}`).toBeLessThanOrEqual(1);
    if (paymentId) expect(payments.map((each) => each.paymentId)).toEqual([paymentId]);
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
