/**
 * Lock-out after failed tries to log in.
 *
 * A try counts when it begins and is taken back when it succeeds, so that many at once don't get more
 * than their number. Counted by e-mail address, whether anybody has it or not (the answers are the same),
 * and by IP address. Past the free ones each failure locks for twice as long as the one before. A day
 * without a failure forgets those of an account, an hour those of an address, which many may share. What is counted are keyed indexes, no addresses.
 */
import ipaddr from "ipaddr.js";
import { sql } from "kysely";
import { inTransaction, type Tx } from "../platform/database/transaction.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";

type Deps = Pick<PlatformDeps, "clock" | "database" | "keyring">;

/** Somebody or somewhere that failures are counted for. */
export interface LoginSubject {
  subject: string;
  /** Failures before the first lock. */
  free: number;
  forgetAfterMs: number;
}

const firstLockMs = 60_000;
const longestLockMs = 60 * 60_000;
/** No failure counts for longer than this. */
export const forgetFailuresAfterMs = 24 * 60 * 60_000;
const ofAccount = { free: 5, forgetAfterMs: forgetFailuresAfterMs };
const ofAddress = { free: 30, forgetAfterMs: 60 * 60_000 };

/** How long the try after this many failures has to wait. */
export function lockMsAfter(failures: number, free: number): number {
  if (failures < free) return 0;
  return Math.min(longestLockMs, firstLockMs * 2 ** Math.min(failures - free, 20));
}

/** The two that a try counts for. */
export function loginSubjects(
  { keyring }: Pick<Deps, "keyring">,
  emailIndex: string,
  ipAddress: string,
): { account: LoginSubject; address: LoginSubject } {
  const place = `address ${networkOf(ipAddress)}`;
  return {
    account: accountSubject({ keyring }, emailIndex),
    address: { subject: keyring.serviceIndex("staff.login", place), ...ofAddress },
  };
}

/** The one of an account. */
export function accountSubject(
  { keyring }: Pick<Deps, "keyring">,
  emailIndex: string,
): LoginSubject {
  return { subject: keyring.serviceIndex("staff.login", `account ${emailIndex}`), ...ofAccount };
}

/** An IPv6 customer has 64 bits of addresses for themselves. */
function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  return (address as ipaddr.IPv6).parts.slice(0, 4).join(":");
}

/** Counts a try that begins. Throws 429 `login_locked` with `Retry-After`, then nothing is counted. */
export async function countTry(deps: Deps, subjects: readonly LoginSubject[]): Promise<void> {
  const now = new Date(deps.clock.nowMs());
  await inTransaction(deps.database, async (tx) => {
    for (const { subject, free, forgetAfterMs } of sorted(subjects)) {
      const forgottenBefore = new Date(now.getTime() - forgetAfterMs);
      const counted = await tx
        .insertInto("staff_login_failures")
        .values({ subject, failures: 1, locked_until: null, last_failed_at: now })
        .onConflict((conflict) =>
          conflict
            .column("subject")
            .doUpdateSet({
              failures: sql<number>`case when staff_login_failures.last_failed_at <= ${forgottenBefore}
                then 1 else staff_login_failures.failures + 1 end`,
              ...{ locked_until: null, last_failed_at: now },
            })
            .where((where) =>
              where.or([
                where("staff_login_failures.locked_until", "is", null),
                where("staff_login_failures.locked_until", "<=", now),
              ]),
            ),
        )
        .returning("failures")
        .executeTakeFirst();
      if (!counted) throw await lockedRefusal(tx, subject, now);
      const lockMs = lockMsAfter(counted.failures, free);
      if (lockMs === 0) continue;
      await tx
        .updateTable("staff_login_failures")
        .set({ locked_until: new Date(now.getTime() + lockMs) })
        .where("subject", "=", subject)
        .execute();
    }
  });
}

async function lockedRefusal(tx: Tx, subject: string, now: Date): Promise<ApiError> {
  const row = await tx
    .selectFrom("staff_login_failures")
    .select("locked_until")
    .where("subject", "=", subject)
    .executeTakeFirst();
  const waitMs = Math.max(1000, (row?.locked_until?.getTime() ?? 0) - now.getTime());
  return new ApiError("login_locked", {
    headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
  });
}

/**
 * The try was no failure after all. It was let in, so no other lock held than the one that it may have
 * brought about itself.
 */
export async function takeBackTry(tx: Tx, subjects: readonly LoginSubject[]): Promise<void> {
  for (const { subject } of sorted(subjects)) {
    await tx
      .updateTable("staff_login_failures")
      .set({ failures: sql<number>`greatest(failures - 1, 0)`, locked_until: null })
      .where("subject", "=", subject)
      .execute();
  }
}

/** Whoever the account belongs to is in: its failures are forgotten. */
export async function forgetFailures(tx: Tx, { subject }: LoginSubject): Promise<void> {
  await tx.deleteFrom("staff_login_failures").where("subject", "=", subject).execute();
}

/** Everybody takes the locks in one order. */
function sorted(subjects: readonly LoginSubject[]): LoginSubject[] {
  return [...subjects].sort((one, other) => (one.subject < other.subject ? -1 : 1));
}
