import type { RefundKind } from "#contract/api/refunds";
import type { AchError } from "#contract/console/ach-errors";
import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import type { AmountParts } from "#contract/refund-parts";
import type { RefundWait } from "#contract/refund-waits";
import type { AuditActor } from "../../operators/audit/index.ts";
import type { RefundStep } from "./refund-steps.ts";

/** A refund. Amounts in minor units of `currency`. */
export interface RefundRecord {
  readonly refundId: string;
  readonly operatorId: string;
  readonly externalRefundId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly externalCustomerId: string;
  readonly step: RefundStep;
  readonly kind: RefundKind;
  readonly parts: AmountParts;
  readonly currency: string;
  readonly reason: string | null;
  /** The sealed note, for staff only. */
  readonly noteSealed: string | null;
  readonly requestedBy: AuditActor;
  /** A second person's approval. `needed` keeps the refund unsent; null if no approval is needed. */
  readonly approval: "needed" | "given" | "declined" | null;
  readonly decidedBy: AuditActor | null;
  readonly processor: string;
  readonly providerRefundId: string | null;
  readonly reference: { readonly type: string; readonly value: string } | null;
  readonly failureCode: string | null;
  /** The error that an ACH reversal corrects; null: an ordinary refund. */
  readonly achError: AchError | null;
  /** Null while the money goes back by the payment's own route. */
  readonly transfer: RefundTransfer | null;
  /** Null for a single refund. */
  readonly refundBatchId: string | null;
  readonly version: number;
  /** The newest try to send it; null before the first. */
  readonly sentAtMs: number | null;
  /** When the job checks it next; null: never. */
  readonly nextCheckAtMs: number | null;
  /** Checks in this step so far. */
  readonly checks: number;
  /** Why the refund waits, by the last check; null if nothing prevents sending or look-ups. */
  readonly waiting: { readonly reason: RefundWait; readonly sinceMs: number } | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly settledAtMs: number | null;
  /** Whether the refund counted as failed before. */
  readonly arrivedLate: boolean;
  /** When a sanctions review began to hold it. Only staff see it. */
  readonly heldAtMs: number | null;
}

/** A refund to a destination that the customer names. */
export interface RefundTransfer {
  readonly type: "bank" | "crypto";
  /** The asset that was received, for `crypto`. */
  readonly asset: CryptoAsset | null;
  readonly network: CryptoNetwork | null;
  /** Base units to send, as decimal text; null until they are fixed, and for a bank. */
  readonly units: string | null;
  /** Maximum number of base units that may be sent: the refund's share of what arrived. */
  readonly maxUnits: string | null;
  /** Counts the links. Only the newest one works. */
  readonly linkGeneration: number;
  readonly linkExpiresAtMs: number;
  /** Null until the customer names it, and after an erasure. */
  readonly destinationSealed: string | null;
  /** What sends the money; null before the approval. */
  readonly provider: string | null;
}

/** Whether the refund returns crypto that the payment did not use. It does not count against the payment's base. */
export function isDepositReturn({ parts }: Pick<RefundRecord, "parts">): boolean {
  return parts.baseMinor === 0;
}

export function destinationPlace({
  operatorId,
  refundId,
}: Pick<RefundRecord, "operatorId" | "refundId">) {
  return { operatorId, table: "refunds", column: "destination_sealed", id: refundId };
}

export function notePlace({ operatorId, refundId }: Pick<RefundRecord, "operatorId" | "refundId">) {
  return { operatorId, table: "refunds", column: "note_sealed", id: refundId };
}
