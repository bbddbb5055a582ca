/**
 * The operator's staff, for admins (`staff.manage`).
 *
 *   GET    /console/api/staff                          → staffList
 *   POST   /console/api/staff                          inviteStaff → invitedStaff (201)
 *   POST   /console/api/staff/{staffId}/invitation     {} → invitedStaff: a new link; for staff with an
 *                                                      account it resets password and second factor
 *   PUT    /console/api/staff/{staffId}                changeStaff → staffMember
 *   DELETE /console/api/staff/{staffId}?version=       → staffMember, removed
 *   POST   /console/api/staff/{staffId}/end-sessions   {} → staffMember
 *
 * The last admin who can log in cannot be locked, removed, reset or demoted: 409 `last_admin`.
 */
import * as z from "zod/mini";
import { approvalLimits } from "../approval-limits.ts";
import { staffRole } from "./roles.ts";
import { login } from "./session.ts";

/** `status`: `invited`, `active`, `locked` or `removed`; an open list. */
export const staffMember = z.object({
  staffId: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  role: staffRole,
  status: z.string(),
  hasSecondFactor: z.boolean(),
  invitationExpiresAt: z.nullable(z.string()),
  lastLoginAt: z.nullable(z.string()),
  /** Number of open sessions. */
  sessions: z.number(),
  /** How much they may approve per day. */
  approvalLimits,
  createdAt: z.string(),
  /** Send it with a change. An outdated version gets 409 `conflicting_state`. */
  version: z.number(),
});
export type StaffMember = z.infer<typeof staffMember>;

/** The staff, removed members last. */
export const staffList = z.object({ data: z.array(staffMember) });

/** 400 `duplicate_staff_email` if a staff member of any operator has the address. */
export const inviteStaff = z.strictObject({ email: login.shape.email, role: staffRole });
export type InviteStaff = z.infer<typeof inviteStaff>;

/** An invitation's link. It is shown only once and works once; send it over a secure channel. */
export const invitedStaff = z.object({
  staff: staffMember,
  invitationUrl: z.string(),
  expiresAt: z.string(),
});
export type InvitedStaff = z.infer<typeof invitedStaff>;

/** `locked: true` ends all sessions at once. `false` unlocks, even after failed logins. */
export const changeStaff = z.strictObject({
  version: z.int(),
  role: z.optional(staffRole),
  locked: z.optional(z.boolean()),
  /** Null removes the limit. */
  approvalLimits: z.optional(approvalLimits),
});
export type ChangeStaff = z.infer<typeof changeStaff>;

export const versionQuery = z.object({ version: z.coerce.number().check(z.int()) });
