import type { StaffRole } from "#contract/console/roles";
import type { ChangeStaff, InviteStaff, StaffMember } from "#contract/console/staff";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { newId } from "../../platform/randomness.ts";
import {
  requireActorStillAllowed,
  showApprovalLimits,
  storeApprovalLimits,
} from "../accounts/index.ts";
import { type AuditActor, type AuditEvent, appendAudit } from "../audit/index.ts";
import { deleteDevices } from "./devices.ts";
import { writeInvitation } from "./invitations.ts";
import { deleteAllFailures } from "./login-failures.ts";
import { deletePasskeys } from "./passkeys/passkey-store.ts";
import { endSessions, openSessions } from "./sessions.ts";
import type { StaffDeps } from "./staff-deps.ts";
import { emailIndexOf, lockStaff, openStaff, sealStaff } from "./staff-store.ts";
import type { StaffRow } from "./tables.ts";

/** A new invitation, which is shown once. */
export interface NewInvitation {
  staffId: string;
  token: string;
  expiresAt: Date;
}

export interface StaffKey {
  operatorId: string;
  staffId: string;
  actor: AuditActor;
}

/** Invites a staff member. Throws 400 `duplicate_staff_email`, and like {@link requireActorStillAllowed}. */
export async function inviteStaff(
  deps: StaffDeps,
  { operatorId, actor }: Omit<StaffKey, "staffId">,
  { email, role }: InviteStaff,
): Promise<NewInvitation> {
  await deps.keyring.load(operatorId);
  const staffId = newId(deps, "staff");
  const now = new Date(deps.machineClock.nowMs());
  const key = { operator_id: operatorId, staff_id: staffId };
  try {
    return await inTransaction(deps.database, async (tx) => {
      await requireActorStillAllowed(tx, operatorId, actor, "staff.manage");
      await tx
        .insertInto("staff")
        .values({
          ...key,
          role,
          status: "invited",
          name_sealed: null,
          email_sealed: sealStaff(deps.keyring, key, "email_sealed", email.trim()),
          email_index: emailIndexOf(deps.keyring, email),
          password_sealed: null,
          totp_sealed: null,
          totp_pending_sealed: null,
          totp_last_step: 0,
          last_login_at: null,
          version: 1,
          created_at: now,
          updated_at: now,
        })
        .execute();
      const link = await writeInvitation(deps, tx, staffId);
      await audit(deps, tx, { operatorId, staffId, actor }, "staff.invited", { role });
      return { staffId, ...link };
    });
  } catch (error) {
    if (!isUniqueViolation(error, "staff_email")) throw error;
    throw fieldRefusal("duplicate_staff_email", "email");
  }
}

/**
 * Resets an active account: its password, second factor and sessions end at once. Throws 404, 409 `last_admin`, 409
 * `conflicting_state` for a locked account.
 */
export async function renewInvitation(deps: StaffDeps, key: StaffKey): Promise<NewInvitation> {
  return inTransaction(deps.database, async (tx) => {
    const staff = await requireStaff(tx, key);
    if (staff.status === "locked") throw new ApiError("conflicting_state");
    if (staff.status === "active") await requireOtherAdmin(tx, staff);
    await tx.deleteFrom("staff_recovery_codes").where("staff_id", "=", key.staffId).execute();
    await deletePasskeys(tx, key.staffId);
    await write(deps, tx, staff, {
      status: "invited",
      password_sealed: null,
      totp_sealed: null,
      totp_pending_sealed: null,
    });
    await endAccess(tx, key.staffId);
    const link = await writeInvitation(deps, tx, key.staffId);
    await audit(deps, tx, key, staff.status === "active" ? "staff.reset" : "staff.invited_again");
    return { staffId: key.staffId, ...link };
  });
}

