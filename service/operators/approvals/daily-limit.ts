/**
 * Limits the amount that one person or key can approve per currency in a day of the operator's time zone.
 *
 * Invariant: no approval takes the day's total above the limit at that time. An approval locks the approver's row for
 * the currency until it commits, so concurrent approvals are counted one after another, in all processes.
 *
 * An approval counts in full, withholding included, even if the payout or refund fails later. Otherwise failures would
 * allow unlimited approvals. Rejections do not count. A key and the keys that replaced it are one approver.
 */
import { sql } from "kysely";
import { toDecimalText } from "#contract/money";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { readApprovalLimits } from "../accounts/index.ts";
import type { Decider } from "./decider.ts";

export interface ApprovedAmount {
  readonly operatorId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * Counts an approval. Throws 403 `approval_limit_exceeded` above the limit, or if the approver's limits omit the
 * currency. `day` is YYYY-MM-DD in the operator's time zone.
 */
export async function countApproval(
  tx: Tx,
  { operatorId, amountMinor, currency }: ApprovedAmount,
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
    const message = `This approver cannot approve amounts in ${currency}.`;
    throw new ApiError("approval_limit_exceeded", { message });
  }
  if (total <= limit) return;
  const left = Math.max(0, limit - (total - amountMinor));
  throw new ApiError("approval_limit_exceeded", {
    message:
      `This approver can approve ${toDecimalText(limit, currency)} ${currency} a day. ` +
      `${toDecimalText(left, currency)} ${currency} is left today.`,
  });
}

/** For an approval without an amount. Throws 403 `approval_limit_exceeded` if the approver has limits. */
export async function requireNoLimit(tx: Tx, operatorId: string, decider: Decider): Promise<void> {
  if ((await limitsOf(tx, operatorId, decider)) === null) return;
  throw new ApiError("approval_limit_exceeded", {
    message: "This has no amount, so only an approver without limits can approve it.",
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
