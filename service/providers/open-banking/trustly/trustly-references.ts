/*
 * Our references at Trustly, which must be unique there: the payment's id for its capture; for each authorization,
 * the payment's id without prefix and the start of the redirect's state. An authorized reference cannot be used again.
 */

const authorisation = /^([0-9A-Za-z]{24})-[\w-]{6}$/;
const paymentId = /^pay_[0-9A-Za-z]{24}$/;

export function authorisationReference(endToEndId: string, state: string): string {
  return `${endToEndId.replace(/^pay_/, "")}-${state.slice(0, 6)}`;
}

/** The payment of a reference; null if it is not ours. */
export function paymentOfReference(reference: string): string | null {
  if (paymentId.test(reference)) return reference;
  const id = authorisation.exec(reference)?.[1];
  return id === undefined ? null : `pay_${id}`;
}

/** What a customer authorized: Trustly's ids of the authorization and its payment. */
export interface Authorisation {
  readonly transactionId: string;
  readonly paymentId: string;
}

/** The authorization as the payment's access token. */
export function textOf({ transactionId, paymentId: payment }: Authorisation): string {
  return `${transactionId} ${payment}`;
}

/** Reads {@link textOf}; null for another text. */
export function authorisationOf(accessToken: string): Authorisation | null {
  const [, transactionId, payment] = /^([!-~]+) ([!-~]+)$/.exec(accessToken) ?? [];
  return transactionId && payment ? { transactionId, paymentId: payment } : null;
}
