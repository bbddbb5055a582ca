import type { Tx } from "../../platform/database/transaction.ts";

export interface ChangedCustomer {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/** Runs in the transaction that changed the legal name or date of birth, with the customer locked. */
export type IdentityChangeListener = (tx: Tx, customer: ChangedCustomer) => Promise<void>;

export interface IdentityChanges {
  listen(listener: IdentityChangeListener): void;
  notify: IdentityChangeListener;
}

/** Creates the list of listeners. They run in the order they were added. */
export function createIdentityChanges(): IdentityChanges {
  const listeners: IdentityChangeListener[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    async notify(tx, customer) {
      for (const listener of listeners) await listener(tx, customer);
    },
  };
}
