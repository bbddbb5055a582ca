/**
 * Types of a verified delivery, written by hand because `tessera/webhooks` does not include zod. A test compares them
 * with the API schemas. `data` uses type aliases: an interface is not assignable to `Record<string, unknown>`.
 */
import type {
  DisbursementEventStatus,
  DisputeEventStatus,
  EventType,
  PaymentEventStatus,
  RefundEventStatus,
} from "./event-types.ts";

/** A known value, for completion in editors, or one added later. */
type Open<Known extends string> = Known | (string & {});

/** What the customer pays, in major units. The processor charges `total`. */
export interface WebhookBreakdown {
  baseAmount: number;
  processingFees: number;
  salesTax: number;
  total: number;
  currency: string;
  salesTaxRate?: number | undefined;
  salesTaxJurisdiction?: string | undefined;
  /** The tax by jurisdiction, where a tax service computed it. */
  salesTaxParts?:
    | { jurisdiction: string; level: string; rate: number; amount: number }[]
    | undefined;
}

/** Why an attempt ended as it did. `message` may be shown to customers. */
export interface WebhookMessage {
  code: string;
  message: string;
  /** ISO 8601 UTC. */
  at: string;
}

/** One attempt to pay an intent. The API reference lists its other members. */
export interface WebhookPayment {
  paymentId: string;
  paymentIntentId: string;
  status: Open<"pending" | "success" | "failed">;
  type: Open<"card" | "bank" | "pay_by_bank" | "crypto">;
  amount: number;
  currency: string;
  breakdown: WebhookBreakdown;
  /** The refunded part of the base amount, including pending refunds. */
  refundedAmount: number;
  /** What open or lost disputes took back, including fees and tax. */
  disputedAmount: number;
  messages: WebhookMessage[];
  processor: string | null;
  createdAt: string;
  updatedAt: string;
  [member: string]: unknown;
}

/** The record of a payout. The API reference lists its other members. */
export interface WebhookDisbursement {
  disbursementId: string;
  disbursementIntentId: string;
  status: string;
  type: string;
  amount: number;
  withheldAmount: number;
  currency: string;
  messages: WebhookMessage[];
  version: number;
  createdAt: string;
  updatedAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  paidAt: string | null;
  [member: string]: unknown;
}

/** `data` of `payment`: the payment intent. Amounts are in major units, times in ISO 8601 UTC. */
export type PaymentIntentData = {
  paymentIntentId: string;
  externalPaymentIntentId: string;
  externalCustomerId: string;
  amount: number;
  currency: string;
  status: Open<"no-payment" | "pending" | "success" | "failed" | "expired">;
  /** The pairs that the operator attached at creation. */
  customData: Record<string, string>;
  description: string | null;
  paymentMethodTypes: string[];
  paymentDescriptor: string;
  breakdown: WebhookBreakdown;
  /** The refunded part of the base amount, including pending refunds. */
  refundedAmount: number;
  /** What open or lost disputes took back, including fees and tax. */
  disputedAmount: number;
  payments: WebhookPayment[];
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
};

/** `data` of `refund`: the refund. Amounts are in major units, times in ISO 8601 UTC. */
export type RefundData = {
  refundId: string;
  externalRefundId: string;
  paymentIntentId: string;
  paymentId: string;
  externalCustomerId: string;
  status: Open<"pending" | "requires-destination" | "success" | "failed" | "canceled">;
  kind: Open<"void" | "refund" | "transfer">;
  /** The returned part of the base amount. */
  amount: number;
  /** What the customer gets back. */
  breakdown: WebhookBreakdown;
  currency: string;
  reason: string | null;
  /** A reference for the customer's bank, such as a card's ARN. */
  reference: { type: string; value: string } | null;
  /** Set for a refund in crypto. `amount` is in whole units of the asset; null until it is confirmed. */
  crypto: { asset: string; network: string; amount: string | null } | null;
  /** The page where the customer names the destination. Pass it only to the customer. */
  refundUrl: string | null;
  messages: WebhookMessage[];
  createdAt: string;
  updatedAt: string;
  settledAt: string | null;
};

/** `data` of `dispute`: the dispute. Amounts are in major units, times in ISO 8601 UTC. */
export type DisputeData = {
  disputeId: string;
  paymentIntentId: string;
  paymentId: string;
  externalCustomerId: string;
  processor: string;
  amount: number;
  currency: string;
  /** The fee; null until the processor reports it. */
  fee: number | null;
  network: Open<"visa" | "mastercard" | "amex" | "discover" | "ach">;
  reasonCode: string;
  reason: string;
  category: string;
  stage: Open<"inquiry" | "chargeback" | "pre_arbitration" | "arbitration">;
  status: Open<"needs-response" | "under-review" | "won" | "lost" | "accepted" | "expired">;
  outcome: Open<"won" | "lost" | "accepted" | "expired" | "withdrawn"> | null;
  /** The processor's deadline; null if it named none. */
  respondBy: string | null;
  canRespond: boolean;
  bankReference: string | null;
  inquiryId: string | null;
  evidence: {
    fields: Record<string, string>;
    files: {
      kind: string;
      name: string;
      contentType: string;
      sizeBytes: number;
      pages: number;
      addedAt: string;
    }[];
    submittedAt: string | null;
  };
  messages: WebhookMessage[];
  openedAt: string;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
};

