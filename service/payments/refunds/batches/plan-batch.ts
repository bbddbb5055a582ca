import { createHash } from "node:crypto";
import { type BatchExclusion, maxBatchPayments } from "#contract/console/refund-batches";
import { refundParts, totalOfParts } from "#contract/refund-parts";
import type { Statement } from "../../../platform/database/database.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, IntentRecord } from "../../records.ts";
import { countPayments } from "../../review/list-payments.ts";
import { conditionsOf, type PaymentFilter } from "../../review/payment-filter.ts";
import { type IntentRow, toIntentRecord } from "../../store/rows.ts";
import { intentWithAttempts } from "../../store/statements.ts";
import { approvalOf } from "../approve-refund.ts";
import { findRefundables, successesOf } from "../create-refund.ts";

/** Payments chosen one by one, or all that match a filter. */
export type Selection =
  | { readonly paymentIntentIds: readonly string[] }
  | { readonly filter: PaymentFilter };

export interface BatchPlanner {
  readonly operatorId: string;
  /** Minor units of a payment's base that the role may return; null: no limit. */
  limitMinor(currency: string): number | null;
}

/** A refund as planned. Amounts in minor units. */
export interface PlannedRefund {
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly externalCustomerId: string;
  readonly processor: string;
  readonly currency: string;
  /** What is left of the base. */
  readonly baseMinor: number;
  /** The refund with its share of surcharge and tax. */
  readonly totalMinor: number;
  /** What had been returned of the base. */
  readonly seenReturnedMinor: number;
}

export interface BatchPlan {
  readonly matching: number;
  readonly refunds: readonly PlannedRefund[];
  readonly excluded: readonly {
    readonly intent: IntentRecord;
    readonly reason: BatchExclusion;
  }[];
  readonly needsApproval: boolean;
  /** Identifies the refunds with their amounts. */
  readonly fingerprint: string;
}

const pieceSize = 250;

const readIntents: Statement = {
  name: "refund_batches.read_intents",
  text: `select ${intentWithAttempts} from payment_intents i
  where i.operator_id = $1 and i.payment_intent_id = any ($2::text[]) order by i.payment_intent_id`,
};

/**
 * Full refunds: the amount of each payment, and which payments cannot be refunded and why. Changes nothing. Empty for
 * more than {@link maxBatchPayments} payments. Throws 404 if a chosen payment is not the operator's.
 */
export async function planBatch(
  deps: PaymentsDeps,
  planner: BatchPlanner,
  selection: Selection,
): Promise<BatchPlan> {
  const { operatorId } = planner;
  const ids = await idsOf(deps, operatorId, selection);
  if (ids.length > maxBatchPayments) {
    const matching =
      "filter" in selection ? await countPayments(deps, operatorId, selection.filter) : ids.length;
    return { matching, refunds: [], excluded: [], needsApproval: false, fingerprint: "" };
  }
  const refunds: PlannedRefund[] = [];
  const excluded: { intent: IntentRecord; reason: BatchExclusion }[] = [];
  let found = 0;
  for (let at = 0; at < ids.length; at += pieceSize) {
    const piece = ids.slice(at, at + pieceSize);
    const { rows } = await deps.database.run<IntentRow>(readIntents, [operatorId, piece]);
    const intents = rows.map(toIntentRecord);
    found += intents.length;
    const inBatch = await waitingIn(deps, operatorId, intents);
    for (const intent of intents) {
      const planned = planRefund(deps, planner, intent, inBatch);
      if (typeof planned === "string") excluded.push({ intent, reason: planned });
      else refunds.push(planned);
    }
  }
  if (found < ids.length) throw new ApiError("resource_not_found");
  return {
    matching: found,
    refunds,
    excluded,
    needsApproval: await exceedsLimits(deps, planner, refunds),
    fingerprint: fingerprintOf(refunds),
  };
}

/** Whether the batch needs a second person, or exceeds the role's limit. */
async function exceedsLimits(
  deps: PaymentsDeps,
  { operatorId, limitMinor }: BatchPlanner,
  refunds: readonly PlannedRefund[],
): Promise<boolean> {
  const { settings } = await deps.operators.get(operatorId);
  return [...returnedByCurrency(refunds)].some(([currency, minor]) => {
    const limit = limitMinor(currency);
    return approvalOf(settings, currency, minor) !== null || (limit !== null && minor > limit);
  });
}

