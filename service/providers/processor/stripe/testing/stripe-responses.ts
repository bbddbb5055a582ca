/** Answers in Stripe's form. */
import { chargeKey, exampleCharge, exampleRefund, refundKey } from "../../testing/conformance.ts";

export const intentId = "pi_3QxExample0001";
export const exampleChargeAtStripe = "ch_3QxExample0001";

export const approvedCharge = {
  id: exampleChargeAtStripe,
  object: "charge",
  amount: exampleCharge.amountMinor,
  currency: "usd",
  refunded: false,
  outcome: { network_status: "approved_by_network", network_decline_code: null },
  payment_method_details: {
    type: "card",
    card: {
      network_transaction_id: "016153570198200",
      authorization_code: "675725",
      checks: {
        address_line1_check: "pass",
        address_postal_code_check: "pass",
        cvc_check: "pass",
      },
    },
  },
};

/** A payment intent that was just created. */
export const newIntent = {
  id: intentId,
  object: "payment_intent",
  amount: exampleCharge.amountMinor,
  amount_received: 0,
  currency: "usd",
  status: "requires_payment_method",
  metadata: { tessera_key: chargeKey, tessera_payment: exampleCharge.merchantReference },
  latest_charge: null as unknown,
  last_payment_error: null as unknown,
};

export const paidIntent = {
  ...newIntent,
  status: "succeeded",
  amount_received: exampleCharge.amountMinor,
  latest_charge: approvedCharge as unknown,
};

/** The page where the customer must confirm. */
export const challengeUrl =
  "https://hooks.stripe.com/3d_secure_2/hosted?payment_intent_client_secret=pi_1_secret_1";
export const challengedIntent = {
  ...newIntent,
  status: "requires_action",
  next_action: { type: "redirect_to_url", redirect_to_url: { url: challengeUrl } },
};

/** A payment intent with a challenge that the customer left. */
export const canceledIntent = {
  ...newIntent,
  status: "canceled",
  cancellation_reason: "requested_by_customer",
};

export const madeCard = { id: "pm_1QxExample0001", object: "payment_method", type: "card" };

/** A card error, as the response to a confirmation has it. */
export function cardError(fields: object, intent: object = newIntent) {
  return {
    error: {
      type: "card_error",
      code: "card_declined",
      message: "Your card was declined.",
      charge: exampleChargeAtStripe,
      payment_intent: intent,
      ...fields,
    },
  };
}

export function refundOf(fields: object = {}) {
  return {
    id: "re_3QxExample0001",
    object: "refund",
    amount: exampleRefund.amountMinor,
    currency: "usd",
    charge: exampleRefund.chargeId,
    status: "succeeded",
    metadata: { tessera_key: refundKey },
    destination_details: {
      type: "card",
      card: {
        type: "refund",
        reference: "74770046330000000000018",
        reference_status: "available",
        reference_type: "acquirer_reference_number",
      },
    },
    ...fields,
  };
}

export const page = (...data: readonly object[]) => ({ object: "list", data, has_more: false });