/** Changes a staff member. Throws 404, 409 `conflicting_state`, 409 `last_admin`. */
export async function changeStaff(
  deps: StaffDeps,
  key: StaffKey,
  { version, role, locked, approvalLimits }: ChangeStaff,
): Promise<StaffMember> {
  const limits = approvalLimits === undefined ? undefined : storeApprovalLimits(approvalLimits);
  await inTransaction(deps.database, async (tx) => {
    const staff = await requireStaff(tx, key, version);
    const isLocked = staff.status === "locked";
    if (locked === true && staff.status === "invited") throw new ApiError("conflicting_state");
    const losesAdmin = (role !== undefined && role !== "admin") || (locked === true && !isLocked);
    if (losesAdmin) await requireOtherAdmin(tx, staff);
    const status = locked === undefined ? staff.status : statusAfter(staff.status, locked);
    // Unlocking also ends a lock after failed logins.
    if (locked === false) await deleteAllFailures(tx, staff.email_index);
    const isSameRole = role === undefined || role === staff.role;
    const areSameLimits = limits === undefined || limits === staff.approval_limits;
    if (status === staff.status && isSameRole && areSameLimits) return;
    await write(deps, tx, staff, {
      role: role ?? staff.role,
      status,
      approval_limits: limits === undefined ? staff.approval_limits : limits,
    });
    if (status === "locked") await endAccess(tx, key.staffId);
    if (role !== undefined && role !== staff.role) {
      await audit(deps, tx, key, "staff.role_changed", { from: staff.role, to: role });
    }
    if (status !== staff.status) {
      await audit(deps, tx, key, status === "locked" ? "staff.locked" : "staff.unlocked");
    }
    if (limits !== undefined && !areSameLimits) {
      const details = { from: staff.approval_limits, to: limits };
      await audit(deps, tx, key, "staff.approval_limits_changed", details);
    }
  });
  return presentOne(deps, key);
}

function statusAfter(status: StaffRow["status"], locked: boolean): StaffRow["status"] {
  if (locked) return "locked";
  return status === "locked" ? "active" : status;
}

/** Removes a staff member, which frees the address. The name stays, for past actions. */
export async function removeStaff(
  deps: StaffDeps,
  key: StaffKey,
  version: number,
): Promise<StaffMember> {
  await inTransaction(deps.database, async (tx) => {
    const staff = await requireStaff(tx, key, version);
    await requireOtherAdmin(tx, staff);
    await tx.deleteFrom("staff_recovery_codes").where("staff_id", "=", key.staffId).execute();
    await tx.deleteFrom("staff_invitations").where("staff_id", "=", key.staffId).execute();
    await deletePasskeys(tx, key.staffId);
    await write(deps, tx, staff, {
      status: "removed",
      password_sealed: null,
      totp_sealed: null,
      totp_pending_sealed: null,
    });
    await endAccess(tx, key.staffId);
    await audit(deps, tx, key, "staff.removed");
  });
  return presentOne(deps, key);
}

/** Ends all sessions of a staff member. Throws 404. */
export async function endSessionsOf(deps: StaffDeps, key: StaffKey): Promise<StaffMember> {
  await inTransaction(deps.database, async (tx) => {
    await requireStaff(tx, key);
    const sessions = await endSessions(tx, key.staffId);
    await audit(deps, tx, key, "staff.sessions_ended", { sessions });
  });
  return presentOne(deps, key);
}

