/**
 * What each way to pay costs. A price is asked for when its method is chosen and again when what was
 * typed may change it; the answer to the last question counts, whenever it comes, and what is on the
 * button while a payment is under way stays.
 */
import type { Quote, QuoteRequest } from "#contract/client/session";
import type { ApiFailure } from "../../client/api-failure.ts";
import { firstRequest, type MethodKey } from "../offered.ts";
import type { PaymentEffect, PaymentState } from "./state.ts";

/** What is known of the price of one way to pay. */
export interface MethodPrice {
  /** What was asked last; null where nothing has to be. */
  readonly request: QuoteRequest | null;
  /** Number of that question; answers to others are late. 0: not asked yet. */
  readonly ask: number;
  readonly quote: Quote | null;
  /** Why the last question brought no price. */
  readonly failure: ApiFailure | null;
}

/** Prices by way to pay. */
export type Prices = Readonly<{ [key in MethodKey]?: MethodPrice }>;

const unknown: MethodPrice = { request: null, ask: 0, quote: null, failure: null };

/** The price of the chosen way to pay. */
export const priceOf = (state: PaymentState): MethodPrice => state.prices[state.method] ?? unknown;

/** Puts the price of the chosen way to pay on the button. */
export const showPrice = (state: PaymentState): PaymentState => ({
  ...state,
  breakdown: priceOf(state).quote?.breakdown ?? null,
});

/** Prices of another session are worth nothing; what was asked for is asked again. */
export function forgetPrices(prices: Prices): Prices {
  return Object.fromEntries(
    Object.entries(prices).map(([key, price]) => [
      key,
      { ...unknown, request: price?.request ?? null },
    ]),
  );
}

/** What a way's price is to be asked for by, once it can be. */
export const keepRequest = (
  state: PaymentState,
  key: MethodKey,
  request: QuoteRequest,
): PaymentState => ({ ...state, prices: { ...state.prices, [key]: { ...unknown, request } } });

/**
 * Asks for a price. That of the same card or account with more digits stays in view meanwhile; for
 * another asset, or a method without a price, there is none until the answer is there.
 */
export function askPrice(
  state: PaymentState,
  key: MethodKey,
  request: QuoteRequest,
): readonly [PaymentState, readonly PaymentEffect[]] {
  const ask = state.asks + 1;
  const before = state.prices[key];
  const quote = request.type === "crypto" ? null : (before?.quote ?? null);
  const prices: Prices = { ...state.prices, [key]: { request, ask, quote, failure: null } };
  const next = { ...state, asks: ask, prices };
  return [
    key === state.method ? showPrice(next) : next,
    [{ type: "quote", method: key, ask, request }],
  ];
}

/** Shows the chosen method's price, and asks for it where it is not there and not on its way. */
export function bringPrice(state: PaymentState): readonly [PaymentState, readonly PaymentEffect[]] {
  const { request, ask, quote, failure } = priceOf(state);
  const isOnItsWay = ask > 0 && failure === null;
  const wanted =
    request ?? (state.session && firstRequest(state.method, state.session, state.language));
  if (quote !== null || isOnItsWay || !wanted) return [showPrice(state), []];
  return askPrice(state, state.method, wanted);
}

/** The answer to a question, or to none that still counts: then null. */
export function takePrice(
  state: PaymentState,
  key: MethodKey,
  ask: number,
  answer: { quote: Quote } | { failure: ApiFailure },
): PaymentState | null {
  const before = state.prices[key];
  if (!before || before.ask !== ask) return null;
  return { ...state, prices: { ...state.prices, [key]: { ...before, failure: null, ...answer } } };
}
