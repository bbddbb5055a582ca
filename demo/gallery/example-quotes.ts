import type { ClientSession, MandateText, Quote, QuoteRequest } from "#contract/client/session";
import type { Language } from "#contract/languages";
import { type SignedLanguage, signedLanguage } from "#contract/signed-languages";
import { type MethodPrice, showPrice } from "../../widgets/payment/machine/price.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import { firstRequest } from "../../widgets/payment/offered-methods.ts";

/** The mandate text from the service. */
const mandates: Readonly<Record<SignedLanguage, string>> = {
  en: "I authorize Northwind Games to debit $52.48 once, electronically by ACH, from the bank account given here, on the next banking day or within the days after it. My statement will show it as NORTHWIND GAMES. I confirm that the account is mine or that I may sign for it. I can revoke this authorization by telling Northwind Games before the debit is sent to my bank; after that I can dispute it with my bank. It is for this payment only and ends with it.",
  es: "Autorizo a Northwind Games a cargar $52.48 una sola vez, electrónicamente por ACH, en la cuenta bancaria indicada aquí, el próximo día hábil bancario o en los días siguientes. En mi estado de cuenta aparecerá como NORTHWIND GAMES. Confirmo que la cuenta es mía o que tengo firma autorizada en ella. Puedo revocar esta autorización avisando a Northwind Games antes de que el cargo se envíe a mi banco; después puedo reclamarlo ante mi banco. Vale solo para este pago y termina con él.",
};

const mandateIn = (locale: SignedLanguage): MandateText => ({
  version: "2026-11",
  locale,
  text: mandates[locale],
});

/** The ISO time `count` minutes from now. */
export const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

/** $52.48 in each asset, at typical rates. */
const inCrypto: Readonly<Record<string, { amount: string; rate: string }>> = {
  BTC: { amount: "0.00058214", rate: "90150.1" },
  ETH: { amount: "0.016818", rate: "3120.5" },
};

/** The quote for a payment method, as the service returns it. */
export function exampleQuote(
  request: QuoteRequest,
  { breakdown, savedPaymentMethods }: ClientSession,
  language: Language,
): Quote {
  switch (request.type) {
    case "card":
    case "pay_by_bank":
      return { breakdown };
    case "bank": {
      const bankName = request.routingNumber === undefined ? null : "JPMorgan Chase";
      return { breakdown, mandate: mandateIn(signedLanguage(language)), bankName };
    }
    case "saved": {
      const kept = savedPaymentMethods.find(
        (savedPaymentMethod) => savedPaymentMethod.paymentMethodId === request.paymentMethodId,
      );
      return kept?.verification === "mandate"
        ? { breakdown, mandate: mandateIn(signedLanguage(language)) }
        : { breakdown };
    }
    case "crypto": {
      const sum = inCrypto[request.asset] ?? { amount: "52.459017", rate: "1.0004" };
      const quoteId = `q_${request.asset}_${request.network}`;
      return { breakdown, crypto: { quoteId, ...sum, expiresAt: minutes(14) } };
    }
  }
}

/** Sets the chosen method's price, unless the entry has its own or shows none. */
export function withPrice(state: PaymentState): PaymentState {
  const { session, method, language, prices } = state;
  const request = session && firstRequest(method, session, language);
  if (!request) return state;
  const quote = exampleQuote(request, session, language);
  const price: MethodPrice = { request, ask: 1, quote, failure: null };
  const next = { ...state, prices: { [method]: price, ...prices } };
  return state.step === "form" ? showPrice(next) : next;
}
