import { sql } from "kysely";
import {
  accountOf,
  depositCause,
  depositMoved,
  depositPosition,
  depositSource,
  type LedgerSource,
  type PostedDeposit,
  readPosted,
  recordPostings,
  strayCause,
  strayMoved,
  strayPosition,
  withoutNulls,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { CryptoDepositRow, CryptoTransferRow } from "./tables.ts";

const postedColumns = [
  "operator_id",
  "crypto_deposit_id",
  "payment_id",
  "asset",
  "network",
  "status",
  "received",
  "due",
  "overpaid",
  "version",
  "updated_at",
] as const;

/** Posts what the deposit's row says, in the transaction that changed it. Safe to repeat. */
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
  const posted = await readPosted(tx, depositSource(deposit), depositCause);
  await recordPostings(tx, withoutNulls([depositMoved(deposit, posted, atMs)]));
  const strays = await readStrays(tx, [row]);
  await postStrays(tx, deposit, strays.get(depositId) ?? new Map(), atMs);
}

/** Base units by asset. */
type Strays = ReadonlyMap<string, bigint>;
type PlacedDeposit = Pick<CryptoDepositRow, "crypto_deposit_id" | "asset" | "network">;

/** Reads which known assets arrived in addition to what the deposits asked for, by deposit. */
async function readStrays(
  tx: Tx,
  deposits: readonly PlacedDeposit[],
): Promise<Map<string, Strays>> {
  if (deposits.length === 0) return new Map();
  const ids = deposits.map(({ crypto_deposit_id }) => crypto_deposit_id);
  const transfers = await tx
    .selectFrom("crypto_transfers")
    .select(["crypto_deposit_id", "network", "asset", "amount", "state"])
    .where("crypto_deposit_id", "in", ids)
    .execute();
  return new Map(
    deposits.map((deposit) => {
      const own = transfers.filter(
        ({ crypto_deposit_id }) => crypto_deposit_id === deposit.crypto_deposit_id,
      );
      return [deposit.crypto_deposit_id, straysOf(deposit, own)];
    }),
  );
}

/** Mined transfers that the deposit did not ask for. */
export function straysOf(
  { asset, network }: Pick<CryptoDepositRow, "asset" | "network">,
  transfers: readonly Pick<CryptoTransferRow, "network" | "asset" | "amount" | "state">[],
): Strays {
  const sums = new Map<string, bigint>();
  for (const transfer of transfers) {
    const isOwn = transfer.asset === asset && transfer.network === network;
    if (transfer.state !== "mined" || transfer.asset === null || isOwn) continue;
    sums.set(transfer.asset, (sums.get(transfer.asset) ?? 0n) + BigInt(transfer.amount));
  }
  return sums;
}

/** Posts a deposit's strays. The transaction must have locked the deposit's row. */
async function postStrays(
  tx: Tx,
  deposit: PostedDeposit,
  strays: Strays,
  atMs: number,
): Promise<void> {
  const { operatorId, depositId } = deposit;
  const stored = await tx
    .selectFrom("ledger_postings")
    .select(["currency", "accounts", sql<string[]>`amounts::text[]`.as("amounts")])
    .where("operator_id", "=", operatorId)
    .where("source_type", "=", "deposit")
    .where("source_id", "=", depositId)
    .where(sql<boolean>`starts_with(cause, ${strayCause})`)
    .execute();
  if (stored.length === 0 && strays.size === 0) return;
  let serial = stored.length;
  for (const asset of new Set([...strays.keys(), ...stored.map(({ currency }) => currency)])) {
    const wallet = accountOf("crypto_wallet", asset);
    const postedUnits = stored
      .filter(({ currency }) => currency === asset)
      .map(({ accounts, amounts }) => BigInt(amounts[accounts.indexOf(wallet)] ?? 0))
      .reduce((sum, amount) => sum + amount, 0n);
    const stray = { asset, units: strays.get(asset) ?? 0n, postedUnits, serial: serial + 1 };
    const posting = strayMoved(deposit, stray, atMs);
    if (posting) serial += await recordPostings(tx, [posting]);
  }
}

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

function added(one: ReadonlyMap<string, bigint> = new Map(), other: ReadonlyMap<string, bigint>) {
  const sums = new Map(one);
  for (const [account, amount] of other) sums.set(account, (sums.get(account) ?? 0n) + amount);
  return sums;
}

/** Deposits that are over or paid, and those with strays. */
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
      .where((deposit) =>
        deposit.or([
          deposit("status", "in", ["confirmed", "shaken", "reorganised", "expired", "late"]),
          deposit("wrong_asset", "=", true),
        ]),
      )
      .orderBy("crypto_deposit_id")
      .limit(most)
      .execute();
    const strays = await readStrays(tx, rows);
    return rows.map((row) => {
      const { crypto_deposit_id: id, updated_at } = row;
      const positions = new Map([[row.asset, depositPosition(toPosted(row))]]);
      for (const [asset, units] of strays.get(id) ?? []) {
        positions.set(asset, added(positions.get(asset), strayPosition(asset, units)));
      }
      return {
        id,
        sourceId: id,
        positions,
        post: (into) => postDeposit(into, id, operatorId, updated_at.getTime()),
      };
    });
  },
};
