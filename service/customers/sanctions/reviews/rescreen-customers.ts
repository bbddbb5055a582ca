import { inTransaction } from "../../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { lockCustomer } from "../../profile/index.ts";
import type { Payee } from "../create-sanctions.ts";
import type { CustomerKey, CustomerMoney } from "../held-money.ts";
import type { ReadList } from "../list/current-screen.ts";

const batchSize = 50;

type Deps = Pick<PlatformDeps, "database" | "keyring" | "log">;

export interface Rescreening {
  readonly list: ReadList;
  readonly signal: AbortSignal;
  check(tx: Parameters<Parameters<typeof inTransaction>[1]>[0], payee: Payee): Promise<unknown>;
}

/**
 * One round of the job: screens customers with unsent money against a new list. If an operator's keys cannot be opened,
 * only its customers wait for a later round.
 */
export async function rescreenCustomers(
  deps: Deps,
  { findUnscreened }: Pick<CustomerMoney, "findUnscreened">,
  { list, signal, check }: Rescreening,
): Promise<void> {
  if (!list.current) return;
  let after: CustomerKey = { operatorId: "", externalCustomerId: "" };
  while (!signal.aborted) {
    const due = await findUnscreened(list.current.version, { after, most: batchSize });
    for (const { operatorId, externalCustomerId } of due) {
      await rescreen(operatorId, externalCustomerId).catch((error: unknown) => {
        // The customer's id can be an e-mail address.
        const problem = "a customer was not screened against the new list";
        deps.log.errorHourly(problem, { operatorId, error });
      });
    }
    const last = due.at(-1);
    if (!last || due.length < batchSize) return;
    after = last;
  }

  async function rescreen(operatorId: string, externalCustomerId: string): Promise<void> {
    await deps.keyring.load(operatorId);
    await inTransaction(deps.database, async (tx) => {
      const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
      if (customer) await check(tx, { operatorId, customer });
    });
  }
}
