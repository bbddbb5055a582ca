import type { CoinsDeps } from "./coins-deps.ts";
import { viewDeposit } from "./deposit-view.ts";

const mostAtOnce = 200;

/**
 * Tells whoever waits for deposits what became of them, until they have taken it. Resolves to "more" when
 * there may be more.
 */
export async function tellDeposits(deps: CoinsDeps): Promise<"more" | undefined> {
  const { listener } = deps;
  if (!listener) return undefined;
  const due = await deps.database.kysely
    .selectFrom("crypto_deposits")
    .selectAll()
    .whereRef("version", "<>", "told_version")
    // Those of networks that are configured no more would take the others' places.
    .where("network", "in", [...deps.chains.keys()])
    .orderBy("updated_at")
    .limit(mostAtOnce)
    .execute();
  let failed = 0;
  for (const row of due) {
    const chain = deps.chains.get(row.network as Parameters<typeof deps.chains.get>[0]);
    if (!chain) continue;
    try {
      const { operator_id: operatorId, payment_id: paymentId } = row;
      await listener({ operatorId, paymentId, view: viewDeposit(chain, row) });
      // Only what was told: it may have moved on meanwhile.
      await deps.database.kysely
        .updateTable("crypto_deposits")
        .set({ told_version: row.version })
        .where("crypto_deposit_id", "=", row.crypto_deposit_id)
        .execute();
    } catch (error) {
      failed += 1;
      deps.log.error("what became of a deposit could not be told", {
        paymentId: row.payment_id,
        error,
      });
    }
  }
  return due.length === mostAtOnce && failed < due.length ? "more" : undefined;
}
