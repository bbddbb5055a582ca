/** What NMI's records of a transaction say about a charge or a refund. */
import type {
  ChargeOutcome,
  ExpectedCharge,
  ExpectedRefund,
  RefundOutcome,
} from "../card-processor.ts";
import { minorOfDecimal } from "../kit/decimal-amount.ts";
import { reasonOf } from "../kit/reasons.ts";
import { nmiFacts } from "./nmi-facts.ts";
import type { QueriedAction, QueriedTransaction } from "./query-response.ts";
import { isId } from "./read-response.ts";

const isCharge = ({ type }: QueriedAction) => type === "sale" || type === "capture";
const isRefund = ({ type }: QueriedAction) => type === "refund" || type === "credit";

/** The transactions that charged or tried to. A refund with the same order id is not one of them. */
export function chargesOf(
  transactions: readonly QueriedTransaction[],
): readonly QueriedTransaction[] {
  return transactions.filter(({ actions }) => !actions.every(isRefund) || actions.length === 0);
}

/**
 * The outcome of the charge with this order id. A success overrides a failure. Two successes are unknown, so that staff
 * decide. The conditions `in_progress`, `abandoned`, `unknown` and undocumented ones leave the outcome unknown, too.
 */
export function chargeOutcomeOf(
  transactions: readonly QueriedTransaction[],
  expected: ExpectedCharge,
): ChargeOutcome {
  const charges = chargesOf(transactions);
  const successes = charges.filter(({ condition }) => condition !== "failed");
  if (successes.length > 1) return { type: "unknown", reason: "several_charges" };
  const charge = successes[0] ?? charges.at(-1);
  if (!charge) return { type: "not_found" };
  const { transactionId: chargeId, condition, actions } = charge;
  if (!isId(chargeId)) return { type: "unknown", reason: "malformed" };
  switch (condition) {
    case "failed": {
      const code = actions.findLast((action) => isCharge(action))?.code ?? "";
      const facts = nmiFacts(charge.facts, code);
      return { type: "declined", chargeId, ...reasonOf("nmi", code), ...facts };
    }
    case "canceled":
      return { type: "reversed", chargeId };
    case "pending":
      return { type: "pending", chargeId };
    case "pendingsettlement":
    case "complete": {
      const amountMinor = chargedMinor(charge);
      if (amountMinor === null) return { type: "unknown", reason: "malformed" };
      return amountMinor === expected.amountMinor && charge.currency === expected.currency
        ? { type: "approved", chargeId, ...nmiFacts(charge.facts) }
        : { type: "mismatch", chargeId, charged: true };
    }
    default:
      return { type: "unknown", reason: "condition_open" };
  }
}

/** What a transaction charged; null if it does not say. */
export function chargedMinor({ actions, currency }: QueriedTransaction): number | null {
  const charge = actions.findLast((action) => isCharge(action) && action.succeeded);
  return charge ? minorOfDecimal(charge.amount, currency) : null;
}

/** Whether a part of this charge was refunded or is being refunded. */
export function hasRefund({ actions }: QueriedTransaction): boolean {
  return actions.some((action) => isRefund(action) && action.succeeded);
}

export function refundOutcomeOf(
  transactions: readonly QueriedTransaction[],
  expected: ExpectedRefund,
): RefundOutcome | null {
  const refunds = transactions.filter(({ actions }) => actions.some(isRefund));
  const open = refunds.filter(({ condition }) => condition !== "failed");
  if (open.length > 1) return { type: "unknown", reason: "several_refunds" };
  const refund = open[0] ?? refunds.at(-1);
  if (!refund) return null;
  const { transactionId: refundId, condition, actions, currency } = refund;
  const returned = actions.find(isRefund);
  const minor = returned ? minorOfDecimal(returned.amount, currency) : null;
  if (!isId(refundId) || minor === null) return { type: "unknown", reason: "malformed" };
  if (Math.abs(minor) !== expected.amountMinor || currency !== expected.currency) {
    return { type: "mismatch", refundId };
  }
  switch (condition) {
    case "pendingsettlement":
    case "complete":
      return { type: "success", refundId, kind: "refund", arn: null };
    case "failed":
    case "canceled":
      return { type: "failed", refundId, kind: "refund", failureCode: "refund_failed" };
    default:
      return { type: "unknown", reason: "condition_open" };
  }
}

/** The outcome of a refund that voided the whole charge; null if the charge was not voided. */
export function voidOutcomeOf(
  charge: QueriedTransaction,
  expected: ExpectedRefund,
): RefundOutcome | null {
  if (charge.condition !== "canceled") return null;
  const refundId = voidIdOf(expected.chargeId);
  const isSame =
    chargedMinor(charge) === expected.amountMinor && charge.currency === expected.currency;
  return isSame
    ? { type: "success", refundId, kind: "void", arn: null }
    : { type: "mismatch", refundId };
}

/** A void has no transaction of its own: its id is the charge's with a suffix. */
export function voidIdOf(chargeId: string): string {
  return `${chargeId}-void`;
}
