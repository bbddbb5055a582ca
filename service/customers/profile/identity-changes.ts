import type { Tx } from "../../platform/database/transaction.ts";

/** Whose legal name or date of birth changed. */
export interface ChangedCustomer {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/**
 * Runs in the transaction that changes a customer's legal name or date of birth, after the change
 * and with the customer locked. What it writes commits or fails together with the change.
 */
export type IdentityChangeListener = (tx: Tx, customer: ChangedCustomer) => Promise<void>;

/** Lets the domains that rely on a customer's identity react in the same transaction. */
export interface IdentityChanges {
  listen(listener: IdentityChangeListener): void;
  announce: IdentityChangeListener;
}

/** Listeners run one after the other, in the order in which they were added. */
export function createIdentityChanges(): IdentityChanges {
  const listeners: IdentityChangeListener[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    async announce(tx, customer) {
      for (const listener of listeners) await listener(tx, customer);
    },
  };
}
