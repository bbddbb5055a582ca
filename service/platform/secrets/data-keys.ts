import type { readDataKeys } from "./key-store.ts";
import type { KeyUses } from "./key-uses.ts";

export interface DataKey extends KeyUses {
  readonly version: number;
  state: "incoming" | "active" | "retiring";
  /** The key; undefined if its key-encryption key is not configured here. */
  key: Uint8Array | undefined;
  /** When this process first read it. */
  readonly knownSinceMs: number;
}

export type KeyRow = Awaited<ReturnType<typeof readDataKeys>>[number];

/** Converts a row. Updates the known object, which holds this process's counts. */
export function toDataKey(
  row: KeyRow,
  key: Uint8Array | undefined,
  known: DataKey | undefined,
  nowMs: number,
): DataKey {
  const version = row.key_version;
  const dataKey = known ?? {
    version,
    key,
    state: row.state,
    knownSinceMs: nowMs,
    used: 0,
    usedBefore: 0,
    reserved: 0,
    total: row.uses,
  };
  dataKey.key = key;
  dataKey.state = row.state;
  dataKey.total = Math.max(dataKey.total, row.uses);
  return dataKey;
}

/** Groups rows by operator, in their order. */
export function groupByOperator(rows: readonly KeyRow[]): Map<string, KeyRow[]> {
  const groups = new Map<string, KeyRow[]>();
  for (const row of rows) {
    const group = groups.get(row.operator_id);
    if (group) group.push(row);
    else groups.set(row.operator_id, [row]);
  }
  return groups;
}
