import { createHash } from "node:crypto";
import { statementFormats } from "#contract/api/settlement-files";
import { newId } from "../../platform/randomness.ts";
import { FileText, openReader } from "./readers/open-reader.ts";
import { FileRefused, type SettlementBatch } from "./readers/settlement-items.ts";
import {
  type Checked,
  type Received,
  registerFile,
  registerRefused,
  type Upload,
} from "./register-file.ts";
import { partPlace } from "./sealed-columns.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

/** Characters of a stored piece. */
const partCharacters = 256 * 1024;

/**
 * Receives a file: checks all of it while it arrives, stores it sealed in pieces, and then registers
 * it in one transaction. The import job does the rest. Memory does not depend on the file's size.
 *
 * The same content again returns the file that was imported (`duplicate`) and changes nothing. A
 * refused file is stored as `failed` with code and line, without its content; the result says so.
 */
export async function receiveFile(
  deps: SettlementDeps,
  upload: Upload,
  content: AsyncIterable<Uint8Array>,
): Promise<Received> {
  const { operatorId } = upload;
  const settlementFileId = newId(deps, "settlementFile");
  const hash = createHash("sha256");
  const text = new FileText();
  const forget = () => deletePartsOf(deps, operatorId, settlementFileId);
  try {
    let checked: Checked | null = null;
    let refused: FileRefused | null = null;
    try {
      checked = await checkAndStore(deps, { ...upload, settlementFileId }, content, (piece) => {
        hash.update(piece);
        return text;
      });
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      refused = error;
    }
    const received = { settlementFileId, contentHash: hash.digest("hex"), sizeBytes: text.bytes };
    const outcome =
      checked !== null
        ? await registerFile(deps, upload, received, checked)
        : await registerRefused(deps, upload, received, null, refused as FileRefused);
    if (outcome.file.settlement_file_id !== settlementFileId || outcome.file.state !== "pending") {
      await forget();
    }
    return outcome;
  } catch (error) {
    await forget().catch(() => undefined);
    throw error;
  }
}

async function checkAndStore(
  deps: SettlementDeps,
  upload: Upload & { settlementFileId: string },
  content: AsyncIterable<Uint8Array>,
  take: (piece: Uint8Array) => FileText,
): Promise<Checked> {
  const reader = openReader(upload.format);
  const batches: SettlementBatch[] = [];
  let waiting = "";
  let partNo = 0;
  let decoder: FileText | null = null;
  const store = async () => {
    partNo += 1;
    await storePart(deps, upload, partNo, waiting);
    waiting = "";
  };
  for await (const piece of content) {
    decoder = take(piece);
    const text = decoder.push(piece);
    for (const { batch } of reader.push(text)) if (batch) batches.push(batch);
    waiting += text;
    if (waiting.length >= partCharacters) await store();
  }
  const rest = decoder?.end() ?? "";
  for (const { batch } of reader.push(rest)) if (batch) batches.push(batch);
  for (const { batch } of reader.end()) if (batch) batches.push(batch);
  waiting += rest;
  if (waiting !== "") await store();
  const format = reader.format;
  if (format === null) throw new FileRefused("format_unknown", 1, "The format is unknown.");
  if (!statementFormats.includes(format) && upload.processor === undefined) {
    throw new FileRefused("processor_missing", 1, "Send `processor` with a processor's report.");
  }
  return { format, batches };
}

async function storePart(
  deps: SettlementDeps,
  { operatorId, settlementFileId }: { operatorId: string; settlementFileId: string },
  partNo: number,
  text: string,
): Promise<void> {
  const place = partPlace(operatorId, settlementFileId, partNo);
  await deps.database.kysely
    .insertInto("settlement_file_parts")
    .values({
      operator_id: operatorId,
      settlement_file_id: settlementFileId,
      part_no: partNo,
      content_sealed: deps.keyring.encryptField(place, text),
      created_at: new Date(deps.clock.nowMs()),
    })
    .execute();
}

/** Deletes the stored content of a file. */
export async function deletePartsOf(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  settlementFileId: string,
): Promise<void> {
  await database.kysely
    .deleteFrom("settlement_file_parts")
    .where("operator_id", "=", operatorId)
    .where("settlement_file_id", "=", settlementFileId)
    .execute();
}
