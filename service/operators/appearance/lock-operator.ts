import type { Tx } from "../../platform/database/transaction.ts";

/** Locks the operator, so that changes of an appearance run one after another. */
export async function lockOperator(tx: Tx, operatorId: string): Promise<void> {
  await tx
    .selectFrom("operators")
    .select("operator_id")
    .where("operator_id", "=", operatorId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
