/**
 * Lock-out after failed logins.
 *
 * A try is counted when it starts and uncounted when it succeeds, so that concurrent tries get no more than the limit.
 * What counts:
 *
 *   a known device    only its own counter, so failures elsewhere cannot lock it out
 *   a wrong password  the account in the caller's network (IPv4 /24, IPv6 /64), whether it exists or not, and the
 *                     network over all accounts
 *   a wrong code      the account everywhere (it needs the password), and the network over all accounts
 *   a wrong passkey   the network over all accounts, because there is nothing to guess
 *
 * After the free tries, each failure locks for twice as long: ten failures lock for 32 minutes (PCI DSS 8.3.4). An
 * account's failures are cleared after a day without one, those of a network, which many people may share, after an
 * hour. Counters contain keyed indexes and no addresses.
 */
import ipaddr from "ipaddr.js";
import { sql } from "kysely";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";

type Deps = Pick<PlatformDeps, "machineClock" | "database" | "keyring">;

export interface LoginOrigin {
  /** The account's index, set also for an account that does not exist. */
  emailIndex: string;
  ipAddress: string;
  /** A known device that belongs to this account. */
  deviceId: string | null;
}

export interface LoginSubject {
  subject: string;
  emailIndex: string | null;
  /** How many failures there may be before the first lock. */
  free: number;
  clearAfterMs: number;
}

const firstLockMs = 60_000;
const longestLockMs = 60 * 60_000;
const hourMs = 60 * 60_000;
/** No failure counts for longer. */
export const deleteFailuresAfterMs = 24 * hourMs;
/** Maximum number of counters; the job deletes the oldest. */
export const maxCounters = 100_000;
const ofAccount = { free: 5, clearAfterMs: deleteFailuresAfterMs };
const ofAddress = { emailIndex: null, free: 30, clearAfterMs: hourMs };
/** An IPv6 site can have 65,536 networks. */
const ofSite = { emailIndex: null, free: 100, clearAfterMs: hourMs };

/** The wait after this many failures. */
export function lockMsAfter(failures: number, free: number): number {
  if (failures < free) return 0;
  return Math.min(longestLockMs, firstLockMs * 2 ** Math.min(failures - free, 20));
}

/** What a try counts against: the known device alone, or the account and the networks of the address. */
export function loginSubjects(
  keyring: Pick<Keyring, "serviceIndex">,
  step: "password" | "code" | "passkey",
  { emailIndex, ipAddress, deviceId }: LoginOrigin,
): LoginSubject[] {
  const index = (text: string) => keyring.serviceIndex("staff.login", text);
  if (deviceId !== null) {
    return [{ subject: index(`device ${deviceId}`), emailIndex, ...ofAccount }];
  }
  const { account, address, site } = networksOf(ipAddress);
  const place = step === "password" ? account : "everywhere";
  return [
    ...(step === "passkey"
      ? []
      : [{ subject: index(`${step} ${emailIndex} ${place}`), emailIndex, ...ofAccount }]),
    { subject: index(`address ${address}`), ...ofAddress },
    ...(site === null ? [] : [{ subject: index(`site ${site}`), ...ofSite }]),
  ];
}

/** A keyed fingerprint: equal for equal networks, and revealing nothing else. */
export function networkFingerprint(
  keyring: Pick<Keyring, "serviceIndex">,
  ipAddress: string,
): string {
  return keyring
    .serviceIndex("staff.login", `network ${networksOf(ipAddress).account}`)
    .slice(0, 12);
}

/** Networks whose tries are counted: of one account, of the address, and an IPv6 address's wider one. */
function networksOf(text: string): { account: string; address: string; site: string | null } {
  if (!ipaddr.isValid(text)) return { account: text, address: text, site: null };
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") {
    const whole = address.toString();
    return { account: whole.replace(/\d+$/, "0/24"), address: whole, site: null };
  }
  const { parts } = address as ipaddr.IPv6;
  const network = parts.slice(0, 4).join(":");
  return { account: network, address: network, site: parts.slice(0, 3).join(":") };
}

export type TryCount = { locks: boolean } | { lockedBy: string; retryAfterMs: number };

/** Thrown to roll back: a try during a lock does not count. */
class LockedNow extends Error {
  constructor(
    readonly lockedBy: string,
    readonly retryAfterMs: number,
  ) {
    super("locked");
  }
}

