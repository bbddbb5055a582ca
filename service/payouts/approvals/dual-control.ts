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
  const creator = createdKeyId === null ? undefined : await lineOf(tx, operatorId, createdKeyId);
  if (creator === undefined) {
    if (decider.kind === "staff") return;
    throw refuse();
  }
  const creators = await issuersOf(tx, operatorId, creator);
  if (decider.kind === "staff") {
    if (creators.has(`staff:${decider.staffId}`)) throw refuse();
    return;
  }
  if (creator === decider.lineId) throw refuse();
  for (const issuer of await issuersOf(tx, operatorId, decider.lineId)) {
    if (creators.has(issuer)) throw refuse();
  }
}

/** The first key of the chain of keys that replaced one another. */
async function lineOf(tx: Tx, operatorId: string, keyId: string): Promise<string | undefined> {
  const key = await tx
    .selectFrom("api_keys")
    .select(["key_id", "line_id"])
    .where("operator_id", "=", operatorId)
    .where("key_id", "=", keyId)
    .executeTakeFirst();
  return key && (key.line_id ?? key.key_id);
}

/**
 * The staff members who issued a line's keys, as `staff:<id>`. Keys from the command line have no
 * issuer.
 */
async function issuersOf(tx: Tx, operatorId: string, lineId: string): Promise<Set<string>> {
  const keys = await tx
    .selectFrom("api_keys")
    .select("created_by")
    .where("operator_id", "=", operatorId)
    .where((key) => key.or([key("key_id", "=", lineId), key("line_id", "=", lineId)]))
    .where("created_by", "like", "staff:%")
    .execute();
  return new Set(keys.flatMap(({ created_by }) => created_by ?? []));
}
