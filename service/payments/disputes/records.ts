import type {
  DisputeStage,
  DisputeStatus,
  EvidenceField,
  EvidenceFileKind,
} from "#contract/api/disputes";
import type { AuditActor } from "../../operators/audit/index.ts";

export type DisputeOutcome = "won" | "lost" | "accepted" | "expired" | "withdrawn";

/** A dispute. Amounts in minor units of `currency`. */
export interface DisputeRecord {
  readonly disputeId: string;
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly externalCustomerId: string;
  /** A card processor's name, or `ach`. */
  readonly processor: string;
  readonly providerDisputeId: string;
  readonly network: string;
  readonly reasonCode: string;
  readonly category: string;
  readonly stage: DisputeStage;
  readonly status: DisputeStatus;
  readonly outcome: DisputeOutcome | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly feeMinor: number | null;
  /** Null if the processor named none. */
  readonly respondByMs: number | null;
  /** Whether the network allows an answer. */
  readonly defendable: boolean;
  /** The sequence of the newest applied notice. */
  readonly lastSequence: number;
  /** What refunds, with fees and tax, had returned when the dispute arrived. */
  readonly refundedBeforeMinor: number;
  /** Sealed JSON of the text fields; see evidence.ts. */
  readonly evidenceSealed: string | null;
  readonly submittedAtMs: number | null;
  readonly refusalCode: string | null;
  readonly refusedAtMs: number | null;
  readonly version: number;
  readonly openedAtMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
  /** The deadline of the last reminder to staff; null before the first. */
  readonly remindedForMs: number | null;
  /** Reminders do not raise `version`. */
  readonly reminders: number;
  /** The bank's reference of its inquiry. */
  readonly bankReference: string | null;
  /** The earlier inquiry about a returned debit. */
  readonly inquiryId: string | null;
}

export type EvidenceTexts = Readonly<Partial<Record<EvidenceField, string>>>;

/** A file without its content. `summary` is the document that we add. */
export interface EvidenceFileRecord {
  readonly kind: EvidenceFileKind | "summary";
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly pages: number;
  readonly addedAtMs: number;
}

/** An answer to a dispute, sent to the processor under its own key. */
export interface AnswerRecord {
  readonly answerId: string;
  readonly operatorId: string;
  readonly disputeId: string;
  readonly kind: "evidence" | "acceptance";
  readonly stage: DisputeStage;
  readonly step: "requested" | "done" | "refused";
  readonly requestedBy: AuditActor;
  /** The newest try; null before the first. */
  readonly sentAtMs: number | null;
  readonly checks: number;
}

export function evidencePlace({
  operatorId,
  disputeId,
}: Pick<DisputeRecord, "operatorId" | "disputeId">) {
  return { operatorId, table: "disputes", column: "evidence_sealed", id: disputeId };
}

export function filePlace(
  { operatorId, disputeId }: Pick<DisputeRecord, "operatorId" | "disputeId">,
  kind: string,
  column: "name_sealed" | "content_sealed",
) {
  return { operatorId, table: "dispute_files", column, id: `${disputeId}:${kind}` };
}
