/*
 * Postings of disputes at a card processor. An inquiry moves no money and has no posting. Disputes of ACH
 * debits have none either: the returned debit is already posted.
 *
 *   opened ─┬─ won          opened_2 ─┬─ won_2
 *           └─ lost                   └─ lost_2     (a case that came back after it was won)
 */
import { accountOf } from "../accounts.ts";
import { createPosting, type Posting, type PostingSource } from "../posting.ts";

/** A dispute for which a processor holds money. */
export interface PostedDispute {
  readonly operatorId: string;
  readonly disputeId: string;
  readonly paymentId: string;
  readonly processor: string;
  readonly currency: string;
  /** What the processor took, without its fee. */
  readonly amountMinor: number;
  /** Counts from 1; 2 when the processor takes the money again after a win. Default 1. */
  readonly round?: number;
}

function source({ operatorId, disputeId, paymentId }: PostedDispute): PostingSource {
  return { operatorId, type: "dispute", id: disputeId, paymentId };
}

function cause(name: string, { round = 1 }: PostedDispute): string {
  return round === 1 ? name : `${name}_${round}`;
}

const held = (dispute: PostedDispute) => accountOf("dispute_receivable", dispute.processor);
const receivable = (dispute: PostedDispute) => accountOf("processor_receivable", dispute.processor);

/** The processor took the disputed amount. */
export function disputeOpened(dispute: PostedDispute, atMs: number): Posting | null {
  return createPosting({
    source: source(dispute),
    cause: cause("opened", dispute),
    currency: dispute.currency,
    debit: { [held(dispute)]: dispute.amountMinor },
    credit: { [receivable(dispute)]: dispute.amountMinor },
    atMs,
  });
}

/** The processor charged a fee for the dispute. A win does not return it. */
export function disputeFee(dispute: PostedDispute, feeMinor: number, atMs: number): Posting | null {
  return createPosting({
    source: source(dispute),
    cause: cause("fee", dispute),
    currency: dispute.currency,
    debit: { [accountOf("processing_fees", "dispute")]: feeMinor },
    credit: { [receivable(dispute)]: feeMinor },
    atMs,
  });
}

/** The operator won: the processor gives the amount back. */
export function disputeWon(dispute: PostedDispute, atMs: number): Posting | null {
  return createPosting({
    source: source(dispute),
    cause: cause("won", dispute),
    currency: dispute.currency,
    debit: { [receivable(dispute)]: dispute.amountMinor },
    credit: { [held(dispute)]: dispute.amountMinor },
    reverses: cause("opened", dispute),
    atMs,
  });
}

/** The operator lost, accepted, or did not answer in time. */
export function disputeLost(dispute: PostedDispute, atMs: number): Posting | null {
  return createPosting({
    source: source(dispute),
    cause: cause("lost", dispute),
    currency: dispute.currency,
    debit: { [accountOf("chargeback_losses")]: dispute.amountMinor },
    credit: { [held(dispute)]: dispute.amountMinor },
    atMs,
  });
}
