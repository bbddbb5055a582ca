/*
 * Our references at Trustly, which must be unique there: the payment's id for its capture; for each visit the id
 * without prefix, and the start of the visit's state. An authorised reference cannot be used again.
 */

const visit = /^([0-9A-Za-z]{24})-[\w-]{6}$/;
const paymentId = /^pay_[0-9A-Za-z]{24}$/;

export function visitReference(endToEndId: string, state: string): string {
  return `${endToEndId.replace(/^pay_/, "")}-${state.slice(0, 6)}`;
}

/** The payment of a reference; null if it is not ours. */
export function paymentOfReference(reference: string): string | null {
  if (paymentId.test(reference)) return reference;
  const id = visit.exec(reference)?.[1];
  return id === undefined ? null : `pay_${id}`;
}

/** What a customer authorised: Trustly's ids of the authorisation and its payment. */
export interface Authorisation {
  readonly transactionId: string;
  readonly paymentId: string;
}

/** The authorisation as the payment's access token. */
export function textOf({ transactionId, paymentId: payment }: Authorisation): string {
  return `${transactionId} ${payment}`;
}

/** Reads {@link textOf}; null for another text. */
export function authorisationOf(accessToken: string): Authorisation | null {
  const [, transactionId, payment] = /^([!-~]+) ([!-~]+)$/.exec(accessToken) ?? [];
  return transactionId && payment ? { transactionId, paymentId: payment } : null;
}
