/*
 * Postings of returns: money of `customer_funds` goes back in the asset that arrived. It was not a sale, so it has no
 * parts. After a failed return it stays in the customer's funds.
 *
 *   asked ─┬─ done ── came_back
 *          ├─ failed ── arrived_late, returned_twice
 *          └─ canceled
 */
import { accountOf } from "../accounts.ts";
import { createPosting, type Posting } from "../posting.ts";

/** A return of money that paid for no order. */
export interface PostedReturn {
  readonly operatorId: string;
  readonly refundId: string;
  readonly paymentId: string;
  readonly asset: string;
  /** Base units of the asset. */
  readonly units: bigint;
  /** What sends it; null before the approval. */
  readonly provider: string | null;
}

function post(
  returned: PostedReturn,
  cause: string,
  sides: { readonly debit: string; readonly credit: string; readonly reverses?: string },
  atMs: number,
): Posting | null {
  const { operatorId, refundId: id, paymentId, asset, units } = returned;
  const { debit, credit, reverses } = sides;
  return createPosting({
    source: { operatorId, type: "refund", id, paymentId },
    cause,
    currency: asset,
    debit: { [debit]: units },
    credit: { [credit]: units },
    ...(reverses !== undefined && { reverses }),
    atMs,
  });
}

const funds = accountOf("customer_funds");
const inFlight = accountOf("refunds_in_flight", "crypto");

function sender({ provider }: PostedReturn): string {
  return accountOf("bank", provider ?? "unknown");
}

/** A return of the customer's funds was requested: its money is in flight. */
export function returnRequested(returned: PostedReturn, atMs: number): Posting | null {
  return post(returned, "asked", { debit: funds, credit: inFlight }, atMs);
}

/** The payout processor has sent the money back. */
export function returnDone(returned: PostedReturn, atMs: number): Posting | null {
  return post(returned, "done", { debit: inFlight, credit: sender(returned) }, atMs);
}

/** The return was not sent. */
export function returnUndone(
  returned: PostedReturn,
  cause: "failed" | "canceled",
  atMs: number,
): Posting | null {
  const sides = { debit: inFlight, credit: funds, reverses: "asked" };
  return post(returned, cause, sides, atMs);
}

/** The money came back after it was sent. */
export function returnCameBack(returned: PostedReturn, atMs: number): Posting | null {
  return post(returned, "came_back", { debit: sender(returned), credit: funds }, atMs);
}

/**
 * A loss: the return counted as failed, what arrived was returned again or left the chain, and then the payout
 * processor sent it after all.
 */
export function returnReturnedTwice(returned: PostedReturn, atMs: number): Posting | null {
  const sides = { debit: accountOf("chargeback_losses"), credit: sender(returned) };
  return post(returned, "returned_twice", sides, atMs);
}
