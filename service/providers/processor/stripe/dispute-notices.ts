import * as z from "zod/mini";
import type { DisputeCategory } from "#contract/api/disputes";
import {
  type DisputeNotice,
  type ProcessorNotice,
  processorNotice,
} from "#contract/connectors/processor";
import { unnamedReason } from "../kit/notices.ts";

const maybe = <T extends z.ZodMiniType>(type: T) => z.catch(z.nullish(type), undefined);

export const dispute = z.object({
  id: z.string(),
  charge: z.string(),
  amount: z.int(),
  currency: z.string(),
  reason: maybe(z.string()),
  status: z.string(),
  network_reason_code: maybe(z.string()),
  evidence_details: maybe(z.object({ due_by: maybe(z.int()) })),
  payment_method_details: maybe(
    z.object({
      card: maybe(z.object({ brand: maybe(z.string()), network_reason_code: maybe(z.string()) })),
    }),
  ),
  /** Only an appeal has `appeal.card`. */
  evidence: maybe(z.object({ appeal: maybe(z.object({ card: maybe(z.unknown()) })) })),
  balance_transactions: maybe(z.array(z.object({ fee: z.int(), currency: z.string() }))),
});
export type StripeDispute = z.infer<typeof dispute>;

type Place = Pick<DisputeNotice, "stage" | "status">;

/**
 * Stage and status by Stripe's status. A `prevented` dispute takes no money and needs no answer, so it is not reported.
 */
const places: Readonly<Record<string, Place>> = {
  warning_needs_response: { stage: "inquiry", status: "needs_response" },
  warning_under_review: { stage: "inquiry", status: "under_review" },
  warning_closed: { stage: "inquiry", status: "withdrawn" },
  needs_response: { stage: "chargeback", status: "needs_response" },
  under_review: { stage: "chargeback", status: "under_review" },
  won: { stage: "chargeback", status: "won" },
  lost: { stage: "chargeback", status: "lost" },
  appeal_needs_response: { stage: "pre_arbitration", status: "needs_response" },
  appeal_under_review: { stage: "pre_arbitration", status: "under_review" },
};

const categories: Readonly<Record<string, DisputeCategory>> = {
  fraudulent: "fraudulent",
  product_not_received: "not_received",
  product_unacceptable: "not_as_described",
  duplicate: "duplicate",
  subscription_canceled: "canceled",
  credit_not_processed: "credit_not_processed",
  incorrect_account_details: "processing",
  insufficient_funds: "processing",
  unrecognized: "fraudulent",
  debit_not_authorized: "unauthorized_debit",
};

/** The order of events within one second. */
const ranks: Readonly<Record<string, number>> = {
  "charge.dispute.created": 0,
  "charge.dispute.updated": 1,
  "charge.dispute.funds_withdrawn": 1,
  "charge.dispute.funds_reinstated": 2,
  "charge.dispute.closed": 3,
};

/** 2020-01-01, in seconds. Four numbers a second from here on fit until 2037. */
const sequenceStart = 1_577_836_800;

/** An event's dispute; undefined for a status that means nothing to the service. */
export function reportOf(
  event: { readonly id: string; readonly type: string; readonly created: number },
  found: StripeDispute,
): ProcessorNotice | { readonly paths: readonly string[] } | undefined {
  const place = placeOf(found);
  if (!place) return undefined;
  const card = found.payment_method_details?.card;
  const code = card?.network_reason_code || found.network_reason_code || found.reason;
  const reason = found.reason ?? "";
  const category = Object.hasOwn(categories, reason) ? categories[reason] : undefined;
  const dueBy = found.evidence_details?.due_by;
  const parsed = processorNotice.safeParse({
    type: "dispute",
    eventId: event.id,
    disputeId: found.id,
    chargeId: found.charge,
    sequence: (event.created - sequenceStart) * 4 + (ranks[event.type] ?? 1),
    at: new Date(event.created * 1000).toISOString(),
    ...place,
    network: (card?.brand ?? "").replace(/[^a-z0-9_]/g, "").slice(0, 32) || "unknown",
    reasonCode: /^[A-Za-z0-9._-]{1,32}$/.test(code ?? "") ? code : unnamedReason,
    ...(category && { category }),
    amountMinor: found.amount,
    currency: found.currency.toUpperCase(),
    feeMinor: feeOf(found),
    respondBy: dueBy ? new Date(dueBy * 1000).toISOString() : null,
  });
  return parsed.success
    ? parsed.data
    : { paths: parsed.error.issues.map(({ path }) => path.join(".")) };
}

/** An appeal and a chargeback end with the same statuses. */
function placeOf({ status, evidence }: StripeDispute): Place | undefined {
  const place = Object.hasOwn(places, status) ? places[status] : undefined;
  const isAppeal = evidence?.appeal?.card ? status === "won" || status === "lost" : false;
  return place && isAppeal ? { ...place, stage: "pre_arbitration" } : place;
}

/** Stripe's fee so far, if it is in the dispute's currency. */
function feeOf({ balance_transactions: moves, currency }: StripeDispute): number | null {
  const own = moves?.filter((move) => move.currency === currency) ?? [];
  const fee = own.reduce((sum, move) => sum + move.fee, 0);
  return own.length > 0 && own.length === moves?.length && fee >= 0 ? fee : null;
}
