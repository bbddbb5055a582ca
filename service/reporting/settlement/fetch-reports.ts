/**
 * Fetches settled batches from processors that offer them by API, and imports each like a settlement file from staff.
 *
 * An imported batch is not fetched again. Later runs fetch an unreadable batch for a week. After a longer interruption,
 * a run reads from the newest imported batch on, at most 31 days back. A refused batch is stored once, and again only
 * if its content changes.
 */
import { createHash } from "node:crypto";
import { addBankingDays, addDays, bankTime } from "#contract/banking-calendar";
import {
  type SettlementCsvRow,
  type SettlementRowType,
  writeSettlementCsv,
} from "#contract/connectors/settlement-csv";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import type { CardProcessor, SettledBatch } from "../../providers/processor/index.ts";
import { withFetchLease } from "./fetch-lease.ts";
import { readerLimits } from "./readers/settlement-items.ts";
import { receiveFile } from "./receive-file.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

const dayMs = 24 * 60 * 60_000;
/** How far back every run reads at least. */
const defaultDays = 7;
/** How many days before the newest imported batch are read again, because batches can be listed late. */
const overlapDays = 3;
/** The longest period that vendors list at once. */
const longestDays = 31;

/** Fetches reports. Resolves to the number of stored files. When `signal` aborts, ends after the current batch. */
export async function fetchReports(deps: SettlementDeps, signal: AbortSignal): Promise<number> {
  let stored = 0;
  for (const processor of deps.payments.processors.all) {
    if (signal.aborted) break;
    if (!processor.settledBatches) continue;
    try {
      const operatorId = await recipientOf(deps, processor.name);
      if (operatorId === undefined) continue;
      const fetch = () => fetchOf(deps, operatorId, processor, signal);
      stored += (await withFetchLease(deps, processor.name, fetch)) ?? 0;
    } catch (error) {
      if (isStoreLost(error)) throw error;
      deps.log.error("settled batches could not be imported", { processor: processor.name, error });
    }
  }
  return stored;
}

/**
 * The operator that the entry names, or the installation's only one (the sandbox's demo operator only if there is no
 * other). A shared account lists everybody's payments, so without a name no operator gets them.
 */
async function recipientOf(
  { database, payments, log }: SettlementDeps,
  processor: string,
): Promise<string | undefined> {
  const named = payments.config.processors.find(({ name }) => name === processor);
  const found = await database.kysely
    .selectFrom("operators")
    .select(["operator_id", "is_demo"])
    .where((where) =>
      named?.settlementOperator
        ? where("operator_id", "=", named.settlementOperator)
        : where.val(true),
    )
    .orderBy("is_demo")
    .limit(2)
    .execute();
  const [first, second] = found;
  if (named?.settlementOperator && !first) {
    log.warn("settlementOperator of a processor is not an operator", { processor });
  }
  return second && !second.is_demo ? undefined : first?.operator_id;
}

async function fetchOf(
  deps: SettlementDeps,
  operatorId: string,
  processor: CardProcessor,
  signal: AbortSignal,
): Promise<number> {
  const { name } = processor;
  const untilMs = deps.clock.nowMs();
  const batches = deps.database.kysely
    .selectFrom("settlement_batches")
    .where("operator_id", "=", operatorId)
    .where("source", "=", name);
  const imported = await batches
    .select("batch_key")
    .where("value_date", ">=", addDays(bankTime(untilMs).date, -longestDays - overlapDays))
    .execute();
  // The newest batch may be older than the imported ones above.
  const { newest } = await batches
    .select((select) => select.fn.max("value_date").as("newest"))
    .executeTakeFirstOrThrow();
  const resumeMs = newest ? Date.parse(newest) - overlapDays * dayMs : untilMs;
  const fetched = await processor.settledBatches?.({
    sinceMs: Math.max(
      untilMs - longestDays * dayMs,
      Math.min(untilMs - defaultDays * dayMs, resumeMs),
    ),
    untilMs,
    known: new Set(imported.map(({ batch_key: key }) => key)),
  });
  if (!fetched) return 0;
  const problem = fetched.type === "found" ? fetched.problem : fetched.reason;
  if (problem !== null) {
    deps.log.warn("settled batches could not be fetched; the next run tries again", {
      processor: name,
      reason: problem,
    });
  }
  let stored = 0;
  for (const batch of fetched.type === "found" ? fetched.batches : []) {
    if (signal.aborted) break;
    if (await importBatch(deps, operatorId, name, batch)) stored += 1;
  }
  return stored;
}

/** Imports a batch. Resolves to whether a file was stored. */
async function importBatch(
  deps: SettlementDeps,
  operatorId: string,
  processor: string,
  batch: SettledBatch,
): Promise<boolean> {
  const content = Buffer.from(csvOf(batch));
  const known = await deps.database.kysely
    .selectFrom("settlement_files")
    .select("settlement_file_id")
    .where("operator_id", "=", operatorId)
    .where("content_hash", "=", createHash("sha256").update(content).digest("hex"))
    .executeTakeFirst();
  if (known) return false;
  await deps.keyring.load(operatorId);
  const name = `${processor} ${batch.settledAt.slice(0, 10)} batch ${batch.id}.csv`;
  const upload = {
    operatorId,
    processor,
    format: "csv",
    name,
    actor: { kind: "service" },
  } as const;
  const { duplicate } = await receiveFile(deps, upload, piecesOf(content));
  return !duplicate;
}

async function* piecesOf(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/**
 * The payout row has the vendor's total, so a missing or doubled row refuses the batch. Gateways do not know when the
 * acquirer pays; the next banking day is usual.
 */
export function csvOf({ id, currency, settledAt, rows, netMinor }: SettledBatch): string {
  const common = {
    batch_id: id,
    currency,
    fee_minor: 0,
    fee_kind: "",
    value_date: addBankingDays(bankTime(Date.parse(settledAt)).date, 1),
    arn: "",
    reason_code: "",
  };
  const written = rows.map(
    (row, index): SettlementCsvRow => ({
      ...common,
      row_no: index + 1,
      // The reader refuses a vendor's unknown kind.
      row_type: row.type as SettlementRowType,
      processor_reference: row.reference,
      original_reference: row.original,
      merchant_reference: isReference(row.merchant) ? row.merchant : "",
      occurred_at: row.at,
      gross_minor: row.grossMinor,
      net_minor: row.grossMinor,
    }),
  );
  return writeSettlementCsv([
    ...written,
    {
      ...common,
      row_no: written.length + 1,
      row_type: "payout",
      processor_reference: id,
      original_reference: "",
      merchant_reference: "",
      occurred_at: settledAt,
      gross_minor: netMinor,
      net_minor: netMinor,
    },
  ]);
}

/** The merchant's other systems may put anything there. */
function isReference(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the reader refuses a file with them
  return text.length <= readerLimits.cellCharacters && !/[\u0000-\u001f\u007f]/.test(text);
}
