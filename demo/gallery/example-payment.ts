import type { ClientPayment } from "#contract/client/payments";
import type { ClientSession } from "#contract/client/session";
import { changeState, type StateChange } from "../../widgets/payment/example-states.ts";
import { exampleSession as anySession, examplePayment } from "../../widgets/payment/examples.ts";
import { firstState, type PaymentState } from "../../widgets/payment/machine/state.ts";

export const exampleSession: ClientSession = anySession(
  { paymentDescriptor: "NORTHWIND GAMES" },
  { operator: { name: "Northwind Games" } },
);

/** A session with every payment method. */
export const allMethodsSession: ClientSession = {
  ...exampleSession,
  paymentMethodTypes: ["card", "bank", "pay_by_bank", "crypto"],
  cryptoAssets: [
    { asset: "USDC", networks: ["ethereum", "base", "polygon", "arbitrum"] },
    { asset: "USDT", networks: ["ethereum", "tron"] },
    { asset: "BTC", networks: ["bitcoin"] },
    { asset: "ETH", networks: ["ethereum", "base"] },
  ],
};

/** A session with all parts of a price. */
export const pricedSession: ClientSession = {
  ...exampleSession,
  breakdown: {
    baseAmount: 48,
    processingFees: 1.44,
    salesTax: 4.08,
    total: 53.52,
    currency: "USD",
    salesTaxRate: 0.0825,
    salesTaxJurisdiction: "Austin, TX",
  },
};

/** A session with the longest values: names without spaces, an amount of nine digits, a currency without a symbol. */
export const longSession: ClientSession = {
  ...exampleSession,
  intent: {
    ...exampleSession.intent,
    amount: 999_999_999.99,
    currency: "KWD",
    paymentDescriptor: "DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT*KAPITÄNSMÜTZEN",
  },
  operator: { name: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk Gesellschaft mbH" },
  breakdown: {
    baseAmount: 987_654_321.123,
    processingFees: 2_345_678.867,
    salesTax: 10_000_000,
    total: 999_999_999.99,
    currency: "KWD",
    salesTaxRate: 0.08875,
    salesTaxJurisdiction: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
  },
};

/** A failed attempt; `change` sets the payment method. */
export function declinedPayment(
  code: string,
  message: string,
  advice: NonNullable<ClientPayment["advice"]>["with"],
  change: Partial<ClientPayment> = {},
): ClientPayment {
  return examplePayment({
    ...change,
    status: "failed",
    intentStatus: "failed",
    messages: [{ code, message, at: "2026-11-22T03:01:00.000Z" }],
    advice: { retry: advice !== "none", with: advice },
  });
}

export const afterDecline = (payment: ClientPayment) =>
  ({ step: "form", payment, notice: { type: "declined", payment } }) as const;

/** The widget's state with a loaded session. Adds prices of methods other than the card. */
export function stateWith(
  change: StateChange,
  session: ClientSession = exampleSession,
): PaymentState {
  const form = changeState(firstState, {
    step: "form",
    session,
    prices: {
      card: { request: null, ask: 0, quote: { breakdown: session.breakdown }, failure: null },
    },
    breakdown: session.breakdown,
    status: session.intent.status,
  });
  return changeState(form, change);
}
