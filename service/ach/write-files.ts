import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { AchEntryRow, AchFileRow } from "../platform/database/tables.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { type AchBatch, type Origination, writeAchFile } from "../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { readDetails } from "./order-entry.ts";

/**
 * Writes the files that were made and are not in the outbox yet. Of many services one writes each: a file
 * that is collected and then written again would go to the bank twice. A crash before it is noted writes
 * the same file under the same name again: it follows from its rows alone.
 */
export async function writeFiles(deps: AchDeps, origination: Origination): Promise<void> {
  const files = await deps.database.kysely
    .selectFrom("ach_files")
    .selectAll()
    .where("written_at", "is", null)
    .orderBy("created_at")
    .execute();
  for (const file of files) {
    const text = await renderFile(deps, origination, file);
    const isOurs = await inTransaction(deps.database, async (tx) => {
      // Whoever writes it holds its row; when they are done, it is not unwritten any more.
      const unwritten = await tx
        .selectFrom("ach_files")
        .select("ach_file_id")
        .where("ach_file_id", "=", file.ach_file_id)
        .where("written_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      if (!unwritten) return false;
      await putInto(join(deps.config.ach.folder, "outbox"), fileName(file), text);
      await tx
        .updateTable("ach_files")
        .set({ written_at: new Date(deps.clock.nowMs()) })
        .where("ach_file_id", "=", file.ach_file_id)
        .execute();
      return true;
    });
    if (!isOurs) continue;
    deps.log.info("an ACH file was written", {
      name: fileName(file),
      entryCount: file.entry_count,
      debitMinor: file.debit_minor,
      creditMinor: file.credit_minor,
    });
  }
}

/** `ACH-20261123-A.txt`. */
export function fileName({ bank_date, id_modifier }: AchFileRow): string {
  return `ACH-${bank_date.replaceAll("-", "")}-${id_modifier}.txt`;
}

async function renderFile(
  deps: AchDeps,
  origination: Origination,
  file: AchFileRow,
): Promise<string> {
  const rows = await deps.database.kysely
    .selectFrom("ach_entries")
    .selectAll()
    .where("ach_file_id", "=", file.ach_file_id)
    .orderBy("trace_number")
    .execute();
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

function batchOf(deps: AchDeps, rows: readonly AchEntryRow[]): AchBatch {
  const [first] = rows as [AchEntryRow];
  const isDebit = first.direction === "debit";
  return {
    companyName: first.company_name,
    standardEntryClass: isDebit ? "WEB" : "PPD",
    entryDescription: isDebit ? "PURCHASE" : "PAYOUT",
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

/** The whole file at once, on the disk before it has its name: whoever collects never sees half of it. */
async function putInto(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${name}.${process.pid}`);
  const handle = await open(unfinished, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, name));
}
