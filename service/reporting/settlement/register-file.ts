import type { Selectable } from "kysely";
import type { ImportQuery, SettlementFormat } from "#contract/api/settlement-files";
import { requireActorStillAllowed } from "../../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { newId } from "../../platform/randomness.ts";
import { gapKey } from "./break-keys.ts";
import { recordBreak, resolveByKey } from "./break-store.ts";
import { requireContinuity } from "./continuity.ts";
import { storedFileName } from "./file-name.ts";
import { FileRefused, type SettlementBatch } from "./readers/settlement-items.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import {
  bankSourceOf,
  firstCurrencyOf,
  type LockedSource,
  lockSource,
  type Source,
  sourceInCurrency,
  withoutAccount,
} from "./sources.ts";
import type { SettlementFileRow } from "./tables.ts";

export type StoredFile = Selectable<SettlementFileRow>;

export interface Received {
  readonly file: StoredFile;
  readonly duplicate: boolean;
}

export interface Upload extends ImportQuery {
  readonly operatorId: string;
  readonly actor: AuditActor;
}

export interface Checked {
  readonly format: SettlementFormat;
  readonly batches: readonly SettlementBatch[];
}

export interface ReceivedContent {
  readonly settlementFileId: string;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly partCount: number;
}

/** Registers in one transaction. Locks sources in order, so that imports of one source run one after the other. */
export async function registerFile(
  deps: SettlementDeps,
  upload: Upload,
  content: ReceivedContent,
  given: Checked,
): Promise<Received> {
  const { operatorId } = upload;
  const checked = withSafeKeys(deps, operatorId, given);
  try {
    return await inTransaction(deps.database, async (tx) => {
      await requireStillAllowed(tx, upload);
      const locked = new Map<string, LockedSource>();
      const lockAll = async (sources: ReadonlyMap<number, Source>) => {
        for (const source of [...sources.values()].sort((a, b) => (a.source < b.source ? -1 : 1))) {
          if (!locked.has(source.source)) {
            locked.set(source.source, await lockSource(deps, tx, operatorId, source));
          }
        }
      };
      const named = namedSources(deps, upload, checked);
      await lockAll(named);
      const sources = await sourcesOf(tx, operatorId, named, checked);
      await lockAll(sources);
      const earlier = await findByContent(tx, operatorId, content.contentHash);
      if (earlier) return { file: earlier, duplicate: true };
      await requireParts(tx, operatorId, content);
      const first = sources.get(1);
      if (!first) throw new FileRefused("file_empty", 1, "The file has no batch.");
      const fresh: { batch: SettlementBatch; source: Source }[] = [];
      const changed: { batch: SettlementBatch; source: Source }[] = [];
      for (const batch of checked.batches) {
        const source = sources.get(batch.batchNo) as Source;
        const known = await findBatch(tx, operatorId, source.source, batch.batchKey);
        if (!known) fresh.push({ batch, source });
        else if (known.content_hash !== batch.contentHash) changed.push({ batch, source });
      }
      await requireContinuity(
        tx,
        operatorId,
        fresh,
        locked,
        await findAccepted(tx, operatorId, named, fresh),
      );
      const rowCount = fresh.reduce((sum, { batch }) => sum + batch.rowCount, 0);
      const file = await insertFile(deps, tx, upload, content, {
        source: first.source,
        format: checked.format,
        state: rowCount === 0 ? "processed" : "pending",
        rowCount,
        refused: null,
      });
      for (const { batch, source } of fresh) {
        await insertBatch(deps, tx, { operatorId, source, batch, ...content });
      }
      await resolveByKey(deps, tx, operatorId, [...gapsBefore(named, fresh).keys()]);
      for (const { batch, source } of changed) {
        await recordBreak(deps, tx, operatorId, {
          key: `changed_after_import:${source.source}:${batch.batchKey}:${batch.contentHash}`,
          class: "changed_after_import",
          source: source.source,
          currency: batch.currency,
          amountMinor: Math.abs(batch.netMinor),
          theirs: {
            batch: batch.batchKey,
            netMinor: batch.netMinor,
            rowCount: batch.rowCount,
            settlementFileId: content.settlementFileId,
          },
        });
      }
      await appendAudit(deps, tx, operatorId, {
        actor: upload.actor,
        action: "settlement_file.received",
        subject: { type: "settlement_file", id: content.settlementFileId },
        details: {
          format: checked.format,
          source: first.source,
          batches: fresh.length,
          changed: changed.length,
          rows: rowCount,
        },
      });
      return { file, duplicate: false };
    });
  } catch (error) {
    if (error instanceof FileRefused) {
      return registerRefused(deps, upload, content, checked, error);
    }
    // Another process registered the content first.
    if (isUniqueViolation(error, "settlement_files_one_content")) {
      const file = await findByContent(deps.database.kysely, operatorId, content.contentHash);
      if (file) return { file, duplicate: true };
    }
    throw error;
  }
}

