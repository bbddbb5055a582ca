import type { CoinsDeps } from "./coins-deps.ts";
import { viewDeposit } from "./deposit-view.ts";

const batchSize = 200;

/** Reports each changed deposit until the listener succeeds. "more" when there can be more. */
export async function reportDeposits(deps: CoinsDeps): Promise<"more" | undefined> {
  const { listener } = deps;
  if (!listener) return undefined;
  const due = await deps.database.kysely
    .selectFrom("crypto_deposits")
    .selectAll()
    .whereRef("version", "<>", "told_version")
    // Deposits of networks that are no longer configured would fill the batch.
    .where("network", "in", [...deps.chains.keys()])
    .orderBy("updated_at")
    .limit(batchSize)
    .execute();
  let failed = 0;
  for (const row of due) {
    const chain = deps.chains.get(row.network as Parameters<typeof deps.chains.get>[0]);
    if (!chain) continue;
    try {
      const { operator_id: operatorId, payment_id: paymentId } = row;
      await listener({ operatorId, paymentId, view: viewDeposit(chain, row) });
      // The reported version, not the current one: the deposit may have moved in the meantime.
      await deps.database.kysely
        .updateTable("crypto_deposits")
        .set({ told_version: row.version })
        .where("crypto_deposit_id", "=", row.crypto_deposit_id)
        .execute();
    } catch (error) {
      failed += 1;
      deps.log.errorHourly("an update of a deposit could not be reported", {
        paymentId: row.payment_id,
        error,
      });
    }
  }
  return due.length === batchSize && failed < due.length ? "more" : undefined;
}
