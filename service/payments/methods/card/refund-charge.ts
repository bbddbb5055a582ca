import type { RefundOutcome as ProcessorOutcome } from "../../../providers/processor/index.ts";
import { noticesAbout } from "../../inbox/notice-inbox.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { RefundOrder, RefundOutcome, RefundRail } from "../../refunds/refund-rail.ts";

/**
 * For a processor without idempotent refunds: the service sends a refund again only after look-ups have not found it
 * for this long. The connector looks once more before it sends.
 */
const resendAfterMs = 60 * 60_000;

/** Refunds a card through the processor that charged it. */
export function cardRefunds({
  processors,
  log,
  database,
}: Pick<PaymentsDeps, "processors" | "log" | "database">): RefundRail {
  const missing: RefundOutcome = { type: "unknown", reason: "no_such_processor" };
  const toOutcome = (outcome: ProcessorOutcome, order: RefundOrder): RefundOutcome => {
    switch (outcome.type) {
      case "success":
      case "pending":
        return {
          type: outcome.type,
          providerRefundId: outcome.refundId,
          kind: outcome.kind,
          reference: outcome.arn === null ? null : { type: "arn", value: outcome.arn },
        };
      case "failed":
        return {
          type: "failed",
          providerRefundId: outcome.refundId,
          kind: outcome.kind,
          failureCode: outcome.failureCode,
        };
      case "rejected":
        return { type: "rejected", failureCode: outcome.code };
      case "mismatch": {
        // A different amount may have gone back, so staff must decide.
        const { paymentId, processor } = order;
        log.error("a processor's refund differs from the request", { paymentId, processor });
        return { type: "unknown", reason: "mismatch" };
      }
      default:
        return outcome;
    }
  };
  return {
    resendAfterMs: ({ processor }) =>
      processors.byName(processor)?.capabilities.repeats === false ? resendAfterMs : 0,
    repeatsForMs: ({ processor }) =>
      processors.byName(processor)?.capabilities.repeatsForMs ?? Number.POSITIVE_INFINITY,
    findsForMs: ({ processor }) =>
      processors.byName(processor)?.capabilities.findsForMs ?? Number.POSITIVE_INFINITY,
    provesAbsence: ({ processor }) =>
      processors.byName(processor)?.capabilities.findsRefunds === "always",
    isRefundable: ({ chargeId, processor }) =>
      chargeId !== null && processors.byName(processor)?.capabilities.refunds !== "none",
    isFullRefundOnly: ({ processor }) =>
      processors.byName(processor)?.capabilities.refunds === "whole",
    async send(order, key) {
      const processor = processors.byName(order.processor);
      // Nothing was sent, so it can be sent later.
      if (!processor) return { type: "unreached", waitsFor: "provider_not_configured" };
      if (order.chargeId === null) return { type: "unreached", waitsFor: null };
      const { chargeId, amountMinor, currency, surchargeMinor, reason } = order;
      const request = {
        merchantReference: key,
        chargeId,
        amountMinor,
        currency,
        surchargeMinor,
        reason,
      };
      return toOutcome(await processor.refund(request, key), order);
    },
    async lookUp(order, key) {
      const processor = processors.byName(order.processor);
      if (!processor) return { ...missing, waitsFor: "provider_not_configured" };
      if (order.chargeId === null) return missing;
      const { chargeId, amountMinor, currency } = order;
      const expected = { chargeId, amountMinor, currency };
      const { operatorId } = order;
      const notices = await noticesAbout({ database }, { operatorId, processor, keys: [key] });
      return toOutcome(await processor.lookUpRefund(key, expected, notices), order);
    },
  };
}
