import {
  accountOf,
  createPosting,
  type PostedRefund,
  type PostedReturn,
  type Posting,
  type PostingSource,
  type RefundRoute,
  readPosted,
  recordPostings,
  refundCameBack,
  refundCanceled,
  refundDone,
  refundFailed,
  refundReplaced,
  refundRequested,
  refundReturnedTwice,
  refundUnnecessary,
  returnCameBack,
  returnDone,
  returnRequested,
  returnReturnedTwice,
  returnUndone,
  withoutNulls,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PriceDetail } from "../pricing/index.ts";
import { isDepositReturn, type RefundRecord } from "./records.ts";
import type { RefundStep } from "./refund-steps.ts";

export interface RefundedPayment {
  readonly type: string;
  readonly taxState: string | null;
  /** A returned debit, or a deposit that left the chain. */
  readonly isLost: boolean;
}

/** The payment came back before the refund was sent. */
export const paymentReturned = "payment_returned";
/** A dispute of the payment stopped the refund. */
export const chargeDisputed = "charge_disputed";

/**
 * Whether a failed refund leaves no debt: it did not reach the customer, who has the payment's money already, or gets it
 * if the dispute is lost.
 */
export function leavesNoDebt({
  failureCode,
  settledAtMs,
}: Pick<RefundRecord, "failureCode" | "settledAtMs">): boolean {
  return (
    settledAtMs === null && (failureCode === paymentReturned || failureCode === chargeDisputed)
  );
}

/** Posts a request in the transaction that holds the payment. The debts of earlier refunds have ended. */
export async function postRequested(
  tx: Tx,
  refund: RefundRecord,
  payment: RefundedPayment,
): Promise<void> {
  await recordPostings(tx, withoutNulls([askedPosting(refund, payment)]));
}

export function askedPosting(refund: RefundRecord, payment: RefundedPayment): Posting | null {
  if (isDepositReturn(refund)) return returnRequested(toReturn(refund), refund.createdAtMs);
  return refundRequested(toPosted(refund, payment), refund.createdAtMs);
}

/** Posts a step in its transaction, after the payment got back what the step frees. */
export async function postMoved(tx: Tx, before: RefundStep, refund: RefundRecord): Promise<void> {
  if (before === refund.step) return;
  const payment = await readRefundedPayment(tx, refund);
  const posting =
    before === "failed"
      ? await arrivedLatePosting(tx, refund, payment)
      : stepPosting(before, refund, payment);
  await recordPostings(tx, withoutNulls([await withOwnCause(tx, refund, posting)]));
}

/**
 * A refund that arrived late can come back, or be replaced, for the second time. The ledger stores each cause of a
 * source once, so the second posting gets a cause of its own.
 */
export async function withOwnCause(
  tx: Tx,
  { arrivedLate }: Pick<RefundRecord, "arrivedLate">,
  posting: Posting | null,
): Promise<Posting | null> {
  if (!posting || !arrivedLate) return posting;
  const { source, cause } = posting;
  return (await readPosted(tx, source, cause)).size === 0 ? posting : again(posting);
}

/** The same posting for the second time. */
export function again(posting: Posting): Posting {
  return { ...posting, cause: `${posting.cause}_again` };
}

/**
 * The posting of a refund that counted as failed and arrived after all. `posted`: what it has moved so far. Afterwards
 * its sum equals that of any refund that arrives.
 */
export function lateArrivalPosting(
  refund: RefundRecord,
  payment: RefundedPayment,
  posted: ReadonlyMap<string, bigint>,
): Posting | null {
  const wanted = withoutNulls([
    askedPosting(refund, payment),
    stepPosting("requested", { ...refund, step: "success" }, payment),
  ]);
  const [first] = wanted;
  if (!first) return null;
  const difference: Record<string, bigint> = {};
  for (const { account, amount } of wanted.flatMap(({ entries }) => entries)) {
    difference[account] = (difference[account] ?? 0n) + amount;
  }
  for (const [account, amount] of posted) {
    difference[account] = (difference[account] ?? 0n) - amount;
  }
  const { source, currency } = first;
  const atMs = refund.settledAtMs ?? refund.updatedAtMs;
  return createPosting({ source, cause: "arrived_late", currency, debit: difference, atMs });
}

async function arrivedLatePosting(
  tx: Tx,
  refund: RefundRecord,
  payment: RefundedPayment,
): Promise<Posting | null> {
  return lateArrivalPosting(refund, payment, await readPosted(tx, sourceOf(refund)));
}

