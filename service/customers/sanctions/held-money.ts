import type { Decider } from "../../operators/approvals/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { CryptoDestination } from "../../providers/sanctions/index.ts";

/** A customer of an operator. */
export interface CustomerKey {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/** Where money of a customer goes that is not sent yet. */
export interface Destinations {
  /** The names on accounts and cards. */
  readonly names: readonly string[];
  readonly addresses: readonly CryptoDestination[];
}

/**
 * What the reviews of a customer do to their money.
 * - `held`: a review is open, or a match was confirmed. Also sent again, so a listener must expect money that it holds.
 * - `released`: nothing holds the money any more.
 * - `blocked`: a match was confirmed: the money is never sent.
 */
export interface HoldChange extends CustomerKey {
  readonly outcome: "held" | "released" | "blocked";
  /** Who decided; null for `held`, which the service does. */
  readonly decider: Decider | null;
}

/** Runs in the transaction of the change, with the customer locked. */
export type HoldListener = (tx: Tx, change: HoldChange) => Promise<void>;

/** A kind of money that customers receive, such as payouts. */
export interface CustomerMoney {
  /** Where the customer's money of this kind goes that is not sent yet; null if there is none. */
  destinations(tx: Tx, customer: CustomerKey): Promise<Destinations | null>;
  /**
   * Customers with money that is not sent, who were not screened against this load of the list: the first `most`
   * after `after`, in the order of their keys.
   */
  findUnscreened(
    listVersion: string,
    range: { readonly after: CustomerKey; readonly most: number },
  ): Promise<CustomerKey[]>;
  readonly follow: HoldListener;
}

/** All destinations of a customer's money that is not sent; null if there is no such money. */
export async function allDestinations(
  kinds: readonly CustomerMoney[],
  tx: Tx,
  customer: CustomerKey,
): Promise<Destinations | null> {
  const found: Destinations[] = [];
  for (const kind of kinds) {
    const of = await kind.destinations(tx, customer);
    if (of) found.push(of);
  }
  if (found.length === 0) return null;
  return {
    names: found.flatMap(({ names }) => names),
    addresses: found.flatMap(({ addresses }) => addresses),
  };
}
