import type { ClientSession, QuoteRequest } from "#contract/client/session";
import type { Language } from "#contract/languages";
import { signedLanguage } from "#contract/signed-languages";

/** Payment methods that this version has a form for, in the order of the list. */
export const knownTypes = ["card", "bank", "pay_by_bank", "crypto"] as const;
export type KnownType = (typeof knownTypes)[number];

/** One of {@link knownTypes}, or `saved-` and the id of a saved method. */
export type MethodKey = KnownType | `saved-${string}`;

export const savedKey = (paymentMethodId: string): MethodKey => `saved-${paymentMethodId}`;

/** The id of a saved method; null for a new one. */
export const savedId = (key: MethodKey): string | null =>
  key.startsWith("saved-") ? key.slice("saved-".length) : null;

export const typeOf = (key: MethodKey): KnownType | "saved" =>
  savedId(key) === null ? (key as KnownType) : "saved";

/** New methods that the session offers, without types unknown to this version. */
export function offeredTypes(session: ClientSession): KnownType[] {
  const { paymentMethodTypes, cryptoAssets } = session;
  return knownTypes.filter(
    (type) =>
      paymentMethodTypes.includes(type) &&
      (type !== "crypto" || cryptoAssets.some(({ networks }) => networks.length > 0)),
  );
}

/** The keys of saved methods, without expired ones. */
export const savedKeys = ({ savedPaymentMethods }: ClientSession): MethodKey[] =>
  savedPaymentMethods
    .filter(({ isExpired }) => !isExpired)
    .map(({ paymentMethodId }) => savedKey(paymentMethodId));

/** Whether the list shows saved methods, or asks whether to save a new one. */
export const usesSavedMethods = (session: ClientSession): boolean =>
  session.canSavePaymentMethod || session.savedPaymentMethods.length > 0;

/** Every usable method in the order of the list: saved methods first. */
export function offeredKeys(session: ClientSession): MethodKey[] {
  return [...savedKeys(session), ...offeredTypes(session)];
}

/**
 * The method to choose for the customer: the bank that they return from without having paid; a saved method; the card;
 * the first in the list. `isNew`: a new method comes before saved ones, because they have started to type a card, or
 * because the method in view is gone and one more press would charge a saved one.
 */
export function firstChoice(session: ClientSession, isNew: boolean): MethodKey | null {
  const keys = offeredKeys(session);
  const last = session.payment?.type === "pay_by_bank" ? "pay_by_bank" : undefined;
  const wanted = isNew ? offeredTypes(session)[0] : last;
  return keys.find((key) => key === wanted) ?? keys[0] ?? null;
}

/**
 * The first price request for a chosen method. A card's price comes with the session; it is requested only if the
 * session held the price of a payment under way. Null if there is nothing to request.
 */
export function firstRequest(
  key: MethodKey,
  session: ClientSession,
  language: Language,
): QuoteRequest | null {
  const type = typeOf(key);
  switch (type) {
    case "card":
    case "pay_by_bank":
      return { type };
    case "saved":
      return { type, paymentMethodId: savedId(key) ?? "", locale: signedLanguage(language) };
    case "bank":
      return { type, locale: signedLanguage(language) };
    case "crypto": {
      const first = session.cryptoAssets.find(({ networks }) => networks.length > 0);
      const network = first?.networks[0];
      return first && network ? { type, asset: first.asset, network } : null;
    }
  }
}
