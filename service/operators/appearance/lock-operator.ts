import type { Tx } from "../../platform/database/transaction.ts";
import { requireActorStillAllowed } from "../accounts/index.ts";
import type { AuditActor } from "../audit/index.ts";

/**
 * Locks the operator, so that changes of an appearance run one after another. Throws what
 * {@link requireActorStillAllowed} throws.
 */
export async function lockOperator(
  tx: Tx,
  { operatorId, actor }: { readonly operatorId: string; readonly actor: AuditActor },
): Promise<void> {
  // First, as in `changeOperator`.
  await requireActorStillAllowed(tx, operatorId, actor, "settings.write");
  await tx
    .selectFrom("operators")
    .select("operator_id")
    .where("operator_id", "=", operatorId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
