import type { SettlementBreak, SettlementFile } from "#contract/api/settlement-files";
import { toMajor } from "#contract/money";
import type { Tx } from "../../platform/database/transaction.ts";
import type { StoredBreak } from "./break-store.ts";
import type { StoredFile } from "./register-file.ts";

export interface FileCounts {
  readonly matched: number;
  readonly breaks: number;
}

/** The source without a bank account's fingerprint. */
export function publicSource(source: string): string {
  return source.replace(/^bank:([^:]*):[^:]*(:[A-Z]{3})?$/, "bank:…$1$2");
}

export function presentFile(
  file: StoredFile,
  counts: FileCounts,
  duplicate: boolean,
): SettlementFile {
  return {
    settlementFileId: file.settlement_file_id,
    source: publicSource(file.source),
    format: file.format,
    name: file.name,
    sha256: file.content_hash,
    sizeBytes: file.size_bytes,
    state: file.state,
    duplicate,
    rowCount: file.row_count,
    rowsDone: file.rows_done,
    matchedCount: counts.matched,
    breakCount: counts.breaks,
    refusal:
      file.refusal_code === null
        ? null
        : {
            code: file.refusal_code,
            line: file.refusal_line ?? 1,
            message: file.refusal_message ?? "",
          },
    createdAt: file.created_at.toISOString(),
    processedAt: file.processed_at?.toISOString() ?? null,
  };
}

export function presentBreak(found: StoredBreak): SettlementBreak {
  return {
    settlementBreakId: found.settlement_break_id,
    class: found.class,
    state: found.state,
    source: publicSource(found.source),
    currency: found.currency,
    amount: toMajor(found.amount_minor, found.currency),
    subject:
      found.subject_type === null || found.subject_id === null
        ? null
        : { type: found.subject_type, id: found.subject_id },
    processorReference: found.processor_reference,
    openedAt: found.opened_at.toISOString(),
    closedAt: found.closed_at?.toISOString() ?? null,
  };
}

/** Counts matched rows and breaks by file, from totals that triggers maintain (migration 0101). */
export async function countRows(
  tx: Pick<Tx, "selectFrom">,
  operatorId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FileCounts>> {
  if (fileIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("settlement_batches as b")
    .innerJoin("settlement_counts as c", (join) =>
      join
        .onRef("c.operator_id", "=", "b.operator_id")
        .onRef("c.settlement_batch_id", "=", "b.settlement_batch_id"),
    )
    .select((select) => [
      "b.settlement_file_id",
      select.fn.sum<number>("c.matched").as("matched"),
      select.fn.sum<number>("c.breaks").as("breaks"),
    ])
    .where("b.operator_id", "=", operatorId)
    .where("c.operator_id", "=", operatorId)
    .where("b.settlement_file_id", "in", [...fileIds])
    .groupBy("b.settlement_file_id")
    .execute();
  return new Map(
    rows.map((row) => [
      row.settlement_file_id,
      { matched: Number(row.matched), breaks: Number(row.breaks) },
    ]),
  );
}