/** Registers a refused file without its content. */
export async function registerRefused(
  deps: SettlementDeps,
  upload: Upload,
  content: ReceivedContent,
  checked: Checked | null,
  refused: FileRefused,
): Promise<Received> {
  const { operatorId } = upload;
  return inTransaction(deps.database, async (tx) => {
    await requireStillAllowed(tx, upload);
    const named = checked ? namedSources(deps, upload, checked) : new Map<number, Source>();
    const sources = checked ? await sourcesOf(tx, operatorId, named, checked) : named;
    const name = sources.get(1)?.source ?? upload.processor ?? "bank";
    const file = await insertFile(deps, tx, upload, content, {
      source: name,
      format: checked?.format ?? upload.format ?? "csv",
      state: "failed",
      rowCount: 0,
      refused,
    });
    const isGap = refused.code === "sequence_gap" || refused.code === "opening_differs";
    const gap = isGap && checked?.batches.find(({ lineNo }) => lineNo === refused.line);
    if (gap) {
      const account = named.get(gap.batchNo) as Source;
      await recordBreak(deps, tx, operatorId, {
        key: gapKey(account.source, gap.currency, gap.batchKey),
        class: "sequence_gap",
        source: (sources.get(gap.batchNo) as Source).source,
        currency: gap.currency,
        amountMinor: Math.abs(gap.netMinor),
        theirs: { statement: gap.batchKey, openingMinor: gap.openingMinor, sequence: gap.sequence },
      });
    }
    await appendAudit(deps, tx, operatorId, {
      actor: upload.actor,
      action: "settlement_file.refused",
      subject: { type: "settlement_file", id: content.settlementFileId },
      details: { code: refused.code, line: refused.line },
    });
    return { file, duplicate: false };
  });
}

/** An upload can take minutes. */
function requireStillAllowed(tx: Tx, { operatorId, actor }: Upload): Promise<void> {
  return requireActorStillAllowed(tx, operatorId, actor, "reconciliation.work");
}

/** The statements whose gap before them a person has accepted, by batch number. */
async function findAccepted(
  tx: Tx,
  operatorId: string,
  named: ReadonlyMap<number, Source>,
  fresh: readonly { batch: SettlementBatch }[],
): Promise<ReadonlySet<number>> {
  const gaps = gapsBefore(named, fresh);
  if (gaps.size === 0) return new Set();
  const rows = await tx
    .selectFrom("settlement_breaks")
    .select("break_key")
    .where("operator_id", "=", operatorId)
    .where("break_key", "in", [...gaps.keys()])
    .where("state", "=", "resolved")
    .where("closing", "is not", null)
    .execute();
  return new Set(rows.map(({ break_key }) => gaps.get(break_key) as number));
}

/** The batch number of each statement, by the key of a gap before it. */
function gapsBefore(
  named: ReadonlyMap<number, Source>,
  fresh: readonly { batch: SettlementBatch }[],
): ReadonlyMap<string, number> {
  return new Map(
    fresh
      .filter(({ batch }) => batch.kind === "bank")
      .map(({ batch: { batchNo, currency, batchKey } }) => [
        gapKey((named.get(batchNo) as Source).source, currency, batchKey),
        batchNo,
      ]),
  );
}

/** Takes account numbers out of the keys of bank batches. */
function withSafeKeys(
  deps: Pick<SettlementDeps, "keyring">,
  operatorId: string,
  checked: Checked,
): Checked {
  const batches = checked.batches.map((batch) =>
    batch.kind === "bank"
      ? { ...batch, batchKey: withoutAccount(deps, operatorId, batch.batchKey, batch.account) }
      : batch,
  );
  return { ...checked, batches };
}

/** Throws if a piece is missing, because the import could never finish. */
async function requireParts(
  tx: Tx,
  operatorId: string,
  { settlementFileId, partCount }: ReceivedContent,
): Promise<void> {
  const { count } = await tx
    .selectFrom("settlement_file_parts")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("operator_id", "=", operatorId)
    .where("settlement_file_id", "=", settlementFileId)
    .executeTakeFirstOrThrow();
  if (Number(count) !== partCount) throw new Error("pieces of the upload are missing");
}

