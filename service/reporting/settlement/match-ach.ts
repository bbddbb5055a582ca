/**
 * Matches bank entries with ACH files and returns. The entry names our file, and its amount is the sum of the
 * operator's debits (or credits) in it; or it names a returned entry's trace number, with its amount. The ACH rail has
 * posted these movements, so the entry posts nothing.
 *
 * Operators share files, and a bank books a file as one entry, so the whole file's sum matches, too. Only one entry may
 * try a file's sum in one direction, over all the operator's statements, because trying would reveal what others have
 * in it. The break of an unmatched entry names the file, which counts the try.
 */
import { sql } from "kysely";
import type { Tx } from "../../platform/database/transaction.ts";
import { addDays } from "../../providers/nacha/index.ts";
import { type AchEvidence, readAchEvidence } from "../../rails/ach/index.ts";
import { type BankEntry, mentions } from "./bank-entry.ts";

/** Entries may take effect this many days before a statement: returns come up to 60 days later. */
const daysBack = 75;

export interface UnmatchedEntry extends BankEntry {
  readonly achFile: string | null;
}

/**
 * Matches entries. Returns the unmatched ones with the files that their breaks must name. The caller has locked the
 * operator's bank entries (match-bank.ts).
 */
export async function matchAch(
  tx: Tx,
  operatorId: string,
  entries: readonly BankEntry[],
): Promise<UnmatchedEntry[]> {
  const dates = entries.flatMap(({ value_date: date }) => (date === null ? [] : [date])).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) {
    return entries.map((entry) => ({ ...entry, achFile: null }));
  }
  const period = { from: addDays(first, -daysBack), to: addDays(last, 5) };
  const evidence = await readAchEvidence(tx, operatorId, period);
  const taken = await findTaken(tx, operatorId, evidence);
  const left: UnmatchedEntry[] = [];
  const tries = await findTries(tx, operatorId, entries, evidence);
  for (const entry of entries) {
    const isOnly = triesOf(entry, evidence).every((key) => tries.get(key) === 1);
    const record = recordOf(entry, evidence, isOnly);
    const key = record && `${record.type} ${record.id}`;
    if (!record || !key || taken.has(key)) {
      left.push({ ...entry, achFile: fileNamedBy(entry, evidence)?.name ?? null });
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

/** A file's debits or credits, or a returned entry. */
export function recordOf(
  entry: Pick<BankEntry, "text" | "net_minor" | "currency">,
  { files, returns }: AchEvidence,
  mayBeWhole = true,
): { type: string; id: string; rule: string } | undefined {
  if (entry.currency !== "USD") return undefined;
  const returned = returns.filter(
    ({ traceNumber, direction, amountMinor }) =>
      mentions(entry.text, traceNumber) &&
      entry.net_minor === (direction === "debit" ? -amountMinor : amountMinor),
  );
  const [only] = returned;
  if (only && returned.length === 1) {
    return { type: "ach_return", id: only.achEntryId, rule: "trace_number" };
  }
  const file = fileNamedBy(entry, { files });
  if (!file) return undefined;
  if (file.debitMinor > 0 && entry.net_minor === file.debitMinor) {
    return { type: "ach_debits", id: file.achFileId, rule: "file_name" };
  }
  if (file.creditMinor > 0 && entry.net_minor === -file.creditMinor) {
    return { type: "ach_credits", id: file.achFileId, rule: "file_name" };
  }
  if (!mayBeWhole) return undefined;
  // The operator has only a part of the file.
  if (file.debitMinor > 0 && entry.net_minor === file.totalDebitMinor) {
    return { type: "ach_debits", id: file.achFileId, rule: "file_total" };
  }
  if (file.creditMinor > 0 && entry.net_minor === -file.totalCreditMinor) {
    return { type: "ach_credits", id: file.achFileId, rule: "file_total" };
  }
  return undefined;
}

/** The file that the text mentions, if there is only one. */
function fileNamedBy(
  { text }: Pick<BankEntry, "text">,
  { files }: Pick<AchEvidence, "files">,
): AchEvidence["files"][number] | undefined {
  const named = files.filter(({ name }) => mentions(text, name));
  return named.length === 1 ? named[0] : undefined;
}

/** The named files' tries with the entry's direction. */
function triesOf(
  { text, net_minor: netMinor }: Pick<BankEntry, "text" | "net_minor">,
  { files }: AchEvidence,
): string[] {
  return files
    .filter(({ name }) => mentions(text, name))
    .map(({ name }) => `${name} ${Math.sign(netMinor)}`);
}

/**
 * How many entries name each file in each direction, with unmatched ones of earlier statements. Breaks of every class
 * count: an entry that is compared with a payout (entry-breaks.ts) has tried the file's sum, too.
 */
async function findTries(
  tx: Tx,
  operatorId: string,
  entries: readonly BankEntry[],
  evidence: AchEvidence,
): Promise<ReadonlyMap<string, number>> {
  const tries = new Map<string, number>();
  const add = (key: string) => tries.set(key, (tries.get(key) ?? 0) + 1);
  for (const entry of entries) for (const key of triesOf(entry, evidence)) add(key);
  if (tries.size === 0) return tries;
  const file = sql<string>`theirs ->> 'achFile'`;
  const earlier = await tx
    .selectFrom("settlement_breaks")
    .select([file.as("file"), sql<number>`(theirs ->> 'amountMinor')::bigint`.as("netMinor")])
    .where("operator_id", "=", operatorId)
    .where(file, "in", [...new Set(evidence.files.map(({ name }) => name))])
    .execute();
  for (const each of earlier) add(`${each.file} ${Math.sign(Number(each.netMinor))}`);
  return tries;
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
