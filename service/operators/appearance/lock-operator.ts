import type { Tx } from "../../platform/database/transaction.ts";

/** Changes of one operator's appearance happen one after the other. */
export async function lockOperator(tx: Tx, operatorId: string): Promise<void> {
  await tx
    .selectFrom("operators")
    .select("operator_id")
    .where("operator_id", "=", operatorId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