/** Lists staff by name; removed members last. */
export async function listStaff(
  deps: Pick<StaffDeps, "machineClock" | "database" | "keyring">,
  operatorId: string,
): Promise<StaffMember[]> {
  const { kysely } = deps.database;
  await deps.keyring.load(operatorId);
  const [rows, invitations, sessions] = await Promise.all([
    kysely.selectFrom("staff").selectAll().where("operator_id", "=", operatorId).execute(),
    kysely
      .selectFrom("staff_invitations as i")
      .innerJoin("staff as p", "p.staff_id", "i.staff_id")
      .select(["i.staff_id", "i.expires_at"])
      .where("p.operator_id", "=", operatorId)
      .execute(),
    openSessions(kysely, deps.machineClock.nowMs())
      .select(["staff_id", (select) => select.fn.countAll<number>().as("count")])
      .where("operator_id", "=", operatorId)
      .groupBy("staff_id")
      .execute(),
  ]);
  const expiry = new Map(
    invitations.map((invitation) => [invitation.staff_id, invitation.expires_at]),
  );
  const counts = new Map(sessions.map((session) => [session.staff_id, Number(session.count)]));
  const members = rows.map(
    (row): StaffMember => ({
      staffId: row.staff_id,
      email: openStaff(deps.keyring, row, "email_sealed") ?? "",
      name: openStaff(deps.keyring, row, "name_sealed"),
      role: row.role,
      status: row.status,
      hasSecondFactor: row.totp_sealed !== null,
      invitationExpiresAt: expiry.get(row.staff_id)?.toISOString() ?? null,
      lastLoginAt: row.last_login_at?.toISOString() ?? null,
      sessions: counts.get(row.staff_id) ?? 0,
      approvalLimits: showApprovalLimits(row.approval_limits),
      createdAt: row.created_at.toISOString(),
      version: row.version,
    }),
  );
  const place = (each: StaffMember) =>
    `${each.status === "removed" ? 1 : 0}${(each.name ?? each.email).toLowerCase()}${each.staffId}`;
  return members.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

/** Presents one staff member. Throws 404. */
export async function presentOne(
  deps: StaffDeps,
  { operatorId, staffId }: Pick<StaffKey, "operatorId" | "staffId">,
): Promise<StaffMember> {
  const found = (await listStaff(deps, operatorId)).find((each) => each.staffId === staffId);
  if (!found) throw new ApiError("resource_not_found");
  return found;
}

async function endAccess(tx: Tx, staffId: string): Promise<void> {
  await endSessions(tx, staffId);
  await deleteDevices(tx, staffId);
}

/**
 * Finds a staff member. Throws 404 for another operator's or a removed account, 409 if it has changed since, and like
 * {@link requireActorStillAllowed}.
 */
async function requireStaff(tx: Tx, key: StaffKey, version?: number): Promise<StaffRow> {
  // Every change locks these rows, in one order: two admins who demote each other do so one after the other.
  await tx
    .selectFrom("staff")
    .select("staff_id")
    .where("operator_id", "=", key.operatorId)
    .where("role", "=", "admin")
    .orderBy("staff_id")
    .forUpdate()
    .execute();
  const staff = await lockStaff(tx, key.staffId);
  await requireActorStillAllowed(tx, key.operatorId, key.actor, "staff.manage");
  if (!staff || staff.operator_id !== key.operatorId || staff.status === "removed") {
    throw new ApiError("resource_not_found");
  }
  if (version !== undefined && staff.version !== version) throw new ApiError("conflicting_state");
  return staff;
}

async function requireOtherAdmin(tx: Tx, staff: StaffRow): Promise<void> {
  if (staff.role !== "admin" || staff.status !== "active") return;
  const other = await tx
    .selectFrom("staff")
    .select("staff_id")
    .where("operator_id", "=", staff.operator_id)
    .where("role", "=", "admin" satisfies StaffRole)
    .where("status", "=", "active")
    .where("staff_id", "<>", staff.staff_id)
    .executeTakeFirst();
  if (!other) throw new ApiError("last_admin");
}

async function write(
  { machineClock }: Pick<StaffDeps, "machineClock">,
  tx: Tx,
  staff: StaffRow,
  changes: Partial<StaffRow>,
): Promise<void> {
  await tx
    .updateTable("staff")
    .set({ ...changes, version: staff.version + 1, updated_at: new Date(machineClock.nowMs()) })
    .where("staff_id", "=", staff.staff_id)
    .execute();
}

function audit(
  deps: StaffDeps,
  tx: Tx,
  { operatorId, staffId, actor }: StaffKey,
  action: string,
  details: AuditEvent["details"] = {},
): Promise<void> {
  const subject = { type: "staff", id: staffId };
  return appendAudit(deps, tx, operatorId, { actor, action, subject, details });
}
