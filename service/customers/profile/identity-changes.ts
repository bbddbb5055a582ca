import type { Tx } from "../../platform/database/transaction.ts";

export interface ChangedCustomer {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/**
 * Runs in the transaction that changed a customer's legal name or date of birth, with the customer locked. Its writes
 * commit or roll back with the change.
 */
export type IdentityChangeListener = (tx: Tx, customer: ChangedCustomer) => Promise<void>;

/** Notifies the domains that rely on a customer's identity. */
export interface IdentityChanges {
  listen(listener: IdentityChangeListener): void;
  notify: IdentityChangeListener;
}

/** Listeners run one after the other, in the order they were added. */
export function createIdentityChanges(): IdentityChanges {
  const listeners: IdentityChangeListener[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    async notify(tx, customer) {
      for (const listener of listeners) await listener(tx, customer);
    },
  };
}
