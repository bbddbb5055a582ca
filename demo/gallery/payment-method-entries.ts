/** The list of payment methods, and the bank account form. */
import type { StateChange } from "../../widgets/payment/example-states.ts";
import { examplePayment, lost, refused } from "../../widgets/payment/examples.ts";
import type { MethodPrice } from "../../widgets/payment/machine/price.ts";
import { firstState, type PaymentState } from "../../widgets/payment/machine/state.ts";
import {
  afterDecline,
  allMethodsSession,
  declinedPayment,
  longSession,
  pricedSession,
  stateWith,
} from "./example-payment.ts";
import { type PaymentExample, paymentEntriesOf } from "./payment-example.ts";

const account = {
  holder: "Ada Lovelace",
  "routing-number": "021000021",
  "account-number": "000123456789",
  "account-number-again": "000123456789",
};

/** The list with the bank account selected. */
const bank = (change: StateChange = {}, session = allMethodsSession): PaymentState =>
  stateWith({ method: "bank", isChosen: true, ...change }, session);

/** A requested price that has not arrived. */
const asked = (failure: MethodPrice["failure"]): StateChange => ({
  prices: { bank: { request: { type: "bank", locale: "en" }, ask: 1, quote: null, failure } },
});

const filled = { typed: account, pressed: ["account-type-checking"] };
const debit = examplePayment({
  type: "bank",
  paymentMethod: { bankName: "JPMorgan Chase", accountType: "checking", last4: "6789" },
});
const returned = (...[code, message, advice]: Parameters<typeof declinedPayment>) => ({
  state: bank(afterDecline(declinedPayment(code, message, advice, { type: "bank" }))),
  ...filled,
});

const examples: Readonly<Record<string, PaymentExample>> = {
  "list-loading": {
    title: "Before the session has loaded",
    note: "The page names the methods before the session has loaded",
    state: firstState,
    offered: allMethodsSession.paymentMethodTypes,
  },
  list: {
    title: "All payment methods",
    note: "The card is open, as with a single method",
    state: stateWith({}, allMethodsSession),
  },
  "list-unknown": {
    title: "Unknown method is omitted",
    state: stateWith(
      {},
      { ...allMethodsSession, paymentMethodTypes: ["carrier_pigeon", "card", "bank"] },
    ),
  },
  "list-form-loading": {
    title: "Loading a form",
    state: bank(),
    forms: "silent",
  },
  "list-form-lost": {
    title: "Form not loaded",
    state: bank(),
    forms: "lost",
    shows: "form-lost",
  },
  "list-waiting": { title: "Loading a price", state: bank(asked(null)) },
  "list-no-price": { title: "Price not loaded", state: bank(asked(lost)) },
  "list-price-refused": {
    title: "Method not available now",
    state: bank(asked(refused("processor_unavailable", 503))),
  },
  "list-fee": {
    title: "A list with fee and tax",
    state: stateWith({}, { ...allMethodsSession, breakdown: pricedSession.breakdown }),
  },
  "list-long": {
    title: "Long names and amounts in the list",
    state: bank({}, { ...longSession, paymentMethodTypes: allMethodsSession.paymentMethodTypes }),
  },
  bank: { title: "Bank account", state: bank() },
  "bank-only": {
    title: "Bank account, the only method",
    state: bank({}, { ...allMethodsSession, paymentMethodTypes: ["bank"] }),
  },
  "bank-complete": { title: "Bank account, filled in", state: bank(), ...filled },
  "bank-empty": { title: "Bank account, submitted empty", state: bank(), sent: true },
  "bank-mistakes": {
    title: "Bank account, mistakes",
    state: bank(),
    typed: {
      holder: "4242 4242",
      "routing-number": "021000022",
      "account-number": "123",
      "account-number-again": "124",
    },
    sent: true,
  },
  "bank-unfinished": {
    title: "Bank account, unfinished or too long",
    state: bank(),
    typed: {
      holder: "Wolfeschlegelsteinhausenbergerdorff ".repeat(3),
      "routing-number": "02100",
      "account-number": "000123456789000123456789",
    },
    sent: true,
  },
  "bank-letters": {
    title: "Account number with other characters",
    state: bank(),
    typed: { ...account, "account-number": "0001_2345" },
    pressed: ["account-type-checking"],
    sent: true,
  },
  "bank-same-number": {
    title: "Account number equals routing number",
    state: bank(),
    typed: { ...account, "account-number": "021000021" },
    pressed: ["account-type-checking"],
    sent: true,
  },
  "bank-card-number": {
    title: "Account number looks like a card number",
    state: bank(),
    typed: { ...account, "account-number": "4242424242424242" },
    pressed: ["account-type-checking"],
    sent: true,
  },
  "bank-unknown": {
    title: "Unknown routing number",
    state: bank(),
    ...filled,
    refused: ["routing-number", "routing_number_invalid"],
  },
  ...Object.fromEntries(
    [
      ["bank_account_barred", "Bank account that can’t be debited"],
      ["bank_account_unusable", "Bank account that returned a debit"],
      ["bank_account_retries_used_up", "Bank account that was tried three times"],
    ].map(([code = "", title = ""]) => [
      code.replace("bank_account_", "bank-").replaceAll("_", "-"),
      { title, state: bank(), ...filled, refused: ["account-number", code] } as const,
    ]),
  ),
  "bank-terms": {
    title: "The authorization has changed",
    state: bank({ notice: { type: "termsChanged" } }),
    ...filled,
  },
  "bank-copied": {
    title: "Authorization copied",
    state: bank(),
    ...filled,
    pressed: ["account-type-checking", "mandate-copy"],
    copies: true,
  },
  "bank-paying": { title: "Creating the bank debit", state: bank({ step: "paying" }), ...filled },
  "bank-pending": {
    title: "Bank debit pending",
    state: bank({ step: "pending", payment: debit }),
  },
  "bank-copy-lost": {
    title: "Copy of the authorization not loaded",
    state: bank({ step: "pending", payment: debit }),
    pressed: ["mandate-save"],
  },
  "bank-paid": {
    title: "Bank debit settled",
    state: bank({ step: "success", payment: { ...debit, status: "success" } }),
  },
  "bank-returned-later": {
    title: "Returned: insufficient funds",
    ...returned("ach_r01", "There was not enough money in your account.", "later"),
  },
  "bank-returned-account": {
    title: "Returned: use another account",
    ...returned("ach_r02", "The account is closed.", "other_account"),
  },
  "bank-returned-method": {
    title: "Returned: use another method",
    ...returned("ach_r10", "Your bank returned the payment.", "other_method"),
  },
};

export const paymentMethodEntries = paymentEntriesOf("ways", "Payment: methods", examples);
