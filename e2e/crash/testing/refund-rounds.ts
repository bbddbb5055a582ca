/**
 * Refunds of card payments during kill-rounds.ts: requested, sent and looked up. Afterwards:
 *
 * 1. Every acknowledged refund still exists, and a request that was repeated after a lost response made one refund.
 * 2. No refund was sent twice: the processors' books have one for each refund that succeeded, none that we do not know,
 *   and none for a refund that failed.
 * 3. What an intent says was refunded is the sum of its refunds that succeeded.
 */
import { expect } from "vitest";
import type { Refund } from "#contract/api/refunds";
import { type CreatedIntent, call, freshId, readStatus } from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";
import type { Retry } from "./customer-load.ts";
import type { ExpectedPostings } from "./expect-ledger.ts";

interface RefundablePayment {
  readonly intent: CreatedIntent;
  readonly finalStatus?: string;
}

export interface RequestedRefund {
  readonly paymentIntentId: string;
  readonly externalRefundId: string;
  refundId?: string;
}

/** Longer than the sandbox takes for refunds that are pending first, and the service's pauses between look-ups. */
const settleWithinMs = 150_000;
const amounts = [10, 5.5];

/** Refunds a payment that nobody has refunded, in two parts. */
export async function refundPayment(
  stack: Stack,
  payments: readonly RefundablePayment[],
  refunds: RequestedRefund[],
  retry: Retry,
): Promise<void> {
  const payment = payments.find(
    ({ intent, finalStatus }) =>
      finalStatus === "success" &&
      !refunds.some(({ paymentIntentId }) => paymentIntentId === intent.paymentIntentId),
  );
  if (!payment) return;
  const { paymentIntentId } = payment.intent;
  const parts = amounts.map((amount) => ({ amount, externalRefundId: freshId("refund") }));
  const entries = parts.map(
    ({ externalRefundId }): RequestedRefund => ({
      paymentIntentId,
      externalRefundId,
    }),
  );
  refunds.push(...entries);
  const path = `/v1/payment-intents/${paymentIntentId}/refunds`;
  for (const [at, body] of parts.entries()) {
    // A repeat after a lost response is refused as a duplicate, and ends the loop.
    const refund = await retry(() => call<Refund>(stack, "POST", path, body));
    const entry = entries[at];
    if (entry && refund) entry.refundId = refund.refundId;
  }
}

/** Waits until every refund is final, compares it with the books, and returns the postings that it must have. */
export async function expectEachRefundedOnce(
  stack: Stack,
  refunds: readonly RequestedRefund[],
): Promise<ExpectedPostings[]> {
  const found: Refund[] = [];
  for (const paymentIntentId of new Set(refunds.map((refund) => refund.paymentIntentId))) {
    const own = refunds.filter((refund) => refund.paymentIntentId === paymentIntentId);
    const all = await finalRefunds(stack, paymentIntentId);
    expect(new Set(all.map(({ externalRefundId }) => externalRefundId)).size).toBe(all.length);
    for (const { externalRefundId, refundId } of own) {
      const refund = all.find((refund) => refund.externalRefundId === externalRefundId);
      if (refundId) expect(refund?.refundId, `refund ${externalRefundId}`).toBe(refundId);
    }
    const refunded = all.filter(({ status }) => status === "success");
    const status = await readStatus(stack, paymentIntentId);
    const sum = refunded.reduce((total, { amount }) => total + amount, 0);
    expect(status.refundedAmount, `refunded of ${paymentIntentId}`).toBeCloseTo(sum, 2);
    found.push(...all);
  }
  const response = await fetch(`${stack.sandboxUrl}/admin/refunds`);
  const { data: books } = (await response.json()) as {
    data: { merchantReference: string; status: string }[];
  };
  for (const { refundId, status } of found) {
    const booked = books.filter(({ merchantReference }) => merchantReference === refundId);
    const done = booked.filter((each) => each.status === "success");
    expect([refundId, done.length]).toEqual([refundId, status === "success" ? 1 : 0]);
    expect(booked.length, `bookings of ${refundId}`).toBeLessThanOrEqual(1);
  }
  const known = new Set(found.map(({ refundId }) => refundId));
  expect(
    books.filter(({ merchantReference }) => !known.has(merchantReference)),
    "refunds in the books that are not ours",
  ).toEqual([]);
  return found.map(({ refundId, status }) => ({
    resourceId: refundId,
    causes: ["asked", status === "success" ? "done" : "failed"],
  }));
}

async function finalRefunds(stack: Stack, paymentIntentId: string): Promise<Refund[]> {
  const deadline = Date.now() + settleWithinMs;
  for (;;) {
    const path = `/v1/payment-intents/${paymentIntentId}/refunds`;
    const { data } = await call<{ data: Refund[] }>(stack, "GET", path);
    if (data.every(({ status }) => status !== "pending")) return data;
    expect(Date.now(), `a refund of ${paymentIntentId} is still pending`).toBeLessThan(deadline);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
