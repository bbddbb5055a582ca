/**
 * The audit log: who changed what, in a chain that reveals later changes to it.
 *
 * Guarantees: an entry is written in the transaction of its change. Each operator's entries are numbered from 1 without
 * gaps. Without the key, someone who can write to the store cannot change, remove, insert or move an entry undetected.
 * Entries contain ids, names of settings and states, never secrets or personal data.
 *
 * How: `hash` is the HMAC-SHA-256 of the entry's columns and the previous hash, with the operator's index key (only
 * wrapped in the store). The lock on the head row serializes an operator's writers. The chain alone does not reveal
 * that someone removed its newest entries and restored an older head; an entry noted elsewhere does (`known` of
 * verify-audit.ts).
 */
import type { FastifyRequest } from "fastify";
import { callingKeyOf } from "../../platform/http/authentication.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import type { AuditEntryRow } from "./tables.ts";

/** `api`: with the secret key `keyId`; `service`: a rule or a job. */
export type AuditActor =
  | { kind: "staff"; staffId: string }
  | { kind: "command" }
  | { kind: "api"; keyId?: string }
  | { kind: "service" };

/** The actor of a request with a secret key. */
export function apiActorOf(request: FastifyRequest): AuditActor {
  return { kind: "api", keyId: callingKeyOf(request).keyId };
}

/** Ids, names, states, counts, and lists of them. */
export type AuditDetail = string | number | boolean | null | readonly (string | number)[];

export interface AuditEvent {
  actor: AuditActor;
  /** `<subject>.<past participle>`: `settings.changed`. */
  action: string;
  subject: { type: string; id: string };
  details?: Readonly<Record<string, AuditDetail>>;
}

/** An entry's details. Null if somebody changed them in the store and they are no details any more. */
export function readDetails(text: string): Record<string, unknown> | null {
  try {
    const details: unknown = JSON.parse(text);
    const isObject = typeof details === "object" && details !== null && !Array.isArray(details);
    return isObject ? (details as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The hash before the first entry. */
export const noHash = "";

/** Hashes an entry's other columns. */
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
