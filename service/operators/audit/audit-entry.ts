/**
 * The audit log: who changed what, in a chain that reveals later changes to it.
 *
 * Guarantees: an entry is written in the transaction of its change. Each operator's entries are
 * numbered from 1 without gaps. Someone who can write to the store but has no key cannot change,
 * remove, insert or move an entry without detection. Entries contain ids, names of settings and
 * states, never secrets or personal data.
 *
 * How it works: `hash` = HMAC-SHA-256 of all columns of the entry and the previous hash, with the
 * operator's index key (the store holds it only wrapped). The lock on the head row serialises the
 * writers of one operator. A chain alone does not reveal that its newest entries were removed and
 * an older head restored. Comparing it with an entry noted elsewhere does (`known` of verify.ts).
 */
import type { FastifyRequest } from "fastify";
import { callingKeyOf } from "../../platform/http/authentication.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import type { AuditEntryRow } from "./tables.ts";

/**
 * The actor of a change. `api`: the operator's server with the secret key `keyId`; `service`: a
 * rule or a job.
 */
export type AuditActor =
  | { kind: "staff"; staffId: string }
  | { kind: "command" }
  | { kind: "api"; keyId?: string }
  | { kind: "service" };

/** Returns the actor of a change by a request with a secret key. */
export function apiActorOf(request: FastifyRequest): AuditActor {
  return { kind: "api", keyId: callingKeyOf(request).keyId };
}

/** Values in details: ids, names, states, counts, and lists of them. */
export type AuditDetail = string | number | boolean | null | readonly (string | number)[];

/** A change to record. */
export interface AuditEvent {
  actor: AuditActor;
  /** `<subject>.<past participle>`: `settings.changed`, `staff.invited`. */
  action: string;
  subject: { type: string; id: string };
  details?: Readonly<Record<string, AuditDetail>>;
}

/** The previous hash of the first entry. */
export const noHash = "";

/** Computes the hash of an entry from all its other columns. */
export function hashEntry(
  keyring: Pick<Keyring, "blindIndex">,
  row: Omit<AuditEntryRow, "hash">,
): string {
  const covered = [
    row.operator_id,
    row.sequence,
    row.at.toISOString(),
    row.actor_kind,
    row.actor_id,
    row.action,
    row.subject_type,
    row.subject_id,
    row.details,
    row.previous_hash,
  ];
  return keyring.blindIndex(row.operator_id, "audit", JSON.stringify(covered));
}
