/**
 * The operator's staff, for admins (`staff.manage`).
 *
 *   GET    /console/api/staff                          → staffList
 *   POST   /console/api/staff                          inviteStaff → invitedStaff (201)
 *   POST   /console/api/staff/{staffId}/invitation     {} → invitedStaff: a new link; for somebody who
 *                                                      has an account it resets password and second factor
 *   PUT    /console/api/staff/{staffId}                changeStaff → staffMember
 *   DELETE /console/api/staff/{staffId}?version=       → staffMember, removed
 *   POST   /console/api/staff/{staffId}/end-sessions   {} → staffMember
 *
 * The last admin who can log in can't be locked, removed, reset or made something else: 409 `last_admin`.
 */
import * as z from "zod/mini";
import { approvalLimits } from "../approval-limits.ts";
import { staffRole } from "./roles.ts";
import { login } from "./session.ts";

/** Somebody of the staff. `status`: `invited`, `active`, `locked` or `removed`; open. */
export const staffMember = z.object({
  staffId: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  role: staffRole,
  status: z.string(),
  hasSecondFactor: z.boolean(),
  invitationExpiresAt: z.nullable(z.string()),
  lastLoginAt: z.nullable(z.string()),
  /** Sessions that are open now. */
  sessions: z.number(),
  /** What they may approve in a day. */
  approvalLimits,
  createdAt: z.string(),
  /** Given back with a change; an older one is 409 `conflicting_state`. */
  version: z.number(),
});
export type StaffMember = z.infer<typeof staffMember>;

/** Everybody, those removed last. */
export const staffList = z.object({ data: z.array(staffMember) });
export type StaffList = z.infer<typeof staffList>;

/** 400 `duplicate_staff_email` when somebody has that address, here or at another operator. */
export const inviteStaff = z.strictObject({ email: login.shape.email, role: staffRole });
export type InviteStaff = z.infer<typeof inviteStaff>;

/** The link is shown this once, to be handed over by whatever way is safe. It works once. */
export const invitedStaff = z.object({
  staff: staffMember,
  invitationUrl: z.string(),
  expiresAt: z.string(),
});
export type InvitedStaff = z.infer<typeof invitedStaff>;

/**
 * `locked: true` ends all sessions at once; `false` lets in again, and forgets failed logins that had
 * locked the account for a while.
 */
export const changeStaff = z.strictObject({
  version: z.int(),
  role: z.optional(staffRole),
  locked: z.optional(z.boolean()),
  /** Null lifts the limit. */
  approvalLimits: z.optional(approvalLimits),
});
export type ChangeStaff = z.infer<typeof changeStaff>;

/** Query of DELETE. */
export const versionQuery = z.object({ version: z.coerce.number().check(z.int()) });
