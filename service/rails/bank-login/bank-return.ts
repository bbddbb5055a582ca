import type { BankLoginStatus } from "#contract/client/bank-logins";
import { inTransaction } from "../../platform/database/transaction.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import type { BankLoginOutcome } from "../../providers/bank-login/index.ts";
import { completeConsent, loginLifeMs } from "../../providers/payout/index.ts";
import { isSameBrowser } from "../bank-redirect/index.ts";
import { nextBankLoginStatus } from "./bank-login-states.ts";
import { type BankLoginDeps, purposeOf } from "./bank-logins.ts";
import { endLogin, expireLogin, moveLogin } from "./end-logins.ts";
import { type KeptAccount, proofOf } from "./login-contents.ts";
import { placeOf } from "./login-places.ts";
import type { BankLoginRow } from "./tables.ts";

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
  const { provider, clock, keyring, log } = deps;
  const state = callbackUrl.searchParams.get("state");
  if (state === null || !provider) return null;
  const found = await findByState(deps, state);
  if (!found) return null;
  const isOver = found.expires_at.getTime() <= clock.nowMs();
  const { bank_login_id: bankLoginId } = found;
  if (!isSameBrowser(browserTokenOf(bankLoginId), found.browser_hash)) {
    log.warn("a customer came back from the bank in another browser", { bankLoginId });
    // The cookie lives as long as the login: after that, this can be the browser that left.
    if (!isOver) await endElsewhere(deps, state, found);
    return "other_browser";
  }
  if (isOver) return expireLogin(deps, found);
  if (found.status !== "open") return found.status;

  const row = await moveLogin(deps, found, "came_back");
  if (!row) return "exchanging";
  await keyring.load(row.operator_id);
  const proof = proofOf(deps, row);
  const finished =
    proof === undefined
      ? ({ type: "failed", reason: "proof_unreadable" } as const)
      : provider.finish({ callbackUrl, state, proof, purpose: purposeOf(row) });
  // The person who agreed comes back within seconds. If that is another browser, the login fails in the meantime.
  const [outcome] = await Promise.all([finished, provider.provesNoReturn && deps.awaitOthers()]);
  if (outcome.type === "failed") {
    log.warn("a bank login failed", { bankLoginId, reason: outcome.reason });
  }
  if (outcome.type === "confirmed" && outcome.warning !== undefined) {
    log.warn("a bank login succeeded, but its access at the vendor did not end", {
      bankLoginId,
      reason: outcome.warning,
    });
  }
  const ended =
    outcome.type === "confirmed"
      ? await keepAccount(deps, row, outcome)
      : await endLogin(deps, row, failures[outcome.type]);
  return ended?.status ?? "expired";
}

const failures = { refused: "customer_refused", failed: "exchange_failed" } as const;

/** Ends a login, even if a return in the first browser changes its status at the same time. */
async function endElsewhere(
  deps: BankLoginDeps,
  state: string,
  found: BankLoginRow,
): Promise<void> {
  let row: BankLoginRow | undefined = found;
  while (row && nextBankLoginStatus(row.status, "came_back_elsewhere")) {
    if (await endLogin(deps, row, "came_back_elsewhere")) return;
    row = await findByState(deps, state);
  }
}

/** Stores what the customer shared. Stores nothing if the login has ended: its end released the consent. */
function keepAccount(
  deps: BankLoginDeps,
  row: BankLoginRow,
  { account, consent }: Extract<BankLoginOutcome, { type: "confirmed" }>,
): Promise<BankLoginRow | undefined> {
  const { operator_id: operatorId, consent_id: consentId } = row;
  const kept: KeptAccount = consentId === null ? account : { ...account, consentId };
  const account_sealed = deps.keyring.encryptField(
    placeOf(row, "account_sealed"),
    JSON.stringify(kept),
  );
  return inTransaction(deps.database, async (tx) => {
    const moved = await moveLogin(
      deps,
      row,
      "account_shared",
      { verifier_sealed: null, account_sealed },
      tx,
    );
    if (moved && consent && consentId !== null) {
      await completeConsent(deps, tx, { operatorId, consentId }, consent, loginLifeMs);
    }
    return moved;
  });
}

function findByState(deps: BankLoginDeps, state: string): Promise<BankLoginRow | undefined> {
  return deps.database.kysely
    .selectFrom("bank_logins")
    .selectAll()
    .where("state_hash", "=", hashSecret(state))
    .executeTakeFirst();
}
