/*
 * Postings of disputes at a card processor, and of parts of a payment by bank that came back: disputes that are lost at
 * once. An inquiry moves no money. A dispute of an ACH debit has no posting, because the returned debit has one.
 *
 * A dispute holds money while it is undecided; a loss, acceptance or expiry loses it, a win gives it back. This can
 * repeat (pre-arbitration after a win, a win after a loss), and the amount can change. So each posting moves the
 * accounts from what is posted to what the dispute costs now.
 */
import { accountOf } from "../accounts.ts";
import { createPosting, type Posting } from "../posting.ts";
import { payByBankProcessor } from "./payment-postings.ts";

/** A dispute for which a processor holds money. */
export interface PostedDispute {
  readonly operatorId: string;
  readonly disputeId: string;
  readonly paymentId: string;
  readonly processor: string;
  readonly currency: string;
  /** Grows with each change and makes the postings' causes unique. */
  readonly version: number;
}

/** What a dispute costs now, in minor units. */
export interface DisputeCost {
  /** The amount held while the dispute is undecided. */
  readonly heldMinor: number;
  /** The amount that is gone for good. */
  readonly lostMinor: number;
  /** A win does not return fees unless the processor says so. */
  readonly feeMinor: number;
}

export function disputeSource({ operatorId, disputeId, paymentId }: PostedDispute) {
  return { operatorId, type: "dispute", id: disputeId, paymentId } as const;
}

/**
 * Moves the accounts from what is posted for a dispute (`readPosted`) to what it costs now; null if nothing changes.
 */
export function disputeMoved(
  dispute: PostedDispute,
  { heldMinor, lostMinor, feeMinor }: DisputeCost,
  posted: ReadonlyMap<string, bigint>,
  atMs: number,
): Posting | null {
  const { processor, version } = dispute;
  const held = accountOf("dispute_receivable", processor);
  const lost = accountOf("chargeback_losses");
  const fee = accountOf("processing_fees", "dispute");
  const missing = (account: string, minor: number) => BigInt(minor) - (posted.get(account) ?? 0n);
  const debit = {
    [held]: missing(held, heldMinor),
    [lost]: missing(lost, lostMinor),
    [fee]: missing(fee, feeMinor),
  };
  const total = Object.values(debit).reduce((sum, amount) => sum + amount, 0n);
  const name = nameOf({ heldMinor, lostMinor }, posted.get(held) ?? 0n);
  return createPosting({
    source: disputeSource(dispute),
    cause: version === 1 ? name : `${name}_${version}`,
    currency: dispute.currency,
    debit,
    credit: { [takenFrom(processor)]: total },
    atMs,
  });
}

/** A dispute takes the money from the account that the payment's money went to. */
function takenFrom(processor: string): string {
  return processor === payByBankProcessor
    ? accountOf("pay_by_bank_in_flight")
    : accountOf("processor_receivable", processor);
}

/** The balances that a dispute requires, by account. */
export function disputePosition(
  { processor }: Pick<PostedDispute, "processor">,
  { heldMinor, lostMinor, feeMinor }: DisputeCost,
): ReadonlyMap<string, bigint> {
  return new Map([
    [accountOf("dispute_receivable", processor), BigInt(heldMinor)],
    [accountOf("chargeback_losses"), BigInt(lostMinor)],
    [accountOf("processing_fees", "dispute"), BigInt(feeMinor)],
    [takenFrom(processor), BigInt(-heldMinor - lostMinor - feeMinor)],
  ]);
}

/** The cause as people read it. */
function nameOf(
  { heldMinor, lostMinor }: Omit<DisputeCost, "feeMinor">,
  heldBefore: bigint,
): string {
  if (lostMinor > 0) return "lost";
  if (heldMinor > 0) return BigInt(heldMinor) === heldBefore ? "fee" : "opened";
  return heldBefore > 0n ? "won" : "returned";
}
