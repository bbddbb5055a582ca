/**
 * Walks over the operators' records, one page per transaction, so a crash loses only that page.
 *
 * - `history` posts what happened before the ledger existed, or was written by an older version during a rolling
 *   deploy. It walks twice, an hour apart. Postings have the same keys as live ones, so nothing is posted twice.
 * - `check` compares the ledger with the records, once a day, after the history is complete.
 *
 * The walk that waited longest gets the next page, so no operator delays the others. A walk that fails waits behind all
 * others for {@link retryMs}. Several processes can run the job; each page locks its walk's row.
 */
import { sql } from "kysely";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { recordPostings } from "../write-postings.ts";
import { findMismatches, type Mismatch } from "./compare-item.ts";
import type { LedgerSource } from "./ledger-source.ts";

export type WalkDeps = Pick<PlatformDeps, "database" | "clock" | "log">;

export type WalkKind = "history" | "check";

/** Records per page. */
const pageSize = 200;
const historyRounds = 2;
const secondRoundAfterMs = 60 * 60_000;
const checkEveryMs = 24 * 60 * 60_000;
const retryMs = 60 * 60_000;

export interface WalkedPage {
  readonly operatorId: string;
  readonly source: string;
  /** New postings of a `history` page. */
  readonly posted: number;
  readonly mismatches: readonly Mismatch[];
  /** Whether the page was the last of a round. */
  readonly isRoundOver: boolean;
}

/** Adds walks for operators and sources that have none. */
export async function addWalks(
  { database, clock }: WalkDeps,
  sources: readonly LedgerSource[],
): Promise<void> {
  if (sources.length === 0) return;
  const names = sql.join(sources.map(({ name }) => sql`(${name})`));
  await sql`insert into ledger_walks (operator_id, walk, source, updated_at)
    select o.operator_id, w.walk, s.source, ${new Date(clock.nowMs())}
    from operators o
    cross join (values ('history'), ('check')) w (walk)
    cross join (values ${names}) s (source)
    where not exists (
      select 1 from ledger_walks known
      where known.operator_id = o.operator_id and known.walk = w.walk and known.source = s.source
    )
    on conflict (operator_id, walk, source) do nothing`.execute(database.kysely);
}

/**
 * Walks one page of the walk that waited longest. Undefined if none is due. Throws if the page fails, after it has put
 * the walk behind the others.
 */
export async function walkPage(
  deps: WalkDeps,
  sources: readonly LedgerSource[],
  kind: WalkKind,
): Promise<WalkedPage | undefined> {
  let claimed: ClaimedWalk | undefined;
  try {
    return await inTransaction(deps.database, async (tx) => {
      // A check must see records and postings of the same moment.
      await sql`set transaction isolation level repeatable read`.execute(tx);
      claimed = await claim(deps, tx, sources, kind);
      return claimed && (await walkClaimed(deps, tx, sources, kind, claimed));
    });
  } catch (error) {
    if (claimed && !isStoreLost(error)) await postponeWalk(deps, kind, claimed, error);
    throw error;
  }
}

async function walkClaimed(
  deps: WalkDeps,
  tx: Tx,
  sources: readonly LedgerSource[],
  kind: WalkKind,
  walk: ClaimedWalk,
): Promise<WalkedPage | undefined> {
  const source = sources.find(({ name }) => name === walk.source);
  if (!source) return undefined;
  const { operator_id: operatorId } = walk;
  const items = await source.page(tx, operatorId, walk.after_id, pageSize);
  const last = items.at(-1);
  const isRoundOver = items.length < pageSize || last === undefined;
  let posted = 0;
  let mismatches: Mismatch[] = [];
  if (kind === "check") mismatches = await findMismatches(tx, operatorId, source, items);
  else {
    const postings = items.flatMap((item) =>
      "positions" in item ? [] : (item.alternatives[0] ?? []),
    );
    posted = await recordPostings(tx, postings);
    for (const item of items) if ("positions" in item) await item.post(tx);
  }
  await tx
    .updateTable("ledger_walks")
    .set((column) => ({
      after_id: isRoundOver ? "" : last.id,
      updated_at: new Date(deps.clock.nowMs()),
      ...(isRoundOver && { rounds: column("rounds", "+", 1) }),
    }))
    .where("operator_id", "=", operatorId)
    .where("walk", "=", kind)
    .where("source", "=", source.name)
    .execute();
  return { operatorId, source: source.name, posted, mismatches, isRoundOver };
}

/**
 * Puts a failed walk behind all others. Otherwise the same page would fail in every round, and the walks of all
 * operators would wait for it.
 */
async function postponeWalk(
  { database, clock, log }: WalkDeps,
  kind: WalkKind,
  { operator_id: operatorId, source }: ClaimedWalk,
  error: unknown,
): Promise<void> {
  log.error("a page of an operator's records could not be walked", {
    operatorId,
    type: source,
    kind,
    error,
  });
  await database.kysely
    .updateTable("ledger_walks")
    .set({ updated_at: new Date(clock.nowMs() + retryMs) })
    .where("operator_id", "=", operatorId)
    .where("walk", "=", kind)
    .where("source", "=", source)
    .execute();
}

interface ClaimedWalk {
  readonly operator_id: string;
  readonly source: string;
  readonly after_id: string;
}

async function claim(
  { clock }: WalkDeps,
  tx: Tx,
  sources: readonly LedgerSource[],
  kind: WalkKind,
): Promise<ClaimedWalk | undefined> {
  if (sources.length === 0) return undefined;
  const nowMs = clock.nowMs();
  const isDue =
    kind === "history"
      ? sql`(w.rounds = 0 or w.after_id <> '' or
          (w.rounds < ${historyRounds} and w.updated_at <= ${new Date(nowMs - secondRoundAfterMs)}))`
      : sql`(w.rounds = 0 or w.after_id <> '' or
          w.updated_at <= ${new Date(nowMs - checkEveryMs)}) and not exists (
            select 1 from ledger_walks h
            where h.operator_id = w.operator_id and h.walk = 'history' and h.rounds < ${historyRounds}
          )`;
  const { rows } = await sql<ClaimedWalk>`
    select w.operator_id, w.source, w.after_id from ledger_walks w
    where w.walk = ${kind} and w.source in (${sql.join(sources.map(({ name }) => name))})
      and ${isDue}
    order by w.updated_at, w.operator_id, w.source
    limit 1 for update of w skip locked`.execute(tx);
  return rows[0];
}
