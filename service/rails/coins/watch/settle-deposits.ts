import { inTransaction } from "../../../platform/database/transaction.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import { assess, type Standing } from "../states/assess.ts";
import { isOpen, isPaid } from "../states/deposit-states.ts";
import type { CryptoDepositRow, CryptoTransferRow } from "../tables.ts";
import { lostRateMs, requote, toAssessed } from "./requote.ts";

/** How high each network's chain was when it was last read. */
type Heights = ReadonlyMap<string, number>;

/** Deposits that are taken at once. */
const mostAtOnce = 500;

/**
 * Finds out how deposits stand after a round: those that something has happened to, and those watched
 * closely on the chain, where `isWhole` (after a new block) all of them, else those whose time is over.
 * Again is harmless. Resolves to how many changed.
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
      .limit(mostAtOnce)
      .execute();
    changed += await settleSome(deps, rows, heights);
    after = rows.at(-1)?.crypto_deposit_id ?? "";
    if (rows.length < mostAtOnce) break;
  }
  for (let begin = 0; begin < ids.length; begin += mostAtOnce) {
    const rows = await deps.database.kysely
      .selectFrom("crypto_deposits")
      .selectAll()
      .where("crypto_deposit_id", "in", ids.slice(begin, begin + mostAtOnce))
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
    const own = transfers.filter((each) => each.crypto_deposit_id === row.crypto_deposit_id);
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
  const assessed = toAssessed(row, transfers, {
    height,
    // While some of what waits is unread, nobody's payment has failed to come.
    knownUntilMs: chain.isPendingWhole ? chain.followedAtMs : 0,
  });
  const standing = assess(assessed.deposit, assessed.transfers, assessed.chain);
  const isLost = row.rate_lost_at !== null || standing.isRateLost;
  if (isOpen(row.status) && isLost && (await requote(deps, row, transfers, assessed))) {
    await settleAgain(deps, row, height);
    return true;
  }
  // Nobody is told of confirmations beyond those that were needed.
  const confirmations = Math.min(standing.confirmations, row.required);
  const closely = row.watched_closely && isWatchedClosely(deps, chain, row, standing);
  const shows =
    standing.status !== row.status ||
    standing.received.toString() !== row.received ||
    confirmations !== row.confirmations ||
    standing.isOverpaid !== row.overpaid ||
    standing.hasWrongAsset !== row.wrong_asset ||
    (standing.isRateLost && row.rate_lost_at === null);
  if (!shows && standing.goneSince === row.gone_since && closely === row.watched_closely) {
    return false;
  }
  const nowMs = deps.clock.nowMs();
  const now = new Date(nowMs);
  await inTransaction(deps.database, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("crypto_deposits")
      .set({
        status: standing.status,
        received: standing.received.toString(),
        confirmations,
        overpaid: standing.isOverpaid,
        wrong_asset: standing.hasWrongAsset,
        gone_since: standing.goneSince,
        watched_closely: closely,
        ...(shows ? { version: row.version + 1, updated_at: now } : {}),
        ...(standing.isRateLost && row.rate_lost_at === null ? withoutRate(deps, nowMs) : {}),
      })
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .where("version", "=", row.version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n || closely === row.watched_closely) return;
    await tx
      .updateTable("crypto_watches")
      .set({ closely, next_look_at: now })
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .where("network", "=", row.network)
      .execute();
  });
  if (standing.status === "reorganised" || standing.status === "shaken") {
    deps.log.warn("money that was confirmed is not in the chain any more", {
      paymentId: row.payment_id,
      status: standing.status,
    });
  }
  return shows;
}

/** The money that is on its way has a day to be mined, whatever it is worth then. */
function withoutRate({ times }: CoinsDeps, nowMs: number) {
  return {
    rate_lost_at: new Date(nowMs),
    expires_at: new Date(nowMs + lostRateMs),
    watched_until: new Date(nowMs + lostRateMs + times.lateMs),
  };
}

/** Looks at a deposit that was just quoted again. */
async function settleAgain(
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

/** While it can be paid, and until nobody exchanges the blocks any more that it was paid in. */
function isWatchedClosely(
  { clock }: CoinsDeps,
  { config }: Chain,
  row: CryptoDepositRow,
  { status, confirmations }: Standing,
): boolean {
  if (isOpen(status)) return true;
  const isDeep = status === "confirmed" && confirmations >= config.settledAfter;
  return isPaid(status) && !isDeep && clock.nowMs() < row.watched_until.getTime();
}
