import {
  type Dispute,
  type EvidenceField,
  type EvidenceFileKind,
  evidenceLimits,
  type PutEvidence,
} from "#contract/api/disputes";
import { lockExistingCustomer } from "../../customers/profile/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { actOnDispute, type DisputeChange } from "./act-on-dispute.ts";
import { type DisputeKey, findDispute } from "./dispute-store.ts";
import { listFiles, type OpenFile, putFile, removeFile } from "./evidence-store.ts";
import { type AnswerDeps, canRespond, showEvidence } from "./present-dispute.ts";
import { readUpload } from "./read-file.ts";
import { type DisputeRecord, evidencePlace } from "./records.ts";

/**
 * Merges evidence into a dispute that needs a response: omitted fields stay, null removes a field. Throws 404; 409
 * `evidence_submitted` and `dispute_not_answerable`; 400 `evidence_file_invalid` and `evidence_too_large`.
 */
export async function changeEvidence(
  deps: PaymentsDeps,
  key: DisputeKey,
  body: PutEvidence,
  change: DisputeChange,
): Promise<Dispute> {
  const found = await requireDispute(deps, key);
  const files = await readFiles(key.operatorId, body.files ?? {}, deps.clock.nowMs());
  await deps.keyring.load(key.operatorId);
  return actOnDispute(deps, key, change, {
    action: "dispute.evidence_changed",
    detailsOf: () => ({
      fields: Object.keys(body.fields ?? {}),
      files: files.map(({ kind }) => kind),
    }),
    first: (tx) => requireCustomer(tx, found),
    async decide(dispute, tx) {
      requireAnswerable(deps, dispute);
      for (const { kind, file } of files) {
        if (file) await putFile(deps, tx, key, file);
        else await removeFile(tx, key, kind);
      }
      await requireLimits(deps, tx, key);
      return { evidenceSealed: mergeTexts(deps, dispute, body.fields ?? {}) };
    },
  });
}

/** Refuses evidence about an erased customer: no later erasure would remove it. Locks the customer first. */
async function requireCustomer(
  tx: Tx,
  { operatorId, externalCustomerId }: DisputeRecord,
): Promise<void> {
  if (await lockExistingCustomer(tx, operatorId, externalCustomerId)) return;
  throw fieldRefusal(
    "invalid_value",
    "fields",
    "The customer is erased. Answer this dispute at your processor, or accept it.",
  );
}

/** Reads a dispute. Throws 404. */
export async function requireDispute(
  { database }: Pick<PaymentsDeps, "database">,
  key: DisputeKey,
): Promise<DisputeRecord> {
  const dispute = await findDispute(database.kysely, key);
  if (!dispute) throw new ApiError("resource_not_found");
  return dispute;
}

/** Throws 409 `conflicting_state` if the dispute has changed since `seenVersion`. */
export function requireSeen(dispute: DisputeRecord, seenVersion: number | undefined): void {
  if (seenVersion === undefined || dispute.version === seenVersion) return;
  throw new ApiError("conflicting_state", {
    message: "The dispute has changed. Review it again.",
  });
}

/** Throws 409 unless evidence can still be changed and submitted. */
export function requireAnswerable(deps: AnswerDeps, dispute: DisputeRecord): void {
  if (dispute.submittedAtMs !== null) throw new ApiError("evidence_submitted");
  if (!canRespond(deps, dispute)) throw new ApiError("dispute_not_answerable");
}

interface ChangedFile {
  readonly kind: EvidenceFileKind;
  /** Null removes the file. */
  readonly file: OpenFile | null;
}

/** Decodes the files before a transaction starts. */
async function readFiles(
  operatorId: string,
  files: NonNullable<PutEvidence["files"]>,
  nowMs: number,
): Promise<ChangedFile[]> {
  const read: ChangedFile[] = [];
  for (const [name, given] of Object.entries(files)) {
    if (given === undefined) continue;
    const kind = name as EvidenceFileKind;
    if (given === null) {
      read.push({ kind, file: null });
      continue;
    }
    const file = await readUpload(operatorId, given, `files.${kind}`);
    read.push({ kind, file: { ...file, kind, addedAtMs: nowMs } });
  }
  return read;
}

/** Checks the limits for all files together, after the change and under the dispute's lock. */
async function requireLimits(deps: PaymentsDeps, tx: Tx, key: DisputeKey): Promise<void> {
  const files = await listFiles(deps, tx, key);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > evidenceLimits.allBytes) {
    throw fieldRefusal("evidence_too_large", "files", "All files together can have at most 4 MB.");
  }
  const pages = files.reduce((sum, file) => sum + file.pages, 0);
  if (pages > evidenceLimits.pages) {
    throw fieldRefusal(
      "evidence_too_large",
      "files",
      "All files together can have at most 19 pages.",
    );
  }
}

function mergeTexts(
  deps: PaymentsDeps,
  dispute: DisputeRecord,
  changed: NonNullable<PutEvidence["fields"]>,
): string | null {
  const texts: Partial<Record<EvidenceField, string>> = { ...showEvidence(deps, dispute) };
  for (const [name, text] of Object.entries(changed)) {
    const field = name as EvidenceField;
    if (text === null || text === "") delete texts[field];
    else if (text !== undefined) texts[field] = text;
  }
  const all = Object.values(texts);
  if (all.reduce((sum, text) => sum + text.length, 0) > evidenceLimits.allCharacters) {
    throw fieldRefusal(
      "evidence_too_large",
      "fields",
      "All texts together can have at most 150,000 characters.",
    );
  }
  if (all.length === 0) return null;
  return deps.keyring.encryptField(evidencePlace(dispute), JSON.stringify(texts));
}
