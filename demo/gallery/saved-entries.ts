/** Saved payment methods, and the consent to save one. */
import type { ClientSession, OfferedPaymentMethod } from "#contract/client/session";
import type { StateChange } from "../../widgets/payment/example-states.ts";
import type { MethodPrice } from "../../widgets/payment/machine/price.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import { expiredCard, savedBank, savedCard } from "../../widgets/payment/methods/saved/examples.ts";
import { type MethodKey, offeredKeys, savedKey } from "../../widgets/payment/offered-methods.ts";
import { exampleSession, stateWith } from "./example-payment.ts";
import { type PaymentExample, paymentEntriesOf } from "./payment-example.ts";

const amex = savedCard({
  paymentMethodId: "pm_amex",
  paymentMethod: { brand: "american-express", last4: "0005", expiryMonth: 7, expiryYear: 2031 },
});
const all = [savedCard(), amex, savedBank(), expiredCard()];
const bankFirst = [savedBank(), savedCard()];
const byBank = savedCard({ verification: "three_ds" });
const unusable = savedBank({ isExpired: true });
const long = savedBank({
  paymentMethod: {
    bankName: "Donaudampfschifffahrtselektrizitätenbank Kreditgenossenschaft eG",
    accountType: "savings",
    last4: "6789",
  },
});

const keeping = (savedPaymentMethods: OfferedPaymentMethod[]): ClientSession => ({
  ...exampleSession,
  savedPaymentMethods,
  paymentMethodTypes: ["card", "bank"],
  canSavePaymentMethod: true,
});

/** Selects the first usable method, like the session. */
const kept = (
  savedPaymentMethods: OfferedPaymentMethod[],
  change: StateChange = {},
): PaymentState => {
  const session = keeping(savedPaymentMethods);
  return stateWith({ method: offeredKeys(session)[0] ?? "card", ...change }, session);
};

const asked: MethodPrice = {
  request: { type: "saved", paymentMethodId: "pm_bank", locale: "en" },
  ask: 1,
  quote: null,
  failure: null,
};
const consent = (title: string, method: MethodKey, pressed: string[]): PaymentExample => ({
  title,
  state: stateWith({ method, isChosen: true }, keeping([])),
  pressed,
});

const examples: Readonly<Record<string, PaymentExample>> = {
  list: { title: "Cards and a bank account", state: kept(all) },
  filled: { title: "Security code typed", state: kept(all), typed: { "cvc-pm_visa": "123" } },
  "cvc-empty": { title: "Security code missing", state: kept(all), sent: true },
  "cvc-wrong": {
    title: "Security code refused",
    state: kept(all),
    typed: { "cvc-pm_visa": "123" },
    refused: ["cvc", "card_cvc_invalid"],
  },
  "three-ds": { title: "Confirmed by the bank", state: kept([byBank, amex]) },
  free: { title: "No verification required", state: kept([savedCard({ verification: "none" })]) },
  bank: { title: "A bank account and its authorization", state: kept(bankFirst) },
  "bank-waiting": {
    title: "Loading the authorization",
    state: kept(bankFirst, { prices: { [savedKey("pm_bank")]: asked } }),
  },
  paying: {
    title: "Paying with a saved card",
    state: kept(all, { step: "paying" }),
    typed: { "cvc-pm_visa": "123" },
  },
  expired: { title: "Only unusable methods", state: kept([expiredCard(), unusable]) },
  long: { title: "Long names", state: kept([long, savedCard()]) },
  question: { title: "Confirm removal", state: kept(all), pressed: ["remove-pm_visa"] },
  removing: {
    title: "Removing",
    state: kept(all),
    pressed: ["remove-pm_visa", "remove-confirm"],
    service: "silent",
  },
  "not-removed": {
    title: "Not removed",
    state: kept(all),
    pressed: ["remove-pm_visa", "remove-confirm"],
    service: "lost",
  },
  removed: {
    title: "Removed",
    note: "Screen readers announce it",
    state: kept(all),
    pressed: ["remove-pm_visa", "remove-confirm"],
  },
  consent: consent("Consent to save the card", "card", []),
  "consent-given": consent("Consent given", "card", ["save-card"]),
  "consent-bank": consent("Consent to save the account", "bank", ["save-bank"]),
};

export const savedEntries = paymentEntriesOf("saved", "Payment: saved methods", examples);
