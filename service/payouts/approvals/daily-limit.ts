/**
 * How much one person or key approves in a day of the operator's time zone, by currency.
 *
 * Always holds: the sum of what an approver approved on a day is at most the limit that the approval was
 * checked against. The approver's row for the currency is locked until the approval commits, so two approvals
 * at once are counted one after the other, in any number of processes.
 *
 * An approval counts when it is given, with the whole amount, withholding included. It keeps counting when
 * the payout fails later: giving it back would let one person approve without end through failing payouts.
 * Rejections do not count. Keys that replaced one another count as one.
 */
import { sql } from "kysely";
import { toDecimalText } from "#contract/money";
import { readApprovalLimits } from "../../operators/accounts/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PayoutRecord } from "../records.ts";
import type { Decider } from "./decider.ts";

/**
 * Counts an approval; throws 403 `approval_limit_exceeded` where it would be above the limit, or where the
 * approver has limits and none for the currency. `day` is YYYY-MM-DD in the operator's time zone.
 */
export async function countApproval(
  tx: Tx,
  {
    operatorId,
    amountMinor,
    currency,
  }: Pick<PayoutRecord, "operatorId" | "amountMinor" | "currency">,
  decider: Decider,
  day: string,
): Promise<void> {
  const approver = decider.kind === "key" ? `key:${decider.lineId}` : `staff:${decider.staffId}`;
  const limits = await limitsOf(tx, operatorId, decider);
  const { rows } = await sql<{ approved_minor: number }>`
    insert into approval_totals as t (operator_id, approver, currency, day, approved_minor)
    values (${operatorId}, ${approver}, ${currency}, ${day}, ${amountMinor})
    on conflict (operator_id, approver, currency) do update set
      approved_minor = excluded.approved_minor
        + case when t.day >= excluded.day then t.approved_minor else 0 end,
      day = greatest(t.day, excluded.day)
    returning approved_minor`.execute(tx);
  if (limits === null) return;
  const total = Number(rows[0]?.approved_minor);
  const limit = limits[currency];
  if (limit === undefined) {
    const message = `This approver may not approve payouts in ${currency}.`;
    throw new ApiError("approval_limit_exceeded", { message });
  }
  if (total <= limit) return;
  const left = Math.max(0, limit - (total - amountMinor));
  throw new ApiError("approval_limit_exceeded", {
    message:
      `This approver may approve ${toDecimalText(limit, currency)} ${currency} a day, and ` +
      `${toDecimalText(left, currency)} ${currency} is left today.`,
  });
}

async function limitsOf(tx: Tx, operatorId: string, decider: Decider) {
  const row =
    decider.kind === "key"
      ? await tx
          .selectFrom("api_keys")
          .select("approval_limits")
          .where("operator_id", "=", operatorId)
          .where("key_id", "=", decider.keyId)
          .executeTakeFirstOrThrow()
      : await tx
          .selectFrom("staff")
          .select("approval_limits")
          .where("operator_id", "=", operatorId)
          .where("staff_id", "=", decider.staffId)
          .executeTakeFirstOrThrow();
  return readApprovalLimits(row.approval_limits);
}
