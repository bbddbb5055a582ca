import type { Dispute } from "#contract/api/disputes";
import { appendAudit } from "../../operators/audit/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { requestAnswer } from "./answer-queue.ts";
import { statusAfter } from "./dispute-states.ts";
import { changeDispute, type DisputeKey } from "./dispute-store.ts";
import { type DisputeChange, requireAnswerable, requireDispute, requireSeen } from "./evidence.ts";
import { listFiles, putFile } from "./evidence-store.ts";
import { canAccept, presentDispute } from "./present-dispute.ts";
import { composeSummary } from "./summary.ts";

/**
 * Submits the evidence of a dispute; the job sends it to the processor. With it goes a document that sums
 * everything up, made before the transaction: if the evidence changes meanwhile, 409 `conflicting_state`.
 * Throws 404; 400 `evidence_empty`; 409 `evidence_submitted` and `dispute_not_answerable`.
 */
export async function submitEvidence(
  deps: PaymentsDeps,
  key: DisputeKey,
  { actor, also, seenVersion }: DisputeChange,
): Promise<Dispute> {
  await deps.keyring.load(key.operatorId);
  const seen = await requireDispute(deps, key);
  requireSeen(seen, seenVersion);
  requireAnswerable(seen, deps.clock.nowMs());
  const files = await listFiles(deps, deps.database.kysely, key);
  const isEmpty = seen.evidenceSealed === null && files.every(({ kind }) => kind === "summary");
  if (isEmpty) throw new ApiError("evidence_empty");
  const summary = await composeSummary(deps, seen);
  let shown: Dispute | undefined;
  await changeDispute(
    deps,
    key,
    async (dispute, tx) => {
      const nowMs = deps.clock.nowMs();
      requireAnswerable(dispute, nowMs);
      const status = statusAfter(dispute.status, "submit");
      if (!status) throw new ApiError("dispute_not_answerable");
      requireSeen(dispute, seen.version);
      await putFile(deps, tx, key, summary);
      await requestAnswer(deps, tx, dispute, { kind: "evidence", requestedBy: actor });
      return { status, submittedAtMs: nowMs, refusalCode: null, refusedAtMs: null };
    },
    {
      also: async (tx, dispute) => {
        shown = presentDispute(deps, dispute, await listFiles(deps, tx, dispute));
        await also?.(tx, shown);
        await appendAudit(deps, tx, key.operatorId, {
          actor,
          action: "dispute.submitted",
          subject: { type: "dispute", id: key.disputeId },
          details: { stage: dispute.stage, files: files.length },
        });
      },
    },
  );
  return finished(deps, shown);
}

/**
 * Accepts a dispute: the operator gives the money up. The job reports it to the processor. Throws 404, and 409
 * `dispute_not_answerable`.
 */
export async function acceptDispute(
  deps: PaymentsDeps,
  key: DisputeKey,
  { actor, also, seenVersion }: DisputeChange,
): Promise<Dispute> {
  await deps.keyring.load(key.operatorId);
  let shown: Dispute | undefined;
  await changeDispute(
    deps,
    key,
    async (dispute, tx) => {
      requireSeen(dispute, seenVersion);
      const status = statusAfter(dispute.status, "accept");
      if (!status || !canAccept(dispute, deps.clock.nowMs())) {
        throw new ApiError("dispute_not_answerable");
      }
      await requestAnswer(deps, tx, dispute, { kind: "acceptance", requestedBy: actor });
      return { status, outcome: "accepted", refusalCode: null, refusedAtMs: null };
    },
    {
      also: async (tx, dispute) => {
        shown = presentDispute(deps, dispute, await listFiles(deps, tx, dispute));
        await also?.(tx, shown);
        await appendAudit(deps, tx, key.operatorId, {
          actor,
          action: "dispute.accepted",
          subject: { type: "dispute", id: key.disputeId },
          details: { stage: dispute.stage, amountMinor: dispute.amountMinor },
        });
      },
    },
  );
  return finished(deps, shown);
}

function finished(deps: PaymentsDeps, shown: Dispute | undefined): Dispute {
  if (!shown) throw new ApiError("resource_not_found");
  deps.webhooks.wake();
  deps.disputes.wake();
  return shown;
}
