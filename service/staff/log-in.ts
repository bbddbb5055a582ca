/**
 * Logging in, in two steps.
 *
 *   password right → a session of stage second_factor, ten minutes
 *   code right     → that session ends, one of stage ready begins
 *
 * Always holds: an unknown address, one that may not log in and a wrong password get the same answer
 * after the same work. The password alone does not clear the account's failures, so that whoever knows
 * it can't try codes without end; after five wrong codes the first step has to be made again.
 */
import type { Login, SecondFactor } from "../../contract/console/session.ts";
import { appendAudit } from "../audit/index.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { ApiError } from "../platform/http/api-error.ts";
import {
  countTry,
  forgetFailures,
  type LoginSubject,
  loginSubjects,
  takeBackTry,
} from "./login-failures.ts";
import { useSecondFactor } from "./second-factor.ts";
import { type BegunSession, beginSession, endSessions, type StaffCaller } from "./sessions.ts";
import type { ClientInfo, StaffDeps } from "./staff-deps.ts";
import { emailIndexOf, findByEmail, lockStaff, openStaff } from "./staff-store.ts";

/** Wrong codes in one session of the second step. */
const mostWrongCodes = 5;

/** The first step. Throws 401 `login_failed`, 429 `login_locked`. */
export async function logIn(
  deps: StaffDeps,
  { email, password }: Login,
  client: ClientInfo,
): Promise<BegunSession> {
  const emailIndex = emailIndexOf(deps.keyring, email);
  const { account, address } = loginSubjects(deps, emailIndex, client.ipAddress);
  await countTry(deps, [account, address]);
  const staff = await findByEmail(deps.database.kysely, emailIndex);
  if (staff) await deps.keyring.load(staff.operator_id);
  const phc = staff?.status === "active" ? openStaff(deps.keyring, staff, "password_sealed") : null;
  const isRight = await deps.passwords.verify(phc, password);
  if (!staff || !isRight) throw new ApiError("login_failed");
  const begun = await inTransaction(deps.database, async (tx) => {
    const now = await lockStaff(tx, staff.staff_id);
    // Locked, removed or given another password while this one was looked at.
    if (now?.status !== "active" || now.password_sealed !== staff.password_sealed) return undefined;
    await takeBackTry(tx, [account, address]);
    return beginSession(deps, tx, staff, "second_factor", client);
  });
  if (!begun) throw new ApiError("login_failed");
  return begun;
}

/** The second step. Throws 401 `second_factor_failed`, or `session_required` after five of these. */
export async function passSecondFactor(
  deps: StaffDeps,
  caller: StaffCaller,
  given: SecondFactor,
  client: ClientInfo,
): Promise<BegunSession> {
  const { staffId, operatorId, sessionId } = caller;
  const { account, address } = await countCode(deps, caller, client);
  const outcome = await inTransaction(deps.database, async (tx) => {
    const staff = await lockStaff(tx, staffId);
    const session = await tx
      .selectFrom("staff_sessions")
      .select("wrong_codes")
      .where("session_id", "=", sessionId)
      .where("stage", "=", "second_factor")
      .forUpdate()
      .executeTakeFirst();
    if (staff?.status !== "active" || !session) return "ended";
    const used = await useSecondFactor(deps, tx, staff, given);
    if (!used) {
      const wrongCodes = session.wrong_codes + 1;
      if (wrongCodes >= mostWrongCodes) await endSessions(tx, staffId, { only: sessionId });
      await tx
        .updateTable("staff_sessions")
        .set({ wrong_codes: wrongCodes })
        .where("session_id", "=", sessionId)
        .execute();
      return wrongCodes >= mostWrongCodes ? "ended" : "wrong";
    }
    await endSessions(tx, staffId, { only: sessionId });
    const begun = await beginSession(deps, tx, staff, "ready", client);
    await tx
      .updateTable("staff")
      .set({ last_login_at: new Date(deps.clock.nowMs()) })
      .where("staff_id", "=", staffId)
      .execute();
    await takeBackTry(tx, [address]);
    await forgetFailures(tx, account);
    await appendAudit(deps, tx, operatorId, {
      ...{ actor: { kind: "staff", staffId }, action: "staff.logged_in" },
      ...{ subject: { type: "staff", id: staffId } },
      details: { sessionId: begun.sessionId, secondFactor: used },
    });
    return begun;
  });
  if (outcome === "ended") throw new ApiError("session_required");
  if (outcome === "wrong") throw new ApiError("second_factor_failed");
  return outcome;
}

/** Counts a try of somebody whose account is known. */
export async function countCode(
  deps: StaffDeps,
  { email }: StaffCaller,
  { ipAddress }: ClientInfo,
): Promise<{ account: LoginSubject; address: LoginSubject }> {
  const subjects = loginSubjects(deps, emailIndexOf(deps.keyring, email), ipAddress);
  await countTry(deps, [subjects.account, subjects.address]);
  return subjects;
}

/** Ends the caller's session. */
export async function logOut(deps: StaffDeps, { staffId, sessionId }: StaffCaller): Promise<void> {
  await endSessions(deps.database.kysely, staffId, { only: sessionId });
}
