import type { Kysely, Updateable } from "kysely";
import type { BankLogin, BankLoginStatus, BegunBankLogin } from "#contract/client/bank-logins";
import type { SharedAccount } from "#contract/connectors/bank-login";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId, randomToken } from "../../platform/randomness.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import type {
  BankLoginOutcome,
  BankLoginProvider,
  BankLoginPurpose,
} from "../../providers/bank-login/index.ts";
import { forgetConsent, keepConsent, loginLifeMs } from "../../providers/payout/index.ts";
import {
  isRedirectLinkUsable,
  isSameBrowser,
  newBrowserToken,
  sealRedirectLink,
} from "../bank-redirect/index.ts";
import { type BankLoginEvent, nextBankLoginStatus } from "./bank-login-states.ts";
import { keepLeftConsent } from "./left-consents.ts";
import { requireLoginsLeft } from "./limit-logins.ts";
import { type KeptAccount, openAccount, proofOf } from "./login-contents.ts";
import { linkPlaceOf, placeOf } from "./login-places.ts";
import type { BankLoginRow } from "./tables.ts";

/** `provider` is null when no bank is configured. */
export interface BankLoginDeps extends PlatformDeps {
  readonly provider: BankLoginProvider | null;
}

/** Known from the client secret. */
export interface BankLoginOwner {
  readonly operatorId: string;
  readonly subject: string;
}

/** How long the customer has to log in and choose an account. */
const lifeMs = 15 * 60_000;

/** The bank's page lives no longer. */
const linkMs = 60_000;

/** Path of the link to the bank. */
export const startPath = "/v1/bank-logins/start";

/** Path that banks send customers back to. */
export const returnPath = "/v1/bank-return";

export interface BankRedirect {
  readonly bankUrl: string;
  readonly browserToken: string;
  /** End of the bank login and of the cookie. */
  readonly expiresAtMs: number;
}

/**
 * Announces a login to the bank and stores it. `authorizationUrl` is our page that ties the login to the browser and
 * redirects to the bank; it works once, for a minute. Throws ApiError `bank_login_unavailable`, and stores nothing,
 * without a configured or reachable bank, and `bank_logins_used_up` for an intent that has begun too many in a day.
 */
export async function beginBankLogin(
  deps: BankLoginDeps,
  { operatorId, subject }: BankLoginOwner,
  language: string,
  alsoWrite: (tx: Tx, begun: BegunBankLogin) => Promise<void>,
): Promise<BegunBankLogin> {
  const { provider, random, keyring, clock, config, log } = deps;
  if (!provider) throw new ApiError("bank_login_unavailable");
  await requireLoginsLeft(deps, { operatorId, subject });
  const state = randomToken(random, 32);
  const bankLoginId = newId(deps, "bankLogin");
  const returnUrl = `${config.publicUrl}${returnPath}`;
  const begun = await provider
    .begin({ state, returnUrl, language, reference: bankLoginId, purpose: purposeOf({ subject }) })
    .catch((error: unknown) => {
      log.warn("a bank login could not begin", { error });
      throw new ApiError("bank_login_unavailable");
    });
  const nowMs = clock.nowMs();
  const row: BankLoginRow = {
    bank_login_id: bankLoginId,
    operator_id: operatorId,
    subject,
    status: "open",
    version: 1,
    state_hash: hashSecret(state),
    account_sealed: null,
    opened_at: null,
    browser_hash: null,
    authorization_sealed: keyring.encryptField(
      placeOf({ operator_id: operatorId, bank_login_id: bankLoginId }, "authorization_sealed"),
      begun.authorizationUrl,
    ),
    verifier_sealed: keyring.encryptField(
      placeOf({ operator_id: operatorId, bank_login_id: bankLoginId }, "verifier_sealed"),
      begun.proof,
    ),
    created_at: new Date(nowMs),
    updated_at: new Date(nowMs),
    expires_at: new Date(nowMs + lifeMs),
  };
  const link = sealRedirectLink(deps, linkPlaceOf(row));
  const authorizationUrl = `${config.publicUrl}${startPath}/${bankLoginId}?link=${encodeURIComponent(link)}`;
  const answer = { ...present(deps, row), authorizationUrl };
  await inTransaction(deps.database, async (tx) => {
    await tx.insertInto("bank_logins").values(row).execute();
    await alsoWrite(tx, answer);
  });
  return answer;
}

