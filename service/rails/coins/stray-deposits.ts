import { isAsset, toUnits } from "./amounts.ts";
import type { CoinsDeps } from "./coins-deps.ts";
import { type DepositView, viewDeposit } from "./deposit-view.ts";
import type { CryptoDepositRow, CryptoTransferRow } from "./tables.ts";

/** A deposit for which staff decide what to do. */
export interface StrayDeposit {
  readonly paymentId: string;
  readonly deposit: DepositView;
  readonly reasons: readonly StrayReason[];
  readonly transfers: readonly SeenTransfer[];
}

/** `underpaid`: only a part arrived before the end. The others are also messages of the payment. */
export type StrayReason =
  | "overpaid"
  | "paid_late"
  | "wrong_asset"
  | "underpaid"
  | "chain_reorganised";

export interface SeenTransfer {
  readonly network: string;
  /** The block's hash when a contract sent the network's own coin. */
  readonly transactionHash: string;
  /** Null for an unknown token. */
  readonly asset: string | null;
  /** The token's contract; null for the network's own coin. */
  readonly token: string | null;
  /** Base units as decimal text. The decimals of an unknown token are not known. */
  readonly baseUnits: string;
  /** Whole units of the asset; null for an unknown token. */
  readonly amount: string | null;
  readonly state: "pending" | "mined" | "gone";
  readonly blockNumber: number | null;
  /** ISO 8601. */
  readonly arrivedAt: string;
}

/** Lists stray deposits, newest first. `page` counts from 1. */
export async function listStrayDeposits(
  deps: Pick<CoinsDeps, "database" | "chains">,
  operatorId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ data: StrayDeposit[]; total: number }> {
  const strays = () =>
    deps.database.kysely
      .selectFrom("crypto_deposits")
      .where("operator_id", "=", operatorId)
      .where((eb) =>
        eb.or([
          eb("status", "in", ["late", "reorganised", "shaken"]),
          eb("overpaid", "=", true),
          eb("wrong_asset", "=", true),
          eb.and([eb("status", "=", "expired"), eb("received", ">", "0")]),
        ]),
      );
  const rows = await strays()
    .selectAll()
    .orderBy("crypto_deposit_id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await strays()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const transfers = await transfersOf(deps, rows);
  const data = rows.flatMap((row) => {
    const chain = deps.chains.get(row.network as Parameters<typeof deps.chains.get>[0]);
    if (!chain) return [];
    return {
      paymentId: row.payment_id,
      deposit: viewDeposit(chain, row),
      reasons: reasonsOf(row),
      transfers: transfers
        .filter((transfer) => transfer.crypto_deposit_id === row.crypto_deposit_id)
        .map(presentTransfer),
    };
  });
  return { data, total: Number(total) };
}

/** Lists a payment's transfers; empty for other payment methods. */
export async function listTransfers(
  deps: Pick<CoinsDeps, "database">,
  operatorId: string,
  paymentId: string,
): Promise<SeenTransfer[]> {
  const rows = await deps.database.kysely
    .selectFrom("crypto_deposits")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .execute();
  return (await transfersOf(deps, rows)).map(presentTransfer);
}

/** Finds payments by address, or by a transaction that paid it. */
export async function findPaymentsOnChain(
  deps: Pick<CoinsDeps, "database">,
  operatorId: string,
  text: string,
): Promise<string[]> {
  const searched = text.toLowerCase();
  const isHash = /^(0x)?[0-9a-f]{64}$/.test(searched);
  const isAddress = /^(0x[0-9a-f]{40}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{38,87})$/.test(searched);
  if (!isHash && !isAddress) return [];
  const deposits = deps.database.kysely
    .selectFrom("crypto_deposits")
    .select("payment_id")
    .where("operator_id", "=", operatorId);
  const rows = await (isHash
    ? deposits.where("crypto_deposit_id", "in", (sub) =>
        sub
          .selectFrom("crypto_transfers")
          .select("crypto_deposit_id")
          .where("tx_hash", "=", searched),
      )
    : deposits.where("address", "=", searched)
  ).execute();
  return rows.map(({ payment_id }) => payment_id);
}

async function transfersOf(
  { database }: Pick<CoinsDeps, "database">,
  deposits: readonly CryptoDepositRow[],
): Promise<CryptoTransferRow[]> {
  if (deposits.length === 0) return [];
  return database.kysely
    .selectFrom("crypto_transfers")
    .selectAll()
    .where(
      "crypto_deposit_id",
      "in",
      deposits.map(({ crypto_deposit_id }) => crypto_deposit_id),
    )
    .orderBy("arrived_at")
    .execute();
}

function reasonsOf(row: CryptoDepositRow): StrayReason[] {
  const isGone = row.status === "reorganised" || row.status === "shaken";
  const isShort = row.status === "expired" && BigInt(row.received) > 0n;
  return [
    ...(row.status === "late" ? (["paid_late"] as const) : []),
    ...(isGone ? (["chain_reorganised"] as const) : []),
    ...(isShort ? (["underpaid"] as const) : []),
    ...(row.overpaid ? (["overpaid"] as const) : []),
    ...(row.wrong_asset ? (["wrong_asset"] as const) : []),
  ];
}

function presentTransfer(row: CryptoTransferRow): SeenTransfer {
  return {
    network: row.network,
    transactionHash: row.tx_hash,
    asset: row.asset,
    token: row.token,
    baseUnits: row.amount,
    state: row.state,
    blockNumber: row.block_number,
    amount: isAsset(row.asset) ? toUnits(BigInt(row.amount), row.asset) : null,
    arrivedAt: row.arrived_at.toISOString(),
  };
}
