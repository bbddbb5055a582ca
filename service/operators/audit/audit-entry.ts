/**
 * The audit log: who changed what, in a chain that shows every later change to it.
 *
 * Requirements: an entry is written in the transaction of the change that it tells of; each operator's
 * entries are numbered from 1 without gaps; nobody who can write to the store, but has no key, can
 * change, remove, insert or move an entry unseen; entries hold ids, names of settings and states, never
 * secrets or personal data.
 *
 * How: `hash` = HMAC-SHA-256 under the operator's index key (derived from the data key, which the store
 * holds only wrapped) of all of the entry's columns and the hash before it. The head row's lock puts the
 * writers of one operator in line. What a chain alone can't show, a cut-off end together with an older
 * head, shows against an entry that was noted elsewhere (`known` of verify.ts).
 */
import type { FastifyRequest } from "fastify";
import { callingKeyOf } from "../../platform/http/authentication.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import type { AuditEntryRow } from "./tables.ts";

/** Who did it. `api`: the operator's server, by the secret key `keyId`; `service`: a rule, a job. */
export type AuditActor =
  | { kind: "staff"; staffId: string }
  | { kind: "command" }
  | { kind: "api"; keyId?: string }
  | { kind: "service" };

/** The actor of a change that a request by secret key makes. */
export function apiActorOf(request: FastifyRequest): AuditActor {
  return { kind: "api", keyId: callingKeyOf(request).keyId };
}

/** Values that details may hold: ids, names, states, counts, and lists of them. */
export type AuditDetail = string | number | boolean | null | readonly (string | number)[];

/** What happened. */
export interface AuditEvent {
  actor: AuditActor;
  /** `<subject>.<past participle>`: `settings.changed`, `staff.invited`. */
  action: string;
  subject: { type: string; id: string };
  details?: Readonly<Record<string, AuditDetail>>;
}

/** What stands before the first entry. */
export const noHash = "";

/** The hash of an entry, given all its other columns. */
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
