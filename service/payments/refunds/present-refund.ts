import type { Refund } from "#contract/api/refunds";
import { toMajor } from "#contract/money";
import { refundFailureText } from "#contract/refund-failures";
import { totalOfParts } from "#contract/refund-parts";
import { refundWaits } from "#contract/refund-waits";
import { toIsoTime } from "../../platform/clock.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { toUnits } from "../../rails/coins/index.ts";
import { refundUrlOf } from "./destination/link.ts";
import type { RefundRecord } from "./records.ts";
import { refundStatus } from "./refund-steps.ts";

/** `refundUrl`: the customer's link, only for readers who may act for the customer. */
export function presentRefund(refund: RefundRecord, refundUrl: string | null = null): Refund {
  const { currency, parts } = refund;
  const major = (minor: number) => toMajor(minor, currency);
  return {
    refundId: refund.refundId,
    externalRefundId: refund.externalRefundId,
    paymentIntentId: refund.paymentIntentId,
    paymentId: refund.paymentId,
    externalCustomerId: refund.externalCustomerId,
    status: refundStatus(refund.step),
    kind: refund.kind,
    amount: major(parts.baseMinor),
    breakdown: {
      baseAmount: major(parts.baseMinor),
      processingFees: major(parts.feesMinor),
      salesTax: major(parts.taxMinor),
      total: major(totalOfParts(parts)),
      currency,
    },
    currency,
    reason: refund.reason,
    reference: refund.reference,
    crypto: presentCrypto(refund.transfer),
    refundUrl,
    messages: messagesOf(refund),
    createdAt: toIsoTime(refund.createdAtMs),
    updatedAt: toIsoTime(refund.updatedAtMs),
    settledAt: refund.settledAtMs === null ? null : toIsoTime(refund.settledAtMs),
  };
}

/** Why it failed, or why it waits. */
function messagesOf(refund: RefundRecord): Refund["messages"] {
  const { failureCode, updatedAtMs, waiting, step } = refund;
  if (failureCode !== null) {
    const message = refundFailureText(failureCode);
    return [{ code: failureCode, message, at: toIsoTime(updatedAtMs) }];
  }
  // An earlier version's process leaves `waiting` set when the refund ends.
  if (waiting === null || refundStatus(step) !== "pending") return [];
  const { reason, sinceMs } = waiting;
  return [{ code: reason, message: refundWaits[reason], at: toIsoTime(sinceMs) }];
}

/** Shows the customer's link too, to readers who may act for the customer. */
export function showRefund(
  deps: Pick<PlatformDeps, "keyring" | "config" | "clock">,
  refund: RefundRecord,
): Refund {
  return presentRefund(refund, refundUrlOf(deps, refund));
}

function presentCrypto(transfer: RefundRecord["transfer"]): Refund["crypto"] {
  if (!transfer?.asset || !transfer.network) return null;
  const { asset, network, units } = transfer;
  return { asset, network, amount: units === null ? null : toUnits(BigInt(units), asset) };
}
