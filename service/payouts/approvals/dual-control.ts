import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PayoutRecord } from "../records.ts";
import type { Decider } from "./decider.ts";

/**
 * Refuses a key that created the payout itself, also by a key that it replaced: 403
 * `dual_control_required`. Only servers create payouts, so staff are never the creator. A payout from before
 * creators were kept may have been created by any key: only staff approve it.
 */
export async function requireAnother(
  tx: Tx,
  { operatorId, createdKeyId }: Pick<PayoutRecord, "operatorId" | "createdKeyId">,
  decider: Decider,
): Promise<void> {
  if (decider.kind === "staff") return;
  const creator =
    createdKeyId === null
      ? undefined
      : await tx
          .selectFrom("api_keys")
          .select(["key_id", "line_id"])
          .where("operator_id", "=", operatorId)
          .where("key_id", "=", createdKeyId)
          .executeTakeFirst();
  if (!creator || (creator.line_id ?? creator.key_id) === decider.lineId) {
    throw new ApiError("dual_control_required");
  }
}
