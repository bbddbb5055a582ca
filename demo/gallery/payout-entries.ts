import {
  disbursementThatIs,
  exampleBank,
  exampleChoice,
  exampleDisbursement,
  exampleSaved,
  exampleSession,
  failedDisbursement,
  lost,
  refused,
  stateWith,
} from "../../widgets/disbursement/examples.ts";
import { firstState } from "../../widgets/disbursement/machine/state.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { renderPayout, type ShownPayout } from "./render-payout.tsx";

interface Example extends ShownPayout {
  readonly title: string;
  readonly note?: string;
}

const everyStep = ["customer_data", "sms_verification", "kyc", "w9"];
const crossing = exampleSession(
  {},
  {
    yearToDate: {
      year: 2026,
      totalAfter: 2400,
      threshold: 2000,
      asks: ["identity_document", "tax_information"],
    },
  },
);
const withheldAmounts = {
  amount: 1250,
  withheldAmount: 300,
  netAmount: 950,
  currency: "USD",
};
const withheld = exampleSession({}, { amounts: withheldAmounts });
const saved = exampleSession({}, { savedPayoutMethods: exampleSaved });
const long = exampleSession(
  {
    description: "Winnings of the Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch gala",
  },
  {
    operator: { name: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk Gesellschaft mbH" },
    amounts: { ...withheldAmounts, netAmount: 999_999_999.99, currency: "KWD" },
    savedPayoutMethods: exampleSaved,
  },
);
const paidBack = (status: string, intentStatus = status) => {
  const disbursement = disbursementThatIs(status, intentStatus);
  return exampleSession({ status: intentStatus }, { disbursement });
};
const crypto = {
  request: {
    type: "crypto",
    crypto: {
      asset: "USDC",
      network: "polygon",
      address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    },
    save: true,
  },
  method: {
    asset: "USDC",
    network: "polygon",
    address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  },
  arrival: { unit: "hours", least: 1, most: 1 },
} as const;

const examples: Readonly<Record<string, Example>> = {
  loading: { title: "Loading", state: firstState },
  "customer-data": {
    title: "Step: about you",
    note: "With the requirements for the year’s total.",
    state: stateWith(
      {
        step: "requirement",
        plan: everyStep,
        requirement: {
          type: "customer_data",
          blocks: "submission",
          fields: ["firstName", "lastName"],
          address: null,
        },
      },
      crossing,
    ),
  },
  sms: {
    title: "Step: mobile number",
    state: stateWith({
      step: "requirement",
      plan: everyStep,
      requirement: { type: "sms_verification", blocks: "submission", phoneNumber: "•••• 34" },
    }),
  },
  method: { title: "Payout method", state: stateWith({ plan: everyStep }) },
  "method-unchosen": {
    title: "Payout method, nothing chosen",
    state: stateWith({}),
    typed: { "step-go-on": null },
  },
  "method-saved": { title: "Payout method, saved methods", state: stateWith({}, saved) },
  "method-bank": {
    title: "Bank account",
    state: stateWith({}),
    typed: { "payout-method-bank": null },
  },
  "method-bank-wrong": {
    title: "Bank account, every problem",
    state: stateWith({}),
    typed: {
      "payout-method-bank": null,
      "field-holder": "1234 5678",
      "field-routing-number": "021000022",
      "field-account-number": "123",
      "field-account-number-again": "124",
    },
  },
  "method-bank-card": {
    title: "Bank account, a card’s number",
    state: stateWith({}),
    typed: { "payout-method-bank": null, "field-account-number": "4242424242424242" },
  },
  "method-pay-by-bank": {
    title: "Log in at the bank",
    state: stateWith({}),
    typed: { "payout-method-pay_by_bank": null, "step-go-on": null },
  },
  "method-crypto": {
    title: "Crypto, an address",
    state: stateWith({}),
    typed: {
      "payout-method-crypto": null,
      "field-crypto-address": "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
    },
  },
  "method-crypto-wrong": {
    title: "Crypto, an address of another network",
    state: stateWith({}),
    typed: {
      "payout-method-crypto": null,
      "asset-USDT": null,
      "network-ethereum": null,
      "field-crypto-address": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    },
  },
  "method-card": {
    title: "Debit card",
    state: stateWith({}),
    typed: { "payout-method-card": null, "field-number": "4000056655665556" },
  },
  "method-refused": {
    title: "Debit card, brand not supported",
    state: stateWith({ problem: "card_brand_unsupported" }),
    typed: { "payout-method-card": null, "field-number": "378282246310005" },
  },
  review: { title: "Review", state: stateWith({ step: "review", choice: exampleChoice }) },
  "review-withheld": {
    title: "Review, tax withheld",
    state: stateWith({ step: "review", choice: exampleChoice }, withheld),
  },
  "review-crypto": {
    title: "Review, crypto",
    state: stateWith({ step: "review", choice: crypto }),
  },
  "amount-changed": {
    title: "Amount has changed",
    state: stateWith(
      { step: "review", choice: exampleChoice, notice: { type: "amountChanged" } },
      withheld,
    ),
  },
  "not-sent": {
    title: "No connection while requesting",
    state: stateWith({ step: "review", choice: exampleChoice, notice: { type: "notSent" } }),
  },
  "not-accepted": {
    title: "Refused by the service",
    state: stateWith({
      step: "review",
      choice: exampleChoice,
      notice: { type: "refused", code: "moon_phase", message: "Not at full moon." },
    }),
  },
  "location-refused": {
    title: "Location not served",
    state: stateWith({
      step: "review",
      choice: exampleChoice,
      notice: { type: "refused", code: "location_not_allowed", message: "" },
    }),
  },
  sending: { title: "Requesting", state: stateWith({ step: "sending", choice: exampleChoice }) },
  checking: {
    title: "Looking up a lost response",
    state: stateWith({ step: "sending", choice: exampleChoice, polls: 1 }),
  },
  waiting: {
    title: "Waiting for approval",
    state: stateWith({ step: "waiting" }, paidBack("pending-validation")),
  },
  "waiting-w9": {
    title: "Waiting for the tax form",
    state: stateWith({ step: "waiting" }, paidBack("pending-validation")),
    w9: true,
  },
  "waiting-w9-form": {
    title: "Waiting for the tax form, which is filled in here",
    state: stateWith({ step: "waiting" }, paidBack("pending-validation")),
    w9: true,
    typed: { "w9-here": null, "who-entity": null },
  },
  processing: {
    title: "Approved",
    state: stateWith({ step: "processing" }, paidBack("pending")),
  },
  unknown: {
    title: "Unknown status",
    state: stateWith({ step: "unknown" }, paidBack("on-the-moon")),
  },
  success: { title: "Sent", state: stateWith({ step: "success" }, paidBack("success")) },
  "success-crypto": {
    title: "Sent, crypto",
    state: stateWith(
      { step: "success" },
      exampleSession(
        { status: "success" },
        {
          disbursement: exampleDisbursement({
            status: "success",
            intentStatus: "success",
            type: "crypto",
            payoutMethod: { ...crypto.method, address: "0x5aAe…eAed" },
          }),
        },
      ),
    ),
  },
  failed: {
    title: "Failed, the account is closed",
    state: stateWith(
      { step: "failed" },
      exampleSession(
        { status: "failed" },
        { disbursement: failedDisbursement("account_closed", "The bank account is closed.") },
      ),
    ),
  },
  "failed-credit-card": {
    title: "Failed, a credit card",
    state: stateWith(
      { step: "failed" },
      exampleSession(
        { status: "failed" },
        { disbursement: failedDisbursement("card_not_supported", "Not a debit card.") },
      ),
    ),
  },
  "failed-unknown": {
    title: "Failed, unknown reason",
    state: stateWith(
      { step: "failed" },
      exampleSession(
        { status: "failed" },
        { disbursement: failedDisbursement("moon_phase", "The bank is closed at full moon.") },
      ),
    ),
  },
  rejected: {
    title: "Not approved",
    state: stateWith({ step: "rejected" }, paidBack("voided", "rejected")),
  },
  refunded: {
    title: "Returned",
    state: stateWith({ step: "refunded" }, paidBack("refunded")),
  },
  voided: { title: "Canceled", state: stateWith({ step: "voided" }, paidBack("voided")) },
  expired: { title: "Expired", state: stateWith({ step: "expired", status: "expired" }) },
  "expired-unread": {
    title: "Over for more than a day",
    state: stateWith({ step: "expired", status: null }),
  },
  renewing: {
    title: "Expired, loading a new intent",
    state: stateWith({ step: "expired", renewing: true }),
  },
  unreachable: {
    title: "Unreachable",
    state: { ...firstState, step: "unreachable", failure: lost },
  },
  offline: {
    title: "Offline",
    state: { ...firstState, step: "unreachable", failure: lost },
    online: false,
  },
  refused: {
    title: "Session refused",
    state: { ...firstState, step: "refused", failure: refused("client_secret_invalid", 401) },
  },
  "nothing-offered": {
    title: "No payout method available",
    state: stateWith({ step: "blocked" }, exampleSession({}, { payoutOptions: [] })),
  },
  long: {
    title: "Long names, large amounts",
    state: stateWith(
      {
        step: "review",
        choice: {
          ...exampleChoice,
          method: { ...exampleBank, bankName: "Llanfairpwllgwyngyllgogerychwyrndrobwll Savings" },
        },
      },
      long,
    ),
  },
};

export const payoutEntries: readonly GalleryEntry[] = Object.entries(examples).map(
  ([id, { title, note, ...shown }]) => ({
    id: `payout-${id}`,
    group: "Payout",
    title,
    ...(note === undefined ? {} : { note }),
    render: (place, view) => renderPayout(place, view, shown),
  }),
);