/** Ties the login to this browser, once. Null for a link that is unknown, too old, or opened before. */
export async function redirectToBank(
  deps: BankLoginDeps,
  bankLoginId: string,
  link: string,
): Promise<BankRedirect | null> {
  const { keyring, clock, random } = deps;
  const row = await deps.database.kysely
    .selectFrom("bank_logins")
    .selectAll()
    .where("bank_login_id", "=", bankLoginId)
    .executeTakeFirst();
  if (row?.status !== "open" || row.authorization_sealed === null) return null;
  const expiresAtMs = row.expires_at.getTime();
  if (expiresAtMs <= clock.nowMs()) return null;
  await keyring.load(row.operator_id);
  const opened = { place: linkPlaceOf(row), sealed: link, openedAt: row.opened_at, linkMs };
  if (!isRedirectLinkUsable(deps, opened)) return null;
  const place = placeOf(row, "authorization_sealed");
  const bankUrl = keyring.decryptField(place, row.authorization_sealed);
  const browser = newBrowserToken(random);
  const now = new Date(clock.nowMs());
  const left = await deps.database.kysely
    .updateTable("bank_logins")
    .set({
      opened_at: now,
      browser_hash: browser.hash,
      authorization_sealed: null,
      version: row.version + 1,
      updated_at: now,
    })
    .where("operator_id", "=", row.operator_id)
    .where("bank_login_id", "=", bankLoginId)
    .where("version", "=", row.version)
    .returning("bank_login_id")
    .executeTakeFirst();
  return left ? { bankUrl, browserToken: browser.token, expiresAtMs } : null;
}

/** Throws ApiError `resource_not_found`, also for a login of another intent. */
export async function readBankLogin(
  deps: BankLoginDeps,
  owner: BankLoginOwner,
  bankLoginId: string,
): Promise<BankLogin> {
  const row = await find(deps.database.kysely, owner, bankLoginId);
  if (!row) throw new ApiError("resource_not_found");
  return present(deps, row);
}

/** How the customer recognises a shared account. */
export function shownDigitsOf({
  accountNumber,
  last4,
}: Pick<SharedAccount, "accountNumber" | "last4">): string {
  return last4 ?? accountNumber.slice(-4);
}

/** Null for a login that is unknown, not confirmed, or of another intent. `db` can be a transaction. */
export async function sharedAccountOf(
  deps: Pick<BankLoginDeps, "keyring">,
  db: Kysely<Tables>,
  owner: BankLoginOwner,
  bankLoginId: string,
): Promise<KeptAccount | null> {
  const row = await find(db, owner, bankLoginId);
  return row?.status === "confirmed" ? openAccount(deps, row) : null;
}

/**
 * Handles a customer's return. Only the first return counts, and only in the browser that left. Returns the status
 * after it; null for an unknown state; `other_browser` when another browser (or none) left: then the login fails,
 * because another person may have shared an account.
 *
 * `browserTokenOf` returns the browser's cookie for that login.
 */
export async function handleReturn(
  deps: BankLoginDeps,
  callbackUrl: URL,
  browserTokenOf: (bankLoginId: string) => string | undefined,
): Promise<BankLoginStatus | "other_browser" | null> {
  const state = callbackUrl.searchParams.get("state");
  if (state === null || !deps.provider) return null;
  const found = await deps.database.kysely
    .selectFrom("bank_logins")
    .selectAll()
    .where("state_hash", "=", hashSecret(state))
    .executeTakeFirst();
  if (!found) return null;
  await deps.keyring.load(found.operator_id);
  if (!isSameBrowser(browserTokenOf(found.bank_login_id), found.browser_hash)) {
    deps.log.warn("a customer came back from the bank in another browser", {
      bankLoginId: found.bank_login_id,
    });
    await endWithout(deps, found, "came_back_elsewhere");
    return "other_browser";
  }
  if (found.expires_at.getTime() <= deps.clock.nowMs()) return expire(deps, found);
  if (found.status !== "open") return found.status;

  const row = await move(deps, found, "came_back");
  if (!row) return "exchanging";
  const proof = proofOf(deps, row);
  const purpose = purposeOf(row);
  const outcome = await deps.provider.finish({ callbackUrl, state, proof, purpose });
  if (outcome.type === "failed") {
    deps.log.warn("a bank login failed", {
      bankLoginId: row.bank_login_id,
      reason: outcome.reason,
    });
  }
  if (outcome.type === "confirmed" && outcome.warning !== undefined) {
    deps.log.warn("a bank login left something behind", {
      bankLoginId: row.bank_login_id,
      reason: outcome.warning,
    });
  }
  const ended =
    outcome.type === "confirmed"
      ? await keepAccount(deps, row, outcome)
      : await endWithout(deps, row, failures[outcome.type]);
  return ended?.status ?? "expired";
}

