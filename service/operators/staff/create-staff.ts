import type { Domain } from "../../platform/domain.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import type { OperatorsDeps } from "../accounts/index.ts";
import { auditFailures } from "./login-events.ts";
import { deleteFailuresAfterMs, maxCounters } from "./login-failures.ts";
import { createPasswords } from "./passwords.ts";
import { sessionTimes } from "./sessions.ts";
import { staffCommands } from "./staff-commands.ts";
import type { StaffDeps } from "./staff-deps.ts";

export interface Staff extends Domain {
  readonly deps: StaffDeps;
}

/** Creates the domain. The console registers its routes. */
export function createStaff(needs: OperatorsDeps): Staff {
  const logins = needs.metrics.counter(
    "tessera_console_login_steps_total",
    "Steps of logins at the console by outcome, and whether the account exists.",
    ["step", "outcome", "account"],
  );
  const deps: StaffDeps = { ...needs, passwords: createPasswords(), logins };
  return { deps, jobs: staffJobs(deps), commands: [staffCommands(deps)] };
}

/** Jobs that audit failed logins, and delete what has ended, expired or no longer counts. */
function staffJobs(deps: StaffDeps): Job[] {
  const { machineClock, database } = deps;
  return [
    createJob({
      name: "staff.audit-logins",
      isTechnical: true,
      followsStore: true,
      everyMs: 2000,
      run: (signal) => auditFailures(deps, signal),
    }),
    createJob({
      name: "staff.forget",
      isTechnical: true,
      everyMs: 60_000,
      async run() {
        const { kysely } = database;
        const nowMs = machineClock.nowMs();
        await kysely
          .deleteFrom("staff_sessions")
          .where((where) =>
            where.or([
              where("expires_at", "<=", new Date(nowMs)),
              where("last_seen_at", "<=", new Date(nowMs - sessionTimes.idleMs)),
            ]),
          )
          .execute();
        await kysely
          .with("old", (query) =>
            query
              .selectFrom("staff_login_failures")
              .select("subject")
              .where((where) =>
                where.or([
                  where("last_failed_at", "<=", new Date(nowMs - deleteFailuresAfterMs)),
                  where("last_failed_at", "<=", (select) =>
                    select
                      .selectFrom("staff_login_failures")
                      .select("last_failed_at")
                      .orderBy("last_failed_at", "desc")
                      .offset(maxCounters)
                      .limit(1),
                  ),
                ]),
              )
              // A login locks several of them, in another order: the job must not wait while it holds some.
              .forUpdate()
              .skipLocked(),
          )
          .deleteFrom("staff_login_failures")
          .where("subject", "in", (select) => select.selectFrom("old").select("subject"))
          .execute();
        await kysely
          .deleteFrom("staff_passkey_challenges")
          .where("expires_at", "<=", new Date(nowMs))
          .execute();
        await kysely
          .deleteFrom("staff_devices")
          .where("expires_at", "<=", new Date(nowMs))
          .execute();
        return undefined;
      },
    }),
  ];
}
