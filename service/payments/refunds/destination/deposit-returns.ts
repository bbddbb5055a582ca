/** Returns crypto that a payment received and did not use: all of it, by asset, on its own network. */
import type { Kysely } from "kysely";
import { type DepositReason, depositReasons } from "#contract/api/refunds";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../../platform/http/api-error.ts";
import {
  type ArrivedAsset,
  minTransfer,
  type Receipt,
  readReceipt,
} from "../../../rails/coins/index.ts";
import type { AttemptRecord, IntentRecord } from "../../records.ts";
import { isDepositReturn, type RefundRecord } from "../records.ts";
import { countsAsReturned } from "../refund-steps.ts";
import type { RefundStoreDeps } from "../refund-store.ts";
import { type LockedPayment, lockPayment } from "../refunded-payment.ts";

/** A deposit with money to return. Its payment is locked. */
export interface ReturnableDeposit {
  readonly attempt: AttemptRecord;
  readonly payment: LockedPayment;
  readonly arrived: ArrivedAsset;
}

/**
 * The reason, if it is about crypto that the intent did not use; null for an ordinary one. Throws 400 if the intent has
 * no deposit.
 */
export function depositReasonOf(
  { attempts }: Pick<IntentRecord, "attempts">,
  reason: string | undefined,
): DepositReason | null {
  const found = depositReasons.find((depositReason) => depositReason === reason);
  if (!found) return null;
  const deposits = attempts.filter(({ type }) => type === "crypto");
  // Other payments can be overpaid too; there it is an ordinary reason.
  if (found === "overpaid") return deposits.some(({ step }) => step === "success") ? found : null;
  if (deposits.length > 0) return found;
  throw fieldRefusal("invalid_value", "reason", "Only crypto payments can have this reason.");
}

/**
 * The intent's newest payment with something to return for this reason. Throws 400 `payment_not_refundable` if there is
 * none.
 */
export async function lockReturnable(
  deps: Pick<RefundStoreDeps, "clock">,
  tx: Tx,
  { operatorId, paymentIntentId, attempts }: IntentRecord,
  reason: DepositReason,
): Promise<ReturnableDeposit> {
  for (const attempt of attempts.filter(({ type }) => type === "crypto").toReversed()) {
    const { paymentId } = attempt;
    const receipt = await readReceipt(tx, { operatorId, paymentId });
    if (!receipt) continue;
    const payment = await lockPayment(deps, tx, { operatorId, paymentIntentId, paymentId }, true);
    if (!payment) continue;
    const { isSuccess } = payment;
    const returned = await returnedOf(tx, { operatorId, paymentId, isSuccess });
    const [arrived] = leftOf(unusedArrivals(receipt, reason, isSuccess), returned);
    if (arrived) return { attempt, payment, arrived };
  }
  throw new ApiError("payment_not_refundable", {
    message:
      "Nothing that could be returned for this reason has arrived, or it was returned already.",
  });
}

/** What staff can return now, newest payment first. */
export async function readReturnables(
  db: Kysely<Tables>,
  { operatorId, attempts }: Pick<IntentRecord, "operatorId" | "attempts">,
): Promise<(ArrivedAsset & { readonly reason: DepositReason })[]> {
  const found: (ArrivedAsset & { readonly reason: DepositReason })[] = [];
  for (const { paymentId, step } of attempts.filter(({ type }) => type === "crypto").toReversed()) {
    const receipt = await readReceipt(db, { operatorId, paymentId });
    if (!receipt) continue;
    const isSuccess = step === "success";
    const returned = await returnedOf(db, { operatorId, paymentId, isSuccess });
    for (const reason of depositReasons) {
      const arrived = unusedArrivals(receipt, reason, isSuccess);
      found.push(...leftOf(arrived, returned).map((left) => ({ ...left, reason })));
    }
  }
  // One return of each reason at a time: the service takes the newest payment's first.
  return found.filter(
    ({ reason }, index) => found.findIndex((each) => each.reason === reason) === index,
  );
}

/** Whether a failed return's money arrived and no other return has taken it. The payment must be locked. */
export async function isStillReturnable(
  tx: Tx,
  { operatorId, paymentId, reason, transfer }: RefundRecord,
  { isSuccess }: Pick<LockedPayment, "isSuccess">,
): Promise<boolean> {
  const receipt = await readReceipt(tx, { operatorId, paymentId });
  const found = depositReasons.find((depositReason) => depositReason === reason);
  if (!receipt || !found || !transfer?.units) return false;
  const returned = await returnedOf(tx, { operatorId, paymentId, isSuccess });
  const taken = keyOf(transfer);
  const units = unusedArrivals(receipt, found, isSuccess)
    .filter((arrival) => keyOf(arrival) === taken)
    .reduce((sum, arrival) => sum + arrival.units, 0n);
  return units - (returned.get(taken) ?? 0n) >= BigInt(transfer.units);
}

