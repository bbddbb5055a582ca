import { type AchBatch, type Origination, writeAchFile } from "../../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { readDetails } from "./order-entry.ts";
import type { AchEntryRow, AchFileRow } from "./tables.ts";

/** The file's name, such as `ACH-20261123-A.txt`. */
export function fileName({
  bank_date,
  id_modifier,
}: Pick<AchFileRow, "bank_date" | "id_modifier">): string {
  return `ACH-${bank_date.replaceAll("-", "")}-${id_modifier}.txt`;
}

/** Renders a file from its rows alone: rendering again gives the same. Undefined if no entries are left. */
export async function renderFile(
  deps: AchDeps,
  origination: Origination,
  file: AchFileRow,
): Promise<string | undefined> {
  const rows = await deps.database.kysely
    .selectFrom("ach_entries")
    .selectAll()
    .where("ach_file_id", "=", file.ach_file_id)
    .orderBy("trace_number")
    .execute();
  if (rows.length === 0) return undefined;
  const batches = new Map<number, AchEntryRow[]>();
  for (const row of rows) {
    await deps.keyring.load(row.operator_id);
    const number = row.batch_number ?? 0;
    batches.set(number, [...(batches.get(number) ?? []), row]);
  }
  return writeAchFile({
    origination,
    createdOn: { date: file.bank_date, time: file.bank_time },
    idModifier: file.id_modifier,
    batches: [...batches.values()].map((batch) => batchOf(deps, batch)),
  });
}

/**
 * The text on the receiver's statement. Only an entry that corrects an error may be a REVERSAL (Nacha Operating Rules,
 * 2.9).
 */
function entryDescriptionOf({ direction, source, is_reversal }: AchEntryRow): string {
  if (is_reversal) return "REVERSAL";
  if (direction === "debit") return "PURCHASE";
  return source === "refund" ? "REFUND" : "PAYOUT";
}

function batchOf(deps: AchDeps, rows: readonly AchEntryRow[]): AchBatch {
  const [first] = rows as [AchEntryRow];
  // A reversal has the class of the debit that it reverses.
  const isWeb = first.direction === "debit" || first.is_reversal;
  return {
    companyName: first.company_name,
    standardEntryClass: isWeb ? "WEB" : "PPD",
    entryDescription: entryDescriptionOf(first),
    effectiveEntryDate: first.effective_date ?? "",
    entries: rows.map((row) => {
      const { routingNumber, accountNumber, holderName } = readDetails(deps, row);
      return {
        direction: row.direction,
        accountType: row.account_type,
        routingNumber,
        accountNumber,
        amountMinor: row.amount_minor,
        individualId: row.ach_entry_id.slice(-15),
        individualName: holderName,
        traceNumber: row.trace_number ?? "",
      };
    }),
  };
}
