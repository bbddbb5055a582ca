import type { Database } from "../../../platform/database/database.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";

export interface Payee {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/**
 * The vendor's ids of payees and their accounts, per operator and customer. `account` is the full number, stored only
 * as a blind index; null is the payee's own record.
 */
export interface PayoutPayees {
  find(payee: Payee, account: string | null): Promise<string | undefined>;
  /** Returns the stored id: another process may have been first. */
  save(payee: Payee, account: string | null, vendorId: string): Promise<string>;
  /** Removes an id that the vendor no longer knows. */
  remove(payee: Payee, account: string | null): Promise<void>;
}

const table = "payout_payees";

/** Deletes every operator's payees at a vendor: its name leads to another account, which does not know them. */
export async function deletePayees(tx: Tx, provider: string): Promise<void> {
  await tx.deleteFrom(table).where("provider", "=", provider).execute();
}

/** The stored payees. The operator's keys must be loaded. */
export function storedPayees(
  {
    database,
    keyring,
  }: { database: Pick<Database, "kysely">; keyring: Pick<Keyring, "blindIndex"> },
  provider: string,
  nowMs: () => number,
): PayoutPayees {
  const indexOf = ({ operatorId }: Payee, account: string | null) =>
    account === null ? "" : keyring.blindIndex(operatorId, table, account);
  async function find(payee: Payee, account: string | null): Promise<string | undefined> {
    const row = await database.kysely
      .selectFrom(table)
      .select("vendor_id")
      .where("operator_id", "=", payee.operatorId)
      .where("provider", "=", provider)
      .where("external_customer_id", "=", payee.externalCustomerId)
      .where("account_index", "=", indexOf(payee, account))
      .executeTakeFirst();
    return row?.vendor_id;
  }
  return {
    find,
    async save(payee, account, vendorId) {
      await database.kysely
        .insertInto(table)
        .values({
          operator_id: payee.operatorId,
          provider,
          external_customer_id: payee.externalCustomerId,
          account_index: indexOf(payee, account),
          vendor_id: vendorId,
          created_at: new Date(nowMs()),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await find(payee, account)) ?? vendorId;
    },
    async remove(payee, account) {
      await database.kysely
        .deleteFrom(table)
        .where("operator_id", "=", payee.operatorId)
        .where("provider", "=", provider)
        .where("external_customer_id", "=", payee.externalCustomerId)
        .where("account_index", "=", indexOf(payee, account))
        .execute();
    },
  };
}
