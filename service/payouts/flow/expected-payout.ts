import { type ExpectedPayout, readConsent } from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { netMinorOf, type PayoutRecord, recordOf } from "../records.ts";

/** The values that the provider's payout must match. Omits the provider's id, because a person may have typed it. */
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
