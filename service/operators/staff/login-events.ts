/**
 * Failed logins and lock-outs for the audit log (PCI DSS 10.2.1.4).
 *
 * A login writes one row for each failure, and one for each lock that refuses a try, whether the account exists or not,
 * so that the response takes the same time. The job turns rows of existing accounts into audit entries and drops the
 * others. The typed address is never stored, because people sometimes type a password there.
 */

import { sql } from "kysely";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { appendAudit } from "../audit/index.ts";
import {
  countTry,
  isFirstRefusal,
  type LoginOrigin,
  type LoginSubject,
  loginSubjects,
  networkFingerprint,
} from "./login-failures.ts";
import type { StaffDeps } from "./staff-deps.ts";
import { findByEmail } from "./staff-store.ts";
import type { StaffLoginEventRow, StaffRow } from "./tables.ts";

/** Maximum number of rows of one account in one transaction. */
const maxRowsAtOnce = 200;

type Step = StaffLoginEventRow["step"];

export interface CountedTry {
  origin: LoginOrigin;
  subjects: LoginSubject[];
  locks: boolean;
}

/**
 * Begins a try. Throws 429 `login_locked` with `Retry-After` if it must wait. The metric counts every refusal; only the
 * first of each lock is recorded, so that a lock costs one row.
 */
export async function beginTry(
  deps: StaffDeps,
  origin: LoginOrigin,
  step: Step,
): Promise<CountedTry> {
  const subjects = loginSubjects(deps.keyring, step, origin);
  const counted = await countTry(deps, subjects);
  if ("locks" in counted) return { origin, subjects, locks: counted.locks };
  await countOutcome(deps, origin, step, "refused_while_locked");
  if (await isFirstRefusal(deps, counted.lockedBy)) {
    await writeEvent(deps, origin, step, { locked: false, refused: true });
  }
  throw new ApiError("login_locked", {
    headers: { "retry-after": String(Math.ceil(counted.retryAfterMs / 1000)) },
  });
}

/** Counts and logs a failed step of a login. The try already counts towards the lock since {@link beginTry}. */
export async function recordFailure(
  deps: StaffDeps,
  { origin, locks }: Pick<CountedTry, "origin" | "locks">,
  step: Step,
): Promise<void> {
  await countOutcome(deps, origin, step, locks ? "locked" : "failed");
  await writeEvent(deps, origin, step, { locked: locks, refused: false });
}

/** Always queries the account, because the work must not reveal whether it exists. */
async function countOutcome(
  deps: StaffDeps,
  { emailIndex }: LoginOrigin,
  step: Step,
  outcome: "failed" | "locked" | "refused_while_locked",
): Promise<void> {
  const staff = await findByEmail(deps.database.kysely, emailIndex);
  deps.logins.inc({ step, outcome, account: staff ? "known" : "unknown" });
}

async function writeEvent(
  { database, keyring, machineClock }: StaffDeps,
  { emailIndex, ipAddress, deviceId }: LoginOrigin,
  step: Step,
  kind: { locked: boolean; refused: boolean },
): Promise<void> {
  await database.kysely
    .insertInto("staff_login_events")
    .values({
      email_index: emailIndex,
      network: networkFingerprint(keyring, ipAddress),
      step,
      known_device: deviceId !== null,
      ...kind,
      failed_at: new Date(machineClock.nowMs()),
    })
    .execute();
}

/**
 * One round of the job, oldest failures first. If the keys of an account's operator are unavailable, that account waits
 * for a later round and does not delay the others.
 */
export async function auditFailures(deps: StaffDeps, signal: AbortSignal): Promise<undefined> {
  const postponed: string[] = [];
  while (!signal.aborted) {
    const next = await deps.database.kysely
      .selectFrom("staff_login_events")
      .select("email_index")
      .where(sql<boolean>`email_index <> all(${postponed}::text[])`)
      .orderBy("event_id")
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    const { email_index: emailIndex } = next;
    const staff = await findByEmail(deps.database.kysely, emailIndex);
    await auditAccount(deps, staff, emailIndex).catch((error: unknown) => {
      if (isStoreLost(error)) throw error;
      const operatorId = staff?.operator_id;
      deps.log.errorHourly("failed logins could not be audited", { operatorId, error });
      postponed.push(emailIndex);
    });
  }
}

/** Audits one account's failures, and drops failures without an account. */
async function auditAccount(
  deps: StaffDeps,
  staff: StaffRow | undefined,
  emailIndex: string,
): Promise<void> {
  if (staff) await deps.keyring.load(staff.operator_id);
  await inTransaction(deps.database, async (tx) => {
    const rows = await tx
      .selectFrom("staff_login_events")
      .selectAll()
      .where("email_index", "=", emailIndex)
      .orderBy("event_id")
      .limit(maxRowsAtOnce)
      .forUpdate()
      .execute();
    if (rows.length === 0) return;
    await tx
      .deleteFrom("staff_login_events")
      .where(
        "event_id",
        "in",
        rows.map((row) => row.event_id),
      )
      .execute();
    if (!staff) return;
    for (const row of rows) {
      const details = {
        step: row.step,
        network: row.network,
        knownDevice: row.known_device,
        failedAt: row.failed_at.toISOString(),
      };
      const subject = { type: "staff", id: staff.staff_id };
      const actor = { kind: "service" } as const;
      await appendAudit(deps, tx, staff.operator_id, {
        actor,
        action: row.refused ? "staff.login_refused_while_locked" : "staff.login_failed",
        subject,
        details,
      });
      if (!row.locked) continue;
      await appendAudit(deps, tx, staff.operator_id, {
        actor,
        action: "staff.login_locked",
        subject,
        details,
      });
    }
  });
}