/** Sums what is returned by currency, with earlier refunds of the same payments. */
export function returnedByCurrency(
  refunds: readonly Pick<PlannedRefund, "currency" | "baseMinor" | "seenReturnedMinor">[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { currency, baseMinor, seenReturnedMinor } of refunds) {
    sums.set(currency, (sums.get(currency) ?? 0) + baseMinor + seenReturnedMinor);
  }
  return sums;
}

/** Reads at most one id more than a batch may have. */
async function idsOf(
  { database }: Pick<PaymentsDeps, "database">,
  operatorId: string,
  selection: Selection,
): Promise<string[]> {
  if ("paymentIntentIds" in selection) return [...new Set(selection.paymentIntentIds)].sort();
  const rows = await database.kysely
    .selectFrom("payment_intents")
    .select("payment_intent_id")
    .where("operator_id", "=", operatorId)
    .where((row) => row.and(conditionsOf(row, selection.filter)))
    .orderBy("payment_intent_id")
    .limit(maxBatchPayments + 1)
    .execute();
  return rows.map((row) => row.payment_intent_id);
}

async function waitingIn(
  { database }: Pick<PaymentsDeps, "database">,
  operatorId: string,
  intents: readonly IntentRecord[],
): Promise<ReadonlySet<string>> {
  const ids = intents.flatMap(({ attempts }) => attempts.map(({ paymentId }) => paymentId));
  const rows = await database.kysely
    .selectFrom("refund_batch_items")
    .select("payment_id")
    .where("operator_id", "=", operatorId)
    .where("state", "=", "waiting")
    .where((row) => row("payment_id", "=", row.fn.any(row.val(ids))))
    .execute();
  return new Set(rows.map((row) => row.payment_id));
}

/** Returns the payment that a single refund would return. */
function planRefund(
  deps: Pick<PaymentsDeps, "methods">,
  { limitMinor }: BatchPlanner,
  intent: IntentRecord,
  inBatch: ReadonlySet<string>,
): PlannedRefund | BatchExclusion {
  const { paymentIntentId, externalCustomerId, currency } = intent;
  const attempt = findRefundables(deps, intent)[0] ?? successesOf(intent)[0];
  if (!attempt) return "not_successful";
  const { paymentId, type, price, returned, disputed, processor } = attempt;
  if (disputed.open > 0) return "disputed";
  const leftMinor = leftOf(attempt);
  if (leftMinor <= 0) {
    return disputed.lostBaseMinor > 0 ? "lost_dispute" : "already_refunded";
  }
  const rail = deps.methods.find(type)?.refunds;
  if (rail?.transferOf) return "needs_destination";
  if (!rail?.isRefundable(attempt)) return "not_refundable";
  const isPart = returned.baseMinor > 0 || disputed.lostBaseMinor > 0;
  if (isPart && rail.isFullRefundOnly?.(attempt)) return "not_refundable";
  if (inBatch.has(paymentId)) return "in_batch";
  const limit = limitMinor(currency);
  if (limit !== null && returned.baseMinor + leftMinor > limit) return "over_limit";
  const { baseMinor, feesMinor, taxMinor } = price;
  const parts = refundParts({ baseMinor, feesMinor, taxMinor }, returned, leftMinor);
  return {
    paymentIntentId,
    paymentId,
    externalCustomerId,
    processor,
    currency,
    baseMinor: leftMinor,
    totalMinor: totalOfParts(parts),
    seenReturnedMinor: returned.baseMinor,
  };
}

function leftOf({ price, returned, disputed }: AttemptRecord): number {
  return price.baseMinor - returned.baseMinor - disputed.lostBaseMinor;
}

function fingerprintOf(refunds: readonly PlannedRefund[]): string {
  const hash = createHash("sha256");
  for (const { paymentId, baseMinor, totalMinor, seenReturnedMinor } of refunds) {
    hash.update(`${paymentId} ${baseMinor} ${totalMinor} ${seenReturnedMinor}\n`);
  }
  return hash.digest("base64url");
}
