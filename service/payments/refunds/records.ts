import type { RefundKind } from "#contract/api/refunds";
import type { AmountParts } from "#contract/refund-parts";
import type { AuditActor } from "../../operators/audit/index.ts";
import type { RefundStep } from "./refund-steps.ts";

/** A refund, as the store holds it. Amounts in minor units of `currency`. */
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
  /** Sealed; staff only. */
  readonly noteSealed: string | null;
  readonly requestedBy: AuditActor;
  readonly processor: string;
  readonly providerRefundId: string | null;
  readonly reference: { readonly type: string; readonly value: string } | null;
  readonly failureCode: string | null;
  readonly version: number;
  /** The newest try to send it; null before the first. */
  readonly sentAtMs: number | null;
  /** When the job looks at it again; null: never. */
  readonly nextCheckAtMs: number | null;
  /** Checks in this step so far. */
  readonly checks: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly settledAtMs: number | null;
}

/** Where a refund's note is sealed. */
export function notePlace({ operatorId, refundId }: Pick<RefundRecord, "operatorId" | "refundId">) {
  return { operatorId, table: "refunds", column: "note_sealed", id: refundId };
}
