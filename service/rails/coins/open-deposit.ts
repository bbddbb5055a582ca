import { type CryptoAsset, type CryptoNetwork, cryptoNetworks } from "#contract/crypto-networks";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { newId } from "../../platform/randomness.ts";
import { addressAt, takeAddressIndex } from "./addresses.ts";
import type { Chain, CoinsDeps } from "./coins-deps.ts";
import { type DepositView, viewDeposit } from "./deposit-view.ts";
import { requiredConfirmations } from "./required-confirmations.ts";
import { nextDepositStatus } from "./states/deposit-states.ts";
import type { CryptoDepositRow, CryptoQuoteRow } from "./tables.ts";

/** The accepted terms. Plain JSON, so that an attempt can store them. */
export interface DepositTerms
  extends Pick<
    CryptoQuoteRow,
    "network" | "asset" | "amount_minor" | "currency" | "amount" | "tolerance" | "rate"
  > {}

/** How often other networks are read for money that was sent there by mistake. */
export const otherNetworksEveryMs = 15_000;

/**
 * Opens a deposit at an unused address. The same payment again returns the same deposit. Throws when the network is no
 * longer watched.
 */
export async function openDeposit(
  deps: CoinsDeps,
  owner: { readonly operatorId: string; readonly paymentId: string },
  terms: DepositTerms,
): Promise<DepositView> {
  const chain = chainOf(deps, terms.network);
  const found = await findDeposit(deps, owner.paymentId);
  if (found) return viewDeposit(chain, found);
  const asset = terms.asset as CryptoAsset;
  const required = await requiredConfirmations(deps, chain, asset, BigInt(terms.amount));
  return inTransaction(deps.database, async (tx) => {
    // Unused in all blocks up to these heads, so reading can start after them.
    const heads = await tx
      .selectFrom("crypto_chains")
      .select(["network", "head_number"])
      .where("network", "in", networksLike(deps, chain))
      .where("head_number", "is not", null)
      .execute();
    const index = await takeAddressIndex(tx, chain.config.xpub);
    const nowMs = deps.clock.nowMs();
    const expiresAtMs = nowMs + deps.paymentMs;
    const now = new Date(nowMs);
    const row: CryptoDepositRow = {
      crypto_deposit_id: newId(deps, "cryptoDeposit"),
      operator_id: owner.operatorId,
      payment_id: owner.paymentId,
      network: terms.network,
      asset: terms.asset,
      address: addressAt(chain.config, index),
      address_index: index,
      amount_minor: terms.amount_minor,
      currency: terms.currency,
      rate: terms.rate,
      due: terms.amount,
      tolerance: terms.tolerance,
      status: "waiting",
      received: "0",
      confirmations: 0,
      required,
      overpaid: false,
      wrong_asset: false,
      gone_since: null,
      watched_closely: true,
      version: 1,
      told_version: 0,
      created_at: now,
      updated_at: now,
      expires_at: new Date(expiresAtMs),
      watched_until: new Date(expiresAtMs + deps.times.lateMs),
      rate_lost_at: null,
      requoted_at: null,
    };
    const inserted = await tx
      .insertInto("crypto_deposits")
      .values(row)
      .onConflict((conflict) => conflict.column("payment_id").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!inserted) {
      const other = await tx
        .selectFrom("crypto_deposits")
        .selectAll()
        .where("payment_id", "=", owner.paymentId)
        .executeTakeFirstOrThrow();
      return viewDeposit(chain, other);
    }
    const watches = heads.map(({ network, head_number }) => ({
      crypto_deposit_id: row.crypto_deposit_id,
      network,
      address: row.address,
      closely: network === terms.network,
      scanned_block: head_number ?? 0,
      coin_balance: "0",
      coin_block: head_number ?? 0,
      coin_sent: 0,
      next_look_at: new Date(nowMs + otherNetworksEveryMs),
    }));
    if (!watches.some(({ network }) => network === terms.network)) {
      throw new Error(`${terms.network} has not been followed yet`);
    }
    await tx.insertInto("crypto_watches").values(watches).execute();
    return viewDeposit(chain, inserted);
  });
}

/**
 * Cancels a deposit: money that arrives later is late. False when money has already arrived or the deposit has ended.
 */
export async function cancelDeposit(deps: CoinsDeps, paymentId: string, tx?: Tx): Promise<boolean> {
  if (!tx) return inTransaction(deps.database, (own) => cancelDeposit(deps, paymentId, own));
  const row = await tx
    .selectFrom("crypto_deposits")
    .select(["crypto_deposit_id", "status"])
    .where("payment_id", "=", paymentId)
    .forUpdate()
    .executeTakeFirst();
  const status = row && nextDepositStatus(row.status, "canceled");
  if (!row || status !== "expired" || row.status === status) return false;
  const now = new Date(deps.clock.nowMs());
  await tx
    .updateTable("crypto_deposits")
    .set((column) => ({
      status,
      watched_closely: false,
      version: column("version", "+", 1),
      updated_at: now,
    }))
    .where("crypto_deposit_id", "=", row.crypto_deposit_id)
    .execute();
  await tx
    .updateTable("crypto_watches")
    .set({ closely: false, next_look_at: now })
    .where("crypto_deposit_id", "=", row.crypto_deposit_id)
    .execute();
  return true;
}

/** The payment's deposit; null when it has none. */
export async function viewDepositOf(
  deps: CoinsDeps,
  paymentId: string,
): Promise<DepositView | null> {
  const row = await findDeposit(deps, paymentId);
  return row ? viewDeposit(chainOf(deps, row.network), row) : null;
}

export function findDeposit(
  { database }: Pick<CoinsDeps, "database">,
  paymentId: string,
): Promise<CryptoDepositRow | undefined> {
  return database.kysely
    .selectFrom("crypto_deposits")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
}

/** Watched networks with the same address format. */
function networksLike({ chains }: CoinsDeps, { config }: Chain): CryptoNetwork[] {
  const { addresses } = cryptoNetworks[config.network];
  return [...chains.keys()].filter((key) => cryptoNetworks[key].addresses === addresses);
}

function chainOf({ chains }: Pick<CoinsDeps, "chains">, network: string): Chain {
  const chain = chains.get(network as Parameters<typeof chains.get>[0]);
  if (!chain) throw new Error(`${network} is not watched`);
  return chain;
}
