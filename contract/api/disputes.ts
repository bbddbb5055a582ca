/**
 * Disputes: payments that a customer's bank takes back (docs/payments/disputes.md).
 *
 *   GET  /v1/disputes?status=&paymentIntentId=          → list of disputes
 *   GET  /v1/disputes/{disputeId}                       → dispute
 *   PUT  /v1/disputes/{disputeId}/evidence   putEvidence → dispute
 *   POST /v1/disputes/{disputeId}/submit                → dispute
 *   POST /v1/disputes/{disputeId}/accept                → dispute
 *
 * Inquiries that a bank makes by letter, about ACH debits:
 *   POST /v1/payments/{paymentId}/inquiries  openInquiry → dispute (201)
 *   POST /v1/disputes/{disputeId}/record-answer  recordAnswer → dispute
 */
import * as z from "zod/mini";
import { pageQuery } from "../lists.ts";

/** How far a dispute has gone, in order. An inquiry takes no money. */
export const disputeStages = ["inquiry", "chargeback", "pre_arbitration", "arbitration"] as const;
export type DisputeStage = (typeof disputeStages)[number];

/** Known statuses of a dispute; clients must accept others. */
export const disputeStatuses = [
  "needs-response",
  "under-review",
  "won",
  "lost",
  "accepted",
  "expired",
] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** What the customer claims. The list is open. */
export const disputeCategories = [
  "fraudulent",
  "not_received",
  "not_as_described",
  "duplicate",
  "canceled",
  "credit_not_processed",
  "processing",
  "unauthorized_debit",
  "other",
] as const;
export type DisputeCategory = (typeof disputeCategories)[number];

export const evidenceFields = [
  "customerName",
  "customerEmail",
  "customerIpAddress",
  "deviceId",
  "billingAddress",
  "shippingAddress",
  "shippingCarrier",
  "shippingDate",
  "trackingNumber",
  "serviceDate",
  "productDescription",
  "accessActivityLog",
  "threeDSecure",
  "earlierPayments",
  "refundPolicyDisclosure",
  "refundRefusalExplanation",
  "refundReference",
  "cancellationPolicyDisclosure",
  "cancellationRebuttal",
  "duplicateChargeId",
  "duplicateChargeExplanation",
  "explanation",
] as const;
export type EvidenceField = (typeof evidenceFields)[number];

/** A dispute holds one file of each kind. */
export const evidenceFileKinds = [
  "receipt",
  "customerCommunication",
  "shippingDocumentation",
  "serviceDocumentation",
  "refundPolicy",
  "cancellationPolicy",
  "customerSignature",
  "duplicateChargeDocumentation",
  "mandate",
  "other",
] as const;
export type EvidenceFileKind = (typeof evidenceFileKinds)[number];

export const evidenceFileTypes = ["application/pdf", "image/jpeg", "image/png"] as const;

/** Limits of evidence. Processors refuse more. */
export const evidenceLimits = {
  /** Characters of one text field. */
  fieldCharacters: 20_000,
  /** Characters of all text fields together. */
  allCharacters: 150_000,
  /** Bytes of one file. */
  fileBytes: 2 * 1024 * 1024,
  /** Bytes of all files together. */
  allBytes: 4 * 1024 * 1024,
  /** Pages of all files together; an image counts as one. */
  pages: 19,
} as const;

const fieldText = z.nullable(
  z.string().check(z.trim(), z.maxLength(evidenceLimits.fieldCharacters)),
);
export const evidenceUpload = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  contentType: z.enum(evidenceFileTypes),
  /** The file in base64. */
  content: z.string().check(
    z.minLength(1),
    z.maxLength(4 * Math.ceil(evidenceLimits.fileBytes / 3) + 4),
    // Also checks the length, by groups of four.
    z.regex(/^[A-Za-z0-9+/]+={0,2}$/),
  ),
});
export type EvidenceUpload = z.infer<typeof evidenceUpload>;

const fileBody = z.nullable(evidenceUpload);

