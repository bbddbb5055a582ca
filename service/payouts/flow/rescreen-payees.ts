import { lockCustomer } from "../../customers/profile/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { findUnscreened, lockStoppable } from "../store/held-payouts.ts";
import { sanctionsHold } from "./payout-hold.ts";

/** Payees in one round of the job. */
const batchSize = 50;

/**
 * One round of the job: screens the payees of payouts that wait or are not sent yet against a new list. A review that
 * it opens holds the payouts.
 */
export async function rescreenPayees(deps: DisbursementsDeps): Promise<"more" | undefined> {
  const list = await deps.sanctions.readList();
  if (!list.current) return undefined;
  const due = await findUnscreened(deps, list.current.version, batchSize);
  let screened = 0;
  for (const payee of due) {
    const { operatorId, externalCustomerId } = payee;
    await deps.keyring.load(operatorId);
    await inTransaction(deps.database, async (tx) => {
      const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
      if (!customer) return;
      const [first, ...others] = await lockStoppable(deps, tx, payee);
      if (!first) return;
      await sanctionsHold(deps, tx, [first, ...others], customer, list);
      screened += 1;
    });
  }
  // What could not be screened is found again, so a round without progress must end.
  return due.length === batchSize && screened > 0 ? "more" : undefined;
}
