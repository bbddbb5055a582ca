import { anyOf } from "../../platform/database/any-of.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { consentOfProof } from "../../providers/bank-login/index.ts";
import { keepConsent, recheckConsent } from "../../providers/payout/index.ts";
import { openAccount, proofOf } from "./login-contents.ts";
import type { BankLoginRow } from "./tables.ts";

type Deps = Pick<PlatformDeps, "clock" | "random" | "keyring">;

/**
 * Keeps what the customer may have agreed to in a login that brings nothing, due at once: the job for consents ends it,
 * however often it must try. The login's proof alone says what that is, whatever the service is configured with now.
 */
export async function keepLeftConsent(deps: Deps, tx: Tx, row: BankLoginRow): Promise<void> {
  // Only a customer who was sent to the bank can have agreed to something there.
  const consent = row.opened_at && consentOfProof(proofOf(deps, row));
  if (consent) await keepConsent(deps, tx, row.operator_id, consent, 0);
}

/** Deletes the logins of these intents. No payout can use their consents afterwards, so those become due at once. */
export async function deleteBankLogins(
  deps: Deps,
  tx: Tx,
  { operatorId, subjects }: { readonly operatorId: string; readonly subjects: readonly string[] },
): Promise<void> {
  const rows = await tx
    .selectFrom("bank_logins")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("subject", "=", anyOf(subjects))
    .forUpdate()
    .execute();
  for (const row of rows) {
    const consentId = row.status === "confirmed" && openAccount(deps, row)?.consentId;
    if (consentId) await recheckConsent(tx, { operatorId, consentId }, deps.clock.nowMs());
    if (row.status === "open" || row.status === "exchanging") await keepLeftConsent(deps, tx, row);
  }
  await tx
    .deleteFrom("bank_logins")
    .where("operator_id", "=", operatorId)
    .where("subject", "=", anyOf(subjects))
    .execute();
}
