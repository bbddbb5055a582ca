/*
 * Postings of payouts.
 *
 *   approved ─┬─ arrived ── came_back, ended ── revived, arrived_again ── came_back_again, ended_again
 *             └─ ended ── revived, arrived ── came_back, ended_again
 */
import { accountOf } from "../accounts.ts";
import { createPosting, type Posting, type PostingSource } from "../posting.ts";

/** An approved payout, in minor units. */
export interface PostedPayout {
  readonly operatorId: string;
  readonly disbursementIntentId: string;
  readonly currency: string;
  /** The amount before withholding. */
  readonly grossMinor: number;
  readonly withheldMinor: number;
  readonly taxCategory: string;
  /** The rail or processor that sends it. */
  readonly provider: string;
}

function source({ operatorId, disbursementIntentId: id }: PostedPayout): PostingSource {
  return { operatorId, type: "payout", id, paymentId: null };
}

function netOf({ grossMinor, withheldMinor }: PostedPayout): number {
  return grossMinor - withheldMinor;
}

function inFlight({ provider }: PostedPayout): string {
  return accountOf("payouts_in_flight", provider);
}

function promised(payout: PostedPayout) {
  return {
    [inFlight(payout)]: netOf(payout),
    [accountOf("withheld_tax_payable", payout.taxCategory)]: payout.withheldMinor,
  };
}

const expense = accountOf("payout_expense");

/** The payout was approved: it and the withheld tax are due. */
export function payoutApproved(payout: PostedPayout, atMs: number): Posting | null {
  return createPosting({
    source: source(payout),
    cause: "approved",
    currency: payout.currency,
    debit: { [expense]: payout.grossMinor },
    credit: promised(payout),
    atMs,
  });
}

/** The customer has the money: it has left the account that pays, and is no longer in flight. */
export function payoutArrived(payout: PostedPayout, atMs: number): Posting | null {
  return arrivalOf(payout, "arrived", atMs);
}

/** {@link payoutArrived}, after an earlier arrival. */
export function payoutArrivedAgain(payout: PostedPayout, atMs: number): Posting | null {
  return arrivalOf(payout, "arrived_again", atMs);
}

function arrivalOf(payout: PostedPayout, cause: string, atMs: number): Posting | null {
  return createPosting({
    source: source(payout),
    cause,
    currency: payout.currency,
    debit: { [inFlight(payout)]: netOf(payout) },
    credit: { [accountOf("bank", payout.provider)]: netOf(payout) },
    atMs,
  });
}

/** The money came back after it arrived. {@link payoutEnded} follows. */
export function payoutCameBack(payout: PostedPayout, atMs: number): Posting | null {
  return comingBackOf(payout, "came_back", "arrived", atMs);
}

/** {@link payoutCameBack}, after {@link payoutArrivedAgain}. {@link payoutEndedAgain} follows. */
export function payoutCameBackAgain(payout: PostedPayout, atMs: number): Posting | null {
  return comingBackOf(payout, "came_back_again", "arrived_again", atMs);
}

function comingBackOf(
  payout: PostedPayout,
  cause: string,
  reverses: string,
  atMs: number,
): Posting | null {
  return createPosting({
    source: source(payout),
    cause,
    currency: payout.currency,
    debit: { [accountOf("bank", payout.provider)]: netOf(payout) },
    credit: { [inFlight(payout)]: netOf(payout) },
    reverses,
    atMs,
  });
}

/** The payout ended unpaid: declined, failed, voided or returned. */
export function payoutEnded(payout: PostedPayout, atMs: number): Posting | null {
  return createPosting({
    source: source(payout),
    cause: "ended",
    currency: payout.currency,
    debit: promised(payout),
    credit: { [expense]: payout.grossMinor },
    reverses: "approved",
    atMs,
  });
}

/**
 * A payout that ended because staff said so, or as a correction, was paid after all. {@link payoutArrived} or
 * {@link payoutArrivedAgain} follows.
 */
export function payoutRevived(payout: PostedPayout, atMs: number): Posting | null {
  return createPosting({
    source: source(payout),
    cause: "revived",
    currency: payout.currency,
    debit: { [expense]: payout.grossMinor },
    credit: promised(payout),
    reverses: "ended",
    atMs,
  });
}

/** {@link payoutEnded}, after {@link payoutRevived}. */
export function payoutEndedAgain(payout: PostedPayout, atMs: number): Posting | null {
  return createPosting({
    source: source(payout),
    cause: "ended_again",
    currency: payout.currency,
    debit: promised(payout),
    credit: { [expense]: payout.grossMinor },
    reverses: "revived",
    atMs,
  });
}
