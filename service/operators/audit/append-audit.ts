import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { type AuditActor, type AuditEvent, hashEntry, noHash } from "./audit-entry.ts";

/** Load the operator's data key first. */
export type AuditDeps = Pick<PlatformDeps, "clock" | "keyring">;

/**
 * Appends an entry. Call it last in the change's transaction: it locks the operator's head, so every other writer
 * waits.
 */
export async function appendAudit(
  { clock, keyring }: AuditDeps,
  tx: Tx,
  operatorId: string,
  { actor, action, subject, details = {} }: AuditEvent,
): Promise<void> {
  await tx
    .insertInto("audit_heads")
    .values({ operator_id: operatorId, sequence: 0, hash: noHash })
    .onConflict((conflict) => conflict.column("operator_id").doNothing())
    .execute();
  const head = await tx
    .selectFrom("audit_heads")
    .select(["sequence", "hash"])
    .where("operator_id", "=", operatorId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row = {
    operator_id: operatorId,
    sequence: head.sequence + 1,
    at: new Date(clock.nowMs()),
    actor_kind: actor.kind,
    actor_id: idOf(actor),
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    details: JSON.stringify(details),
    previous_hash: head.hash,
  };
  const hash = hashEntry(keyring, row);
  await tx
    .insertInto("audit_entries")
    .values({ ...row, hash })
    .execute();
  await tx
    .updateTable("audit_heads")
    .set({ sequence: row.sequence, hash })
    .where("operator_id", "=", operatorId)
    .execute();
}

function idOf(actor: AuditActor): string | null {
  if (actor.kind === "staff") return actor.staffId;
  return actor.kind === "api" ? (actor.keyId ?? null) : null;
}
