import type { Dispute } from "#contract/api/disputes";
import { requireActorStillAllowed } from "../../operators/accounts/index.ts";
import { type AuditActor, type AuditEvent, appendAudit } from "../../operators/audit/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { changeDispute, type DisputeKey, type DisputePatch } from "./dispute-store.ts";
import { listFiles } from "./evidence-store.ts";
import { presentDispute } from "./present-dispute.ts";
import type { DisputeRecord } from "./records.ts";

export interface DisputeChange {
  readonly actor: AuditActor;
  readonly alsoWrite?: (tx: Tx, dispute: Dispute) => Promise<void>;
  /** The version that the actor saw. 409 `conflicting_state` if the dispute has another version. */
  readonly seenVersion?: number;
}

interface DisputeAction {
  readonly action: AuditEvent["action"];
  readonly detailsOf: (dispute: DisputeRecord) => NonNullable<AuditEvent["details"]>;
  /** A step that runs before the dispute is locked. */
  readonly first?: (tx: Tx) => Promise<void>;
  /** Returns what to change; throws a refusal. */
  readonly decide: (dispute: DisputeRecord, tx: Tx) => Promise<DisputePatch>;
}

/**
 * Changes a dispute with its audit entry. Needs the operator's keys. Throws 404, what {@link requireActorStillAllowed}
 * throws, and what `decide` throws.
 */
export async function actOnDispute(
  deps: PaymentsDeps,
  key: DisputeKey,
  { actor, alsoWrite }: DisputeChange,
  { action, detailsOf, first, decide }: DisputeAction,
): Promise<Dispute> {
  let shown: Dispute | undefined;
  const decideIfAllowed = async (dispute: DisputeRecord, tx: Tx) => {
    await requireActorStillAllowed(tx, key.operatorId, actor, "disputes.answer");
    return decide(dispute, tx);
  };
  await changeDispute(deps, key, decideIfAllowed, {
    ...(first && { first }),
    alsoWrite: async (tx, dispute) => {
      shown = presentDispute(deps, dispute, await listFiles(deps, tx, dispute));
      await alsoWrite?.(tx, shown);
      await appendAudit(deps, tx, key.operatorId, {
        actor,
        action,
        subject: { type: "dispute", id: key.disputeId },
        details: detailsOf(dispute),
      });
    },
  });
  if (!shown) throw new ApiError("resource_not_found");
  deps.webhooks.wake();
  return shown;
}
