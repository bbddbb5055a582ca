import type { ManagedKeyring } from "../../platform/secrets/keyring.ts";
import { SealBroken } from "../../platform/secrets/seal.ts";
import type { SealedTable } from "../../platform/secrets/sealed-columns.ts";
import type { KeysDeps } from "./keys-deps.ts";
import { type RowKey, readStale, replaceSealed, type StaleRow } from "./sealed-rows.ts";

export interface ResealStep {
  /** Where the next step continues; null at the table's end. */
  readonly next: RowKey | null;
  readonly resealed: number;
  readonly late: number;
  /** The number of values that cannot be decrypted, by operator. */
  readonly broken: ReadonlyMap<string, number>;
}

/**
 * Reseals the next stale rows of a table with active keys, unless they changed since they were opened. A value that
 * cannot be decrypted stays, is logged, and prevents the destruction of its key.
 */
export async function resealStep(
  deps: KeysDeps,
  table: SealedTable,
  after: RowKey | null,
  lateBefore: Date,
): Promise<ResealStep> {
  const { rows, next } = await readStale(deps.database, table, after, lateBefore);
  let [resealed, late] = [0, 0];
  const broken = new Map<string, number>();
  const addBroken = ({ operatorId }: StaleRow, count: number) => {
    if (count > 0) broken.set(operatorId, (broken.get(operatorId) ?? 0) + count);
  };
  for (const row of rows) {
    late += row.stale.filter((sealed) => isLate(row, sealed)).length;
    if (!(await canLoad(deps, row.operatorId))) {
      addBroken(row, row.stale.filter((sealed) => sealed !== null).length);
      continue;
    }
    const fresh = resealRow(deps, table, row);
    addBroken(row, fresh.broken);
    const isReplaced = await replaceSealed(deps.database, table, row, fresh.values);
    if (isReplaced) resealed += fresh.values.filter((value) => value !== null).length;
    // The row was written in the meantime. The next walk sees with which key.
    else late += 1;
  }
  return { next, resealed, late, broken };
}

/** Whether the operator's keys are in memory; false if they are damaged. */
export async function canLoad({ keyring }: KeysDeps, operatorId: string): Promise<boolean> {
  try {
    await keyring.load(operatorId);
    return true;
  } catch (error) {
    if (!keyring.damaged().has(operatorId)) throw error;
    return false;
  }
}

function resealRow(
  { keyring, log }: KeysDeps,
  { table, columns }: SealedTable,
  { operatorId, id, stale }: StaleRow,
): { values: (string | null)[]; broken: number } {
  let broken = 0;
  const values = columns.map(({ column, sealedAs = column }, at) => {
    const sealed = stale[at];
    if (typeof sealed !== "string") return null;
    const place = { operatorId, table, column: sealedAs, id };
    try {
      requireVersion(keyring, operatorId, sealed);
      return keyring.encryptField(place, keyring.decryptField(place, sealed));
    } catch (error) {
      if (!(error instanceof SealBroken || keyring.damaged().has(operatorId))) throw error;
      broken += 1;
      log.error(`a sealed value cannot be decrypted: ${table}.${column}`, { operatorId });
      return null;
    }
  });
  return { values, broken };
}

const versionOf = (sealed: string) => Number(sealed.slice(0, sealed.indexOf(".")));

function isLate({ lateVersions }: StaleRow, sealed: string | null): boolean {
  return sealed !== null && lateVersions.includes(versionOf(sealed));
}

/** Without the version no process can open the value. */
function requireVersion(keyring: ManagedKeyring, operatorId: string, sealed: string): void {
  const version = versionOf(sealed);
  if (!keyring.known().get(operatorId)?.versions.has(version)) {
    throw new SealBroken(`there is no data key version ${version}`);
  }
}
