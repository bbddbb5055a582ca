import { expect } from "vitest";
import { bookedCharges, readStatus } from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";
import type { SeenPayment } from "./steady-load.ts";

/** Fails unless every success has exactly one charge, every failure none, and no attempt was charged twice. */
export async function expectCorrectCharges(stack: Stack, payments: readonly SeenPayment[]) {
  const charges = new Map<string, number>();
  for (const { merchantReference, status, reversal } of await bookedCharges(stack)) {
    if (status !== "approved" || reversal) continue;
    charges.set(merchantReference, (charges.get(merchantReference) ?? 0) + 1);
  }
  expect([...charges.values()].filter((count) => count !== 1)).toEqual([]);
  const queue = [...payments];
  const check = async () => {
    for (let payment = queue.shift(); payment; payment = queue.shift()) {
      const { status, payments: attempts } = await readStatus(stack, payment.paymentIntentId);
      expect([payment.paymentIntentId, status]).toEqual([payment.paymentIntentId, payment.status]);
      const charged = attempts.filter(({ paymentId }) => charges.has(paymentId)).length;
      expect([payment.paymentIntentId, charged]).toEqual([
        payment.paymentIntentId,
        status === "success" ? 1 : 0,
      ]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, check));
}
