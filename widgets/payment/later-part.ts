/**
 * Notices, outcomes, other payment methods, requirements and 3-D Secure. They are one file, fetched right after
 * the first screen.
 */
import "../../styles/method-frame.css";
import "../../styles/step.css";
import type { Language } from "#contract/languages";
import { loadPaymentOutcomeTexts } from "../i18n/load-payment-outcome-texts.ts";
import type { PaymentOutcomeTexts } from "../i18n/payment-outcome-texts.ts";
import { ignoreHeldEnter } from "../ui/held-enter.ts";
import { createBankWindow } from "./bank-window.ts";
import { followAttempts } from "./follow-attempts.ts";
import { loadMandateCopy } from "./load-mandate-copy.ts";
import { loadRequirementParts } from "./load-requirement-parts.ts";
import { createFormLoader } from "./methods/load-method-form.ts";
import { deleteSaved } from "./methods/saved/delete-saved.ts";
import { createOptionalParts } from "./optional-parts.tsx";
import { runChallenge } from "./run-challenge.ts";
import { runMethod } from "./run-method.ts";
import { Outcome } from "./view/outcome.tsx";
import { noticeWords, PaymentNotice } from "./view/payment-notice.tsx";
import { spokenOutcome } from "./view/spoken-outcome.ts";

const parts = {
  createBankWindow,
  createFormLoader,
  createOptionalParts,
  deleteSaved,
  loadMandateCopy,
  loadRequirementParts,
  noticeWords,
  Outcome,
  PaymentNotice,
  runChallenge,
  runMethod,
  spokenOutcome,
};

export type LaterPart = typeof parts & { readonly words: PaymentOutcomeTexts };

export const laterPart = (words: PaymentOutcomeTexts): LaterPart => ({ ...parts, words });

/** Loads the later part, which also starts to follow attempts and to ignore a held Enter. */
export async function loadLaterPart(
  language: Language,
  running: Parameters<typeof followAttempts>[0],
): Promise<LaterPart> {
  followAttempts(running);
  ignoreHeldEnter();
  return laterPart(await loadPaymentOutcomeTexts(language));
}
