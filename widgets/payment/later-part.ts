/**
 * What the payment widget needs only once its form stands and can be typed into: notices and outcomes, other
 * ways to pay than the card, what is owed, 3-D Secure. One file, fetched at once after the first screen.
 */
import "../../styles/step.css";
import type { Language } from "../i18n/languages.ts";
import { loadPaymentOutcomeTexts } from "../i18n/load-payment-outcome-texts.ts";
import type { PaymentOutcomeTexts } from "../i18n/payment-outcome-texts.ts";
import { createBankWindow } from "./bank-window.ts";
import { followAttempts } from "./follow-attempts.ts";
import { loadMandateCopy } from "./load-mandate-copy.ts";
import { loadOwedParts } from "./load-owed-parts.ts";
import { createFormLoader } from "./methods/load-method-form.ts";
import { eraseSaved } from "./methods/saved/erase-saved.ts";
import { createMore } from "./more.tsx";
import { runChallenge } from "./run-challenge.ts";
import { runMethod } from "./run-method.ts";
import { Outcome } from "./view/outcome.tsx";
import { noticeWords, PaymentNotice } from "./view/payment-notice.tsx";
import { spokenOutcome } from "./view/spoken-outcome.ts";

const parts = {
  createBankWindow,
  createFormLoader,
  createMore,
  eraseSaved,
  loadMandateCopy,
  loadOwedParts,
  noticeWords,
  Outcome,
  PaymentNotice,
  runChallenge,
  runMethod,
  spokenOutcome,
};

/** All of it, with its words. */
export type LaterPart = typeof parts & { readonly words: PaymentOutcomeTexts };

/** The same with words that are there already. */
export const laterPart = (words: PaymentOutcomeTexts): LaterPart => ({ ...parts, words });

/** With the words of one language; from then on what follows an attempt is looked after. */
export async function loadLaterPart(
  language: Language,
  running: Parameters<typeof followAttempts>[0],
): Promise<LaterPart> {
  followAttempts(running);
  return laterPart(await loadPaymentOutcomeTexts(language));
}
