import type { Kysely, Updateable } from "kysely";
import type { BankLoginStatus } from "#contract/client/bank-logins";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { workThrough } from "../../platform/jobs/work-through.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { deleteConsent, recheckConsent } from "../../providers/payout/index.ts";
import { type BankLoginEvent, nextBankLoginStatus } from "./bank-login-states.ts";
import type { BankLoginRow } from "./tables.ts";

type Deps = Pick<PlatformDeps, "database" | "clock" | "log">;

/** Moves a login along its table; undefined when it has changed since it was read. */
export async function moveLogin(
  { database, clock }: Pick<Deps, "database" | "clock">,
  row: BankLoginRow,
  event: BankLoginEvent,
  changes: Updateable<BankLoginRow> = {},
  db: Kysely<Tables> = database.kysely,
): Promise<BankLoginRow | undefined> {
  const status = nextBankLoginStatus(row.status, event);
  if (status === undefined) return undefined;
  return db
    .updateTable("bank_logins")
    .set({ ...changes, status, version: row.version + 1, updated_at: new Date(clock.nowMs()) })
    .where("operator_id", "=", row.operator_id)
    .where("bank_login_id", "=", row.bank_login_id)
    .where("version", "=", row.version)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Ends a login without a result, erases its secrets, and releases the consent that it asked for. It needs no key, so a
 * login whose key is lost ends too.
 */
export function endLogin(
  deps: Deps,
  row: BankLoginRow,
  event: BankLoginEvent,
): Promise<BankLoginRow | undefined> {
  const erased = { verifier_sealed: null, account_sealed: null };
  return inTransaction(deps.database, async (tx) => {
    const ended = await moveLogin(deps, row, event, erased, tx);
    if (ended) await releaseConsent(deps, tx, row);
    return ended;
  });
}

/** Ends a login whose 15 minutes are over, and returns its status. */
export async function expireLogin(deps: Deps, row: BankLoginRow): Promise<BankLoginStatus> {
  const expired = await endLogin(deps, row, "time_over");
  return expired?.status ?? row.status;
}

/** Expires logins after their 15 minutes, and deletes them with their accounts a day after their last change. */
export async function deleteOldLogins(deps: Deps, signal: AbortSignal): Promise<undefined> {
  const { kysely } = deps.database;
  const nowMs = deps.clock.nowMs();
  await workThrough(signal, {
    read: (most, skip) =>
      kysely
        .selectFrom("bank_logins")
        .selectAll()
        .where("status", "in", openStatuses)
        .where("expires_at", "<=", new Date(nowMs))
        .orderBy("expires_at")
        .orderBy("bank_login_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: async (row) => !openStatuses.includes(await expireLogin(deps, row)),
    onFailure: ({ bank_login_id: resourceId }, error) =>
      deps.log.errorHourly("a bank login could not expire", { resourceId, error }),
  });
  await kysely
    .deleteFrom("bank_logins")
    // An open login may have a consent, which is released when the login ends.
    .where("status", "not in", openStatuses)
    .where("updated_at", "<", new Date(nowMs - 24 * 60 * 60_000))
    .execute();
}

const openStatuses: readonly BankLoginStatus[] = ["open", "exchanging"];

/** Deletes the logins of these intents. No payout can use their consents afterwards, so those become due at once. */
export async function deleteBankLogins(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { operatorId, subjects }: { readonly operatorId: string; readonly subjects: readonly string[] },
): Promise<void> {
  const rows = await tx
    .deleteFrom("bank_logins")
    .where("operator_id", "=", operatorId)
    .where("subject", "=", anyOf(subjects))
    .returningAll()
    .execute();
  for (const row of rows) await releaseConsent(deps, tx, row);
}

/** Makes a consent due now: the job for consents ends it, however often it must try, unless a payout uses it. */
async function releaseConsent(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  { operator_id: operatorId, consent_id: consentId, opened_at: openedAt }: BankLoginRow,
): Promise<void> {
  if (consentId === null) return;
  const consent = { operatorId, consentId };
  // Only a customer who was sent to the bank can have agreed to something there.
  if (openedAt) await recheckConsent(tx, consent, clock.nowMs());
  else await deleteConsent(tx, consent);
}
