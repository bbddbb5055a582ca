import { issuersOfKeys, lineOfKey } from "../../operators/accounts/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PayoutRecord } from "../records.ts";
import type { Decider } from "./decider.ts";

/**
 * Throws 403 `dual_control_required` if the decider created the payout. These count as the creator:
 *
 * - the key that created it, and every key that it replaced or that replaced it;
 * - the person who issued or rolled one of those keys in the console, because they saw its text;
 * - every other key that the same person issued.
 *
 * For payouts from before creators were stored, any key may be the creator, so only staff can
 * approve them.
 */
export async function requireOtherApprover(
  tx: Tx,
  { operatorId, createdKeyId }: Pick<PayoutRecord, "operatorId" | "createdKeyId">,
  decider: Decider,
): Promise<void> {
  const refuse = () => new ApiError("dual_control_required");
  const creator = createdKeyId === null ? undefined : await lineOfKey(tx, operatorId, createdKeyId);
  if (creator === undefined) {
    if (decider.kind === "staff") return;
    throw refuse();
  }
  const creators = await issuersOfKeys(tx, operatorId, creator);
  if (decider.kind === "staff") {
    if (creators.has(`staff:${decider.staffId}`)) throw refuse();
    return;
  }
  if (creator === decider.lineId) throw refuse();
  for (const issuer of await issuersOfKeys(tx, operatorId, decider.lineId)) {
    if (creators.has(issuer)) throw refuse();
  }
}
