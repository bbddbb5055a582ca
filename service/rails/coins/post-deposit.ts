import {
  depositMoved,
  depositPosition,
  depositSource,
  existing,
  type LedgerSource,
  type PostedDeposit,
  readPosted,
  recordPostings,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { CryptoDepositRow } from "./tables.ts";

const postedColumns = [
  "operator_id",
  "crypto_deposit_id",
  "payment_id",
  "asset",
  "status",
  "received",
  "due",
  "overpaid",
  "version",
  "updated_at",
] as const;

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
    .select(postedColumns)
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
function toPosted(row: Pick<CryptoDepositRow, (typeof postedColumns)[number]>): PostedDeposit {
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

/** Deposits that are over or paid. */
export const depositLedgerSource: LedgerSource = {
  name: "deposits",
  sourceType: "deposit",
  causes: [],
  async page(tx, operatorId, afterId, most) {
    const rows = await tx
      .selectFrom("crypto_deposits")
      .select(postedColumns)
      .where("operator_id", "=", operatorId)
      .where("crypto_deposit_id", ">", afterId)
      .where("status", "in", ["confirmed", "shaken", "reorganised", "expired", "late"])
      .orderBy("crypto_deposit_id")
      .limit(most)
      .execute();
    return rows.map((row) => {
      const { crypto_deposit_id: id, updated_at } = row;
      return {
        id,
        sourceId: id,
        position: depositPosition(toPosted(row)),
        post: (into) => postDeposit(into, id, operatorId, updated_at.getTime()),
      };
    });
  },
};
