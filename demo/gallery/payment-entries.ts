/** States that all methods share, shown with the card. */
import { changeState } from "../../widgets/payment/example-states.ts";
import { examplePayment } from "../../widgets/payment/examples.ts";
import { firstState } from "../../widgets/payment/machine/state.ts";
import {
  afterDecline,
  declinedPayment,
  exampleSession,
  longSession,
  pricedSession,
  stateWith,
} from "./example-payment.ts";
import { type PaymentExample, paymentEntriesOf } from "./payment-example.ts";

const visa = {
  number: "4242424242424242",
  expiry: "1234",
  cvc: "123",
  name: "Ada Lovelace",
  postalCode: "94107",
};

const declines: [string, string, Parameters<typeof declinedPayment>][] = [
  ["declined", "Declined: another card", ["card_declined", "The card was declined.", "other_card"]],
  [
    "declined-funds",
    "Declined: insufficient funds",
    ["insufficient_funds", "Insufficient funds.", "other_card"],
  ],
  ["declined-code", "Declined: wrong code", ["incorrect_cvc", "Incorrect CVC.", "check_details"]],
  ["declined-later", "Declined: try later", ["processing_error", "An error occurred.", "later"]],
  [
    "declined-authentication",
    "Declined: not confirmed by the bank",
    ["authentication_failed", "Authentication failed.", "same"],
  ],
  [
    "declined-unknown",
    "Declined: unknown reason",
    ["quantum_flux_exceeded", "The bank’s flux limit was exceeded for this card.", "other_card"],
  ],
];

/** The intent of $52.48 with other parts. */
const withBreakdown = (parts: Partial<typeof exampleSession.breakdown>) => ({
  ...exampleSession,
  breakdown: { ...exampleSession.breakdown, ...parts },
});

/** The session requires the address for sales tax, which is missing. */
const place = {
  type: "customer_data",
  blocks: "submission",
  fields: ["address.line1", "address.city", "address.state", "address.postalCode"],
  address: { country: "US" },
} as const;
const addressMissing = { ...exampleSession, requirements: [place] };

const refusals: readonly [string, string][] = [
  ["payment_method_type_not_enabled", "Refused: use another method"],
  ["payment_method_not_found", "Refused: no longer saved"],
  ["crypto_not_offered", "Refused: use another asset"],
  ["amount_too_large", "Refused: the amount is too large"],
  ["requirements_unmet", "Refused: a step comes first"],
  ["too_many_attempts", "Refused: too many card attempts"],
  ["payment_attempts_used_up", "Refused: too many attempts"],
  ["form_not_ready", "Refused: the form is still loading"],
];

