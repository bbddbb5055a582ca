import type { Tx } from "../../../platform/database/transaction.ts";
import { openOutcome } from "../../profile/index.ts";
import { reason } from "../decision/index.ts";
import type { KycDeps, KycSubject } from "../kyc-deps.ts";
import { nextKycStatus } from "../states/kyc-status.ts";
import type { KycVerificationRow } from "../tables.ts";
import { listVerifications, moveVerification, sealJson } from "./verification-store.ts";

type ExpiryDeps = Pick<KycDeps, "clock" | "random" | "keyring">;

/** Expires a verification, with the cause as its only reason. Lock the customer first. */
export async function expireVerification(
  deps: ExpiryDeps,
  tx: Tx,
  row: KycVerificationRow,
  cause: "document_expired" | "identity_changed",
): Promise<void> {
  const outcome = {
    checks: openOutcome(deps.keyring, row)?.checks ?? [],
    reasons: [reason(cause)],
    canRetry: true,
    retakeSides: [],
  };
  await moveVerification(deps, tx, row, cause, {
    outcome_sealed: sealJson(deps, row, "outcome_sealed", outcome),
  });
}

/** Expires every valid verification: an older one could otherwise meet a requirement under the new name. */
export async function expireForNewIdentity(
  deps: ExpiryDeps,
  tx: Tx,
  customer: KycSubject,
): Promise<void> {
  for (const row of await listVerifications(tx, customer)) {
    if (nextKycStatus(row.status, "identity_changed") === undefined) continue;
    await expireVerification(deps, tx, row, "identity_changed");
  }
}
