import type { Kysely } from "kysely";
import type { BankLogin, StartedBankLogin } from "#contract/client/bank-logins";
import type { SharedAccount } from "#contract/connectors/bank-login";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId, randomToken } from "../../platform/randomness.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import {
  type BankLoginProvider,
  type BankLoginPurpose,
  consentOfProof,
} from "../../providers/bank-login/index.ts";
import { keepConsent, loginLifeMs } from "../../providers/payout/index.ts";
import { isRedirectLinkUsable, newBrowserToken, sealRedirectLink } from "../bank-redirect/index.ts";
import { deleteReservedLogin, reserveLogin } from "./limit-logins.ts";
import { type KeptAccount, openAccount } from "./login-contents.ts";
import { linkPlaceOf, placeOf } from "./login-places.ts";
import type { BankLoginRow } from "./tables.ts";

/** `provider` is null when no bank is configured. */
export interface BankLoginDeps extends PlatformDeps {
  readonly provider: BankLoginProvider | null;
  /** Waits for a return in another browser, after a return that does not prove who agreed. */
  readonly awaitOthers: () => Promise<void>;
}

/** The owner of a login, known from the client secret. */
export interface BankLoginOwner {
  readonly operatorId: string;
  readonly subject: string;
}

/** How long the customer has to log in and choose an account. */
const lifeMs = 15 * 60_000;

/** The bank's page expires after this time. */
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
 * Stores a login and announces it to the bank. `authorizationUrl` is our page that ties the login to the browser and
 * redirects to the bank; it works once, for a minute. Throws ApiError `bank_login_unavailable`, and keeps nothing,
 * without a configured or reachable bank, and `bank_logins_used_up` for an intent that has begun too many in a day.
 */
export async function beginBankLogin(
  deps: BankLoginDeps,
  { operatorId, subject }: BankLoginOwner,
  language: string,
  alsoWrite: (tx: Tx, begun: StartedBankLogin) => Promise<void>,
): Promise<StartedBankLogin> {
  const { provider, random, clock, config, log } = deps;
  if (!provider) throw new ApiError("bank_login_unavailable");
  const state = randomToken(random, 32);
  const bankLoginId = newId(deps, "bankLogin");
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
    authorization_sealed: null,
    verifier_sealed: null,
    consent_id: null,
    created_at: new Date(nowMs),
    updated_at: new Date(nowMs),
    expires_at: new Date(nowMs + lifeMs),
  };
  await reserveLogin(deps, row);
  try {
    const returnUrl = `${config.publicUrl}${returnPath}`;
    const redirect = await provider
      .begin({ state, returnUrl, language, reference: bankLoginId, purpose: purposeOf(row) })
      .catch((error: unknown) => {
        log.warn("a bank login could not begin", { error });
        throw new ApiError("bank_login_unavailable");
      });
    const link = sealRedirectLink(deps, linkPlaceOf(row));
    const authorizationUrl = `${config.publicUrl}${startPath}/${bankLoginId}?link=${encodeURIComponent(link)}`;
    const answer = { ...present(deps, row), authorizationUrl };
    await inTransaction(deps.database, async (tx) => {
      await storeRedirect(deps, tx, row, redirect);
      await alsoWrite(tx, answer);
    });
    return answer;
  } catch (error) {
    await deleteReservedLogin(deps, row);
    throw error;
  }
}

/**
 * Stores the bank's page, and the consent that the customer is asked for. The consent is stored before anybody can give
 * it, so that it ends even if a process of an earlier release, which does not know consents, ends the login.
 */
async function storeRedirect(
  deps: BankLoginDeps,
  tx: Tx,
  row: BankLoginRow,
  { authorizationUrl, proof }: Awaited<ReturnType<BankLoginProvider["begin"]>>,
): Promise<void> {
  const { operator_id: operatorId, bank_login_id: bankLoginId } = row;
  const seal = (column: "authorization_sealed" | "verifier_sealed", text: string) =>
    deps.keyring.encryptField(placeOf(row, column), text);
  const consent = consentOfProof(proof);
  const stored = await tx
    .updateTable("bank_logins")
    .set({
      authorization_sealed: seal("authorization_sealed", authorizationUrl),
      verifier_sealed: seal("verifier_sealed", proof),
      consent_id:
        consent && (await keepConsent(deps, tx, operatorId, consent, lifeMs + loginLifeMs)),
    })
    .where("operator_id", "=", operatorId)
    .where("bank_login_id", "=", bankLoginId)
    .where("version", "=", row.version)
    .returning("bank_login_id")
    .executeTakeFirst();
  // The customer was erased, or the bank took longer than the login lives.
  if (!stored) throw new ApiError("bank_login_unavailable");
}

/** Ties the login to this browser, once. Null for a link that is unknown, too old, opened before, or damaged. */
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
  const bankUrl = showText(keyring, placeOf(row, "authorization_sealed"), row.authorization_sealed);
  if (bankUrl === null) return null;
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

/** Reads a login. Throws ApiError `resource_not_found` for an unknown login and for one of another intent. */
export async function readBankLogin(
  deps: BankLoginDeps,
  owner: BankLoginOwner,
  bankLoginId: string,
): Promise<BankLogin> {
  const row = await find(deps.database.kysely, owner, bankLoginId);
  if (!row) throw new ApiError("resource_not_found");
  return present(deps, row);
}

/** How the customer recognizes a shared account. */
export function shownDigitsOf({
  accountNumber,
  last4,
}: Pick<SharedAccount, "accountNumber" | "last4">): string {
  return last4 ?? accountNumber.slice(-4);
}

/**
 * The shared account; null for a login that is unknown, not confirmed, of another intent, or damaged. `db` can be a
 * transaction.
 */
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
 * Whether a login still shares its account. Nothing takes the account back until the transaction ends, so call this
 * before you store a use of the account.
 */
export async function holdSharedAccount(
  tx: Tx,
  { operatorId, subject }: BankLoginOwner,
  bankLoginId: string,
): Promise<boolean> {
  const held = await tx
    .selectFrom("bank_logins")
    .select("bank_login_id")
    .where("bank_login_id", "=", bankLoginId)
    .where("operator_id", "=", operatorId)
    .where("subject", "=", subject)
    .where("status", "=", "confirmed")
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** Derived from the intent that the login belongs to. */
export function purposeOf({ subject }: Pick<BankLoginRow, "subject">): BankLoginPurpose {
  return subject.startsWith("pi_") ? "payment" : "payout";
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
  const isDamaged = row.status === "confirmed" && account === null;
  return {
    bankLoginId: row.bank_login_id,
    status: isOver && isWaiting ? "expired" : isDamaged ? "failed" : row.status,
    account: account && {
      bankName: account.bankName,
      accountType: account.accountType,
      last4: shownDigitsOf(account),
      canSave: !account.isRevocable,
    },
    expiresAt: row.expires_at.toISOString(),
  };
}
