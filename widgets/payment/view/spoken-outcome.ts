import type { PaymentOutcomeTexts } from "../../i18n/payment-outcome-texts.ts";
import type { PaymentState } from "../machine/state.ts";
import { noticeWords } from "./payment-notice.tsx";
import { pendingWords } from "./pending-words.ts";

/** The announcement for a step; empty while the form is busy. */
export function spokenOutcome(
  state: PaymentState,
  words: PaymentOutcomeTexts,
  locale: string,
): string {
  const notice = noticeWords(state, words, locale);
  if (state.step === "form" && notice) return [notice.title, ...notice.lines].join(" ");
  // The deposit's view announces its stage.
  if (state.step === "pending") return pendingWords(state, words).title;
  if (state.step === "redirect") return words.redirect.title;
  if (state.step === "success") return words.success.title;
  if (state.step === "expired") {
    const { title } = state.status === null ? words.expired.unknown : words.expired;
    return state.renewing ? words.expired.renewing : title;
  }
  if (state.step === "unreachable") return words.unreachable.title;
  if (state.step === "refused") return words.refusedSession.title;
  if (state.step === "blocked") return words.blocked.title;
  return "";
}
