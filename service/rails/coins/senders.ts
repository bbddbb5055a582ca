import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";

/** Anybody can send dust to an address, but each transfer costs its sender a fee. */
const maxSenders = 50;

/**
 * The senders of a payment's deposit, largest transfers first, with their networks. Known only where the network's
 * records name the sender: tokens and direct payments on EVM networks.
 */
export function sendersOf(
  db: Kysely<Tables>,
  { operatorId, paymentId }: { readonly operatorId: string; readonly paymentId: string },
): Promise<{ network: string; sender: string }[]> {
  return db
    .selectFrom("crypto_deposits as d")
    .innerJoin("crypto_transfers as t", "t.crypto_deposit_id", "d.crypto_deposit_id")
    .select(["t.network", "t.sender"])
    .where("d.operator_id", "=", operatorId)
    .where("d.payment_id", "=", paymentId)
    .where("t.sender", "is not", null)
    .where("t.state", "=", "mined")
    .where("t.asset", "is not", null)
    .orderBy("t.amount", "desc")
    .limit(maxSenders)
    .$narrowType<{ sender: string }>()
    .execute();
}
