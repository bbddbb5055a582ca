import type { Tx } from "../../platform/database/transaction.ts";
import { appendAudit } from "../audit/index.ts";
import { rememberDevice } from "./devices.ts";
import { deleteOwnFailures, type LoginOrigin } from "./login-failures.ts";
import type { SecondFactorKind } from "./second-factor.ts";
import { beginSession, endSessions, type NewSession } from "./sessions.ts";
import type { ClientInfo, StaffDeps } from "./staff-deps.ts";
import type { StaffRow } from "./tables.ts";

/** A session in the stage `ready`, with the device cookie's token. */
export interface CompletedLogin extends NewSession {
  deviceToken: string;
}

interface Proof {
  client: ClientInfo;
  origin: LoginOrigin;
  /** The session of the second step, which ends; null without one. */
  sessionId: string | null;
  used: SecondFactorKind;
}

/**
 * Completes every login, in the transaction that locks the person's row: starts a session, makes the browser a known
 * device, clears the person's failures and writes an audit entry.
 */
export async function completeLogin(
  deps: StaffDeps,
  tx: Tx,
  staff: StaffRow,
  { client, origin, sessionId, used }: Proof,
): Promise<CompletedLogin> {
  if (sessionId !== null) await endSessions(tx, staff.staff_id, { only: sessionId });
  const session = await beginSession(deps, tx, staff, "ready", client);
  const deviceToken = await rememberDevice(deps, tx, staff, origin.deviceId);
  await tx
    .updateTable("staff")
    .set({ last_login_at: new Date(deps.machineClock.nowMs()) })
    .where("staff_id", "=", staff.staff_id)
    .execute();
  await deleteOwnFailures(tx, deps.keyring, origin);
  await appendAudit(deps, tx, staff.operator_id, {
    actor: { kind: "staff", staffId: staff.staff_id },
    action: "staff.logged_in",
    subject: { type: "staff", id: staff.staff_id },
    details: {
      sessionId: session.sessionId,
      secondFactor: used,
      knownDevice: origin.deviceId !== null,
    },
  });
  deps.logins.inc({ step: used, outcome: "passed", account: "known" });
  return { ...session, deviceToken };
}
