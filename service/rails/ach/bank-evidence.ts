import type { Tx } from "../../platform/database/transaction.ts";
import { fileName } from "./render-file.ts";

/** Data to compare with a bank statement. */
export interface AchEvidence {
  /** The files, with the operator's own sums and the bank's sum of the whole file. */
  readonly files: readonly {
    readonly achFileId: string;
    readonly name: string;
    readonly debitMinor: number;
    readonly creditMinor: number;
    /** The sum of all operators. Never shown to one. */
    readonly totalDebitMinor: number;
    readonly totalCreditMinor: number;
  }[];
  readonly returns: readonly {
    readonly achEntryId: string;
    readonly traceNumber: string;
    readonly direction: "credit" | "debit";
    readonly amountMinor: number;
  }[];
}

/** Maximum number of rows to compare with one statement. */
const maxRows = 5_000;

/** Reads files and returns by effective date. */
export async function readAchEvidence(
  tx: Pick<Tx, "selectFrom">,
  operatorId: string,
  { from, to }: { from: string; to: string },
): Promise<AchEvidence> {
  const sums = await tx
    .selectFrom("ach_entries")
    .select((select) => [
      "ach_file_id",
      "direction",
      select.fn.sum<number>("amount_minor").as("sum"),
    ])
    .where("operator_id", "=", operatorId)
    .where("effective_date", ">=", from)
    .where("effective_date", "<=", to)
    .where("ach_file_id", "is not", null)
    .groupBy(["ach_file_id", "direction"])
    .limit(maxRows)
    .execute();
  const ids = [...new Set(sums.flatMap(({ ach_file_id: id }) => (id === null ? [] : [id])))];
  const files =
    ids.length === 0
      ? []
      : await tx.selectFrom("ach_files").selectAll().where("ach_file_id", "in", ids).execute();
  const sumOf = (id: string, direction: string) =>
    Number(sums.find((row) => row.ach_file_id === id && row.direction === direction)?.sum ?? 0);
  const returned = await tx
    .selectFrom("ach_entries")
    .select(["ach_entry_id", "trace_number", "direction", "amount_minor"])
    .where("operator_id", "=", operatorId)
    .where("status", "=", "returned")
    .where("effective_date", ">=", from)
    .where("effective_date", "<=", to)
    .where("trace_number", "is not", null)
    .limit(maxRows)
    .execute();
  return {
    files: files.map((file) => ({
      achFileId: file.ach_file_id,
      name: fileName(file),
      debitMinor: sumOf(file.ach_file_id, "debit"),
      creditMinor: sumOf(file.ach_file_id, "credit"),
      totalDebitMinor: file.debit_minor,
      totalCreditMinor: file.credit_minor,
    })),
    returns: returned.map((row) => ({
      achEntryId: row.ach_entry_id,
      traceNumber: row.trace_number ?? "",
      direction: row.direction,
      amountMinor: row.amount_minor,
    })),
  };
}
