import {
  depositMoved,
  depositSource,
  existing,
  type PostedDeposit,
  readPosted,
  recordPostings,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { CryptoDepositRow } from "./tables.ts";

/**
 * Brings the ledger to what the deposit's row says, in the transaction that changed the row. Repeating it
 * changes nothing.
 */
export async function postDeposit(
  tx: Tx,
  depositId: string,
  operatorId: string,
  atMs: number,
): Promise<void> {
  const row = await tx
    .selectFrom("crypto_deposits")
    .select([
      "operator_id",
      "crypto_deposit_id",
      "payment_id",
      "asset",
      "status",
      "received",
      "due",
      "overpaid",
      "version",
    ])
    .where("operator_id", "=", operatorId)
    .where("crypto_deposit_id", "=", depositId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const deposit = toPosted(row);
  const posted = await readPosted(tx, depositSource(deposit));
  await recordPostings(tx, existing([depositMoved(deposit, posted, atMs)]));
}

/** A deposit's row as the ledger sees it. */
export function toPosted(
  row: Pick<
    CryptoDepositRow,
    | "operator_id"
    | "crypto_deposit_id"
    | "payment_id"
    | "asset"
    | "status"
    | "received"
    | "due"
    | "overpaid"
    | "version"
  >,
): PostedDeposit {
  return {
    operatorId: row.operator_id,
    depositId: row.crypto_deposit_id,
    paymentId: row.payment_id,
    asset: row.asset,
    status: row.status,
    received: BigInt(row.received),
    due: BigInt(row.due),
    isOverpaid: row.overpaid,
    version: row.version,
  };
}
