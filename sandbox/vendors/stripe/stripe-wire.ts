/** The requests and responses of Stripe's API that the connector uses. */
import * as z from "zod/mini";
import type { ChargeRequest } from "#contract/connectors/processor";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { factsOfCharge } from "../../processors/facts-of-charge.ts";
import type { BookedRefund } from "../../processors/refund-book.ts";

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const optional = (pattern: RegExp) => z.optional(text(pattern));
const amount = text(/^[1-9]\d{0,7}$/);
const metadata = z.optional(z.record(text(/^.{1,40}$/), text(/^.{1,500}$/)));
const expand = z.optional(z.array(z.literal("latest_charge")));

/** `POST /v1/payment_intents`. Unknown parameters are refused, as Stripe does. */
export const intentForm = z.strictObject({
  amount,
  currency: text(/^[a-z]{3}$/),
  allowed_payment_method_types: z.array(z.literal("card")),
  capture_method: z.enum(["automatic", "automatic_async", "manual"]),
  confirmation_method: z.optional(z.enum(["automatic", "manual"])),
  metadata,
  statement_descriptor_suffix: optional(/^(?=.*[A-Za-z])[^<>\\'"*]{1,22}$/),
});

/** `POST /v1/payment_methods`. */
export const cardForm = z.strictObject({
  type: z.literal("card"),
  card: z.strictObject({
    number: text(/^\d{12,19}$/),
    exp_month: text(/^\d{1,2}$/),
    exp_year: text(/^\d{4}$/),
    cvc: optional(/^\d{3,4}$/),
  }),
  billing_details: z.optional(
    z.strictObject({
      name: z.optional(z.string()),
      email: optional(/^.+@.+$/),
      phone: z.optional(z.string()),
      address: z.optional(
        z.strictObject({
          line1: z.optional(z.string()),
          line2: z.optional(z.string()),
          city: z.optional(z.string()),
          state: z.optional(z.string()),
          postal_code: z.optional(z.string()),
          country: optional(/^[A-Z]{2}$/),
        }),
      ),
    }),
  ),
});
export type CardForm = z.infer<typeof cardForm>;

/** `POST /v1/payment_intents/{id}/confirm`. */
export const confirmForm = z.strictObject({
  payment_method: z.string(),
  error_on_requires_action: z.optional(z.enum(["true", "false"])),
  return_url: z.optional(z.url()),
  payment_method_options: z.optional(
    z.strictObject({
      card: z.optional(
        z.strictObject({
          setup_future_usage: z.optional(z.enum(["on_session", "off_session", "none"])),
          request_three_d_secure: z.optional(z.enum(["any", "automatic", "challenge"])),
          three_d_secure: z.optional(
            z.strictObject({
              version: z.enum(["1.0.2", "2.1.0", "2.2.0", "2.3.0", "2.3.1"]),
              cryptogram: text(/^[A-Za-z0-9+/]{27}=$/),
              transaction_id: z.string(),
              electronic_commerce_indicator: z.optional(z.enum(["01", "02", "05", "06", "07"])),
              ares_trans_status: z.optional(z.enum(["A", "C", "I", "N", "R", "U", "Y"])),
            }),
          ),
        }),
      ),
    }),
  ),
  expand,
});
export type ConfirmForm = z.infer<typeof confirmForm>;

/** `POST /v1/payment_intents/{id}/cancel`. */
export const cancelForm = z.strictObject({
  cancellation_reason: z.optional(
    z.enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"]),
  ),
});

/** `POST /v1/refunds`. */
export const refundForm = z.strictObject({
  charge: z.string(),
  amount: z.optional(amount),
  reason: z.optional(z.enum(["duplicate", "fraudulent", "requested_by_customer"])),
  metadata,
});

/** What Stripe's own 3-D Secure found, as a charge shows it. */
export interface ThreeDSecure {
  readonly result: string;
  readonly authentication_flow: "challenge" | "frictionless" | null;
  readonly version?: string;
  readonly electronic_commerce_indicator?: string;
  readonly transaction_id?: string;
}

/** A payment intent. Its charge is in the books. */
export interface Intent {
  readonly id: string;
  readonly key: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly descriptor: string;
  readonly createdAtMs: number;
  isCanceled: boolean;
  cancellationReason?: string | undefined;
  /** The customer must confirm Stripe's own 3-D Secure, or failed to. */
  authentication?: "awaited" | "failed";
  threeDSecure?: ThreeDSecure | null;
}

/** The charge that a confirmation asks for, in the sandbox's terms. */
export function chargeOf(intent: Intent, form: ConfirmForm, usedCard: CardForm): ChargeRequest {
  const { card, billing_details: billing } = usedCard;
  const address = billing?.address;
  const options = form.payment_method_options?.card;
  const proof = options?.three_d_secure;
  return {
    merchantReference: intent.metadata["tessera_payment"] ?? intent.key,
    amountMinor: intent.amountMinor,
    currency: intent.currency,
    card: {
      number: card.number,
      expiryMonth: Number(card.exp_month),
      expiryYear: Number(card.exp_year),
      ...(card.cvc === undefined ? {} : { cvc: card.cvc }),
      ...(address?.postal_code ? { postalCode: address.postal_code } : {}),
    },
    descriptor: intent.descriptor,
    ...(options?.setup_future_usage && { credentialOnFile: "stored" as const }),
    ...(address?.line1 && {
      customer: {
        customerId: "",
        billingAddress: {
          line1: address.line1,
          city: address.city ?? "",
          country: address.country ?? "",
        },
      },
    }),
    ...(proof && { threeDSecure: authenticationOf(proof) }),
  };
}

type Proof = NonNullable<
  NonNullable<NonNullable<ConfirmForm["payment_method_options"]>["card"]>["three_d_secure"]
>;

/** Stripe gets the status before a challenge; the ECI shows how the challenge ended. */
function authenticationOf(proof: Proof): NonNullable<ChargeRequest["threeDSecure"]> {
  const eci = proof.electronic_commerce_indicator;
  const ares = proof.ares_trans_status ?? "Y";
  const isFull = eci === "05" || eci === "02";
  return {
    version: proof.version,
    transStatus: ares === "C" ? (isFull ? "Y" : "A") : ares,
    aresTransStatus: ares,
    challenged: ares === "C",
    dsTransId: proof.transaction_id,
    authenticationValue: proof.cryptogram,
    ...(eci === undefined ? {} : { eci }),
  };
}

interface IntentView {
  readonly isExpanded?: boolean;
  /** The challenge that the customer must confirm. */
  readonly challengeUrl?: string;
}

/** A payment intent as Stripe shows it. `charge`: what it charged or tried to. */
export function intentJson(
  intent: Intent,
  charge: BookedCharge | undefined,
  { isExpanded = false, challengeUrl = "" }: IntentView = {},
) {
  const isPaid = charge?.status === "approved";
  const isAwaited = intent.authentication === "awaited" && !intent.isCanceled;
  const charged = charge && { amountMinor: charge.amountMinor, currency: charge.currency };
  const { amountMinor, currency } = charged ?? intent;
  const latest = charge && (isExpanded ? chargeJson(charge, intent.threeDSecure) : charge.chargeId);
  return {
    id: intent.id,
    object: "payment_intent",
    amount: amountMinor,
    amount_received: isPaid ? amountMinor : 0,
    currency: currency.toLowerCase(),
    capture_method: "automatic",
    created: Math.floor(intent.createdAtMs / 1000),
    livemode: false,
    metadata: intent.metadata,
    status: intent.isCanceled ? "canceled" : isAwaited ? "requires_action" : statusOf(charge),
    cancellation_reason: intent.cancellationReason ?? null,
    next_action: isAwaited
      ? { type: "redirect_to_url", redirect_to_url: { url: challengeUrl, return_url: null } }
      : null,
    latest_charge: latest ?? null,
    last_payment_error:
      charge?.status === "declined"
        ? cardError(charge)
        : intent.authentication === "failed"
          ? authenticationError
          : null,
  };
}

/** The error of an intent if the customer did not authenticate. */
export const authenticationError = {
  type: "card_error",
  code: "payment_intent_authentication_failure",
  message: "The provided payment method has failed authentication.",
};

function statusOf(charge: BookedCharge | undefined): string {
  switch (charge?.status) {
    case "approved":
      return "succeeded";
    case "pending":
      return "processing";
    case "unheard_of":
      return charge.statusWord ?? "unheard_of";
    default:
      return "requires_payment_method";
  }
}

/** Stripe's test card with a failing address check. */
const wrongAddressLast4 = "0010";

function checksOf(charge: BookedCharge) {
  const { avsResult, cvcResult } = factsOfCharge(charge);
  const word = { match: "pass", no_match: "fail", not_checked: "unchecked" } as const;
  const address = charge.last4 === wrongAddressLast4 ? "fail" : "pass";
  return {
    address_line1_check: charge.hasAddress ? address : null,
    address_postal_code_check: avsResult ? address : null,
    cvc_check: cvcResult ? word[cvcResult] : null,
  };
}

export function chargeJson(charge: BookedCharge, threeDSecure: ThreeDSecure | null = null) {
  const facts = factsOfCharge(charge);
  const isDeclined = charge.status === "declined";
  return {
    id: charge.chargeId,
    object: "charge",
    amount: charge.amountMinor,
    currency: charge.currency.toLowerCase(),
    paid: charge.status === "approved",
    refunded: charge.reversal !== undefined,
    status: isDeclined ? "failed" : charge.status === "approved" ? "succeeded" : "pending",
    outcome: {
      network_status: isDeclined ? "declined_by_network" : "approved_by_network",
      network_decline_code: facts.networkDeclineCode ?? null,
      network_advice_code: facts.adviceCode ?? null,
    },
    payment_method_details: {
      type: "card",
      card: {
        last4: charge.last4,
        network_transaction_id: facts.networkTransactionId ?? null,
        authorization_code: facts.authorisationCode ?? null,
        checks: checksOf(charge),
        three_d_secure: threeDSecure,
      },
    },
  };
}

/** Declines that have their own error codes; others are `card_declined` with a decline code. */
const ownCodes = new Set(["expired_card", "incorrect_cvc", "processing_error"]);
const declineCodes: Readonly<Record<string, string>> = {
  gambling_not_allowed: "transaction_not_allowed",
};

export function cardError(charge: BookedCharge) {
  const { declineCode = "generic_decline" } = charge;
  const facts = factsOfCharge(charge);
  const common = {
    type: "card_error",
    charge: charge.chargeId,
    message: "Your card was declined.",
    ...(facts.networkDeclineCode && { network_decline_code: facts.networkDeclineCode }),
    ...(facts.adviceCode && { network_advice_code: facts.adviceCode }),
    payment_method: { id: "pm_1", object: "payment_method", card: { checks: checksOf(charge) } },
  };
  if (declineCode === "authentication_required") {
    return { ...common, code: declineCode, decline_code: declineCode };
  }
  if (declineCode === "authentication_failed") {
    return { ...common, code: "payment_intent_authentication_failure" };
  }
  const code = ownCodes.has(declineCode) ? declineCode : "card_declined";
  return { ...common, code, decline_code: declineCodes[declineCode] ?? declineCode };
}

const failureReasons: Readonly<Record<string, string>> = {
  card_closed: "expired_or_canceled_card",
  returned_by_bank: "unknown",
};

/** A refund as Stripe shows it. `key`: our key, in its metadata. */
export function refundJson(refund: BookedRefund) {
  const isFailed = refund.status === "failed";
  return {
    id: refund.refundId,
    object: "refund",
    amount: refund.amountMinor,
    charge: refund.chargeId,
    created: Math.floor(Date.parse(refund.createdAt) / 1000),
    currency: refund.currency.toLowerCase(),
    metadata: { tessera_key: refund.merchantReference },
    reason: null,
    status: refund.status === "success" ? "succeeded" : refund.status,
    ...(isFailed && {
      failure_reason: failureReasons[refund.failureCode ?? ""] ?? refund.failureCode ?? "unknown",
    }),
    destination_details: {
      type: "card",
      card: {
        type: refund.kind === "void" ? "reversal" : "refund",
        reference_type: "acquirer_reference_number",
        reference_status: refund.arn ? "available" : "pending",
        ...(refund.arn ? { reference: refund.arn } : {}),
      },
    },
  };
}
