import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PayoutRecord } from "../records.ts";
import type { Decider } from "./decider.ts";

/**
 * Refuses who created the payout: 403 `dual_control_required`. That is
 *
 * - the key that created it, also by a key that it replaced or was replaced by;
 * - the person who issued or rolled one of those keys at the console, who was shown its text, and every
 *   other key that the same person issued.
 *
 * A payout from before creators were kept may have been created by any key: only staff approve it.
 */
export async function requireAnother(
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

/** The line of a key: the first of those that replaced one another. */
async function lineOf(tx: Tx, operatorId: string, keyId: string): Promise<string | undefined> {
  const key = await tx
    .selectFrom("api_keys")
    .select(["key_id", "line_id"])
    .where("operator_id", "=", operatorId)
    .where("key_id", "=", keyId)
    .executeTakeFirst();
  return key && (key.line_id ?? key.key_id);
}

/** The people, as `staff:<id>`, who issued keys of a line. The command line names nobody. */
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
