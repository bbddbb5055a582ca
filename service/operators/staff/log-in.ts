/**
 * Login in two steps:
 *
 *   correct password → a session in the stage second_factor, for ten minutes
 *   correct code     → that session ends, one in the stage ready starts, and the browser is a known device
 *
 * An unknown address, an account that may not log in and a wrong password get the same response after the same work.
 * The password alone does not clear the account's failures, so that someone who knows it cannot try codes without
 * limit. After five wrong codes, the person must repeat the first step.
 */
import type { Login, SecondFactor } from "#contract/console/session";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type CompletedLogin, completeLogin } from "./complete-login.ts";
import { findDevice } from "./devices.ts";
import { beginTry, type CountedTry, recordFailure } from "./login-events.ts";
import { type LoginOrigin, uncountTry } from "./login-failures.ts";
import { useSecondFactor } from "./second-factor.ts";
import { beginSession, endSessions, type NewSession, type StaffCaller } from "./sessions.ts";
import type { ClientInfo, StaffDeps } from "./staff-deps.ts";
import { emailIndexOf, findByEmail, lockStaff, openCredential } from "./staff-store.ts";

/** Wrong codes in one session of the second step. */
const maxWrongCodes = 5;

/** The first step of a login. Throws 401 `login_failed`, 429 `login_locked`. */
export async function logIn(
  deps: StaffDeps,
  { email, password }: Login,
  client: ClientInfo,
): Promise<NewSession> {
  const emailIndex = emailIndexOf(deps.keyring, email);
  const origin = await originOf(deps, emailIndex, client);
  const tried = await beginTry(deps, origin, "password");
  const staff = await findByEmail(deps.database.kysely, emailIndex);
  if (staff) await deps.keyring.load(staff.operator_id);
  const phc = staff?.status === "active" ? openCredential(deps, staff, "password_sealed") : null;
  const isPasswordCorrect = await deps.passwords.verify(phc, password);
  const session =
    staff && isPasswordCorrect
      ? await inTransaction(deps.database, async (tx) => {
          const current = await lockStaff(tx, staff.staff_id);
          // The account, or its password, changed during the check.
          if (current?.status !== "active" || current.password_sealed !== staff.password_sealed) {
            return undefined;
          }
          await uncountTry(tx, tried.subjects);
          return beginSession(deps, tx, staff, "second_factor", client);
        })
      : undefined;
  if (!session) {
    await recordFailure(deps, tried, "password");
    throw new ApiError("login_failed");
  }
  deps.logins.inc({ step: "password", outcome: "passed", account: "known" });
  return session;
}

/** The second step of a login. Throws 401 `second_factor_failed`, or `session_required` after five wrong codes. */
export async function passSecondFactor(
  deps: StaffDeps,
  caller: StaffCaller,
  given: SecondFactor,
  client: ClientInfo,
): Promise<CompletedLogin> {
  const { staffId, sessionId } = caller;
  const tried = await countCode(deps, caller, client);
  const { origin } = tried;
  const outcome = await inTransaction(deps.database, async (tx) => {
    const staff = await lockStaff(tx, staffId);
    const session = await lockSecondStep(tx, sessionId);
    if (staff?.status !== "active" || !session) return "ended";
    const used = await useSecondFactor(deps, tx, staff, given);
    if (used) return completeLogin(deps, tx, staff, { client, origin, sessionId, used });
    const wrongCodes = session.wrong_codes + 1;
    if (wrongCodes >= maxWrongCodes) {
      await endSessions(tx, staffId, { only: sessionId });
      return "last";
    }
    await tx
      .updateTable("staff_sessions")
      .set({ wrong_codes: wrongCodes })
      .where("session_id", "=", sessionId)
      .execute();
    return "wrong";
  });
  if (outcome === "ended") throw new ApiError("session_required");
  if (outcome === "wrong" || outcome === "last") {
    await recordFailure(deps, tried, "code");
    throw new ApiError(outcome === "wrong" ? "second_factor_failed" : "session_required");
  }
  return outcome;
}

/** Locks a session in the second step; undefined if it has ended. */
export function lockSecondStep(tx: Tx, sessionId: string) {
  return tx
    .selectFrom("staff_sessions")
    .select("wrong_codes")
    .where("session_id", "=", sessionId)
    .where("stage", "=", "second_factor")
    .forUpdate()
    .executeTakeFirst();
}

/** Counts a try with a code. Throws 429 `login_locked`. */
export async function countCode(
  deps: StaffDeps,
  { emailIndex }: StaffCaller,
  client: ClientInfo,
): Promise<CountedTry> {
  return beginTry(deps, await originOf(deps, emailIndex, client), "code");
}

/** The origin that an account's counters use. */
export async function originOf(
  deps: StaffDeps,
  emailIndex: string,
  { ipAddress, deviceToken }: ClientInfo,
): Promise<LoginOrigin> {
  return { emailIndex, ipAddress, deviceId: await findDevice(deps, emailIndex, deviceToken) };
}

/** Ends this session only. Returns normally if it has ended before. */
export async function logOut(deps: StaffDeps, { staffId, sessionId }: StaffCaller): Promise<void> {
  await endSessions(deps.database.kysely, staffId, { only: sessionId });
}
