import { createJob, type Job } from "../platform/jobs/job.ts";
import type { ServiceDeps } from "../service-deps.ts";
import { forgetFailuresAfterMs } from "./login-failures.ts";
import { createPasswords } from "./passwords.ts";
import { sessionTimes } from "./sessions.ts";
import type { StaffDeps } from "./staff-deps.ts";

/** Puts the domain together. */
export function createStaff(deps: ServiceDeps): StaffDeps {
  return { ...deps, passwords: createPasswords() };
}

/** Forgets sessions and invitations that are over, and failures that count no more. */
export function staffJobs({ clock, database }: Pick<StaffDeps, "clock" | "database">): Job[] {
  return [
    createJob({
      name: "staff.forget",
      everyMs: 60_000,
      async run() {
        const { kysely } = database;
        const nowMs = clock.nowMs();
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
          .deleteFrom("staff_login_failures")
          .where("last_failed_at", "<=", new Date(nowMs - forgetFailuresAfterMs))
          .execute();
        return undefined;
      },
    }),
  ];
}