/**
 * `data` of `disbursement`: the disbursement intent. Amounts are in major units, times in ISO 8601
 * UTC.
 */
export type DisbursementIntentData = {
  disbursementIntentId: string;
  externalDisbursementIntentId: string;
  externalCustomerId: string;
  amount: number;
  currency: string;
  status: string;
  taxCategory: string;
  /** The pairs that the operator attached at creation. */
  customData: Record<string, string>;
  description: string | null;
  requiresCustomerData?: boolean | undefined;
  missingCustomerDataFields?: string[] | undefined;
  w9CaptureUrl?: string | undefined;
  /** Missing until the customer chooses how to be paid. */
  disbursement?: WebhookDisbursement | undefined;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
};

/** `data` of `kyc_verification`: the verification. */
export type KycVerificationData = {
  kycVerificationId: string;
  externalCustomerId: string;
  /** Null until the customer chooses a document. */
  type: Open<"drivers_license" | "passport"> | null;
  status: string;
  checks: { code: string; result: Open<"passed" | "failed" | "unknown">; message: string }[];
  reasons: { code: string; message: string }[];
  createdAt: string;
  updatedAt: string;
  submittedAt: string | null;
  decidedAt: string | null;
  documentExpiresOn: string | null;
};

/** `data` of `customer_w9_required` and `customer_w9_completed`. */
export type W9Data = {
  w9Id: string;
  externalCustomerId: string;
  status: Open<"pending" | "completed">;
  completedAt: string | null;
  formRevision: string | null;
  /** The customer declared that they are not a US person. */
  notUsPerson: boolean;
  /** The IRS notified the customer that they are subject to backup withholding. */
  backupWithholding: boolean;
  w9CaptureUrl: string | null;
  w9CaptureUrlExpiresAt: string | null;
};

/** Members of some events only. They are undefined on others, so that they can be read before checking `type`. */
type Shared =
  | "paymentIntentId"
  | "refundId"
  | "disputeId"
  | "externalPaymentIntentId"
  | "disbursementIntentId"
  | "externalDisbursementIntentId"
  | "kycVerificationId"
  | "w9Id"
  | "w9CaptureUrl"
  | "amount"
  | "currency"
  | "customData";

interface EventOf<Type extends EventType, Status extends string, Data> {
  /** The same in every try of a delivery. Store it to detect repeated deliveries. */
  eventId: string;
  type: Type;
  /** An open list: new statuses may be added. */
  status: Open<Status>;
  /** Time of the change, ISO 8601 UTC. */
  createdAt: string;
  /** Increases with each change of the same resource. */
  sequence: number;
  /** The resource as the API showed it at that change. */
  data: Data & { [Member in Exclude<Shared, keyof Data>]?: undefined };
}

/** A payment intent has changed. */
export type PaymentWebhookEvent = EventOf<"payment", PaymentEventStatus, PaymentIntentData>;
/** A refund has changed. `failed` can follow `success` when a bank returns it. */
export type RefundWebhookEvent = EventOf<"refund", RefundEventStatus, RefundData>;
/** A dispute has changed. */
export type DisputeWebhookEvent = EventOf<"dispute", DisputeEventStatus, DisputeData>;
/** A disbursement intent has changed. */
export type DisbursementWebhookEvent = EventOf<
  "disbursement",
  DisbursementEventStatus,
  DisbursementIntentData
>;
/** An identity verification has changed. Decisions by staff have a hyphen. */
export type KycVerificationWebhookEvent = EventOf<
  "kyc_verification",
  | "pending"
  | "verified"
  | "under_review"
  | "rejected"
  | "verified-manually"
  | "rejected-manually"
  | "expired",
  KycVerificationData
>;
/** A customer needs a W-9. */
export type W9RequiredWebhookEvent = EventOf<"customer_w9_required", "pending", W9Data>;
/** A customer has signed a W-9. */
export type W9CompletedWebhookEvent = EventOf<"customer_w9_completed", "completed", W9Data>;

/**
 * Body of a delivery, discriminated by `type`. The list of types is open: a `switch` needs a
 * `default` that ignores unknown types.
 */
export type VerifiedWebhookEvent =
  | PaymentWebhookEvent
  | RefundWebhookEvent
  | DisputeWebhookEvent
  | DisbursementWebhookEvent
  | KycVerificationWebhookEvent
  | W9RequiredWebhookEvent
  | W9CompletedWebhookEvent;

/** The resource of an event, before its type is known. */
export type WebhookData = VerifiedWebhookEvent["data"];
