import { type Descriptions, money, type PlaceDescriptions } from "./descriptions.ts";

const refund: Descriptions = {
  status:
    "`pending`, `requires-destination`, `success`, `failed` or `canceled`; new ones can be added. A " +
    "success can still become a failure: when the customer's bank returns the money.",
  kind:
    "`refund`, `void` (the charge had not cleared and disappears from the statement) or `transfer` " +
    "(by another route); new ones can be added. Final once the status is `success`.",
  amount: `The returned part of the base amount. ${money}`,
  breakdown: "What the customer gets back: `total` includes surcharge and sales tax.",
  reason: "The reason that you gave; null if you gave none.",
  reference: "For the customer's bank; null until it is known.",
  "reference.type":
    "`arn`: a card's acquirer reference number; `trace`: of an ACH credit; `transaction`: the hash of " +
    "a crypto transfer; new ones can be added.",
  "reference.value": "The number that the customer's bank can search for.",
  crypto: "For a refund in crypto: what was paid, and goes back. Null for others.",
  "crypto.asset": "The asset that was paid, such as `USDC`.",
  "crypto.network": "The network on which it was paid.",
  "crypto.amount":
    "What is sent, in whole units of the asset, as decimal text. Null until the customer confirms it.",
  refundUrl:
    "With `requires-destination`: the page where the customer says where the money goes. A secret that " +
    "works once, for seven days: pass it to the customer only. Null after it expired, and for keys " +
    "that can only read.",
  messages: "Why the refund failed; empty otherwise.",
  "messages.code": "The reason as a code; an open list.",
  "messages.at": "ISO 8601, UTC.",
  settledAt: "When the refund succeeded; null before. ISO 8601, UTC.",
};

export const refundFields: PlaceDescriptions = {
  PendingRefund: {
    ...refund,
    destination: "The ends of what the customer named; null after an erasure.",
    "destination.type": "`bank` or `crypto`.",
    "destination.text": "The ends of an address, or the end of an account number.",
    "destination.holderName": "The holder of the bank account; null for `crypto`.",
  },
  Refund: refund,
  RefundEvent: {
    eventId: "`evt_…`, the same on every try.",
    type: "The type of resource that changed.",
    status:
      "`created`, `success`, `failed`, `canceled` or `requires-destination`; new ones can be added.",
    sequence: "Increases within one refund.",
    data: "The refund at the time of the event.",
  },
  "POST /v1/payment-intents/{paymentIntentId}/refunds": {
    amount: `A part of the base amount; everything that is left if left out. ${money}`,
    reason: "Why you return the money.",
    note: "For your staff, up to 500 characters. Customers never see it.",
  },
};
