import { inTransaction } from "../../../platform/database/transaction.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import { postDeposit, straysOf } from "../post-deposit.ts";
import { type Assessment, assess } from "../states/assess.ts";
import { isOpen, isPaid } from "../states/deposit-states.ts";
import type { CryptoDepositRow, CryptoTransferRow } from "../tables.ts";
import { lostRateMs, requote, toAssessmentInput } from "./requote.ts";

/** Height of each network's chain when it was last read. */
type Heights = ReadonlyMap<string, number>;

/** The number of deposits in one query. */
const batchSize = 500;

/**
 * Assesses the touched deposits and this chain's closely watched deposits: all of the latter if `isWhole` (after a new
 * block), otherwise only those that have expired. Safe to repeat. Resolves to the number of changed deposits.
 */
export async function settleDeposits(
  deps: CoinsDeps,
  chain: Chain,
  touched: ReadonlySet<string>,
  isWhole: boolean,
): Promise<number> {
  const ids = [...touched];
  const stored = await deps.database.kysely
    .selectFrom("crypto_chains")
    .select(["network", "head_number"])
    .execute();
  const heights: Heights = new Map(stored.map((each) => [each.network, each.head_number ?? 0]));
  let changed = 0;
  let after = "";
  for (;;) {
    const rows = await deps.database.kysely
      .selectFrom("crypto_deposits")
      .selectAll()
      .where("network", "=", chain.config.network)
      .where("watched_closely", "=", true)
      .where("crypto_deposit_id", ">", after)
      .$if(!isWhole, (query) =>
        query.where((eb) =>
          eb.or([
            eb("expires_at", "<=", new Date(deps.clock.nowMs())),
            ...(ids.length > 0 ? [eb("crypto_deposit_id", "in", ids)] : []),
          ]),
        ),
      )
      .orderBy("crypto_deposit_id")
      .limit(batchSize)
      .execute();
    changed += await settleSome(deps, rows, heights);
    after = rows.at(-1)?.crypto_deposit_id ?? "";
    if (rows.length < batchSize) break;
  }
  for (let begin = 0; begin < ids.length; begin += batchSize) {
    const rows = await deps.database.kysely
      .selectFrom("crypto_deposits")
      .selectAll()
      .where("crypto_deposit_id", "in", ids.slice(begin, begin + batchSize))
      .where((eb) =>
        eb.or([eb("watched_closely", "=", false), eb("network", "<>", chain.config.network)]),
      )
      .execute();
    changed += await settleSome(deps, rows, heights);
  }
  return changed;
}

async function settleSome(
  deps: CoinsDeps,
  rows: readonly CryptoDepositRow[],
  heights: Heights,
): Promise<number> {
  if (rows.length === 0) return 0;
  const transfers = await deps.database.kysely
    .selectFrom("crypto_transfers")
    .selectAll()
    .where(
      "crypto_deposit_id",
      "in",
      rows.map(({ crypto_deposit_id }) => crypto_deposit_id),
    )
    .execute();
  let changed = 0;
  for (const row of rows) {
    const own = transfers.filter(
      (transfer) => transfer.crypto_deposit_id === row.crypto_deposit_id,
    );
    const height = heights.get(row.network) ?? 0;
    if (await settleOne(deps, row, own, height)) changed += 1;
  }
  return changed;
}

async function settleOne(
  deps: CoinsDeps,
  row: CryptoDepositRow,
  transfers: readonly CryptoTransferRow[],
  height: number,
): Promise<boolean> {
  const chain = deps.chains.get(row.network as Chain["config"]["network"]);
  if (!chain || chain.followedAtMs === null) return false;
  const input = toAssessmentInput(row, transfers, {
    height,
    // While some pending transactions are unread, no deposit may expire.
    knownUntilMs: chain.isPendingComplete ? chain.followedAtMs : 0,
  });
  const assessment = assess(input.deposit, input.transfers, input.chain);
  const isLost = row.rate_lost_at !== null || assessment.isRateLost;
  if (isOpen(row.status) && isLost && (await requote(deps, row, transfers, input))) {
    await settleRequoted(deps, row, height);
    return true;
  }
  // Confirmations beyond the required ones are not reported.
  const confirmations = Math.min(assessment.confirmations, row.required);
  const closely = row.watched_closely && isWatchedClosely(deps, chain, row, assessment);
  const shows =
    assessment.status !== row.status ||
    assessment.received.toString() !== row.received ||
    confirmations !== row.confirmations ||
    assessment.isOverpaid !== row.overpaid ||
    assessment.hasWrongAsset !== row.wrong_asset ||
    (assessment.isRateLost && row.rate_lost_at === null);
  // Another transfer of a wrong asset does not show, but its money counts.
  const hasStrays = straysOf(row, transfers).size > 0 || row.wrong_asset;
  const isSame = assessment.goneSince === row.gone_since && closely === row.watched_closely;
  if (!shows && !hasStrays && isSame) return false;
  const nowMs = deps.clock.nowMs();
  const now = new Date(nowMs);
  await inTransaction(deps.database, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("crypto_deposits")
      .set({
        status: assessment.status,
        received: assessment.received.toString(),
        confirmations,
        overpaid: assessment.isOverpaid,
        wrong_asset: assessment.hasWrongAsset,
        gone_since: assessment.goneSince,
        watched_closely: closely,
        ...(shows ? { version: row.version + 1, updated_at: now } : {}),
        ...(assessment.isRateLost && row.rate_lost_at === null ? withoutRate(deps, nowMs) : {}),
      })
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .where("version", "=", row.version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    if (shows || hasStrays) await postDeposit(tx, row.crypto_deposit_id, row.operator_id, nowMs);
    if (closely === row.watched_closely) return;
    await tx
      .updateTable("crypto_watches")
      .set({ closely, next_look_at: now })
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .where("network", "=", row.network)
      .execute();
  });
  if (assessment.status === "reorganised" || assessment.status === "shaken") {
    deps.log.warn("a confirmed transfer is no longer in the chain", {
      paymentId: row.payment_id,
      status: assessment.status,
    });
  }
  return shows;
}

/** Gives incoming money a day to be mined, at the rate then. */
function withoutRate({ times }: CoinsDeps, nowMs: number) {
  return {
    rate_lost_at: new Date(nowMs),
    expires_at: new Date(nowMs + lostRateMs),
    watched_until: new Date(nowMs + lostRateMs + times.lateMs),
  };
}

async function settleRequoted(
  deps: CoinsDeps,
  { crypto_deposit_id }: CryptoDepositRow,
  height: number,
): Promise<void> {
  const row = await deps.database.kysely
    .selectFrom("crypto_deposits")
    .selectAll()
    .where("crypto_deposit_id", "=", crypto_deposit_id)
    .executeTakeFirstOrThrow();
  await settleSome(deps, [row], new Map([[row.network, height]]));
}

/** True while the deposit can be paid, and then until its blocks cannot be replaced. */
function isWatchedClosely(
  { clock }: CoinsDeps,
  { config }: Chain,
  row: CryptoDepositRow,
  { status, confirmations }: Assessment,
): boolean {
  if (isOpen(status)) return true;
  const isDeep = status === "confirmed" && confirmations >= config.settledAfter;
  return isPaid(status) && !isDeep && clock.nowMs() < row.watched_until.getTime();
}