/** Stores nothing after the login's time is over: expiry has scheduled the consent to end. */
function keepAccount(
  deps: BankLoginDeps,
  row: BankLoginRow,
  { account, consent }: Extract<BankLoginOutcome, { type: "confirmed" }>,
): Promise<BankLoginRow | undefined> {
  const { keyring } = deps;
  const store = (db: Kysely<Tables>, kept: KeptAccount) =>
    move(
      deps,
      row,
      "account_shared",
      {
        verifier_sealed: null,
        account_sealed: keyring.encryptField(placeOf(row, "account_sealed"), JSON.stringify(kept)),
      },
      db,
    );
  if (!consent) return store(deps.database.kysely, account);
  const { operator_id: operatorId } = row;
  return inTransaction(deps.database, async (tx) => {
    const consentId = await keepConsent(deps, tx, operatorId, consent, loginLifeMs);
    const moved = await store(tx, { ...account, consentId });
    if (!moved) await forgetConsent(tx, { operatorId, consentId });
    return moved;
  });
}

const failures = { refused: "customer_refused", failed: "exchange_failed" } as const;

/** Ends a login without an account. The same transaction stores what the customer may have agreed to. */
async function endWithout(
  deps: BankLoginDeps,
  row: BankLoginRow,
  event: BankLoginEvent,
): Promise<BankLoginRow | undefined> {
  await deps.keyring.load(row.operator_id);
  return inTransaction(deps.database, async (tx) => {
    const ended = await move(deps, row, event, { verifier_sealed: null }, tx);
    if (ended) await keepLeftConsent(deps, tx, row);
    return ended;
  });
}

/** Derived from the intent that the login belongs to. */
function purposeOf({ subject }: Pick<BankLoginRow, "subject">): BankLoginPurpose {
  return subject.startsWith("pi_") ? "payment" : "payout";
}

/** Expires logins after 15 minutes, and deletes them with their accounts a day after their last change. */
export async function forgetBankLogins(deps: BankLoginDeps): Promise<void> {
  const { kysely } = deps.database;
  const nowMs = deps.clock.nowMs();
  const due = await kysely
    .selectFrom("bank_logins")
    .selectAll()
    .where("status", "in", ["open", "exchanging"])
    .where("expires_at", "<=", new Date(nowMs))
    .limit(200)
    .execute();
  for (const row of due) {
    await expire(deps, row).catch((error: unknown) => {
      if (isStoreUnavailable(error)) throw error;
      deps.log.error("a bank login could not expire", { resourceId: row.bank_login_id, error });
    });
  }
  await kysely
    .deleteFrom("bank_logins")
    // These may hold a consent, which is stored when the login ends.
    .where("status", "not in", ["open", "exchanging"])
    .where("updated_at", "<", new Date(nowMs - 24 * 60 * 60_000))
    .execute();
}

async function expire(deps: BankLoginDeps, row: BankLoginRow): Promise<BankLoginStatus> {
  const expired = await endWithout(deps, row, "time_over");
  return expired?.status ?? row.status;
}

/** Undefined when the login has changed since it was read. */
async function move(
  deps: Pick<BankLoginDeps, "database" | "clock">,
  row: BankLoginRow,
  event: BankLoginEvent,
  changes: Updateable<BankLoginRow> = {},
  db: Kysely<Tables> = deps.database.kysely,
): Promise<BankLoginRow | undefined> {
  const status = nextBankLoginStatus(row.status, event);
  if (status === undefined) return undefined;
  return db
    .updateTable("bank_logins")
    .set({ ...changes, status, version: row.version + 1, updated_at: new Date(deps.clock.nowMs()) })
    .where("operator_id", "=", row.operator_id)
    .where("bank_login_id", "=", row.bank_login_id)
    .where("version", "=", row.version)
    .returningAll()
    .executeTakeFirst();
}

function find(
  db: Kysely<Tables>,
  { operatorId, subject }: BankLoginOwner,
  bankLoginId: string,
): Promise<BankLoginRow | undefined> {
  return db
    .selectFrom("bank_logins")
    .selectAll()
    .where("bank_login_id", "=", bankLoginId)
    .where("operator_id", "=", operatorId)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

function present(deps: Pick<BankLoginDeps, "keyring" | "clock">, row: BankLoginRow): BankLogin {
  const account = openAccount(deps, row);
  const isOver = row.expires_at.getTime() <= deps.clock.nowMs();
  const isWaiting = row.status === "open" || row.status === "exchanging";
  return {
    bankLoginId: row.bank_login_id,
    status: isOver && isWaiting ? "expired" : row.status,
    account: account && {
      bankName: account.bankName,
      accountType: account.accountType,
      last4: shownDigitsOf(account),
      canSave: !account.isRevocable,
    },
    expiresAt: row.expires_at.toISOString(),
  };
}