const examples: Readonly<Record<string, PaymentExample>> = {
  loading: { title: "Empty, before the session has loaded", state: firstState },
  empty: { title: "Empty", state: stateWith({}) },
  filling: {
    title: "Filling",
    note: "Amex: two gaps, four digits of security code",
    state: stateWith({}),
    typed: { number: "378282246310", expiry: "1" },
  },
  complete: { title: "Filled in", state: stateWith({}), typed: visa },
  price: { title: "Price with fee and tax", state: stateWith({}, pricedSession), typed: visa },
  "price-fee": {
    title: "Price with a fee only",
    state: stateWith({}, withBreakdown({ baseAmount: 51.04, processingFees: 1.44 })),
    typed: visa,
  },
  "price-tax": {
    title: "Price with tax only",
    state: stateWith({}, withBreakdown({ baseAmount: 48.48, salesTax: 4, salesTaxRate: 0.0825 })),
    typed: visa,
  },
  "price-announced": {
    title: "The card type has another price",
    note: "Screen readers announce it with the fee",
    state: stateWith({}),
    next: [stateWith({}, pricedSession)],
    typed: visa,
  },
  errors: { title: "Submitted empty", state: stateWith({}), sent: true },
  mistakes: {
    title: "Mistakes in every field",
    state: stateWith({}),
    typed: {
      number: "4242424242424241",
      expiry: "0124",
      cvc: "12",
      name: "4242 4242 4242",
      postalCode: "94107",
    },
    sent: true,
  },
  unfinished: {
    title: "Submitted incomplete or too long",
    state: stateWith({}),
    typed: {
      number: "42424242",
      expiry: "1",
      cvc: "12",
      name: "Wolfeschlegelsteinhausenbergerdorff ".repeat(3),
      postalCode: "94107-1234-5678-9012",
    },
    sent: true,
  },
  "wrong-month": {
    title: "Impossible month",
    state: stateWith({}),
    typed: { ...visa, expiry: "00/29" },
    sent: true,
  },
  "far-year": {
    title: "Year too far in the future",
    state: stateWith({}),
    typed: { ...visa, expiry: "12/99" },
    sent: true,
  },
  "number-refused": {
    title: "Card type not accepted",
    state: stateWith({}),
    typed: visa,
    refused: ["number", "card_brand_unsupported"],
  },
  "expiry-refused": {
    title: "Expiry date refused",
    state: stateWith({}),
    typed: visa,
    refused: ["expiry", "card_expired"],
  },
  "code-wrong": {
    title: "Security code refused",
    state: stateWith({}),
    typed: visa,
    refused: ["cvc", "card_cvc_invalid"],
  },
  "own-button": { title: "With the page’s own button", state: stateWith({}), ownButton: true },
  paying: { title: "Paying", state: stateWith({ step: "paying" }), typed: visa },
  checking: {
    title: "Looking up a lost response",
    state: stateWith({ step: "paying", polls: 1 }),
    typed: visa,
  },
  method: {
    title: "3DS Method running",
    state: stateWith({ step: "method" }),
    typed: visa,
  },
  challenge: {
    title: "Confirming with the bank",
    state: stateWith({ step: "challenge" }),
    typed: visa,
  },
  continuing: {
    title: "Confirmed with the bank",
    state: stateWith({ step: "continuing" }),
    typed: visa,
  },
  ...Object.fromEntries(
    declines.map(([id, title, reason]) => {
      const payment = declinedPayment(...reason);
      return [id, { title, state: stateWith(afterDecline(payment)), typed: visa }];
    }),
  ),
  canceled: {
    title: "Challenge canceled",
    state: stateWith({ notice: { type: "canceled" } }),
    typed: visa,
  },
  "amount-changed": {
    title: "Amount has changed",
    state: stateWith({ notice: { type: "amountChanged" } }, pricedSession),
    typed: visa,
  },
  "not-sent": {
    title: "No connection while paying",
    state: stateWith({ notice: { type: "notSent" } }),
    typed: visa,
  },
  unavailable: {
    title: "No processor available",
    state: stateWith({ notice: { type: "unavailable" } }),
    typed: visa,
  },
  "not-accepted": {
    title: "Refused by the service",
    state: stateWith({
      notice: {
        type: "refused",
        code: "feature_not_enabled",
        message: "This payment method is not enabled.",
      },
    }),
    typed: visa,
  },
  "location-refused": {
    title: "Location not served",
    state: stateWith({ notice: { type: "refused", code: "location_not_allowed", message: "" } }),
    typed: visa,
  },
  "location-unknown": {
    title: "Location unknown",
    state: stateWith({ notice: { type: "refused", code: "location_unknown", message: "" } }),
    typed: visa,
  },
  ...Object.fromEntries(
    refusals.map(([code, title]) => {
      const notice = { type: "refused", code, message: "" } as const;
      return [
        `refused-${code.replaceAll("_", "-")}`,
        { title, state: stateWith({ notice }), typed: visa },
      ];
    }),
  ),
  pending: { title: "Pending", state: stateWith({ step: "pending", payment: examplePayment() }) },
  "pending-unknown": {
    title: "Pending: unknown status",
    state: stateWith({
      step: "pending",
      payment: examplePayment({
        status: "awaiting-moon-phase",
        intentStatus: "pending",
        messages: [{ code: "moon", message: "Your bank waits for the full moon.", at: "" }],
      }),
    }),
  },
  success: {
    title: "Paid",
    state: stateWith({ step: "success", payment: examplePayment({ status: "success" }) }),
  },
  "success-refunded": {
    title: "Paid, a part refunded",
    state: stateWith({
      step: "success",
      payment: examplePayment({ status: "success", refunded: 20 }),
    }),
  },
  renewing: {
    title: "Expired, loading a new intent",
    state: stateWith({ step: "expired", renewing: true }),
  },
  expired: { title: "Expired", state: stateWith({ step: "expired", status: "expired" }) },
  "expired-unread": {
    title: "Over for more than a day",
    state: stateWith({ step: "expired", status: null }),
  },
  unreachable: {
    title: "Service unreachable",
    state: changeState(firstState, { step: "unreachable" }),
  },
  offline: {
    title: "Offline",
    state: changeState(firstState, { step: "unreachable" }),
    online: false,
  },
  refused: {
    title: "Secret refused",
    state: changeState(firstState, { step: "refused" }),
  },
  blocked: { title: "Another requirement comes first", state: stateWith({ step: "blocked" }) },
  location: {
    title: "Sales tax needs an address",
    state: stateWith({ step: "blocked" }, addressMissing),
    requirement: place,
  },
  "location-loading": {
    title: "Loading the requirement",
    state: stateWith({ step: "blocked" }, addressMissing),
    service: "silent",
  },
  "long-form": {
    title: "Long names and amounts",
    state: stateWith({ notice: { type: "amountChanged" } }, longSession),
    typed: { ...visa, name: "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine the Elder" },
  },
  "long-success": {
    title: "Paid, long names",
    state: stateWith(
      { step: "success", payment: examplePayment({ status: "success" }) },
      longSession,
    ),
  },
  yen: {
    title: "A currency without decimals",
    state: stateWith(
      {},
      {
        ...exampleSession,
        breakdown: {
          baseAmount: 5248,
          processingFees: 0,
          salesTax: 0,
          total: 5248,
          currency: "JPY",
        },
      },
    ),
  },
};

/** All payment entries, in the order of the customer’s steps. */
export const paymentEntries = paymentEntriesOf("payment", "Payment", examples);
