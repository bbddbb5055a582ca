import type { PaymentResult } from "#contract/channel/payment-messages";
import type { ClientPayment } from "#contract/client/payments";
import type { SharedState } from "./state.ts";

/** The page's result, from `payment` if there is one, otherwise from the intent. `messages` replaces the payment's. */
export function resultOf(
  state: SharedState,
  type: PaymentResult["type"],
  payment: ClientPayment | null,
  messages: PaymentResult["messages"] = payment?.messages ?? [],
): PaymentResult {
  return {
    type,
    paymentIntentId: state.session?.intent.paymentIntentId ?? "",
    ...(payment ? { paymentId: payment.paymentId } : {}),
    status: payment?.intentStatus ?? state.status ?? "",
    messages,
  };
}

/**
 * The time until the next status request. The service answers an unchanged status at most once every 2 s. `isWatched`:
 * the customer watches every change, as with a deposit.
 */
export function pollDelayMs(polls: number, isWatched = false): number {
  const delayMs = [2_100, 2_500, 3_000, 4_000, 5_000, 6_000, 8_000][polls] ?? 10_000;
  return isWatched ? Math.min(delayMs, 4_000) : delayMs;
}

/** Milliseconds before retry number `tries` of a request without a response. */
export function retryDelayMs(tries: number): number {
  return [0, 800, 2_000, 4_000][tries] ?? 8_000;
}

/** After this many tries, the status is looked up instead. */
export const triesBeforeLookUp = 4;
