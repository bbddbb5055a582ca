/**
 * From an invitation to an account that can log in:
 *
 *   invited (link with a token) → accepted (name, password; a session in the stage enrolment) →
 *   second factor confirmed (active, a session in the stage ready, the link no longer works)
 *
 * Until then, opening the link starts from the beginning. So a closed tab locks nobody out, and nobody logs in without
 * a second factor.
 */
import { encode } from "uqr";
import type { AcceptInvitation, Enrolment, Invitation } from "#contract/console/session";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { randomToken } from "../../platform/randomness.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import { appendAudit } from "../audit/index.ts";
import type { CompletedLogin } from "./complete-login.ts";
import { rememberDevice } from "./devices.ts";
import { isGuessable } from "./guessable.ts";
import { deleteAllFailures } from "./login-failures.ts";
import { renewRecoveryCodes } from "./second-factor.ts";
import { beginSession, endSessions, type NewSession, type StaffCaller } from "./sessions.ts";
import type { ClientInfo, StaffDeps } from "./staff-deps.ts";
import { lockStaff, openStaff, sealStaff } from "./staff-store.ts";
import type { StaffRow } from "./tables.ts";
import { matchTotp, otpauthUri, toBase32, totpSecretBytes } from "./totp.ts";

export const invitationMs = 3 * 24 * 60 * 60_000;

/** Writes an invitation, which replaces an earlier link. The token is not stored. */
export async function writeInvitation(
  deps: StaffDeps,
  tx: Tx,
  staffId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken(deps.random, 32);
  const created_at = new Date(deps.machineClock.nowMs());
  const expiresAt = new Date(created_at.getTime() + invitationMs);
  const row = { token_hash: hashSecret(token), expires_at: expiresAt, created_at };
  await tx
    .insertInto("staff_invitations")
    .values({ staff_id: staffId, ...row })
    .onConflict((conflict) => conflict.column("staff_id").doUpdateSet(row))
    .execute();
  return { token, expiresAt };
}

/** The invitation's link. The token follows the `#`, so no server logs it. */
export function invitationUrl({ config }: Pick<StaffDeps, "config">, token: string): string {
  return `${config.publicUrl}/console/invitation#${token}`;
}

/** Reads an invitation. Throws 410 `invitation_invalid`. */
export async function readInvitation(deps: StaffDeps, token: string): Promise<Invitation> {
  const { staff, expiresAt } = await requireInvited(deps, token);
  const { name: operatorName } = await deps.operators.get(staff.operator_id);
  return {
    email: openStaff(deps.keyring, staff, "email_sealed") ?? "",
    role: staff.role,
    operatorName,
    expiresAt: expiresAt.toISOString(),
    name: openStaff(deps.keyring, staff, "name_sealed"),
  };
}

/** Sets name and password. Throws 410 `invitation_invalid`, 400 `password_too_common`. */
export async function acceptInvitation(
  deps: StaffDeps,
  { token, name, password }: AcceptInvitation,
  client: ClientInfo,
): Promise<NewSession> {
  const { staff } = await requireInvited(deps, token);
  await requireGoodPassword(deps, staff, password, name);
  const phc = await deps.passwords.hash(password);
  return inTransaction(deps.database, async (tx) => {
    await lockStaff(tx, staff.staff_id);
    const { staff: now } = await requireInvited(deps, token, tx);
    await endSessions(tx, now.staff_id);
    await tx
      .updateTable("staff")
      .set({
        name_sealed: sealStaff(deps.keyring, now, "name_sealed", name),
        password_sealed: sealStaff(deps.keyring, now, "password_sealed", phc),
        totp_pending_sealed: null,
        version: now.version + 1,
        updated_at: new Date(deps.machineClock.nowMs()),
      })
      .where("staff_id", "=", now.staff_id)
      .execute();
    return beginSession(deps, tx, now, "enrolment", client);
  });
}

/** Throws 400 `password_too_common` at the field `path` for a guessable password. */
export async function requireGoodPassword(
  deps: StaffDeps,
  staff: StaffRow,
  password: string,
  name: string,
  path = "password",
): Promise<void> {
  const { name: operatorName } = await deps.operators.get(staff.operator_id);
  const email = openStaff(deps.keyring, staff, "email_sealed") ?? "";
  if (isGuessable(password, [email, name, operatorName])) {
    throw fieldRefusal("password_too_common", path);
  }
}

