import {
  accountOf,
  createPosting,
  existing,
  type PostedRefund,
  type PostedReturn,
  type Posting,
  type PostingSource,
  type RefundRoute,
  readPosted,
  recordPostings,
  refundAsked,
  refundCameBack,
  refundCanceled,
  refundDone,
  refundFailed,
  refundPointless,
  refundReplaced,
  refundReturnedTwice,
  returnAsked,
  returnCameBack,
  returnDone,
  returnReturnedTwice,
  returnUndone,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PriceDetail } from "../pricing/index.ts";
import { isDepositReturn, type RefundRecord } from "./records.ts";
import type { RefundStep } from "./refund-steps.ts";

/** The refunded payment as the ledger needs it. */
export interface RefundedPayment {
  readonly type: string;
  readonly taxState: string | null;
  /** Whether its own money is gone: a debit that came back, a deposit that left the chain. */
  readonly isLost: boolean;
}

/** The failure code of a refund whose payment came back before it was sent. */
export const paymentReturned = "payment_returned";
/** The failure code of a refund that a dispute of its payment stopped. */
export const chargeDisputed = "charge_disputed";

/**
 * Whether a failed refund is as if nobody had asked: it never reached the customer, who has the money of its payment
 * by another way, or gets it if the dispute is lost.
 */
export function isPointless({
  failureCode,
  settledAtMs,
}: Pick<RefundRecord, "failureCode" | "settledAtMs">): boolean {
  return (
    settledAtMs === null && (failureCode === paymentReturned || failureCode === chargeDisputed)
  );
}

/** Posts a new refund, in its transaction, which holds the payment. The debts of earlier ones have ended. */
export async function postRequested(
  tx: Tx,
  refund: RefundRecord,
  payment: RefundedPayment,
): Promise<void> {
  await recordPostings(tx, existing([askedPosting(refund, payment)]));
}

/** The posting of a new refund. */
export function askedPosting(refund: RefundRecord, payment: RefundedPayment): Posting | null {
  if (isDepositReturn(refund)) return returnAsked(toReturn(refund), refund.createdAtMs);
  return refundAsked(toPosted(refund, payment), refund.createdAtMs);
}

/** Posts a step of a refund, in its transaction, after what it gives back to its payment. */
export async function postMoved(tx: Tx, before: RefundStep, refund: RefundRecord): Promise<void> {
  if (before === refund.step) return;
  const payment = await readRefundedPayment(tx, refund);
  const posting =
    before === "failed"
      ? await arrivedLatePosting(tx, refund, payment)
      : stepPosting(before, refund, payment);
  await recordPostings(tx, existing([posting]));
}

/**
 * The posting of a refund that counted as failed and arrived after all. `posted`: what it has moved so far. Afterwards
 * it has moved what every refund that arrives moves.
 */
export function lateArrivalPosting(
  refund: RefundRecord,
  payment: RefundedPayment,
  posted: ReadonlyMap<string, bigint>,
): Posting | null {
  const wanted = existing([
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

/** Posts that the money of a failed refund went out although its amount was returned in another way. */
export async function postReturnedTwice(tx: Tx, refund: RefundRecord, atMs: number): Promise<void> {
  const payment = await readRefundedPayment(tx, refund);
  const posted = await readPosted(tx, sourceOf(refund));
  // Another refund returned the money, so this one leaves no debt.
  const isOwed = (posted.get(accountOf("refunds_owed")) ?? 0n) !== 0n;
  const replaced = isOwed ? refundReplaced(toPosted(refund, payment), atMs) : null;
  await recordPostings(tx, existing([replaced, returnedTwicePosting(refund, payment, atMs)]));
}

/** The posting of money that went out although its amount was returned in another way: a loss. */
export function returnedTwicePosting(
  refund: RefundRecord,
  payment: RefundedPayment,
  atMs: number,
): Posting | null {
  return isDepositReturn(refund)
    ? returnReturnedTwice(toReturn(refund), atMs)
    : refundReturnedTwice(toPosted(refund, payment), atMs);
}

/** The posting of a refund's step; null for a step that moves no money. */
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
      return isPointless(refund) && !payment.isLost
        ? refundPointless(posted, atMs)
        : refundFailed(posted, payment, atMs);
    default:
      return null;
  }
}

/** As {@link stepPosting}, for what arrived beside an order: it does not count against the order. */
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

/** A refund as the ledger sees it. */
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
