/**
 * Each method's price is requested when the customer chooses it, and again when typed data may change it. Only the
 * response to the last request counts. The price on the button does not change while a payment is under way.
 */
import type { Quote, QuoteRequest } from "#contract/client/session";
import type { ApiFailure } from "../../client/api-failure.ts";
import { firstRequest, type MethodKey } from "../offered-methods.ts";
import type { PaymentEffect, PaymentState, SharedState, StateOf } from "./state.ts";

export interface MethodPrice {
  /** Null if no request is needed. */
  readonly request: QuoteRequest | null;
  /** Number of the last request; responses to earlier ones are ignored. 0 before the first. */
  readonly ask: number;
  readonly quote: Quote | null;
  /** Why the last request returned no price. */
  readonly failure: ApiFailure | null;
}

export type Prices = Readonly<{ [key in MethodKey]?: MethodPrice }>;

const unknown: MethodPrice = { request: null, ask: 0, quote: null, failure: null };

export const priceOf = ({ prices, method }: SharedState): MethodPrice => prices[method] ?? unknown;

export const showPrice = <S extends PaymentState>(state: S): S => ({
  ...state,
  breakdown: priceOf(state).quote?.breakdown ?? null,
});

/** Drops an earlier session's prices and keeps their requests, to be sent again. */
export function dropPrices(prices: Prices): Prices {
  return Object.fromEntries(
    Object.entries(prices).map(([key, price]) => [
      key,
      { ...unknown, request: price?.request ?? null },
    ]),
  );
}

/** Stores the request until it can be sent. */
export const keepRequest = <S extends PaymentState>(
  state: S,
  key: MethodKey,
  request: QuoteRequest,
): S => ({ ...state, prices: { ...state.prices, [key]: { ...unknown, request } } });

/**
 * Asks for a price. For the same card or account with more digits, the old price stays in view. For another asset, or a
 * method without a price, none is shown until the response arrives.
 */
export function requestPrice(
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
export function ensurePrice(
  state: StateOf<"form">,
): readonly [StateOf<"form">, readonly PaymentEffect[]] {
  const { request, ask, quote, failure } = priceOf(state);
  const isOnItsWay = ask > 0 && failure === null;
  const wanted = request ?? firstRequest(state.method, state.session, state.language);
  if (quote !== null || isOnItsWay || !wanted) return [showPrice(state), []];
  return requestPrice(state, state.method, wanted);
}

/** Stores a price; null if the response is not to the last request. */
export function storePrice<S extends PaymentState>(
  state: S,
  key: MethodKey,
  ask: number,
  answer: { quote: Quote } | { failure: ApiFailure },
): S | null {
  const before = state.prices[key];
  if (!before || before.ask !== ask) return null;
  return { ...state, prices: { ...state.prices, [key]: { ...before, failure: null, ...answer } } };
}
