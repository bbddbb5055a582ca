/**
 * The audit log: every change by staff and by the command line, each entry holding the hash of the one
 * before, so that none can be changed, taken out or moved unseen.
 *
 *   GET  /console/api/audit?…        → auditList (audit.read)
 *   POST /console/api/audit/verify   verifyAudit → auditVerification (audit.read)
 */
import * as z from "zod/mini";
import { listOf, pageQuery } from "../lists.ts";

/** Filters; all that are given have to fit. */
export const auditQuery = z.extend(pageQuery, {
  action: z.optional(z.string().check(z.maxLength(60))),
  /** A `staffId`, `command`, `api` or `service`. */
  actor: z.optional(z.string().check(z.maxLength(60))),
  /** The id of what was changed. */
  subject: z.optional(z.string().check(z.trim(), z.maxLength(160))),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** One entry. `action` is an open list (`settings.changed`, `staff.invited`, `review.decided`, …). */
export const auditEntry = z.object({
  /** From 1, without gaps. */
  sequence: z.number(),
  at: z.string(),
  /** `staff`, `command`, `api` (a call with the secret key) or `service`; `name` is for eyes. */
  actor: z.object({ kind: z.string(), staffId: z.nullable(z.string()), name: z.string() }),
  action: z.string(),
  /** What kind of thing, and which. */
  subject: z.object({ type: z.string(), id: z.string() }),
  /** Ids, names of settings, statuses: no secrets and no personal data. */
  details: z.record(z.string(), z.unknown()),
  previousHash: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The newest first. */
export const auditList = listOf(auditEntry);
export type AuditList = z.infer<typeof auditList>;

/** A newest entry that was noted before, elsewhere: it has to be in the chain as it was. */
export const verifyAudit = z.strictObject({
  known: z.optional(
    z.strictObject({ sequence: z.int().check(z.gte(1)), hash: z.string().check(z.maxLength(64)) }),
  ),
});
export type VerifyAudit = z.infer<typeof verifyAudit>;

/** What a look at the whole chain found. */
export const auditVerification = z.object({
  intact: z.boolean(),
  /** Entries looked at. */
  entries: z.number(),
  /** The newest entry, to be noted elsewhere. Null in an empty log. */
  head: z.nullable(z.object({ sequence: z.number(), hash: z.string() })),
  /** The first thing that is wrong: `changed`, `missing` or `known_differs`; open. */
  problem: z.nullable(z.object({ sequence: z.number(), kind: z.string(), message: z.string() })),
  verifiedAt: z.string(),
});
export type AuditVerification = z.infer<typeof auditVerification>;
