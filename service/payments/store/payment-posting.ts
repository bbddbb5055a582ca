import {
  chargeApproved,
  chargeReversed,
  type Posting,
  refundsLost,
  type Sale,
  type SoldPayment,
} from "../../ledger/index.ts";
import type { IntentChange } from "../attempt-changes.ts";
import type { AttemptRecord, IntentRecord } from "../records.ts";

/**
 * The posting of a change; null if it moves no money. The ACH rail posts a debit when it files, settles or returns it.
 * A returned debit only posts here what refunds have lost.
 */
export function postingOf(change: IntentChange): Posting | null {
  const { intent, attempt, event } = change;
  if (!attempt) return null;
  const { record } = attempt;
  if (event === "success") return approvedPosting(intent, record);
  return isUndone(change) ? undonePosting(intent, record) : null;
}

/** A debit came back, or a deposit left the chain. */
export function isUndone({ attempt, event }: IntentChange): boolean {
  return event === "failed" && attempt?.record.wasSuccess === true;
}

/** The posting of a sale that was approved; null for an ACH debit, which the rail posts. */
export function approvedPosting(
  intent: Pick<IntentRecord, "operatorId" | "currency">,
  attempt: PostedAttempt,
): Posting | null {
  const sold = soldPayment(intent, attempt);
  return sold && chargeApproved(sold, attempt.updatedAtMs);
}

export function undonePosting(
  intent: Pick<IntentRecord, "operatorId" | "currency">,
  attempt: PostedAttempt,
): Posting | null {
  const { paymentId, type, returned, disputed, updatedAtMs } = attempt;
  const sold = soldPayment(intent, attempt);
  // They are the parts that came back before the rest.
  const lostMinor = type === "pay_by_bank" ? disputed.minor : 0;
  if (sold) return chargeReversed(sold, returned, lostMinor, updatedAtMs);
  const { operatorId } = intent;
  return refundsLost({ operatorId, paymentId, ...saleOf(attempt), parts: returned }, updatedAtMs);
}

export type PostedAttempt = Pick<
  AttemptRecord,
  "paymentId" | "type" | "processor" | "price" | "returned" | "detail" | "updatedAtMs"
> & { readonly disputed: Pick<AttemptRecord["disputed"], "minor"> };

export function saleOf({ price }: Pick<AttemptRecord, "price">): Sale {
  const { baseMinor, feesMinor, taxMinor, detail } = price;
  return { parts: { baseMinor, feesMinor, taxMinor }, taxState: detail.taxJurisdiction ?? null };
}

/** The payment as sold; null for an ACH debit. */
function soldPayment(
  { operatorId, currency }: Pick<IntentRecord, "operatorId" | "currency">,
  attempt: PostedAttempt,
): SoldPayment | null {
  const route = routeOf(attempt);
  if (!route) return null;
  return { operatorId, paymentId: attempt.paymentId, currency, route, ...saleOf(attempt) };
}

function routeOf({ type, processor, detail }: PostedAttempt): SoldPayment["route"] | null {
  switch (type) {
    case "card":
      return { type, processor };
    case "pay_by_bank":
      return { type };
    case "crypto": {
      const { asset } = detail["terms"] as { readonly asset: string };
      return { type, asset };
    }
    case "bank":
      return null;
    default:
      throw new Error(`payments of type ${type} have no postings`);
  }
}
