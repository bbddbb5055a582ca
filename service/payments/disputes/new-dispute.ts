import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import { isOpen } from "./dispute-states.ts";
import type { DisputeRecord } from "./records.ts";

/** What {@link newDispute} fills in: each dispute starts with it. */
type Start = Omit<DisputeRecord, keyof DisputeFacts>;

/** What a notice, a return or a person says of a dispute. */
type DisputeFacts = Pick<
  DisputeRecord,
  | "operatorId"
  | "paymentIntentId"
  | "paymentId"
  | "externalCustomerId"
  | "processor"
  | "providerDisputeId"
  | "network"
  | "reasonCode"
  | "category"
  | "stage"
  | "status"
  | "outcome"
  | "amountMinor"
  | "currency"
  | "defendable"
  | "refundedBeforeMinor"
>;

/**
 * A dispute that is not stored yet: without evidence, answers and reminders, and closed if its status is final. Fields
 * of `facts` win over these defaults: opened now, no fee, no deadline, no bank inquiry.
 */
export function newDispute(
  deps: Pick<PlatformDeps, "clock" | "random">,
  facts: DisputeFacts & Partial<Start>,
): DisputeRecord {
  const nowMs = deps.clock.nowMs();
  return {
    disputeId: newId(deps, "dispute"),
    feeMinor: null,
    respondByMs: null,
    lastSequence: 0,
    evidenceSealed: null,
    submittedAtMs: null,
    refusalCode: null,
    refusedAtMs: null,
    version: 1,
    openedAtMs: nowMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    closedAtMs: isOpen(facts.status) ? null : nowMs,
    remindedForMs: null,
    reminders: 0,
    bankReference: null,
    inquiryId: null,
    ...facts,
  };
}
