import {
  type DisputeNotice,
  type ProcessorNotice,
  processorNotice,
} from "#contract/connectors/processor";
import { unnamedReason } from "../kit/notices.ts";
import type { WorldpayEvent } from "./read-notice.ts";

/**
 * Stage and status by event. Worldpay reports that the money was taken, but neither a deadline nor a defense's outcome:
 * a chargeback counts as lost, so that it does not stay open forever.
 */
const places: Readonly<Record<string, Pick<DisputeNotice, "stage" | "status">>> = {
  informationRequested: { stage: "inquiry", status: "needs_response" },
  chargedBack: { stage: "chargeback", status: "lost" },
};

export function isDispute({ eventDetails }: WorldpayEvent): boolean {
  return Object.hasOwn(places, eventDetails.type);
}

/**
 * An event's dispute. Worldpay names no case, so the payment identifies it. It reports only stage and money; staff find
 * the reason in Worldpay's portal.
 */
export function reportOf({
  eventId,
  eventTimestamp,
  eventDetails,
}: WorldpayEvent): ProcessorNotice | { readonly paths: readonly string[] } {
  const { type, transactionReference, amount } = eventDetails;
  const at = timeOf(eventTimestamp);
  const parsed = processorNotice.safeParse({
    type: "dispute",
    eventId,
    disputeId: transactionReference,
    chargeKey: transactionReference,
    sequence: at === null ? undefined : Math.floor(at / 1000),
    at: at === null ? undefined : new Date(at).toISOString(),
    ...places[type],
    network: "unknown",
    reasonCode: unnamedReason,
    amountMinor: amount?.value,
    currency: amount?.currencyCode,
    respondBy: null,
  });
  return parsed.success
    ? parsed.data
    : { paths: parsed.error.issues.map(({ path }) => path.join(".")) };
}

/** Milliseconds, or null if it is not a time. Worldpay's times have no zone; they count as UTC. */
function timeOf(text: string): number | null {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const ms = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : ms;
}
