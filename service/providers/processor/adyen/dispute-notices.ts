import {
  type DisputeNotice,
  type ProcessorNotice,
  processorNotice,
} from "#contract/connectors/processor";
import { unnamedReason } from "../kit/notices.ts";
import type { AdyenEvent } from "./adyen-event.ts";

type Place = Pick<DisputeNotice, "stage" | "status">;
type Status = DisputeNotice["status"];

/** The status that `disputeStatus` names, if the event leaves it open. */
const statuses: Readonly<Record<string, Status>> = {
  Unresponded: "needs_response",
  Undefended: "needs_response",
  Responded: "under_review",
  Pending: "under_review",
  Expired: "expired",
  Accepted: "accepted",
  Lost: "lost",
  Won: "won",
};

/**
 * For each event: the dispute's stage, its status without a `disputeStatus`, and the event's rank within one second.
 */
const places: Readonly<Record<string, Place & { readonly rank: 0 | 1 | 2 | 3 }>> = {
  REQUEST_FOR_INFORMATION: { stage: "inquiry", status: "needs_response", rank: 0 },
  NOTIFICATION_OF_CHARGEBACK: { stage: "chargeback", status: "needs_response", rank: 0 },
  CHARGEBACK: { stage: "chargeback", status: "needs_response", rank: 1 },
  INFORMATION_SUPPLIED: { stage: "chargeback", status: "under_review", rank: 2 },
  DISPUTE_DEFENSE_PERIOD_ENDED: { stage: "chargeback", status: "expired", rank: 3 },
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: { stage: "chargeback", status: "won", rank: 3 },
  CHARGEBACK_REVERSED: { stage: "chargeback", status: "won", rank: 3 },
  SECOND_CHARGEBACK: { stage: "pre_arbitration", status: "lost", rank: 3 },
  PREARBITRATION_OPEN: { stage: "pre_arbitration", status: "needs_response", rank: 2 },
  PREARBITRATION_WON: { stage: "pre_arbitration", status: "won", rank: 3 },
  PREARBITRATION_LOST: { stage: "pre_arbitration", status: "lost", rank: 3 },
};

const networks: Readonly<Record<string, string>> = { mc: "mastercard" };

/** 2020-01-01, in seconds. Four numbers a second from here on fit until 2037. */
const sequenceStart = 1_577_836_800;

interface Unfit {
  readonly paths: readonly string[];
}

const fraudReport = "NOTIFICATION_OF_FRAUD";

/** Whether an event with this code is about a dispute or fraud. */
export function isReport(eventCode: string): boolean {
  return eventCode === fraudReport || Object.hasOwn(places, eventCode);
}

/** The event's dispute or fraud report; undefined if it is about neither. */
export function reportOf(event: AdyenEvent): ProcessorNotice | Unfit | undefined {
  const { eventCode, pspReference, originalReference, merchantReference, amount } = event;
  const data = event.additionalData ?? {};
  const place = places[eventCode];
  const isFraud = eventCode === fraudReport;
  if (!place && !isFraud) return undefined;
  const prefix = isFraud ? "nof" : eventCode === "REQUEST_FOR_INFORMATION" ? "rfi" : "chargeback";
  const code = codeOf(data[`${prefix}ReasonCode`]);
  const scheme = String(data[`${prefix}SchemeCode`] ?? event.paymentMethod ?? "").toLowerCase();
  const network = networks[scheme] ?? scheme.replace(/[^a-z0-9_]/g, "").slice(0, 32);
  const status = String(data["disputeStatus"] ?? "");
  const common = {
    eventId: [eventCode, pspReference, status, event.eventDate].filter(Boolean).join("/"),
    ...(originalReference ? { chargeId: originalReference } : {}),
    ...(/^[\x21-\x7e]{1,128}$/.test(merchantReference) ? { chargeKey: merchantReference } : {}),
    at: event.eventDate,
    network: network || "unknown",
    amountMinor: amount.value,
    currency: amount.currency,
  };
  const report = place
    ? {
        type: "dispute",
        ...common,
        disputeId: pspReference,
        ...placeOf(place, status),
        sequence: sequenceOf(event.eventDate, place.rank),
        reasonCode: code ?? unnamedReason,
        respondBy: data["defensePeriodEndsAt"] ?? null,
        defendable: data["defendable"] !== "false",
      }
    : {
        type: "fraud_report",
        ...common,
        reportId: pspReference,
        ...(code === undefined ? {} : { fraudType: code }),
      };
  const parsed = processorNotice.safeParse(report);
  return parsed.success
    ? parsed.data
    : { paths: parsed.error.issues.map(({ path }) => path.join(".")) };
}

/** `disputeStatus` decides. A request for information stays an inquiry when it is answered. */
function placeOf({ stage, status }: Place, disputeStatus: string): Place {
  const named = statuses[disputeStatus] ?? status;
  return { stage: disputeStatus === "Responded" ? "inquiry" : stage, status: named };
}

function sequenceOf(eventDate: string, rank: number): number {
  return (Math.floor(Date.parse(eventDate) / 1000) - sequenceStart) * 4 + rank;
}

function codeOf(code: unknown): string | undefined {
  const plain = typeof code === "string" ? code.trim() : "";
  return /^[A-Za-z0-9._-]{1,32}$/.test(plain) ? plain : undefined;
}
