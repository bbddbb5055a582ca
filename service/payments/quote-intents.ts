import { ApiError } from "../platform/http/api-error.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import type { Price } from "./pricing/index.ts";
import type { IntentRecord } from "./records.ts";

type QuoteDeps = Pick<PaymentsDeps, "pricing">;

/**
 * What an intent without an attempt would cost its customer now, before a payment method is
 * chosen: sales tax at their address, no surcharge. Null once there is an attempt, because the
 * attempt has its own price, and null where the tax rates can't be read: showing an intent must not
 * fail because of that, paying it does. Synchronous where the operator charges neither fees nor tax.
 */
export function quoteIntent(
  deps: QuoteDeps,
  intent: IntentRecord,
): Price | null | Promise<Price | null> {
  if (intent.attempts.length > 0) return null;
  const price = deps.pricing.priceFor(intent);
  return price instanceof Promise ? price.catch(withoutRates) : price;
}

/** The same for many intents of one operator, in the same order. Reads their customers at once. */
export async function quoteIntents(
  deps: QuoteDeps,
  operatorId: string,
  intents: readonly IntentRecord[],
): Promise<(Price | null)[]> {
  const open = intents.filter(({ attempts }) => attempts.length === 0);
  const prices = await deps.pricing.pricesFor(operatorId, open).catch(withoutRates);
  const byId = new Map(
    open.map(({ paymentIntentId }, index) => [paymentIntentId, prices?.[index]]),
  );
  return intents.map(({ paymentIntentId }) => byId.get(paymentIntentId) ?? null);
}

function withoutRates(error: unknown): null {
  if (error instanceof ApiError && error.code === "service_unavailable") return null;
  throw error;
}