/**
 * Whether a crypto refund's money is in the chain now: its blocks can leave after the request. For a return outside the
 * order, all that returns take of the asset must be there.
 */
export async function isCovered(db: Kysely<Tables>, refund: RefundRecord): Promise<boolean> {
  const { operatorId, paymentId, transfer } = refund;
  const receipt = await readReceipt(db, { operatorId, paymentId });
  // Without a deposit nothing could have left.
  if (!receipt) return true;
  if (!isDepositReturn(refund)) return isInChain(receipt);
  const payment = await db
    .selectFrom("payments")
    .select("status")
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
  if (!payment || !transfer) return false;
  const isSuccess = payment.status === "success";
  const taken = keyOf(transfer);
  // `underpaid` and `paid_late` are the same money.
  const units = (["overpaid", "paid_late", "wrong_asset"] as const)
    .flatMap((reason) => unusedArrivals(receipt, reason, isSuccess))
    .filter((arrival) => keyOf(arrival) === taken)
    .reduce((sum, arrival) => sum + arrival.units, 0n);
  const returned = await returnedOf(db, { operatorId, paymentId, isSuccess });
  return units >= (returned.get(taken) ?? 0n);
}

/** Checks a paid order's money. The end of a deposit that is gone for good undoes its payment elsewhere. */
function isInChain({ status, received, due, tolerance }: Receipt): boolean {
  if (status !== "confirmed") return status !== "shaken";
  // The blocks are gone, and the deposit was not checked since.
  return received.units + tolerance >= due;
}

/** Omits amounts that are too small for networks to send. */
function leftOf(
  arrived: readonly ArrivedAsset[],
  returned: ReadonlyMap<string, bigint>,
): ArrivedAsset[] {
  return arrived
    .map((arrival) => ({ ...arrival, units: arrival.units - (returned.get(keyOf(arrival)) ?? 0n) }))
    .filter(({ asset, units }) => units >= minTransfer[asset]);
}

/** The deposit is over, and the payment did not use its money. */
const overStatuses: readonly Receipt["status"][] = ["expired", "late", "reorganised"];

/** What arrived for this reason, before earlier returns. Pure. */
export function unusedArrivals(
  { status, received, due, tolerance, others }: Receipt,
  reason: DepositReason,
  isSuccess: boolean,
): readonly ArrivedAsset[] {
  switch (reason) {
    case "overpaid": {
      const units = received.units - due;
      return isSuccess && status === "confirmed" && units > tolerance
        ? [{ ...received, units }]
        : [];
    }
    // A part can come in time and the rest too late: either reason returns both, and what a reorganization left.
    case "underpaid":
    case "paid_late":
      return !isSuccess && overStatuses.includes(status) ? [received] : [];
    case "wrong_asset":
      return others;
  }
}

/**
 * Sums earlier returns by asset and network. The order's refunds count, too, if the payment is not a success: then no
 * order used the money that they returned. So does one that failed and arrived after all, unless staff rejected that.
 */
async function returnedOf(
  db: Kysely<Tables>,
  {
    operatorId,
    paymentId,
    isSuccess,
  }: { readonly operatorId: string; readonly paymentId: string; readonly isSuccess: boolean },
): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom("refunds as r")
    .select((row) => [
      "r.step",
      "r.base_minor",
      "r.transfer_asset as asset",
      "r.transfer_network as network",
      "r.transfer_units as units",
      row
        .exists(
          row
            .selectFrom("outcome_alarms as a")
            .select("a.outcome_alarm_id")
            .where("a.operator_id", "=", operatorId)
            .whereRef("a.subject_id", "=", "r.refund_id")
            .where("a.problem", "=", "happened_twice")
            .where("a.resolution", "is distinct from", "kept"),
        )
        .as("arrived_twice"),
    ])
    .where("r.operator_id", "=", operatorId)
    .where("r.payment_id", "=", paymentId)
    .$if(isSuccess, (query) => query.where("r.base_minor", "=", 0))
    .execute();
  const sums = new Map<string, bigint>();
  for (const { step, units, base_minor: baseMinor, arrived_twice: arrivedTwice, ...of } of rows) {
    const isReturned = countsAsReturned(step) || (arrivedTwice && baseMinor > 0);
    if (!isReturned || units === null) continue;
    sums.set(keyOf(of), (sums.get(keyOf(of)) ?? 0n) + BigInt(units));
  }
  return sums;
}

function keyOf({ asset, network }: { asset: string | null; network: string | null }): string {
  return `${asset} ${network}`;
}
