import { createHash } from "node:crypto";
import { statementFormats } from "#contract/api/settlement-files";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { newId } from "../../platform/randomness.ts";
import { type FileReader, FileText, openReader } from "./readers/open-reader.ts";
import {
  FileRefused,
  readerLimits,
  type SettlementBatch,
  type SettlementItem,
} from "./readers/settlement-items.ts";
import {
  type Checked,
  type Received,
  type ReceivedContent,
  registerFile,
  registerRefused,
  type Upload,
} from "./register-file.ts";
import { partPlace } from "./sealed-columns.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

/** Characters of a stored piece. */
const partCharacters = 256 * 1024;

/**
 * Checks a file while it arrives, stores it sealed in pieces, and registers it in one transaction for the import job.
 * Memory does not depend on the file's size.
 *
 * The same content again returns the imported file (`duplicate`). A refused file is stored as `failed` with code and
 * line, without its content. The rest of it is still read, because a sender that is cut off never sees the response.
 */
export async function receiveFile(
  deps: SettlementDeps,
  upload: Upload,
  content: AsyncIterable<Uint8Array>,
): Promise<Received> {
  const { operatorId } = upload;
  const settlementFileId = newId(deps, "settlementFile");
  const deleteParts = () => deletePartsOf(deps, operatorId, settlementFileId);
  try {
    const { checked, ...received } = await checkAndStore(
      deps,
      { ...upload, settlementFileId },
      content,
    );
    const outcome =
      checked instanceof FileRefused
        ? await registerRefused(deps, upload, received, null, checked)
        : await registerFile(deps, upload, received, checked);
    if (outcome.file.settlement_file_id !== settlementFileId || outcome.file.state !== "pending") {
      await deleteParts();
    }
    return outcome;
  } catch (error) {
    // The file may be registered although the store's reply is lost: its import needs the pieces. If it is not, a job
    // deletes them.
    if (!isStoreUnavailable(error)) await deleteParts().catch(() => undefined);
    throw error;
  }
}

async function checkAndStore(
  deps: SettlementDeps,
  upload: Upload & { settlementFileId: string },
  content: AsyncIterable<Uint8Array>,
): Promise<ReceivedContent & { checked: Checked | FileRefused }> {
  const { settlementFileId } = upload;
  const hash = createHash("sha256");
  const text = new FileText();
  const reader = openReader(upload.format);
  const batches: SettlementBatch[] = [];
  let waiting = "";
  let partCount = 0;
  let refused: FileRefused | null = null;
  const take = async (read: () => { text: string; items: readonly SettlementItem[] }) => {
    try {
      const { text: taken, items } = read();
      for (const { batch } of items) if (batch) batches.push(batch);
      waiting += taken;
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      refused = error;
      return;
    }
    if (waiting.length < partCharacters) return;
    partCount += 1;
    await storePart(deps, upload, partCount, waiting);
    waiting = "";
  };
  let sizeBytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    sizeBytes += piece.length;
    if (sizeBytes > readerLimits.fileBytes) {
      refused = new FileRefused("file_too_large", 1, "The file has more than 512 MiB.");
      break;
    }
    if (refused) continue;
    await take(() => {
      const decoded = text.push(piece);
      return { text: decoded, items: reader.push(decoded) };
    });
  }
  if (!refused) {
    await take(() => {
      const rest = text.end();
      return { text: rest, items: [...reader.push(rest), ...reader.end()] };
    });
  }
  const received = { settlementFileId, contentHash: hash.digest("hex"), sizeBytes };
  if (refused) return { ...received, partCount, checked: refused };
  if (waiting !== "") {
    partCount += 1;
    await storePart(deps, upload, partCount, waiting);
  }
  return { ...received, partCount, checked: checkedOf(reader, batches, upload) };
}

function checkedOf(
  { format }: FileReader,
  batches: readonly SettlementBatch[],
  { processor }: Upload,
): Checked | FileRefused {
  if (format === null) return new FileRefused("format_unknown", 1, "The format is unknown.");
  if (!statementFormats.includes(format) && processor === undefined) {
    return new FileRefused("processor_missing", 1, "Send `processor` with a processor's report.");
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
      // Machine time: moving the sandbox clock must not age an upload.
      created_at: new Date(deps.machineClock.nowMs()),
    })
    .execute();
}

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
