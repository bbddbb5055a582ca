import { workThrough } from "../../platform/jobs/work-through.ts";
import type { CoinsDeps, DepositListener } from "./coins-deps.ts";
import { viewDeposit } from "./deposit-view.ts";
import type { CryptoDepositRow } from "./tables.ts";

/** Reports each changed deposit until the listener succeeds. One that cannot be reported does not delay the others. */
export async function reportDeposits(deps: CoinsDeps, signal: AbortSignal): Promise<undefined> {
  const { listener } = deps;
  if (!listener) return;
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("crypto_deposits")
        .selectAll()
        .whereRef("version", "<>", "told_version")
        .where("network", "in", [...deps.chains.keys()])
        .orderBy("updated_at")
        .orderBy("crypto_deposit_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: (row) => reportDeposit(deps, listener, row),
    onFailure: ({ payment_id: paymentId }, error) =>
      deps.log.errorHourly("an update of a deposit could not be reported", { paymentId, error }),
  });
}

async function reportDeposit(
  deps: CoinsDeps,
  listener: DepositListener,
  row: CryptoDepositRow,
): Promise<boolean> {
  const chain = deps.chains.get(row.network as Parameters<typeof deps.chains.get>[0]);
  if (!chain) return false;
  const { operator_id: operatorId, payment_id: paymentId } = row;
  await listener({ operatorId, paymentId, view: viewDeposit(chain, row) });
  // The reported version, not the current one: the deposit may have moved in the meantime.
  await deps.database.kysely
    .updateTable("crypto_deposits")
    .set({ told_version: row.version })
    .where("crypto_deposit_id", "=", row.crypto_deposit_id)
    .execute();
  return true;
}
