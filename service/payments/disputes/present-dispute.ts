import type { Dispute } from "#contract/api/disputes";
import { answerRefusalText, findDisputeCode } from "#contract/dispute-codes";
import { toMajor } from "#contract/money";
import { payByBankProcessor } from "../../ledger/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { achRailName } from "../methods/bank/bank-attempt.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import {
  type DisputeRecord,
  type EvidenceFileRecord,
  type EvidenceTexts,
  evidencePlace,
} from "./records.ts";

/** Without `processors`, every processor is assumed to accept answers. */
export type AnswerDeps = Pick<PaymentsDeps, "clock"> & Partial<Pick<PaymentsDeps, "processors">>;

export function canRespond(deps: AnswerDeps, dispute: DisputeRecord): boolean {
  return dispute.defendable && canAccept(deps, dispute);
}

/**
 * Whether the dispute can be accepted now. Not if the processor takes no answers over its API, and not in the ACH
 * network: the bank gets the answer to its inquiry, and people record it.
 */
export function canAccept(
  { clock, processors }: AnswerDeps,
  { status, respondByMs, processor }: DisputeRecord,
): boolean {
  if (processor === achRailName || processor === payByBankProcessor) return false;
  if (processors?.byName(processor)?.capabilities.answersDisputes === false) return false;
  return status === "needs-response" && (respondByMs === null || clock.nowMs() < respondByMs);
}

/** Decrypts a dispute's evidence. Needs the operator's data key. */
export function openEvidence(
  { keyring }: Pick<PlatformDeps, "keyring">,
  dispute: DisputeRecord,
): EvidenceTexts {
  const sealed = dispute.evidenceSealed;
  return sealed === null ? {} : JSON.parse(keyring.decryptField(evidencePlace(dispute), sealed));
}

/**
 * {@link openEvidence} for display: empty if it cannot be decrypted. So its dispute still moves, also by the
 * processor's notices, and staff can enter the evidence again. Never send it.
 */
export function showEvidence(
  deps: Pick<PlatformDeps, "keyring">,
  dispute: DisputeRecord,
): EvidenceTexts {
  return unlessBroken(() => openEvidence(deps, dispute)) ?? {};
}

/** A dispute as the API shows it. Evidence that cannot be decrypted is left out. */
export function presentDispute(
  deps: Pick<PlatformDeps, "keyring"> & AnswerDeps,
  dispute: DisputeRecord,
  files: readonly EvidenceFileRecord[],
): Dispute {
  const { currency, feeMinor, network, reasonCode, refusalCode } = dispute;
  const time = (ms: number | null) => (ms === null ? null : toIsoTime(ms));
  return {
    disputeId: dispute.disputeId,
    paymentIntentId: dispute.paymentIntentId,
    paymentId: dispute.paymentId,
    externalCustomerId: dispute.externalCustomerId,
    processor: dispute.processor,
    amount: toMajor(dispute.amountMinor, currency),
    currency,
    fee: feeMinor === null ? null : toMajor(feeMinor, currency),
    network,
    reasonCode,
    reason: findDisputeCode(network, reasonCode)?.name.en ?? reasonCode,
    category: dispute.category,
    stage: dispute.stage,
    status: dispute.status,
    outcome: dispute.outcome,
    respondBy: time(dispute.respondByMs),
    canRespond: canRespond(deps, dispute),
    bankReference: dispute.bankReference,
    inquiryId: dispute.inquiryId,
    evidence: {
      fields: { ...showEvidence(deps, dispute) },
      files: files
        .filter(({ kind }) => kind !== "summary")
        .map(({ addedAtMs, ...file }) => ({ ...file, addedAt: toIsoTime(addedAtMs) })),
      submittedAt: time(dispute.submittedAtMs),
    },
    messages:
      refusalCode === null
        ? []
        : [
            {
              code: refusalCode,
              message: answerRefusalText(refusalCode),
              at: toIsoTime(dispute.refusedAtMs ?? dispute.updatedAtMs),
            },
          ],
    openedAt: toIsoTime(dispute.openedAtMs),
    createdAt: toIsoTime(dispute.createdAtMs),
    updatedAt: toIsoTime(dispute.updatedAtMs),
    closedAt: time(dispute.closedAtMs),
  };
}