function optional<Key extends string, Value extends z.ZodMiniType>(
  keys: readonly Key[],
  value: Value,
): Record<Key, z.ZodMiniOptional<Value>> {
  return Object.fromEntries(keys.map((key) => [key, z.optional(value)])) as Record<
    Key,
    z.ZodMiniOptional<Value>
  >;
}

/** Body of `PUT …/evidence`. Omitted fields stay, `null` removes. */
export const putEvidence = z.strictObject({
  fields: z.optional(z.strictObject(optional(evidenceFields, fieldText))),
  files: z.optional(z.strictObject(optional(evidenceFileKinds, fileBody))),
});
export type PutEvidence = z.infer<typeof putEvidence>;

/** A stored file. Its content is never sent back. */
export const evidenceFile = z.object({
  kind: z.string(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  pages: z.number(),
  addedAt: z.string(),
});
export type EvidenceFile = z.infer<typeof evidenceFile>;

export const dispute = z.object({
  disputeId: z.string(),
  paymentIntentId: z.string(),
  paymentId: z.string(),
  externalCustomerId: z.string(),
  /** A card processor's name, or `ach`. */
  processor: z.string(),
  /** What the bank takes back, in major units; it can differ from the payment. */
  amount: z.number(),
  currency: z.string(),
  /** The fee in major units of `currency`; null until the processor reports it. */
  fee: z.nullable(z.number()),
  /** `visa`, `mastercard`, `amex`, `discover`, `ach`; an open list. */
  network: z.string(),
  /** The network's code, such as `10.4`. */
  reasonCode: z.string(),
  /** What the code means, in English. */
  reason: z.string(),
  category: z.string(),
  stage: z.string(),
  status: z.string(),
  /** `won`, `lost`, `accepted`, `expired`, `withdrawn`; null while open. */
  outcome: z.nullable(z.string()),
  /** Null if the processor named none. */
  respondBy: z.nullable(z.string()),
  /** Whether evidence can be submitted or the dispute accepted now. */
  canRespond: z.boolean(),
  bankReference: z.nullable(z.string()),
  /** The earlier inquiry about the same returned debit. */
  inquiryId: z.nullable(z.string()),
  evidence: z.object({
    fields: z.record(z.string(), z.string()),
    files: z.array(evidenceFile),
    /** When the answer was submitted in this stage; null before. */
    submittedAt: z.nullable(z.string()),
  }),
  /** Why the processor refused an answer. */
  messages: z.array(z.object({ code: z.string(), message: z.string(), at: z.string() })),
  openedAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When the dispute closed; null while open. */
  closedAt: z.nullable(z.string()),
});
export type Dispute = z.infer<typeof dispute>;

/** Reason codes of the network `ach`: why a bank asks about a debit. */
export const inquiryReasons = [
  "proof_of_authorization",
  "not_authorized",
  "authorization_revoked",
  "not_as_authorized",
  "other_inquiry",
] as const;

export const inquiryNoteCharacters = 500;
const inquiryNote = z.string().check(z.trim(), z.minLength(1), z.maxLength(inquiryNoteCharacters));
const inquiryTime = z.iso.datetime({ offset: true });

export const openInquiry = z.strictObject({
  reason: z.enum(inquiryReasons),
  /** The bank's deadline, in the future; null or omitted if it named none. */
  respondBy: z.optional(z.nullable(inquiryTime)),
  bankReference: z.optional(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9 ./_-]+$/)),
  ),
  /** A note for staff. */
  note: z.optional(inquiryNote),
});
export type OpenInquiry = z.infer<typeof openInquiry>;

/** How an inquiry ends: the operator answered the bank, or no answer is needed anymore. */
export const inquiryResults = ["answered", "withdrawn"] as const;

export const recordAnswer = z.strictObject({
  result: z.enum(inquiryResults),
  /** When the answer was sent, if before now. */
  answeredAt: z.optional(inquiryTime),
  note: z.optional(inquiryNote),
});
export type RecordAnswer = z.infer<typeof recordAnswer>;

export const disputeQuery = z.extend(pageQuery, {
  status: z.optional(z.enum(disputeStatuses)),
  paymentIntentId: z.optional(z.string().check(z.maxLength(64))),
});