/** The processor or bank account that each batch names, by batch number. */
function namedSources(
  deps: Pick<SettlementDeps, "keyring">,
  upload: Upload,
  { batches }: Checked,
): Map<number, Source> {
  const processor = upload.processor ?? "";
  return new Map(
    batches.map((batch) => [
      batch.batchNo,
      batch.kind === "bank"
        ? bankSourceOf(deps, upload.operatorId, batch.account)
        : { source: processor, kind: "processor" as const, label: processor },
    ]),
  );
}

/** The source of each batch, by batch number. */
async function sourcesOf(
  tx: Tx,
  operatorId: string,
  named: ReadonlyMap<number, Source>,
  { batches }: Checked,
): Promise<ReadonlyMap<number, Source>> {
  const sources = new Map<number, Source>();
  const firstCurrencies = new Map<string, string>();
  for (const { batchNo, kind, currency } of batches) {
    const source = named.get(batchNo) as Source;
    if (kind === "bank") {
      const first =
        firstCurrencies.get(source.source) ??
        (await firstCurrencyOf(tx, operatorId, source.source)) ??
        currency;
      firstCurrencies.set(source.source, first);
      sources.set(batchNo, currency === first ? source : sourceInCurrency(source, currency));
    } else sources.set(batchNo, source);
  }
  return sources;
}

async function insertFile(
  deps: SettlementDeps,
  tx: Tx,
  { operatorId, actor, name }: Upload,
  { settlementFileId, contentHash, sizeBytes }: ReceivedContent,
  file: Pick<StoredFile, "source" | "format" | "state"> & {
    rowCount: number;
    refused: FileRefused | null;
  },
): Promise<StoredFile> {
  const now = new Date(deps.clock.nowMs());
  return tx
    .insertInto("settlement_files")
    .values({
      operator_id: operatorId,
      settlement_file_id: settlementFileId,
      source: file.source,
      format: file.format,
      name: storedFileName(name),
      content_hash: contentHash,
      size_bytes: sizeBytes,
      state: file.state,
      row_count: file.rowCount,
      refusal_code: file.refused?.code ?? null,
      refusal_line: file.refused?.line ?? null,
      refusal_message: file.refused?.message ?? null,
      uploaded_by: JSON.stringify(actor),
      lease_until: null,
      created_at: now,
      updated_at: now,
      processed_at: file.state === "pending" ? null : now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function insertBatch(
  deps: SettlementDeps,
  tx: Tx,
  of: { operatorId: string; settlementFileId: string; source: Source; batch: SettlementBatch },
): Promise<void> {
  const { operatorId, settlementFileId, source, batch } = of;
  const now = new Date(deps.clock.nowMs());
  await tx
    .insertInto("settlement_batches")
    .values({
      operator_id: operatorId,
      settlement_batch_id: newId(deps, "settlementBatch"),
      settlement_file_id: settlementFileId,
      source: source.source,
      kind: batch.kind,
      batch_key: batch.batchKey,
      batch_no: batch.batchNo,
      currency: batch.currency,
      gross_minor: batch.grossMinor,
      fee_minor: batch.feeMinor,
      net_minor: batch.netMinor,
      totals: JSON.stringify({ byType: batch.byType, byFee: batch.byFee }),
      payout_reference: batch.payoutReference,
      trace_reference: batch.traceReference,
      value_date: batch.valueDate ?? now.toISOString().slice(0, 10),
      row_count: batch.rowCount,
      // The job never sees a batch without rows.
      is_complete: batch.rowCount === 0,
      opening_minor: batch.openingMinor,
      closing_minor: batch.closingMinor,
      content_hash: batch.contentHash,
      bank_batch_id: null,
      bank_row_no: null,
      bank_break_id: null,
      created_at: now,
    })
    .execute();
}

function findByContent(
  tx: Pick<Tx, "selectFrom">,
  operatorId: string,
  contentHash: string,
): Promise<StoredFile | undefined> {
  return tx
    .selectFrom("settlement_files")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("content_hash", "=", contentHash)
    .where("state", "!=", "failed")
    .executeTakeFirst();
}

function findBatch(tx: Tx, operatorId: string, source: string, batchKey: string) {
  return tx
    .selectFrom("settlement_batches")
    .select("content_hash")
    .where("operator_id", "=", operatorId)
    .where("source", "=", source)
    .where("batch_key", "=", batchKey)
    .executeTakeFirst();
}
