import { lockCustomer } from "../../customers/profile/index.ts";
import type { ReadList } from "../../customers/sanctions/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { findUnscreened, type PayeeKey } from "../store/held-payouts.ts";
import { sanctionsHold } from "./payout-hold.ts";

/** Payees that are read at a time. */
const batchSize = 50;

/**
 * One round of the job: screens the payees of payouts that wait or are not sent yet against a new list. A review that
 * it opens holds the payouts. Payees of an operator whose keys cannot be opened wait for a later round, and stop nobody
 * else's.
 */
export async function rescreenPayees(deps: DisbursementsDeps, signal: AbortSignal): Promise<void> {
  const list = await deps.sanctions.readList();
  if (!list.current) return;
  let after: PayeeKey = { operatorId: "", externalCustomerId: "" };
  while (!signal.aborted) {
    const due = await findUnscreened(deps, list.current.version, { after, most: batchSize });
    for (const payee of due) {
      await rescreen(deps, payee, list).catch((error: unknown) => {
        deps.log.error("a payee was not screened against the new list", { ...payee, error });
      });
    }
    const last = due.at(-1);
    if (!last || due.length < batchSize) return;
    after = last;
  }
}

async function rescreen(
  deps: DisbursementsDeps,
  { operatorId, externalCustomerId }: PayeeKey,
  list: ReadList,
): Promise<void> {
  await deps.keyring.load(operatorId);
  await inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (customer) await sanctionsHold(deps, tx, { operatorId, customer }, list);
  });
}
