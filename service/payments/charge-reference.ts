import type { PaymentsDeps } from "./payments-deps.ts";
import { type AttemptRecord, chargeKey } from "./records.ts";

/**
 * Our reference for a charge at a processor that cannot take our whole key; null for all others. Stored before anything
 * is sent: notices are found by it, and a later release may compute references differently.
 */
export function chargeReferenceOf(
  { processors }: Pick<PaymentsDeps, "processors">,
  processor: string,
  charge: Pick<AttemptRecord, "paymentId" | "chargeNumber">,
): string | null {
  return processors.byName(processor)?.referenceOf?.(chargeKey(charge)) ?? null;
}
