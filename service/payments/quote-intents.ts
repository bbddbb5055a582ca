import type { PaymentsDeps } from "./payments-deps.ts";
import { nullIfUnavailable, type Price, priceOf } from "./pricing/index.ts";
import type { IntentRecord } from "./records.ts";

type QuoteDeps = Pick<PaymentsDeps, "pricing">;

/**
 * The price before the customer chooses a payment method: with sales tax at their address, without a surcharge. Null
 * once there is an attempt, which has its own price. Also null if the tax can't be computed: paying then fails, but
 * showing the intent must work. Synchronous if the operator charges neither fees nor tax.
 */
export function quoteIntent(
  deps: QuoteDeps,
  intent: IntentRecord,
  options: { readonly isCachedOnly?: boolean } = {},
): Price | null | Promise<Price | null> {
  if (intent.attempts.length > 0) return null;
  const price = deps.pricing.priceFor({ ...intent, ...options });
  return price instanceof Promise ? price.catch(nullIfUnavailable) : price;
}

/**
 * The price that the customer sees before they pay, or after a failed attempt. It omits a tax that can't be computed:
 * paying is then refused, but showing the intent must work. Calls no tax service for an intent that can no longer be
 * paid.
 */
export async function shownPrice(
  deps: QuoteDeps,
  intent: IntentRecord,
  isPayable: boolean,
): Promise<Price> {
  const request = { ...intent, isCachedOnly: !isPayable };
  const price = await Promise.resolve(deps.pricing.priceFor(request)).catch(nullIfUnavailable);
  return price ?? priceOf(intent.amountMinor, intent.currency);
}

/** Quotes intents of one operator, in the same order, with one query for their customers. */
export async function quoteIntents(
  deps: QuoteDeps,
  operatorId: string,
  intents: readonly IntentRecord[],
): Promise<(Price | null)[]> {
  const open = intents.filter(({ attempts }) => attempts.length === 0);
  const prices = await deps.pricing.pricesFor(operatorId, open);
  const byId = new Map(open.map(({ paymentIntentId }, index) => [paymentIntentId, prices[index]]));
  return intents.map(({ paymentIntentId }) => byId.get(paymentIntentId) ?? null);
}