/** Counts a try. Counts nothing if one of the counters is locked. */
export async function countTry(deps: Deps, subjects: readonly LoginSubject[]): Promise<TryCount> {
  try {
    return { locks: await countAll(deps, subjects) };
  } catch (error) {
    if (!(error instanceof LockedNow)) throw error;
    const { lockedBy, retryAfterMs } = error;
    return { lockedBy, retryAfterMs };
  }
}

function countAll(deps: Deps, subjects: readonly LoginSubject[]): Promise<boolean> {
  const now = new Date(deps.machineClock.nowMs());
  return inTransaction(deps.database, async (tx) => {
    let locks = false;
    for (const { subject, emailIndex, free, clearAfterMs } of sorted(subjects)) {
      const clearedBefore = new Date(now.getTime() - clearAfterMs);
      const counted = await tx
        .insertInto("staff_login_failures")
        .values({
          subject,
          email_index: emailIndex,
          failures: 1,
          locked_until: null,
          last_failed_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .column("subject")
            .doUpdateSet({
              failures: sql<number>`case when staff_login_failures.last_failed_at <= ${clearedBefore}
                then 1 else staff_login_failures.failures + 1 end`,
              locked_until: null,
              refusal_noted: false,
              last_failed_at: now,
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
      if (!counted) throw new LockedNow(subject, await remainingLockMs(tx, subject, now));
      const lockMs = lockMsAfter(counted.failures, free);
      if (lockMs === 0) continue;
      locks = true;
      await tx
        .updateTable("staff_login_failures")
        .set({ locked_until: new Date(now.getTime() + lockMs) })
        .where("subject", "=", subject)
        .execute();
    }
    return locks;
  });
}

async function remainingLockMs(tx: Tx, subject: string, now: Date): Promise<number> {
  const row = await tx
    .selectFrom("staff_login_failures")
    .select("locked_until")
    .where("subject", "=", subject)
    .executeTakeFirst();
  return Math.max(1000, (row?.locked_until?.getTime() ?? 0) - now.getTime());
}

/** Whether this is the first refusal of a lock. True once per lock, across all processes. */
export async function isFirstRefusal(
  { database, machineClock }: Deps,
  subject: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database.kysely
    .updateTable("staff_login_failures")
    .set({ refusal_noted: true })
    .where("subject", "=", subject)
    .where("locked_until", ">", new Date(machineClock.nowMs()))
    .where("refusal_noted", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uncounts a try. The try was admitted, so no earlier failure can have locked the counter. */
export async function uncountTry(tx: Tx, subjects: readonly LoginSubject[]): Promise<void> {
  for (const { subject } of sorted(subjects)) {
    await tx
      .updateTable("staff_login_failures")
      .set({ failures: sql<number>`greatest(failures - 1, 0)`, locked_until: null })
      .where("subject", "=", subject)
      .execute();
  }
}

/**
 * Clears failures after a completed login: deletes the account's failures in this network and its wrong codes, and
 * uncounts this try for the network. Failures elsewhere may be someone else's.
 */
export async function deleteOwnFailures(
  tx: Tx,
  keyring: Pick<Keyring, "serviceIndex">,
  origin: LoginOrigin,
): Promise<void> {
  const ofCode = loginSubjects(keyring, "code", origin);
  const subjects = [...loginSubjects(keyring, "password", origin), ...ofCode];
  await uncountTry(
    tx,
    ofCode.filter(({ emailIndex }) => emailIndex === null),
  );
  await tx
    .deleteFrom("staff_login_failures")
    .where(
      "subject",
      "in",
      subjects.filter(({ emailIndex }) => emailIndex !== null).map(({ subject }) => subject),
    )
    .execute();
}

/** Ends the account's locks in every network and on every device. */
export async function deleteAllFailures(tx: Tx, emailIndex: string): Promise<void> {
  await tx.deleteFrom("staff_login_failures").where("email_index", "=", emailIndex).execute();
}

/** Sorts subjects, so that all transactions lock them in the same order. */
function sorted(subjects: readonly LoginSubject[]): LoginSubject[] {
  return [...subjects].sort((one, other) => (one.subject < other.subject ? -1 : 1));
}
