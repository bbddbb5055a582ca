/**
 * Console sessions.
 *
 * The store holds only a hash of the browser's token. Each step of a login replaces the token. A session ends after
 * {@link sessionTimes} without a request, and after its absolute lifetime. A lock, a removal or a new role takes effect
 * at the next request, because nothing is cached.
 */
import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import type { StaffRole } from "#contract/console/roles";
import type { StaffSession } from "#contract/console/session";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId, randomToken } from "../../platform/randomness.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import type { ClientInfo } from "./staff-deps.ts";
import { nameOf, openStaff } from "./staff-store.ts";
import type { StaffRow, StaffSessionRow } from "./tables.ts";

type Deps = Pick<PlatformDeps, "clock" | "machineClock" | "random" | "database" | "keyring">;

export const sessionTimes = {
  secondFactorMs: 10 * 60_000,
  enrolmentMs: 60 * 60_000,
  readyMs: 12 * 60 * 60_000,
  /** The idle limit of PCI DSS 8.2.8. */
  idleMs: 15 * 60_000,
} as const;
/** The minimum time between writes of `last_seen_at`. */
const writeSeenEveryMs = 10_000;

export type SessionStage = StaffSessionRow["stage"];

export interface StaffCaller {
  sessionId: string;
  stage: SessionStage;
  staffId: string;
  operatorId: string;
  role: StaffRole;
  email: string;
  emailIndex: string;
  name: string;
  csrfToken: string;
  expiresAtMs: number;
  idleExpiresAtMs: number;
}

/** A new session. Only the browser receives the token. */
export interface NewSession {
  token: string;
  sessionId: string;
}

/** A session's CSRF token, derived from its token, which no page can read. */
export function csrfTokenOf(token: string): string {
  return createHmac("sha256", token).update("tessera console csrf").digest("base64url");
}

/** Starts a session within the transaction. Its lifetime depends on the stage, see {@link sessionTimes}. */
export async function beginSession(
  deps: Deps,
  tx: Tx,
  staff: Pick<StaffRow, "staff_id" | "operator_id">,
  stage: SessionStage,
  client: ClientInfo,
): Promise<NewSession> {
  const token = randomToken(deps.random, 32);
  const sessionId = newId(deps, "staffSession");
  const nowMs = deps.machineClock.nowMs();
  const lifetimeMs = {
    second_factor: sessionTimes.secondFactorMs,
    enrolment: sessionTimes.enrolmentMs,
    ready: sessionTimes.readyMs,
  }[stage];
  const seal = (column: string, text: string) =>
    deps.keyring.encryptField(sessionPlace(staff.operator_id, sessionId, column), text);
  const { ipAddress, userAgent } = client;
  await tx
    .insertInto("staff_sessions")
    .values({
      session_id: sessionId,
      staff_id: staff.staff_id,
      operator_id: staff.operator_id,
      token_hash: hashSecret(token),
      stage,
      wrong_codes: 0,
      ip_address_sealed: seal("ip_address_sealed", ipAddress),
      user_agent_sealed:
        userAgent === null ? null : seal("user_agent_sealed", userAgent.slice(0, 400)),
      created_at: new Date(nowMs),
      last_seen_at: new Date(nowMs),
      expires_at: new Date(nowMs + lifetimeMs),
    })
    .execute();
  return { token, sessionId };
}

/**
 * Resolves a token to its session; undefined if it has ended or the account may not log in. A request keeps the session
 * active, unless the page made it by itself (`isActivity: false`).
 */
export async function resolveSession(
  deps: Deps,
  token: string,
  { isActivity }: { isActivity: boolean } = { isActivity: true },
): Promise<StaffCaller | undefined> {
  const { kysely } = deps.database;
  const found = await kysely
    .selectFrom("staff_sessions as s")
    .innerJoin("staff as p", "p.staff_id", "s.staff_id")
    .select(["s.session_id", "s.stage", "s.last_seen_at", "s.expires_at"])
    .selectAll("p")
    .where("s.token_hash", "=", hashSecret(token))
    .executeTakeFirst();
  if (!found) return undefined;
  const nowMs = deps.machineClock.nowMs();
  const idleFromMs = found.last_seen_at.getTime() + sessionTimes.idleMs;
  const requiredStatus = found.stage === "enrolment" ? "invited" : "active";
  if (
    found.expires_at.getTime() <= nowMs ||
    idleFromMs <= nowMs ||
    found.status !== requiredStatus
  ) {
    return undefined;
  }
  const isSeen = isActivity && found.last_seen_at.getTime() + writeSeenEveryMs <= nowMs;
  if (isSeen) {
    await kysely
      .updateTable("staff_sessions")
      .set({ last_seen_at: new Date(nowMs) })
      .where("session_id", "=", found.session_id)
      .where("last_seen_at", "<", new Date(nowMs))
      .execute();
  }
  await deps.keyring.load(found.operator_id);
  return {
    sessionId: found.session_id,
    stage: found.stage,
    staffId: found.staff_id,
    operatorId: found.operator_id,
    role: found.role,
    email: openStaff(deps.keyring, found, "email_sealed") ?? "",
    emailIndex: found.email_index,
    name: nameOf(deps.keyring, found),
    csrfToken: csrfTokenOf(token),
    expiresAtMs: found.expires_at.getTime(),
    idleExpiresAtMs: (isSeen ? nowMs : found.last_seen_at.getTime()) + sessionTimes.idleMs,
  };
}

/** Lists the account's sessions, newest first. */
export async function listSessions(
  { machineClock, database, keyring }: Deps,
  { staffId, operatorId, sessionId }: StaffCaller,
): Promise<StaffSession[]> {
  const nowMs = machineClock.nowMs();
  const rows = await openSessions(database.kysely, nowMs)
    .selectAll()
    .where("staff_id", "=", staffId)
    .orderBy("session_id", "desc")
    .execute();
  return rows.map((row) => {
    const open = (column: "ip_address_sealed" | "user_agent_sealed") =>
      showText(keyring, sessionPlace(operatorId, row.session_id, column), row[column]);
    return {
      sessionId: row.session_id,
      isCurrent: row.session_id === sessionId,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      ipAddress: open("ip_address_sealed"),
      userAgent: open("user_agent_sealed"),
    };
  });
}

/** Unexpired sessions in the stage `ready`. */
export function openSessions(db: Kysely<Tables>, nowMs: number) {
  return db
    .selectFrom("staff_sessions")
    .where("stage", "=", "ready")
    .where("expires_at", ">", new Date(nowMs))
    .where("last_seen_at", ">", new Date(nowMs - sessionTimes.idleMs));
}

/** Ends one session, all except one, or all. Resolves to how many it ended. */
export async function endSessions(
  db: Kysely<Tables>,
  staffId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  let ending = db.deleteFrom("staff_sessions").where("staff_id", "=", staffId);
  if (which.only !== undefined) ending = ending.where("session_id", "=", which.only);
  if (which.except !== undefined) ending = ending.where("session_id", "<>", which.except);
  const { numDeletedRows } = await ending.executeTakeFirst();
  return Number(numDeletedRows);
}

function sessionPlace(operatorId: string, id: string, column: string) {
  return { operatorId, table: "staff_sessions", column, id };
}
