import type { CryptoQuote, Quote, QuoteRequest } from "#contract/client/session";
import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import type { ApiFailure } from "../../../client/api-failure.ts";

export interface CryptoChoice {
  readonly asset: CryptoAsset;
  readonly network: CryptoNetwork;
}

export interface RequestedPrice {
  readonly request: QuoteRequest | null;
  readonly quote: Quote | null;
  /** Why the request returned no price. */
  readonly failure: ApiFailure | null;
}

/**
 * The rate for a choice.
 * - `asking`: the first one is loading.
 * - `renewing`: a new one is loading; the last is still shown but no longer valid.
 * - `held`: the customer can agree to the rate. `before`: the amount that it replaced.
 * - `failed`: there is no rate; `code` says why.
 */
export type Quoting =
  | { readonly step: "asking" }
  | { readonly step: "held"; readonly rate: CryptoQuote; readonly before: string | null }
  | { readonly step: "renewing"; readonly rate: CryptoQuote }
  | { readonly step: "failed"; readonly code: string };

/** The last shown rate and its choice; null before the first. */
export interface ShownRate {
  readonly choice: CryptoChoice;
  readonly rate: CryptoQuote;
  /** The previous amount for the same choice. */
  readonly before: string | null;
}

const isSameChoice = (a: CryptoChoice, b: CryptoChoice) =>
  a.asset === b.asset && a.network === b.network;

export function wasRequested({ request }: RequestedPrice, choice: CryptoChoice): boolean {
  return request?.type === "crypto" && isSameChoice(request, choice);
}

/** Decides what to show for a choice. `earlier`: the rate that was shown last. */
export function quotingOf(price: RequestedPrice, choice: CryptoChoice, earlier: ShownRate | null) {
  const shown = earlier && isSameChoice(earlier.choice, choice) ? earlier : null;
  const rate = wasRequested(price, choice) ? price.quote?.crypto : undefined;
  const quoting: Quoting = rate
    ? { step: "held", rate, before: replacedAmount(rate, shown) }
    : wasRequested(price, choice) && price.failure
      ? { step: "failed", code: price.failure.code }
      : shown
        ? { step: "renewing", rate: shown.rate }
        : { step: "asking" };
  const next: ShownRate | null =
    quoting.step === "held" ? { choice, rate: quoting.rate, before: quoting.before } : shown;
  return { quoting, shown: next };
}

function replacedAmount(rate: CryptoQuote, shown: ShownRate | null): string | null {
  if (shown === null) return null;
  return shown.rate.quoteId === rate.quoteId ? shown.before : shown.rate.amount;
}
