/**
 * Failed logins and lock-outs for the audit log (PCI DSS 10.2.1.4).
 *
 * The login writes one row for each failure, whether the account exists or not, so that the answer takes
 * the same time. The job turns the rows of existing accounts into audit entries and drops the others.
 * What was typed is never stored: people type passwords into the field for the address.
 */

import type { StaffLoginEventRow } from "../../platform/database/tables.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { appendAudit } from "../audit/index.ts";
import { type LoginOrigin, networkFingerprint } from "./login-failures.ts";
import type { StaffDeps } from "./staff-deps.ts";
import { findByEmail } from "./staff-store.ts";

/** Rows of one account in one transaction. */
const mostAtOnce = 200;

/** Writes a failure down. `locked`: the next try from there has to wait. */
export async function noteFailure(
  deps: StaffDeps,
  origin: LoginOrigin,
  step: StaffLoginEventRow["step"],
  locked: boolean,
): Promise<void> {
  deps.logins.inc({ step, outcome: locked ? "locked" : "failed" });
  await deps.database.kysely
    .insertInto("staff_login_events")
    .values({
      email_index: origin.emailIndex,
      network: networkFingerprint(deps.keyring, origin.ipAddress),
      step,
      known_device: origin.deviceId !== null,
      locked,
      failed_at: new Date(deps.clock.nowMs()),
    })
    .execute();
}

/** Moves the failures of one account to the audit log. Resolves to whether there may be more. */
export async function auditFailures(deps: StaffDeps): Promise<boolean> {
  const next = await deps.database.kysely
    .selectFrom("staff_login_events")
    .select("email_index")
    .orderBy("event_id")
    .executeTakeFirst();
  if (!next) return false;
  const staff = await findByEmail(deps.database.kysely, next.email_index);
  if (staff) await deps.keyring.load(staff.operator_id);
  await inTransaction(deps.database, async (tx) => {
    const rows = await tx
      .selectFrom("staff_login_events")
      .selectAll()
      .where("email_index", "=", next.email_index)
      .orderBy("event_id")
      .limit(mostAtOnce)
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
        action: "staff.login_failed",
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
  return true;
}
