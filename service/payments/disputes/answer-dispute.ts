import type { Dispute } from "#contract/api/disputes";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { actOnDispute, type DisputeChange } from "./act-on-dispute.ts";
import { requestAnswer } from "./answer-queue.ts";
import { statusAfter } from "./dispute-states.ts";
import type { DisputeKey } from "./dispute-store.ts";
import { requireAnswerable, requireDispute, requireSeen } from "./evidence.ts";
import { listFiles, putFile } from "./evidence-store.ts";
import { canAccept } from "./present-dispute.ts";
import { composeSummary } from "./summary.ts";

/**
 * Submits a dispute's evidence with a summary document; the job sends both. 409 `conflicting_state` if the evidence
 * changes while the summary is composed. Throws 404; 400 `evidence_empty`; 409 `evidence_submitted` and
 * `dispute_not_answerable`.
 */
export async function submitEvidence(
  deps: PaymentsDeps,
  key: DisputeKey,
  change: DisputeChange,
): Promise<Dispute> {
  await deps.keyring.load(key.operatorId);
  const seen = await requireDispute(deps, key);
  requireSeen(seen, change.seenVersion);
  requireAnswerable(deps, seen);
  const files = await listFiles(deps, deps.database.kysely, key);
  const isEmpty = seen.evidenceSealed === null && files.every(({ kind }) => kind === "summary");
  if (isEmpty) throw new ApiError("evidence_empty");
  const summary = await composeSummary(deps, seen);
  const shown = await actOnDispute(deps, key, change, {
    action: "dispute.submitted",
    detailsOf: ({ stage }) => ({ stage, files: files.length }),
    async decide(dispute, tx) {
      const nowMs = deps.clock.nowMs();
      requireAnswerable(deps, dispute);
      const status = statusAfter(dispute.status, "submit");
      if (!status) throw new ApiError("dispute_not_answerable");
      requireSeen(dispute, seen.version);
      await putFile(deps, tx, key, summary);
      await requestAnswer(deps, tx, dispute, { kind: "evidence", requestedBy: change.actor });
      return { status, submittedAtMs: nowMs, refusalCode: null, refusedAtMs: null };
    },
  });
  deps.disputes.wake();
  return shown;
}

/** Gives up the disputed money; the job reports this to the processor. Throws 404, and 409 `dispute_not_answerable`. */
export async function acceptDispute(
  deps: PaymentsDeps,
  key: DisputeKey,
  change: DisputeChange,
): Promise<Dispute> {
  await deps.keyring.load(key.operatorId);
  const shown = await actOnDispute(deps, key, change, {
    action: "dispute.accepted",
    detailsOf: ({ stage, amountMinor }) => ({ stage, amountMinor }),
    async decide(dispute, tx) {
      requireSeen(dispute, change.seenVersion);
      const status = statusAfter(dispute.status, "accept");
      if (!status || !canAccept(deps, dispute)) {
        throw new ApiError("dispute_not_answerable");
      }
      await requestAnswer(deps, tx, dispute, { kind: "acceptance", requestedBy: change.actor });
      return { status, outcome: "accepted", refusalCode: null, refusedAtMs: null };
    },
  });
  deps.disputes.wake();
  return shown;
}
