import {
  debitFiled,
  debitReturned,
  debitSettled,
  recordPostings,
  type SoldDebit,
  withoutNulls,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { AchDeps } from "./ach-deps.ts";
import type { AchEntryRow } from "./tables.ts";

type Deps = Pick<AchDeps, "clock" | "sales">;

/** The postings of credits belong to the refund or payout. */
function isPosted({ source, direction }: AchEntryRow): boolean {
  return source === "payment" && direction === "debit";
}

/** Posts debits in the transaction that puts them in a file. */
export async function postFiled(deps: Deps, tx: Tx, rows: readonly AchEntryRow[]): Promise<void> {
  const atMs = deps.clock.nowMs();
  const debits = await readDebits(deps, tx, rows.filter(isPosted));
  await recordPostings(tx, withoutNulls(debits.map((debit) => debitFiled(debit, atMs))));
}

/** Posts a settled debit in the transaction that moves it. */
export async function postSettled(deps: Deps, tx: Tx, row: AchEntryRow): Promise<void> {
  if (!isPosted(row)) return;
  const { operator_id: operatorId, entry_key: paymentId, amount_minor: totalMinor } = row;
  const posting = debitSettled({ operatorId, paymentId, totalMinor }, deps.clock.nowMs());
  await recordPostings(tx, withoutNulls([posting]));
}

/** Posts a returned debit in the transaction that moves it. `row` is the entry before. */
export async function postReturned(deps: Deps, tx: Tx, row: AchEntryRow): Promise<void> {
  if (!isPosted(row)) return;
  const wasSettled = row.status === "settled";
  const debits = await readDebits(deps, tx, [row]);
  const atMs = deps.clock.nowMs();
  const postings = debits.map((debit) => debitReturned(debit, { wasSettled }, atMs));
  await recordPostings(tx, withoutNulls(postings));
}

async function readDebits(
  { sales }: Pick<AchDeps, "sales">,
  tx: Tx,
  rows: readonly AchEntryRow[],
): Promise<SoldDebit[]> {
  const operatorIds = [...new Set(rows.map(({ operator_id }) => operator_id))];
  const debits: SoldDebit[] = [];
  for (const operatorId of operatorIds) {
    const own = rows.filter(({ operator_id }) => operator_id === operatorId);
    const ids = own.map(({ entry_key }) => entry_key);
    const found = await sales.read?.(tx, operatorId, ids);
    for (const { entry_key: paymentId, amount_minor: baseMinor } of own) {
      const parts = { baseMinor, feesMinor: 0, taxMinor: 0 };
      const sale = found?.get(paymentId) ?? { parts, taxState: null };
      debits.push({ operatorId, paymentId, ...sale });
    }
  }
  return debits;
}
