/**
 * The price of each payment method. A price is requested when its method is chosen, and again when typed data
 * may change it. Only the answer to the last request counts. The price on the button does not change while a
 * payment is under way.
 */
import type { Quote, QuoteRequest } from "#contract/client/session";
import type { ApiFailure } from "../../client/api-failure.ts";
import { firstRequest, type MethodKey } from "../offered-methods.ts";
import type { PaymentEffect, PaymentState, SharedState, StateOf } from "./state.ts";

/** What is known about the price of one payment method. */
export interface MethodPrice {
  /** The last request; null if none is needed. */
  readonly request: QuoteRequest | null;
  /** Number of the last request; answers to earlier ones are ignored. 0: not requested yet. */
  readonly ask: number;
  readonly quote: Quote | null;
  /** Why the last request brought no price. */
  readonly failure: ApiFailure | null;
}

/** Prices by payment method. */
export type Prices = Readonly<{ [key in MethodKey]?: MethodPrice }>;

const unknown: MethodPrice = { request: null, ask: 0, quote: null, failure: null };

/** The price of the chosen payment method. */
export const priceOf = ({ prices, method }: SharedState): MethodPrice => prices[method] ?? unknown;

/** Shows the price of the chosen payment method on the button. */
export const showPrice = <S extends PaymentState>(state: S): S => ({
  ...state,
  breakdown: priceOf(state).quote?.breakdown ?? null,
});

/** Drops the prices of an earlier session and keeps their requests, so that they are asked again. */
export function forgetPrices(prices: Prices): Prices {
  return Object.fromEntries(
    Object.entries(prices).map(([key, price]) => [
      key,
      { ...unknown, request: price?.request ?? null },
    ]),
  );
}

/** Stores the request for a method's price until it can be sent. */
export const keepRequest = <S extends PaymentState>(
  state: S,
  key: MethodKey,
  request: QuoteRequest,
): S => ({ ...state, prices: { ...state.prices, [key]: { ...unknown, request } } });

/**
 * Requests a price. For the same card or account with more digits, the old price stays in view. For another
 * asset, or a method without a price, none is shown until the answer arrives.
 */
export function askPrice(
  state: StateOf<"form">,
  key: MethodKey,
  request: QuoteRequest,
): readonly [StateOf<"form">, readonly PaymentEffect[]] {
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

/** Shows the chosen method's price, and requests it if it is missing and not on its way. */
export function bringPrice(
  state: StateOf<"form">,
): readonly [StateOf<"form">, readonly PaymentEffect[]] {
  const { request, ask, quote, failure } = priceOf(state);
  const isOnItsWay = ask > 0 && failure === null;
  const wanted = request ?? firstRequest(state.method, state.session, state.language);
  if (quote !== null || isOnItsWay || !wanted) return [showPrice(state), []];
  return askPrice(state, state.method, wanted);
}

/** Stores the answer to the last request; null if the answer is late. */
export function takePrice<S extends PaymentState>(
  state: S,
  key: MethodKey,
  ask: number,
  answer: { quote: Quote } | { failure: ApiFailure },
): S | null {
  const before = state.prices[key];
  if (!before || before.ask !== ask) return null;
  return { ...state, prices: { ...state.prices, [key]: { ...before, failure: null, ...answer } } };
}
