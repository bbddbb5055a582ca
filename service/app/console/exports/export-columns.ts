/** Never rename or move a column; add new ones at the end. */
import type { Disbursement, DisbursementIntent } from "#contract/api/disbursements";
import type { Payment, PaymentIntent, PaymentMethodSummary } from "#contract/api/payment-intents";
import { minorDigits } from "#contract/money";
import type { BatchItem } from "../../../payments/index.ts";
import type { CsvCell } from "../../../platform/csv.ts";

export const paymentColumns = [
  "payment_intent_id",
  "external_payment_intent_id",
  "external_customer_id",
  "intent_status",
  "amount",
  "currency",
  "payment_descriptor",
  "description",
  "custom_data",
  "intent_created_at",
  "intent_updated_at",
  "payment_id",
  "payment_status",
  "type",
  "base_amount",
  "processing_fees",
  "sales_tax",
  "total",
  "payment_method",
  "last4",
  "three_ds_status",
  "three_ds_eci",
  "processor",
  "reason",
  "payment_created_at",
  "payment_updated_at",
  "reason_category",
  "account_type",
  "network",
  "address",
  "mandate_accepted_at",
  "routing_rule",
  "failed_over_from",
] as const;

/** A row for each attempt, or one row with empty cells. */
export function paymentRows(intent: PaymentIntent): CsvCell[][] {
  const common = [
    intent.paymentIntentId,
    intent.externalPaymentIntentId,
    intent.externalCustomerId,
    intent.status,
    intent.amount,
    intent.currency,
    intent.paymentDescriptor,
    intent.description,
    jsonOf(intent.customData),
    intent.createdAt,
    intent.updatedAt,
  ];
  if (intent.payments.length === 0) {
    return [[...common, ...Array<null>(paymentColumns.length - common.length).fill(null)]];
  }
  return intent.payments.map((payment) => [
    ...common,
    payment.paymentId,
    payment.status,
    payment.type,
    payment.breakdown.baseAmount,
    payment.breakdown.processingFees,
    payment.breakdown.salesTax,
    payment.breakdown.total,
    ...methodCells(payment.paymentMethod),
    payment.threeDSecure?.status ?? null,
    payment.threeDSecure?.eci ?? null,
    payment.processor,
    payment.messages.at(-1)?.code ?? null,
    payment.createdAt,
    payment.updatedAt,
    payment.messages.at(-1)?.category ?? null,
    ...railCells(payment),
  ]);
}

export const payoutColumns = [
  "disbursement_intent_id",
  "external_disbursement_intent_id",
  "external_customer_id",
  "intent_status",
  "amount",
  "currency",
  "tax_category",
  "description",
  "custom_data",
  "intent_created_at",
  "intent_updated_at",
  "disbursement_id",
  "disbursement_status",
  "type",
  "net_amount",
  "withheld_amount",
  "payout_method",
  "last4",
  "reason",
  "decided_at",
  "decided_by",
  "paid_at",
] as const;

/** Cells are empty until the customer chooses a payout method. */
export function payoutRows(intent: DisbursementIntent): CsvCell[][] {
  const { disbursement } = intent;
  const common = [
    intent.disbursementIntentId,
    intent.externalDisbursementIntentId,
    intent.externalCustomerId,
    intent.status,
    intent.amount,
    intent.currency,
    intent.taxCategory,
    intent.description,
    jsonOf(intent.customData),
    intent.createdAt,
    intent.updatedAt,
  ];
  if (!disbursement) {
    return [[...common, ...Array<null>(payoutColumns.length - common.length).fill(null)]];
  }
  return [
    [
      ...common,
      disbursement.disbursementId,
      disbursement.status,
      disbursement.type,
      netAmountOf(disbursement),
      disbursement.withheldAmount,
      ...methodCells(disbursement.payoutMethod),
      disbursement.messages.at(-1)?.code ?? null,
      disbursement.decidedAt,
      disbursement.decidedBy,
      disbursement.paidAt,
    ],
  ];
}

export const refundBatchColumns = [
  "payment_intent_id",
  "external_payment_intent_id",
  "external_customer_id",
  "base_amount",
  "total",
  "currency",
  "status",
  "refund_id",
  "reason",
] as const;

export function refundBatchRows(item: BatchItem): CsvCell[][] {
  const { paymentIntentId, externalPaymentIntentId, externalCustomerId } = item;
  const { amount, total, currency, status, refundId, code } = item;
  const ids = [paymentIntentId, externalPaymentIntentId, externalCustomerId];
  return [[...ids, amount, total, currency, status, refundId, code]];
}

/** The sum is exact: both amounts have the currency's decimals. */
function netAmountOf({ amount, withheldAmount, currency }: Disbursement): number {
  return Number((amount - withheldAmount).toFixed(minorDigits(currency) ?? 2));
}

function railCells({ paymentMethod: method, mandate, routing }: Payment): CsvCell[] {
  const isCrypto = method !== null && "asset" in method;
  return [
    method !== null && "accountType" in method ? method.accountType : null,
    ...(isCrypto ? [method.network, method.address] : [null, null]),
    mandate?.acceptedAt ?? null,
    routing?.ruleId ?? null,
    routing?.failedOver.map(({ processor }) => processor).join(" ") || null,
  ];
}

function methodCells(method: PaymentMethodSummary | null): [string | null, string | null] {
  if (method === null) return [null, null];
  if ("brand" in method) return [method.brand, method.last4];
  if ("asset" in method) return [`${method.asset} on ${method.network}`, method.address.slice(-4)];
  return [method.bankName ?? method.accountType, method.last4];
}

function jsonOf(pairs: Readonly<Record<string, string>>): string | null {
  return Object.keys(pairs).length === 0 ? null : JSON.stringify(pairs);
}
