/**
 * Matches bank entries with ACH files and returns. The entry names our file, and its amount is the sum
 * of the operator's debits (or credits) in it; or it names a returned entry's trace number, with its
 * amount. The ledger has these movements from the ACH rail, so the entry posts nothing.
 *
 * Operators share files, and a bank books a file as one entry. So the sum of the whole file matches, too:
 * the operator's own entries are its part, and the rest is not the operator's. Only one entry of a
 * statement may try a file's sum in one direction, because trying would tell what others have in it.
 */
import type { Tx } from "../../platform/database/transaction.ts";
import { addDays } from "../../providers/nacha/index.ts";
import { type AchEvidence, readAchEvidence } from "../../rails/ach/index.ts";
import { type BankEntry, names } from "./bank-entry.ts";

/** Days before a statement in which its ACH entries took effect: returns come up to 60 days later. */
const daysBack = 75;

/** Matches the entries that fit. Returns those that name no ACH file or return. */
export async function matchAch(
  tx: Tx,
  operatorId: string,
  entries: readonly BankEntry[],
): Promise<BankEntry[]> {
  const dates = entries.flatMap(({ value_date: date }) => (date === null ? [] : [date])).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return [...entries];
  const period = { from: addDays(first, -daysBack), to: addDays(last, 5) };
  const evidence = await readAchEvidence(tx, operatorId, period);
  const taken = await findTaken(tx, operatorId, evidence);
  const left: BankEntry[] = [];
  const named = new Map<string, number>();
  for (const entry of entries) {
    for (const key of guessesOf(entry, evidence)) named.set(key, (named.get(key) ?? 0) + 1);
  }
  const isOnly = (entry: BankEntry) =>
    guessesOf(entry, evidence).every((key) => named.get(key) === 1);
  for (const entry of entries) {
    const record = recordOf(entry, evidence, isOnly(entry));
    const key = record && `${record.type} ${record.id}`;
    if (!record || !key || taken.has(key)) {
      left.push(entry);
      continue;
    }
    taken.add(key);
    await tx
      .updateTable("settlement_lines")
      .set({
        state: "matched",
        matched_type: record.type,
        matched_id: record.id,
        match_rule: record.rule,
      })
      .where("operator_id", "=", operatorId)
      .where("settlement_batch_id", "=", entry.settlement_batch_id)
      .where("row_no", "=", entry.row_no)
      .execute();
  }
  return left;
}

/** The subject of an entry: a file's debits or credits, or a returned entry. */
export function recordOf(
  entry: Pick<BankEntry, "text" | "net_minor" | "currency">,
  { files, returns }: AchEvidence,
  mayBeWhole = true,
): { type: string; id: string; rule: string } | undefined {
  if (entry.currency !== "USD") return undefined;
  const returned = returns.filter(
    ({ traceNumber, direction, amountMinor }) =>
      names(entry.text, traceNumber) &&
      entry.net_minor === (direction === "debit" ? -amountMinor : amountMinor),
  );
  const [only] = returned;
  if (only && returned.length === 1) {
    return { type: "ach_return", id: only.achEntryId, rule: "trace_number" };
  }
  const named = files.filter(({ name }) => names(entry.text, name));
  const [file] = named;
  if (!file || named.length > 1) return undefined;
  if (file.debitMinor > 0 && entry.net_minor === file.debitMinor) {
    return { type: "ach_debits", id: file.achFileId, rule: "file_name" };
  }
  if (file.creditMinor > 0 && entry.net_minor === -file.creditMinor) {
    return { type: "ach_credits", id: file.achFileId, rule: "file_name" };
  }
  if (!mayBeWhole) return undefined;
  // The operator has a part of it.
  if (file.debitMinor > 0 && entry.net_minor === file.totalDebitMinor) {
    return { type: "ach_debits", id: file.achFileId, rule: "file_total" };
  }
  if (file.creditMinor > 0 && entry.net_minor === -file.totalCreditMinor) {
    return { type: "ach_credits", id: file.achFileId, rule: "file_total" };
  }
  return undefined;
}

/** The files that an entry names, with its direction. */
function guessesOf(
  { text, net_minor: netMinor }: Pick<BankEntry, "text" | "net_minor">,
  { files }: AchEvidence,
): string[] {
  return files
    .filter(({ name }) => names(text, name))
    .map(({ achFileId }) => `${achFileId} ${Math.sign(netMinor)}`);
}

async function findTaken(
  tx: Tx,
  operatorId: string,
  { files, returns }: AchEvidence,
): Promise<Set<string>> {
  const ids = [
    ...files.map(({ achFileId }) => achFileId),
    ...returns.map(({ achEntryId }) => achEntryId),
  ];
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("settlement_lines")
    .select(["matched_type", "matched_id"])
    .where("operator_id", "=", operatorId)
    .where("matched_type", "in", ["ach_debits", "ach_credits", "ach_return"])
    .where("matched_id", "in", ids)
    .execute();
  return new Set(rows.map((row) => `${row.matched_type} ${row.matched_id}`));
}
