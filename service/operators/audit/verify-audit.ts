import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { hashEntry, noHash } from "./audit-entry.ts";
import type { AuditEntryRow } from "./tables.ts";

export interface AuditProblem {
  sequence: number;
  kind: "changed" | "missing" | "known_differs";
  message: string;
}

export interface AuditVerdict {
  entries: number;
  head: { sequence: number; hash: string } | null;
  problem: AuditProblem | null;
}

const rowsAtOnce = 500;

/**
 * Verifies the chain. Reads all entries in pages, but none that are written later. `known` is an entry noted earlier.
 */
export async function verifyAudit(
  { database, keyring }: Pick<PlatformDeps, "database" | "keyring">,
  operatorId: string,
  known?: { sequence: number; hash: string },
): Promise<AuditVerdict> {
  await keyring.load(operatorId);
  // Both ends come from one statement: nobody writes an entry between two reads.
  const { rows } = await database.run<Ends>(readEnds, [operatorId]);
  const { head_sequence: last = 0, head_hash: lastHash = noHash, newest = 0 } = rows[0] ?? {};
  let sequence = 0;
  let hash = noHash;
  const end = (problem: AuditProblem | null): AuditVerdict => ({
    entries: sequence,
    head: sequence === 0 ? null : { sequence, hash },
    problem,
  });
  for (;;) {
    const page: AuditEntryRow[] = await database.kysely
      .selectFrom("audit_entries")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("sequence", ">", sequence)
      .where("sequence", "<=", last)
      .orderBy("sequence")
      .limit(rowsAtOnce)
      .execute();
    for (const row of page) {
      if (row.sequence !== sequence + 1) return end(missing(sequence + 1));
      if (row.previous_hash !== hash || row.hash !== hashEntry(keyring, row))
        return end(changed(row.sequence));
      if (row.sequence === known?.sequence && row.hash !== known.hash)
        return end(knownDiffers(known.sequence));
      ({ sequence, hash } = row);
    }
    if (page.length < rowsAtOnce) break;
  }
  if (sequence !== last) return end(missing(sequence + 1));
  if (hash !== lastHash) return end(changed(last));
  if (newest > last) return end(changed(last + 1));
  if (known && known.sequence > last) return end(missing(known.sequence));
  return end(null);
}

interface Ends {
  head_sequence: number;
  head_hash: string;
  newest: number;
}

const readEnds = {
  name: "audit.read_ends",
  text: `select coalesce(max(h.sequence), 0)::integer as head_sequence,
  coalesce(max(h.hash), '') as head_hash,
  (select coalesce(max(sequence), 0)::integer from audit_entries where operator_id = $1) as newest
from audit_heads h where h.operator_id = $1`,
};

const missing = (sequence: number): AuditProblem => ({
  sequence,
  kind: "missing",
  message: `Entry ${sequence} is missing.`,
});

const changed = (sequence: number): AuditProblem => ({
  sequence,
  kind: "changed",
  message: `Entry ${sequence} was changed or moved after it was written.`,
});

const knownDiffers = (sequence: number): AuditProblem => ({
  sequence,
  kind: "known_differs",
  message: `Entry ${sequence} differs from the noted one.`,
});
