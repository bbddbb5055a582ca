import type { SettlementBreak, SettlementFile } from "#contract/api/settlement-files";
import { toMajor } from "#contract/money";
import type { Tx } from "../../platform/database/transaction.ts";
import type { StoredBreak } from "./break-store.ts";
import type { StoredFile } from "./register-file.ts";

/** Counts of a file's rows. */
export interface FileCounts {
  readonly matched: number;
  readonly breaks: number;
}

/** A bank source without the fingerprint of its account number. */
export function publicSource(source: string): string {
  return source.replace(/^(bank):([^:]*):.*$/, "$1:…$2");
}

/** A file, as the API shows it. */
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

/** A break, as the API shows it. */
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

/** Counts the matched rows and breaks of files. */
export async function countRows(
  tx: Pick<Tx, "selectFrom">,
  operatorId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FileCounts>> {
  const counts = new Map<string, FileCounts>();
  if (fileIds.length === 0) return counts;
  const matched = await tx
    .selectFrom("settlement_batches as b")
    .innerJoin("settlement_lines as l", (join) =>
      join
        .onRef("l.operator_id", "=", "b.operator_id")
        .onRef("l.settlement_batch_id", "=", "b.settlement_batch_id"),
    )
    .select((select) => ["b.settlement_file_id", select.fn.countAll<number>().as("count")])
    .where("b.operator_id", "=", operatorId)
    .where("l.operator_id", "=", operatorId)
    .where("b.settlement_file_id", "in", [...fileIds])
    .where("l.state", "=", "matched")
    .groupBy("b.settlement_file_id")
    .execute();
  const breaks = await tx
    .selectFrom("settlement_batches as b")
    .innerJoin("settlement_breaks as k", (join) =>
      join
        .onRef("k.operator_id", "=", "b.operator_id")
        .onRef("k.settlement_batch_id", "=", "b.settlement_batch_id"),
    )
    .select((select) => ["b.settlement_file_id", select.fn.countAll<number>().as("count")])
    .where("b.operator_id", "=", operatorId)
    .where("k.operator_id", "=", operatorId)
    .where("b.settlement_file_id", "in", [...fileIds])
    .groupBy("b.settlement_file_id")
    .execute();
  for (const id of fileIds) {
    const find = (rows: { settlement_file_id: string; count: number }[]) =>
      Number(rows.find((row) => row.settlement_file_id === id)?.count ?? 0);
    counts.set(id, { matched: find(matched), breaks: find(breaks) });
  }
  return counts;
}
