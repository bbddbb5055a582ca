import { anyOf } from "../../platform/database/any-of.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { consentOfProof } from "../../providers/bank-login/index.ts";
import { keepConsent, recheckConsent } from "../../providers/payout/index.ts";
import { openAccount, proofOf } from "./login-contents.ts";
import type { BankLoginRow } from "./tables.ts";

type Deps = Pick<PlatformDeps, "clock" | "random" | "keyring">;

/**
 * The customer may have agreed to something in a login without an account. The job for consents ends it, however often
 * it must try. Only the login's proof says what it is, whatever the present configuration.
 */
export async function keepLeftConsent(deps: Deps, tx: Tx, row: BankLoginRow): Promise<void> {
  // Only a customer who was sent to the bank can have agreed to something.
  const consent = row.opened_at && consentOfProof(proofOf(deps, row));
  if (consent) await keepConsent(deps, tx, row.operator_id, consent, 0);
}

/** No payout can use their consents afterwards, so those become due at once. */
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
