/** Every state of the payment widget. */
import { type CardFieldName, cardFieldNames } from "../../widgets/fields/field-problem.ts";
import { examplePayment } from "../../widgets/payment/examples.ts";
import { firstState, type PaymentState } from "../../widgets/payment/machine/state.ts";
import type { FieldProblems } from "../../widgets/payment/methods/card-form.ts";
import {
  declinedPayment,
  exampleSession,
  longSession,
  pricedSession,
  stateWith,
} from "./example-payment.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { renderPayment } from "./render-payment.tsx";

type Typed = Readonly<Partial<Record<CardFieldName, string>>>;

const visa: Typed = {
  number: "4242424242424242",
  expiry: "1234",
  cvc: "123",
  name: "Ada Lovelace",
  postalCode: "94107",
};

interface Example {
  readonly title: string;
  readonly note?: string;
  readonly state: PaymentState;
  readonly typed?: Typed;
  readonly problems?: FieldProblems;
  readonly online?: boolean;
  readonly ownButton?: boolean;
}

const refused = {
  kind: "refused",
  code: "client_secret_invalid",
  message: "",
  status: 401,
} as const;
const lost = { kind: "lost", code: "network", message: "", status: 0 } as const;

const declines: [string, string, Parameters<typeof declinedPayment>][] = [
  ["declined", "Declined: another card", ["card_declined", "The card was declined.", "other_card"]],
  [
    "declined-funds",
    "Declined: no money",
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
    "Declined: a reason that doesn’t exist yet",
    ["quantum_flux_exceeded", "The bank’s flux limit was exceeded for this card.", "other_card"],
  ],
];

const examples: Readonly<Record<string, Example>> = {
  loading: { title: "Empty, before the session is there", state: firstState },
  empty: { title: "Empty", state: stateWith({}) },
  filling: {
    title: "Filling",
    note: "Amex: two gaps, four digits of security code",
    state: stateWith({}),
    typed: { number: "378282246310", expiry: "1" },
  },
  complete: { title: "Filled in", state: stateWith({}), typed: visa },
  price: { title: "Price with fee and tax", state: stateWith({}, pricedSession), typed: visa },
  errors: {
    title: "Submitted empty",
    state: stateWith({}),
    problems: {
      number: { code: "number_empty" },
      expiry: { code: "expiry_empty" },
      cvc: { code: "cvc_empty" },
      name: { code: "name_empty" },
    },
  },
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
    problems: {
      number: { code: "number_invalid" },
      expiry: { code: "expiry_past", year: 2024 },
      cvc: { code: "cvc_incomplete", digits: 3 },
      name: { code: "name_number" },
    },
  },
  "own-button": { title: "With the page’s own button", state: stateWith({}), ownButton: true },
  paying: { title: "Paying", state: stateWith({ step: "paying" }), typed: visa },
  checking: {
    title: "Looking up a lost answer",
    state: stateWith({ step: "paying", polls: 1 }),
    typed: visa,
  },
  challenge: {
    title: "Confirming with the bank",
    state: stateWith({ step: "challenge" }),
    typed: visa,
  },
  ...Object.fromEntries(
    declines.map(([id, title, reason]) => {
      const payment = declinedPayment(...reason);
      const notice = { type: "declined", payment } as const;
      return [id, { title, state: stateWith({ payment, notice }), typed: visa }];
    }),
  ),
  canceled: {
    title: "Challenge cancelled",
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
    title: "No processor",
    state: stateWith({ notice: { type: "unavailable" } }),
    typed: visa,
  },
  "not-accepted": {
    title: "Refused by the service",
    state: stateWith({
      notice: {
        type: "refused",
        code: "feature_not_enabled",
        message: "This way to pay is not enabled.",
      },
    }),
    typed: visa,
  },
  "location-refused": {
    title: "Not served at this place",
    state: stateWith({ notice: { type: "refused", code: "location_not_allowed", message: "" } }),
    typed: visa,
  },
  "location-unknown": {
    title: "Place not known",
    state: stateWith({ notice: { type: "refused", code: "location_unknown", message: "" } }),
    typed: visa,
  },
  pending: { title: "Pending", state: stateWith({ step: "pending", payment: examplePayment() }) },
  "pending-unknown": {
    title: "Pending: a status that doesn’t exist yet",
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
  renewing: {
    title: "Expired, a fresh intent is on its way",
    state: stateWith({ step: "expired", renewing: true }),
  },
  expired: { title: "Expired", state: stateWith({ step: "expired" }) },
  unreachable: {
    title: "Service can’t be reached",
    state: { ...firstState, step: "unreachable", failure: lost },
  },
  offline: {
    title: "Offline",
    state: { ...firstState, step: "unreachable", failure: lost },
    online: false,
  },
  refused: { title: "Secret refused", state: { ...firstState, step: "refused", failure: refused } },
  blocked: { title: "Something else is owed", state: stateWith({ step: "blocked" }) },
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

/** All of them, in the order of a customer's way. */
export const paymentEntries: readonly GalleryEntry[] = Object.entries(examples).map(
  ([id, { title, note, state, typed = {}, problems = {}, online = true, ownButton = false }]) => ({
    id: `payment-${id}`,
    group: "Payment",
    title,
    ...(note === undefined ? {} : { note }),
    render(place, view) {
      document.documentElement.dataset["submit"] = ownButton ? "page" : "here";
      const fields = renderPayment(place, view, { state, problems, online });
      for (const name of cardFieldNames) fields.type(name, typed[name] ?? "");
    },
  }),
);
