import type { PaymentIntentStatus, PaymentMethodSummary } from "#contract/api/payment-intents";
import { type PriceDetail, priceOf } from "../pricing/index.ts";
import type {
  AttemptDetail,
  AttemptMessage,
  AttemptRecord,
  IntentRecord,
  ThreeDSRecord,
} from "../records.ts";
import type { RouteDecision } from "../routing/index.ts";
import type { AttemptStep } from "../states/attempt-states.ts";

/** JSON is parsed, and the attempts are one JSON document. */
export interface IntentRow {
  payment_intent_id: string;
  operator_id: string;
  external_payment_intent_id: string;
  external_customer_id: string;
  amount_minor: number;
  currency: string;
  description: string | null;
  custom_data: Record<string, string>;
  payment_method_types: string[];
  payment_descriptor: string;
  secret_hash: string;
  status: PaymentIntentStatus;
  version: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  attempts: AttemptJson[];
}

/** A row of `payments` as JSON. Times are ISO text. */
interface AttemptJson {
  payment_id: string;
  attempt: number;
  step: AttemptStep;
  was_success: boolean;
  type: string;
  fees_minor: number;
  tax_minor: number;
  refunded_base_minor: number;
  refunded_fees_minor: number;
  refunded_tax_minor: number;
  disputed_minor: number;
  lost_base_minor: number;
  open_disputes: number;
  context_sealed: string | null;
  tax_address_sealed: string | null;
  instrument_index: string | null;
  price_detail: PriceDetail;
  messages: AttemptMessage[];
  payment_method: PaymentMethodSummary | null;
  detail: AttemptDetail;
  three_ds: ThreeDSRecord | null;
  details_sealed: string | null;
  processor: string;
  routing: RouteDecision | null;
  charge_number: number;
  charge_id: string | null;
  charge_reference: string | null;
  reversal: "due" | "done" | null;
  next_check_at: string | null;
  checks: number;
  created_at: string;
  updated_at: string;
}

export function toIntentRecord(row: IntentRow): IntentRecord {
  return {
    paymentIntentId: row.payment_intent_id,
    operatorId: row.operator_id,
    externalPaymentIntentId: row.external_payment_intent_id,
    externalCustomerId: row.external_customer_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    description: row.description,
    customData: row.custom_data,
    paymentMethodTypes: row.payment_method_types,
    paymentDescriptor: row.payment_descriptor,
    secretHash: row.secret_hash,
    status: row.status,
    version: row.version,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    attempts: row.attempts.map((attempt) => toAttemptRecord(row, attempt)),
  };
}

function toAttemptRecord(intent: IntentRow, row: AttemptJson): AttemptRecord {
  return {
    paymentId: row.payment_id,
    number: row.attempt,
    step: row.step,
    wasSuccess: row.was_success,
    type: row.type,
    price: priceOf(intent.amount_minor, intent.currency, {
      feesMinor: row.fees_minor,
      taxMinor: row.tax_minor,
      detail: row.price_detail,
    }),
    returned: {
      baseMinor: row.refunded_base_minor,
      feesMinor: row.refunded_fees_minor,
      taxMinor: row.refunded_tax_minor,
    },
    disputed: {
      minor: row.disputed_minor,
      lostBaseMinor: row.lost_base_minor,
      open: row.open_disputes,
    },
    contextSealed: row.context_sealed,
    taxAddressSealed: row.tax_address_sealed,
    instrumentIndex: row.instrument_index,
    messages: row.messages,
    paymentMethod: row.payment_method,
    detail: row.detail,
    threeDS: row.three_ds,
    detailsSealed: row.details_sealed,
    processor: row.processor,
    routing: row.routing,
    chargeNumber: row.charge_number,
    chargeId: row.charge_id,
    chargeReference: row.charge_reference,
    reversal: row.reversal,
    nextCheckAtMs: row.next_check_at === null ? null : Date.parse(row.next_check_at),
    checks: row.checks,
    createdAtMs: Date.parse(row.created_at),
    updatedAtMs: Date.parse(row.updated_at),
  };
}