/** Begins the enrolment. The secret stays the same until it is confirmed. */
export async function beginEnrolment(deps: StaffDeps, caller: StaffCaller): Promise<Enrolment> {
  const { name: operatorName } = await deps.operators.get(caller.operatorId);
  const secret = await inTransaction(deps.database, async (tx) => {
    const staff = await requireEnrolling(tx, caller);
    const pendingSecret = openStaff(deps.keyring, staff, "totp_pending_sealed");
    if (pendingSecret !== null) return Buffer.from(pendingSecret, "base64");
    const newSecret = Buffer.from(deps.random.bytes(totpSecretBytes));
    const text = newSecret.toString("base64");
    await tx
      .updateTable("staff")
      .set({ totp_pending_sealed: sealStaff(deps.keyring, staff, "totp_pending_sealed", text) })
      .where("staff_id", "=", staff.staff_id)
      .execute();
    return newSecret;
  });
  const uri = otpauthUri(secret, `Tessera ${operatorName}`, caller.email);
  const { data } = encode(uri, { border: 0, ecc: "M" });
  return {
    otpauthUri: uri,
    secret: toBase32(secret),
    qr: data.map((row) => row.map((isDark) => (isDark ? "1" : "0")).join("")),
  };
}

/**
 * The app has the secret: activates the account and ends the link. Throws 401 `second_factor_failed`. Wrong codes need
 * no limit, because the secret is on the same screen.
 */
export async function confirmEnrolment(
  deps: StaffDeps,
  caller: StaffCaller,
  code: string,
  client: ClientInfo,
): Promise<{ begun: CompletedLogin; recoveryCodes: string[] }> {
  const { staffId, operatorId } = caller;
  return inTransaction(deps.database, async (tx) => {
    const staff = await requireEnrolling(tx, caller);
    const secret = openStaff(deps.keyring, staff, "totp_pending_sealed");
    const nowMs = deps.machineClock.nowMs();
    const step =
      secret === null
        ? undefined
        : matchTotp(Buffer.from(secret, "base64"), code, { nowMs, lastStep: 0 });
    if (secret === null || step === undefined) throw new ApiError("second_factor_failed");
    const now = new Date(nowMs);
    await tx
      .updateTable("staff")
      .set({
        status: "active",
        totp_sealed: sealStaff(deps.keyring, staff, "totp_sealed", secret),
        totp_pending_sealed: null,
        totp_last_step: step,
        last_login_at: now,
        version: staff.version + 1,
        updated_at: now,
      })
      .where("staff_id", "=", staffId)
      .execute();
    await tx.deleteFrom("staff_invitations").where("staff_id", "=", staffId).execute();
    await endSessions(tx, staffId);
    const session = await beginSession(deps, tx, staff, "ready", client);
    const recoveryCodes = await renewRecoveryCodes(deps, tx, staff);
    const deviceToken = await rememberDevice(deps, tx, staff, null);
    await deleteAllFailures(tx, staff.email_index);
    await appendAudit(deps, tx, operatorId, {
      actor: { kind: "staff", staffId },
      action: "staff.enrolled",
      subject: { type: "staff", id: staffId },
      details: { sessionId: session.sessionId },
    });
    return { begun: { ...session, deviceToken }, recoveryCodes };
  });
}

/** A newer session may have ended this one. */
async function requireEnrolling(tx: Tx, { staffId, sessionId }: StaffCaller): Promise<StaffRow> {
  const staff = await lockStaff(tx, staffId);
  const session = await tx
    .selectFrom("staff_sessions")
    .select("session_id")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  if (staff?.status !== "invited" || !session) throw new ApiError("session_required");
  return staff;
}

async function requireInvited(
  deps: StaffDeps,
  token: string,
  db: Tx | StaffDeps["database"]["kysely"] = deps.database.kysely,
): Promise<{ staff: StaffRow; expiresAt: Date }> {
  const found = await db
    .selectFrom("staff_invitations as i")
    .innerJoin("staff as p", "p.staff_id", "i.staff_id")
    .selectAll("p")
    .select("i.expires_at")
    .where("i.token_hash", "=", hashSecret(token))
    .where("p.status", "=", "invited")
    .executeTakeFirst();
  if (!found || found.expires_at.getTime() <= deps.machineClock.nowMs()) {
    throw new ApiError("invitation_invalid");
  }
  await deps.keyring.load(found.operator_id);
  const { expires_at: expiresAt, ...staff } = found;
  return { staff, expiresAt };
}
