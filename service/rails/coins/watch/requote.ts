import type { CryptoAsset } from "#contract/crypto-networks";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { type ExactRate, RatesUnavailable, readRate } from "../../../providers/rates/index.ts";
import { toCrypto, toleranceOf, toMinorUp, toRateText } from "../amounts.ts";
import type { CoinsDeps } from "../coins-deps.ts";
import {
  type AssessedDeposit,
  type AssessedTransfer,
  type ChainView,
  isAtRate,
  isInTime,
} from "../states/assess.ts";
import type { CryptoDepositRow, CryptoTransferRow } from "../tables.ts";

/** How long money can still be mined, or sent with a higher fee, after the rate was lost. */
export const lostRateMs = 24 * 60 * 60_000;

/** New terms of a deposit that lost its rate. */
export interface NewQuote {
  readonly due: bigint;
  readonly tolerance: bigint;
  readonly rate: string;
}

/**
 * Computes the new amount when money without the quoted rate is mined. Money at the old rate keeps it; the rest is
 * requested at the current rate. The unpaid rest was always quoted at the row's rate, however often it was quoted
 * before. Money at the old rate beyond the amount is overpaid, not due. Pure.
 */
export function computeNewQuote(
  row: Pick<CryptoDepositRow, "amount_minor" | "currency" | "asset" | "rate">,
  due: bigint,
  atOldRate: bigint,
  rate: ExactRate,
): NewQuote {
  const asset = row.asset as CryptoAsset;
  const kept = atOldRate < due ? atOldRate : due;
  // Rounded up: worth at least what is missing, and never more than the total.
  const missingMinor = toMinorUp(due - kept, asset, readRate(row.rate), row.currency);
  const amountMinor = Math.min(missingMinor, row.amount_minor);
  return {
    due: kept + toCrypto({ amountMinor, currency: row.currency }, asset, rate),
    tolerance: toleranceOf(asset, rate, row.currency),
    rate: toRateText(rate),
  };
}

/**
 * Quotes again if money without the rate is mined. Values all mined money, and gives the customer the usual time for
 * the rest. False: nothing to do, or no rate now; then the next round tries again.
 */
export async function requote(
  deps: CoinsDeps,
  row: CryptoDepositRow,
  rows: readonly CryptoTransferRow[],
  { deposit, transfers, chain }: AssessmentInput,
): Promise<boolean> {
  const mined = transfers.filter(
    (transfer) => transfer.state === "mined" && isInTime(transfer, deposit),
  );
  const fresh = mined.filter((transfer) => !isAtRate(transfer, chain));
  if (fresh.length === 0) return false;
  const rate = await deps.rates.rate(row.asset, row.currency).catch((error: unknown) => {
    if (!(error instanceof RatesUnavailable)) throw error;
    return null;
  });
  if (!rate) {
    deps.log.warn("a deposit cannot be quoted again now", { paymentId: row.payment_id });
    return false;
  }
  const atOldRate = mined
    .filter((transfer) => !fresh.includes(transfer))
    .reduce((sum, { amount }) => sum + amount, 0n);
  const quote = computeNewQuote(row, deposit.due, atOldRate, rate);
  const nowMs = deps.clock.nowMs();
  const now = new Date(nowMs);
  return inTransaction(deps.database, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("crypto_deposits")
      .set({
        due: quote.due.toString(),
        tolerance: quote.tolerance.toString(),
        rate: quote.rate,
        rate_lost_at: null,
        requoted_at: now,
        expires_at: new Date(nowMs + deps.paymentMs),
        watched_until: new Date(nowMs + deps.paymentMs + deps.times.lateMs),
        version: row.version + 1,
        updated_at: now,
      })
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .where("version", "=", row.version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    for (const [index, each] of transfers.entries()) {
      const transfer = rows[index];
      if (!transfer || !mined.includes(each)) continue;
      await tx
        .updateTable("crypto_transfers")
        .set({ valued_at: now })
        .where("network", "=", transfer.network)
        .where("tx_hash", "=", transfer.tx_hash)
        .where("log_index", "=", transfer.log_index)
        .where("crypto_deposit_id", "=", transfer.crypto_deposit_id)
        .execute();
    }
    return true;
  });
}

/** `transfers` are in the order of their rows. */
export interface AssessmentInput {
  readonly deposit: AssessedDeposit;
  readonly transfers: readonly AssessedTransfer[];
  readonly chain: ChainView;
}

export function toAssessmentInput(
  row: CryptoDepositRow,
  transfers: readonly CryptoTransferRow[],
  chain: ChainView,
): AssessmentInput {
  return {
    chain,
    deposit: {
      status: row.status,
      network: row.network,
      asset: row.asset,
      required: row.required,
      due: BigInt(row.due),
      tolerance: BigInt(row.tolerance),
      received: BigInt(row.received),
      expiresAtMs: row.expires_at.getTime(),
      goneSince: row.gone_since,
      rateLostAtMs: row.rate_lost_at?.getTime() ?? null,
    },
    transfers: transfers.map((transfer) => ({
      network: transfer.network,
      asset: transfer.asset,
      amount: BigInt(transfer.amount),
      state: transfer.state,
      blockNumber: transfer.block_number,
      arrivedAtMs: transfer.arrived_at.getTime(),
      holdsRate: transfer.holds_rate,
      minedAtMs: transfer.mined_at?.getTime() ?? null,
      isValued: transfer.valued_at !== null,
    })),
  };
}
