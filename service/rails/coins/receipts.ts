/** For refunds: the assets that arrived at a payment's address, and addresses that a refund must not go to. */
import type { Kysely } from "kysely";
import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import type { Tables } from "../../platform/database/tables.ts";
import { isAsset } from "./amounts.ts";
import type { CoinsDeps } from "./coins-deps.ts";
import type { DepositStatus } from "./states/deposit-states.ts";
import type { CryptoDepositRow, CryptoTransferRow } from "./tables.ts";

/** An asset that arrived, in base units. */
export interface ArrivedAsset {
  readonly asset: CryptoAsset;
  readonly network: CryptoNetwork;
  readonly units: bigint;
}

/** The assets that arrived with as many confirmations as the payment needs. Amounts in base units. */
export interface Receipt {
  readonly status: DepositStatus;
  /** What arrived of the requested asset on its network, at any time. */
  readonly received: ArrivedAsset;
  readonly due: bigint;
  /** Base units worth less than a minor unit. A payment is overpaid only above this excess. */
  readonly tolerance: bigint;
  /** Other known assets, and the same asset on other networks. Omits unknown tokens. */
  readonly others: readonly ArrivedAsset[];
}

/** Reads what arrived for a payment; undefined if it has no deposit. */
export async function readReceipt(
  db: Kysely<Tables>,
  { operatorId, paymentId }: { readonly operatorId: string; readonly paymentId: string },
): Promise<Receipt | undefined> {
  const row = await db
    .selectFrom("crypto_deposits")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
  if (!row) return undefined;
  const [transfers, heads] = await Promise.all([
    db
      .selectFrom("crypto_transfers")
      .selectAll()
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .where("state", "=", "mined")
      .execute(),
    db.selectFrom("crypto_chains").select(["network", "head_number"]).execute(),
  ]);
  const heights = new Map(heads.map((head) => [head.network, head.head_number ?? 0]));
  return receiptOf(
    row,
    transfers.filter((transfer) =>
      hasConfirmations(transfer, row.required, heights.get(transfer.network) ?? 0),
    ),
  );
}

function hasConfirmations(
  { block_number }: CryptoTransferRow,
  required: number,
  height: number,
): boolean {
  return block_number !== null && height - block_number + 1 >= required;
}

function receiptOf(row: CryptoDepositRow, transfers: readonly CryptoTransferRow[]): Receipt {
  const requested = { asset: row.asset as CryptoAsset, network: row.network as CryptoNetwork };
  const sums = new Map<string, ArrivedAsset>();
  const add = ({ asset, network, units }: ArrivedAsset) => {
    const key = `${asset} ${network}`;
    sums.set(key, { asset, network, units: units + (sums.get(key)?.units ?? 0n) });
  };
  for (const { asset, network, amount } of transfers) {
    if (isAsset(asset)) add({ asset, network: network as CryptoNetwork, units: BigInt(amount) });
  }
  const key = `${requested.asset} ${requested.network}`;
  const received = sums.get(key) ?? { ...requested, units: 0n };
  sums.delete(key);
  return {
    status: row.status,
    received,
    due: BigInt(row.due),
    tolerance: BigInt(row.tolerance),
    others: [...sums.values()],
  };
}

/**
 * Why a refund must not go to an address: `ours` is a deposit address of any operator, `token` a token's contract. Null
 * if neither applies.
 */
export async function addressRefusal(
  { database, chains }: Pick<CoinsDeps, "database" | "chains">,
  address: string,
): Promise<"ours" | "token" | null> {
  const plain = address.startsWith("0x") ? address.toLowerCase() : address;
  const tokens = [...chains.values()].flatMap(({ config }) => Object.values(config.tokens));
  if (tokens.some((token) => token?.toLowerCase() === plain)) return "token";
  const deposit = await database.kysely
    .selectFrom("crypto_deposits")
    .select("crypto_deposit_id")
    .where("address", "=", plain)
    .executeTakeFirst();
  return deposit ? "ours" : null;
}
