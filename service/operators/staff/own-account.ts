import type { ChangePassword } from "#contract/console/session";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { appendAudit } from "../audit/index.ts";
import { deleteDevices, rememberDevice } from "./devices.ts";
import { requireGoodPassword } from "./invitations.ts";
import { countCode } from "./log-in.ts";
import { type CountedTry, recordFailure } from "./login-events.ts";
import { uncountTry } from "./login-failures.ts";
import { renewRecoveryCodes, useSecondFactor } from "./second-factor.ts";
import { endSessions, type StaffCaller } from "./sessions.ts";
import type { ClientInfo, StaffDeps } from "./staff-deps.ts";
import { lockStaff, nameOf, openCredential, sealStaff } from "./staff-store.ts";

/** Throws 401 `session_required` unless the account is active. */
export async function changeName(
  deps: StaffDeps,
  caller: StaffCaller,
  name: string,
): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const staff = await requireSelf(tx, caller);
    await tx
      .updateTable("staff")
      .set({
        name_sealed: sealStaff(deps.keyring, staff, "name_sealed", name),
        version: staff.version + 1,
        updated_at: new Date(deps.machineClock.nowMs()),
      })
      .where("staff_id", "=", staff.staff_id)
      .execute();
    await audit(deps, tx, caller, "staff.name_changed");
  });
}

/**
 * Changes the password, ends all other sessions and revokes all other known devices. Requires the current password and
 * an unused code, and counts failures like a login. Resolves to this browser's new device token. Throws 401
 * `second_factor_failed`, 400 `password_too_common`.
 */
export async function changePassword(
  deps: StaffDeps,
  caller: StaffCaller,
  { currentPassword, newPassword, code }: ChangePassword,
  client: ClientInfo,
): Promise<{ deviceToken: string }> {
  const before = await deps.database.kysely
    .selectFrom("staff")
    .selectAll()
    .where("staff_id", "=", caller.staffId)
    .executeTakeFirstOrThrow();
  const name = nameOf(deps.keyring, before);
  await requireGoodPassword(deps, before, newPassword, name, "newPassword");
  const counted = await countCode(deps, caller, client);
  const current = openCredential(deps, before, "password_sealed");
  if (!(await deps.passwords.verify(current, currentPassword))) {
    await recordFailure(deps, counted, "password");
    throw new ApiError("second_factor_failed");
  }
  const phc = await deps.passwords.hash(newPassword);
  const deviceToken = await inTransaction(deps.database, async (tx) => {
    const staff = await requireSelf(tx, caller);
    const isSame = staff.password_sealed === before.password_sealed;
    if (!isSame || !(await useSecondFactor(deps, tx, staff, { code }))) return undefined;
    await tx
      .updateTable("staff")
      .set({
        password_sealed: sealStaff(deps.keyring, staff, "password_sealed", phc),
        version: staff.version + 1,
        updated_at: new Date(deps.machineClock.nowMs()),
      })
      .where("staff_id", "=", staff.staff_id)
      .execute();
    await endSessions(tx, caller.staffId, { except: caller.sessionId });
    await deleteDevices(tx, caller.staffId);
    const token = await rememberDevice(deps, tx, staff, null);
    await uncountTry(tx, counted.subjects);
    await audit(deps, tx, caller, "staff.password_changed");
    return token;
  });
  if (deviceToken === undefined) return refuseCode(deps, counted);
  return { deviceToken };
}

/** Makes new recovery codes. Requires an unused code of the app. */
export async function newRecoveryCodes(
  deps: StaffDeps,
  caller: StaffCaller,
  code: string,
  client: ClientInfo,
): Promise<string[]> {
  const counted = await countCode(deps, caller, client);
  const codes = await inTransaction(deps.database, async (tx) => {
    const staff = await requireSelf(tx, caller);
    if (!(await useSecondFactor(deps, tx, staff, { code }))) return undefined;
    const renewed = await renewRecoveryCodes(deps, tx, staff);
    await uncountTry(tx, counted.subjects);
    await audit(deps, tx, caller, "staff.recovery_codes_renewed");
    return renewed;
  });
  return codes ?? refuseCode(deps, counted);
}

/** Ends one session (404 if unknown), or all others. */
export async function endOwnSessions(
  deps: StaffDeps,
  caller: StaffCaller,
  which: { only: string } | "others",
): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const filter = which === "others" ? { except: caller.sessionId } : which;
    const sessions = await endSessions(tx, caller.staffId, filter);
    if (sessions === 0 && which !== "others") throw new ApiError("resource_not_found");
    if (sessions > 0) await audit(deps, tx, caller, "staff.sessions_ended", { sessions });
  });
}

export async function recoveryCodesLeft(deps: StaffDeps, staffId: string): Promise<number> {
  const { left } = await deps.database.kysely
    .selectFrom("staff_recovery_codes")
    .select((select) => select.fn.countAll<number>().as("left"))
    .where("staff_id", "=", staffId)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Refuses a wrong code. Throws 401 `second_factor_failed`. */
export async function refuseCode(deps: StaffDeps, counted: CountedTry): Promise<never> {
  await recordFailure(deps, counted, "code");
  throw new ApiError("second_factor_failed");
}

/** Throws 401 `session_required` unless the account is active. */
export async function requireSelf(tx: Tx, { staffId }: StaffCaller) {
  const staff = await lockStaff(tx, staffId);
  if (staff?.status !== "active") throw new ApiError("session_required");
  return staff;
}

function audit(
  deps: StaffDeps,
  tx: Tx,
  { operatorId, staffId }: StaffCaller,
  action: string,
  details = {},
): Promise<void> {
  return appendAudit(deps, tx, operatorId, {
    actor: { kind: "staff", staffId },
    action,
    details,
    subject: { type: "staff", id: staffId },
  });
}
