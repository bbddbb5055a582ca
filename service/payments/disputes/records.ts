import type {
  DisputeStage,
  DisputeStatus,
  EvidenceField,
  EvidenceFileKind,
} from "#contract/api/disputes";
import type { AuditActor } from "../../operators/audit/index.ts";

/** How a dispute ended. */
export type DisputeOutcome = "won" | "lost" | "accepted" | "expired" | "withdrawn";

/** A dispute, as the store holds it. Amounts in minor units of `currency`. */
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
  /** The processor's deadline; null if it named none. */
  readonly respondByMs: number | null;
  /** Whether the network allows an answer. */
  readonly defendable: boolean;
  /** The sequence of the newest applied notice. */
  readonly lastSequence: number;
  /** What refunds had returned when the dispute arrived, including fees and tax. */
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
  /** The deadline that staff were last reminded of; null: none yet. */
  readonly remindedForMs: number | null;
  /** How many reminders were sent. They do not raise `version`. */
  readonly reminders: number;
  /** The bank's reference of its inquiry; null without one. */
  readonly bankReference: string | null;
  /** For the dispute of a returned debit: the earlier inquiry about the same debit. */
  readonly inquiryId: string | null;
}

/** The text fields of a dispute's evidence. */
export type EvidenceTexts = Readonly<Partial<Record<EvidenceField, string>>>;

/** A file of the evidence, without its content. `summary` is the document that is sent with the others. */
export interface EvidenceFileRecord {
  readonly kind: EvidenceFileKind | "summary";
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly pages: number;
  readonly addedAtMs: number;
}

/** An answer to send to the processor, under its own key. */
export interface AnswerRecord {
  readonly answerId: string;
  readonly operatorId: string;
  readonly disputeId: string;
  readonly kind: "evidence" | "acceptance";
  readonly stage: DisputeStage;
  readonly step: "requested" | "done" | "refused";
  readonly requestedBy: AuditActor;
  /** The newest try to send it; null before the first. */
  readonly sentAtMs: number | null;
  readonly checks: number;
}

/** Where a dispute's evidence texts are sealed. */
export function evidencePlace({
  operatorId,
  disputeId,
}: Pick<DisputeRecord, "operatorId" | "disputeId">) {
  return { operatorId, table: "disputes", column: "evidence_sealed", id: disputeId };
}

/** Where a file's name or content is sealed. */
export function filePlace(
  { operatorId, disputeId }: Pick<DisputeRecord, "operatorId" | "disputeId">,
  kind: string,
  column: "name_sealed" | "content_sealed",
) {
  return { operatorId, table: "dispute_files", column, id: `${disputeId}:${kind}` };
}
