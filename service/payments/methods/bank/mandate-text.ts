import { createHash } from "node:crypto";
import type { MandateText } from "#contract/client/session";
import { toMajor } from "#contract/money";

export type MandateLocale = MandateText["locale"];

export interface MandateFacts {
  readonly operatorName: string;
  /** The name on the customer's statement. */
  readonly descriptor: string;
  readonly totalMinor: number;
  /** Absent for a typed account: the form shows its numbers. */
  readonly savedLast4?: string;
  readonly currency: string;
}

const edition = "2026-11";

/**
 * Authorizes one ACH debit (Nacha: WEB, single entry): who debits which account, how much, when, and how to revoke it.
 * The same facts always give the same text. A submission with another `version` is refused, so the stored text is the
 * one that the quote showed.
 */
export function mandateText(facts: MandateFacts, locale: MandateLocale): MandateText {
  const text = texts[locale](facts, amountIn(facts, locale));
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { version: `${edition}.${digest}`, locale, text };
}

const texts: Readonly<Record<MandateLocale, (facts: MandateFacts, amount: string) => string>> = {
  en: ({ operatorName, descriptor, savedLast4 }, amount) => {
    const account =
      savedLast4 === undefined
        ? "the bank account given here"
        : `my account ending in\u00a0${savedLast4}`;
    return (
      `I authorize ${operatorName} to debit ${amount} once, electronically by ACH, from ${account}, on ` +
      "the next banking day or within the days after it. " +
      `My statement will show it as ${descriptor}. ` +
      "I confirm that the account is mine or that I may sign for it. " +
      `I can revoke this authorization by telling ${operatorName} before the debit is sent to my bank; ` +
      "after that I can dispute it with my bank. " +
      "It is for this payment only and ends with it."
    );
  },
  es: ({ operatorName, descriptor, savedLast4 }, amount) => {
    const account =
      savedLast4 === undefined
        ? "la cuenta bancaria indicada aquí"
        : `mi cuenta bancaria terminada en\u00a0${savedLast4}`;
    return (
      `Autorizo a ${operatorName} a cargar ${amount} una sola vez, electrónicamente por ACH, en ` +
      `${account}, el próximo día hábil bancario o en los días siguientes. ` +
      `En mi estado de cuenta aparecerá como ${descriptor}. ` +
      "Confirmo que la cuenta es mía o que tengo firma autorizada en ella. " +
      `Puedo revocar esta autorización avisando a ${operatorName} antes de que el cargo se envíe a mi ` +
      "banco; después puedo reclamarlo ante mi banco. " +
      "Vale solo para este pago y termina con él."
    );
  },
};

/** The amount in US format, in both languages. */
function amountIn({ totalMinor, currency }: MandateFacts, locale: MandateLocale): string {
  const format = new Intl.NumberFormat(`${locale}-US`, { style: "currency", currency });
  return format.format(toMajor(totalMinor, currency));
}
