import type { ClientSession, QuoteRequest } from "#contract/client/session";
import type { Language } from "../i18n/languages.ts";

/** Ways to pay that this version has a form for, in the order in which they are offered. */
export const knownTypes = ["card", "bank", "pay_by_bank", "crypto"] as const;
/** One of {@link knownTypes}. */
export type KnownType = (typeof knownTypes)[number];

/** A way to pay: one of {@link knownTypes}, or `saved-` and the id of a kept one. */
export type MethodKey = KnownType | `saved-${string}`;

/** The key of a kept method. */
export const savedKey = (paymentMethodId: string): MethodKey => `saved-${paymentMethodId}`;

/** The id of a kept method; null for a new one. */
export const savedId = (key: MethodKey): string | null =>
  key.startsWith("saved-") ? key.slice("saved-".length) : null;

/** The type of a way to pay, as the contract names it. */
export const typeOf = (key: MethodKey): KnownType | "saved" =>
  savedId(key) === null ? (key as KnownType) : "saved";

/** New methods that are offered and known here. Types that are not are passed over. */
export function offeredTypes(session: ClientSession): KnownType[] {
  const { paymentMethodTypes, cryptoAssets } = session;
  return knownTypes.filter(
    (type) =>
      paymentMethodTypes.includes(type) &&
      (type !== "crypto" || cryptoAssets.some(({ networks }) => networks.length > 0)),
  );
}

/** Kept methods that are not out of date, by key. */
export const keptKeys = ({ savedPaymentMethods }: ClientSession): MethodKey[] =>
  savedPaymentMethods
    .filter(({ isExpired }) => !isExpired)
    .map(({ paymentMethodId }) => savedKey(paymentMethodId));

/** Whether the list shows what was kept, or asks whether to keep more. */
export const hasUseForKept = (session: ClientSession): boolean =>
  session.canSavePaymentMethod || session.savedPaymentMethods.length > 0;

/** All that can be paid with, in the order in which it is offered: what was kept stands first. */
export function offeredKeys(session: ClientSession): MethodKey[] {
  return [...keptKeys(session), ...offeredTypes(session)];
}

/**
 * What is chosen for the customer: the card that they have begun to type; the bank that they come back from
 * without having paid; a kept method; the card; else what comes first. Null where nothing can be paid with.
 */
export function firstChoice(session: ClientSession, cardIsTyped: boolean): MethodKey | null {
  const keys = offeredKeys(session);
  const last = session.payment?.type === "pay_by_bank" ? "pay_by_bank" : undefined;
  const wanted = cardIsTyped ? "card" : last;
  return keys.find((key) => key === wanted) ?? keys[0] ?? null;
}

/**
 * What a quote is asked for when a way to pay is chosen, before its form says more. A card's price comes
 * with the session and is asked for only where that was the price of a payment under way. Null where there
 * is nothing to ask.
 */
export function firstRequest(
  key: MethodKey,
  session: ClientSession,
  locale: Language,
): QuoteRequest | null {
  const type = typeOf(key);
  switch (type) {
    case "card":
    case "pay_by_bank":
      return { type };
    case "saved":
      return { type, paymentMethodId: savedId(key) ?? "", locale };
    case "bank":
      return { type, locale };
    case "crypto": {
      const first = session.cryptoAssets.find(({ networks }) => networks.length > 0);
      const network = first?.networks[0];
      return first && network ? { type, asset: first.asset, network } : null;
    }
  }
}
