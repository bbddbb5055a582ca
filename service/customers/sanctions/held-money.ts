import type { Decider } from "../../operators/approvals/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { CryptoDestination } from "../../providers/sanctions/index.ts";

export interface CustomerKey {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/** Where a customer's unsent money goes. */
export interface Destinations {
  /** Names on accounts and cards. */
  readonly names: readonly string[];
  readonly addresses: readonly CryptoDestination[];
}

/**
 * - `held`: a review is open, or a match is confirmed. Listeners can receive it again for money that they hold.
 * - `released`: nothing holds the money anymore.
 * - `blocked`: a match is confirmed; the money is never sent.
 */
export interface HoldChange extends CustomerKey {
  readonly outcome: "held" | "released" | "blocked";
  /** The decider; null for `held`. */
  readonly decider: Decider | null;
}

/** Runs in the transaction of the change, with the customer locked. */
export type HoldListener = (tx: Tx, change: HoldChange) => Promise<void>;

/** Money that customers receive, such as payouts. */
export interface CustomerMoney {
  /** Where the money goes; null without unsent money of this kind. */
  destinations(tx: Tx, customer: CustomerKey): Promise<Destinations | null>;
  /**
   * Customers with unsent money who were not screened against this load: the first `most` after `after`, in the order
   * of their keys.
   */
  findUnscreened(
    listVersion: string,
    range: { readonly after: CustomerKey; readonly most: number },
  ): Promise<CustomerKey[]>;
  readonly follow: HoldListener;
}

/** All destinations of the customer's unsent money; null without unsent money. */
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
