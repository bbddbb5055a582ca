import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { issuersOfKeys, lineOfKey } from "../accounts/index.ts";
import type { Decider } from "./decider.ts";

/** A payout that a key created, and that someone else must approve. */
export interface CreatedByKey {
  readonly operatorId: string;
  /** Null if unknown. */
  readonly createdKeyId: string | null;
}

/**
 * Throws 403 `dual_control_required` if the decider created the payout. These count as its creator:
 *
 * - the key that created it, and every key that it replaced or that replaced it;
 * - the person who issued or rolled one of those keys in the console, because they saw its text;
 * - every other key that the same person issued.
 *
 * Old payouts have no stored creator, so only staff can approve them.
 */
export async function requireOtherApprover(
  tx: Tx,
  created: CreatedByKey,
  decider: Decider,
): Promise<void> {
  if (await isOtherThanCreator(tx, created, decider)) return;
  throw new ApiError("dual_control_required");
}

/** {@link requireOtherApprover} without throwing. */
export async function isOtherThanCreator(
  tx: Tx,
  { operatorId, createdKeyId }: CreatedByKey,
  decider: Decider,
): Promise<boolean> {
  const creator = createdKeyId === null ? undefined : await lineOfKey(tx, operatorId, createdKeyId);
  if (creator === undefined) return decider.kind === "staff";
  const creators = await issuersOfKeys(tx, operatorId, creator);
  if (decider.kind === "staff") return !creators.has(`staff:${decider.staffId}`);
  if (creator === decider.lineId) return false;
  const issuers = await issuersOfKeys(tx, operatorId, decider.lineId);
  return [...issuers].every((issuer) => !creators.has(issuer));
}
