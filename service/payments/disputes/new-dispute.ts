import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import { isOpen } from "./dispute-states.ts";
import type { DisputeRecord } from "./records.ts";

type Start = Omit<DisputeRecord, keyof DisputeFacts>;

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
 * An unsaved dispute without evidence, answers or reminders; closed if its status is final. Defaults that `facts` can
 * replace: opened now, no fee, no deadline, no bank inquiry.
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
