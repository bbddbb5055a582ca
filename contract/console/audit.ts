/**
 * The audit log: every change by staff and by the command line. Each entry contains the previous entry's hash, so that
 * a changed, removed or moved entry is detected.
 *
 *   GET  /console/api/audit?…        → auditList (audit.read)
 *   POST /console/api/audit/verify   verifyAudit → auditVerification (audit.read)
 */
import * as z from "zod/mini";
import { listOf, pageQuery } from "../lists.ts";

/** An entry must match all filters. */
export const auditQuery = z.extend(pageQuery, {
  action: z.optional(z.string().check(z.maxLength(60))),
  /** Who acted: a `staffId`, `command`, `api` or `service`. */
  actor: z.optional(z.string().check(z.maxLength(60))),
  /** Id of the changed resource. */
  subject: z.optional(z.string().check(z.trim(), z.maxLength(160))),
});

/** `action` is an open list (`settings.changed`, `staff.invited`, `review.decided`, …). */
export const auditEntry = z.object({
  /** The position in the log, from 1 without gaps. */
  sequence: z.number(),
  at: z.string(),
  /** `staff`, `command`, `api` (a call with the secret key) or `service`; `name` is for display. */
  actor: z.object({ kind: z.string(), staffId: z.nullable(z.string()), name: z.string() }),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  /** Ids, setting names and statuses; no secrets and no personal data. */
  details: z.record(z.string(), z.unknown()),
  previousHash: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The log's entries, newest first. */
export const auditList = listOf(auditEntry);

/** The newest entry as recorded elsewhere. The chain must contain it unchanged. */
export const verifyAudit = z.strictObject({
  known: z.optional(
    z.strictObject({ sequence: z.int().check(z.gte(1)), hash: z.string().check(z.maxLength(64)) }),
  ),
});

export const auditVerification = z.object({
  intact: z.boolean(),
  entries: z.number(),
  /** The newest entry, to record elsewhere. Null if the log is empty. */
  head: z.nullable(z.object({ sequence: z.number(), hash: z.string() })),
  /** The first problem: `changed`, `missing` or `known_differs`; an open list. */
  problem: z.nullable(z.object({ sequence: z.number(), kind: z.string(), message: z.string() })),
  verifiedAt: z.string(),
});
export type AuditVerification = z.infer<typeof auditVerification>;
