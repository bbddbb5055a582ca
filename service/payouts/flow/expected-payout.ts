import { type ExpectedPayout, readConsent } from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { netMinorOf, type PayoutRecord, recordOf } from "../records.ts";

/** What the provider's payout must agree with, without the provider's id, which a person may have typed. */
export async function expectedOf(
  deps: Pick<DisbursementsDeps, "keyring" | "database">,
  payout: PayoutRecord,
  provider: string,
): Promise<Omit<ExpectedPayout, "payoutId" | "assetAmount">> {
  const { operatorId, currency } = payout;
  const { consentId } = recordOf(payout);
  const consent =
    consentId === null
      ? undefined
      : await readConsent(deps, deps.database.kysely, { operatorId, consentId, provider });
  return { operatorId, amountMinor: netMinorOf(payout), currency, consent };
}
