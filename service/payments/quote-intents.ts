import type { PaymentsDeps } from "./payments-deps.ts";
import { type Price, withoutRates } from "./pricing/index.ts";
import type { IntentRecord } from "./records.ts";

type QuoteDeps = Pick<PaymentsDeps, "pricing">;

/**
 * The price of an intent without attempts, before the customer chooses a payment method: sales tax
 * at their address, no surcharge. Null once there is an attempt, because attempts have their own
 * price. Also null when the tax can't be computed: paying fails then, but showing the intent must
 * not. Synchronous where the operator charges neither fees nor tax.
 */
export function quoteIntent(
  deps: QuoteDeps,
  intent: IntentRecord,
  options: { readonly asksNobody?: boolean } = {},
): Price | null | Promise<Price | null> {
  if (intent.attempts.length > 0) return null;
  const price = deps.pricing.priceFor({ ...intent, ...options });
  return price instanceof Promise ? price.catch(withoutRates) : price;
}

/**
 * The prices of several intents of one operator, in the same order. Reads their customers in one
 * query.
 */
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