function sourceOf({ operatorId, refundId: id, paymentId }: RefundRecord): PostingSource {
  return { operatorId, type: "refund", id, paymentId };
}

/** The money went out although its amount was returned in another way. */
export async function postReturnedTwice(tx: Tx, refund: RefundRecord, atMs: number): Promise<void> {
  const payment = await readRefundedPayment(tx, refund);
  const posted = await readPosted(tx, sourceOf(refund));
  // Another refund returned the money: no debt.
  const isOwed = (posted.get(accountOf("refunds_owed")) ?? 0n) !== 0n;
  const replaced = isOwed ? refundReplaced(toPosted(refund, payment), atMs) : null;
  await recordPostings(tx, withoutNulls([replaced, returnedTwicePosting(refund, payment, atMs)]));
}

/** A loss: the money went out although its amount was returned in another way. */
export function returnedTwicePosting(
  refund: RefundRecord,
  payment: RefundedPayment,
  atMs: number,
): Posting | null {
  return isDepositReturn(refund)
    ? returnReturnedTwice(toReturn(refund), atMs)
    : refundReturnedTwice(toPosted(refund, payment), atMs);
}

/** The posting of a refund's step; null if the step moves no money. */
export function stepPosting(
  before: RefundStep,
  refund: RefundRecord,
  payment: RefundedPayment,
): Posting | null {
  if (isDepositReturn(refund)) return returnStepPosting(before, refund);
  const posted = toPosted(refund, payment);
  const atMs = refund.updatedAtMs;
  switch (refund.step) {
    case "success":
      return refundDone(posted, refund.settledAtMs ?? atMs);
    case "canceled":
      return refundCanceled(posted, payment, atMs);
    case "failed":
      if (before === "success") return refundCameBack(posted, payment, atMs);
      return leavesNoDebt(refund) && !payment.isLost
        ? refundUnnecessary(posted, atMs)
        : refundFailed(posted, payment, atMs);
    default:
      return null;
  }
}

/** Like {@link stepPosting}, for a deposit return, which does not count against the payment. */
function returnStepPosting(before: RefundStep, refund: RefundRecord): Posting | null {
  const returned = toReturn(refund);
  const atMs = refund.updatedAtMs;
  switch (refund.step) {
    case "success":
      return returnDone(returned, refund.settledAtMs ?? atMs);
    case "canceled":
      return returnUndone(returned, "canceled", atMs);
    case "failed":
      return before === "success"
        ? returnCameBack(returned, atMs)
        : returnUndone(returned, "failed", atMs);
    default:
      return null;
  }
}

function toReturn({ operatorId, refundId, paymentId, transfer }: RefundRecord): PostedReturn {
  if (!transfer?.asset || transfer.units === null) {
    throw new Error("a return of a deposit has no asset");
  }
  const { asset, units, provider } = transfer;
  return { operatorId, refundId, paymentId, asset, units: BigInt(units), provider };
}

async function readRefundedPayment(tx: Tx, refund: RefundRecord): Promise<RefundedPayment> {
  const row = await tx
    .selectFrom("payments")
    .select(["type", "price_detail", "status"])
    .where("operator_id", "=", refund.operatorId)
    .where("payment_id", "=", refund.paymentId)
    .executeTakeFirstOrThrow();
  const detail = row.price_detail as PriceDetail;
  const isLost = row.status !== "success";
  return { type: row.type, taxState: detail.taxJurisdiction ?? null, isLost };
}

/** A refund as the ledger posts it. A refund to a named destination leaves from the payout processor's account. */
export function toPosted(
  refund: RefundRecord,
  { type, taxState }: Pick<RefundedPayment, "type" | "taxState">,
): PostedRefund {
  const { operatorId, refundId, paymentId, currency, parts, processor, kind } = refund;
  const rail = type === "bank" ? "ach" : (type as PostedRefund["rail"]);
  const shared = { operatorId, refundId, paymentId, currency, parts, taxState, rail };
  const sender = refund.transfer?.provider ?? processor;
  return { ...shared, route: routeOf(rail, sender, kind) };
}

function routeOf(
  rail: PostedRefund["rail"],
  processor: string,
  kind: RefundRecord["kind"],
): RefundRoute {
  if (rail === "crypto" || kind === "transfer") return { type: "payout", provider: processor };
  return rail === "card" ? { type: rail, processor } : { type: rail };
}
