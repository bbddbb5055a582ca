import type { ClientPayment } from "../../../contract/client/payments.ts";
import { moneyText } from "../../i18n/money-text.ts";
import type { Texts } from "../../i18n/texts.ts";
import { Notice, type NoticeTone } from "../../ui/notice.tsx";
import type { PaymentState } from "../machine/state.ts";

/** A notice in words; also what the live region says. */
export interface NoticeWords {
  readonly tone: NoticeTone;
  readonly code: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Why a payment was declined and what helps. A reason without words of ours is told in the
 * service's, and one without any words leaves the advice.
 */
export function declineWords(payment: ClientPayment, texts: Texts): NoticeWords {
  const message = payment.messages[payment.messages.length - 1];
  const code = message?.code ?? "declined";
  const known = Object.hasOwn(texts.declined.reasons, code) ? texts.declined.reasons[code] : null;
  const reason = known ?? message?.message ?? "";
  const advice = texts.declined.advice[payment.advice?.with ?? "same"];
  return {
    tone: "danger",
    code,
    title: texts.declined.title,
    lines: reason === "" ? [advice] : [reason, advice],
  };
}

/** The state's notice in words, or null. */
export function noticeWords(state: PaymentState, texts: Texts, locale: string): NoticeWords | null {
  const { notice, breakdown } = state;
  if (!notice) return null;
  const words = texts.notices;
  switch (notice.type) {
    case "declined":
      return declineWords(notice.payment, texts);
    case "canceled":
      return { tone: "info", code: "canceled", ...asLines(words.canceled) };
    case "amountChanged": {
      const amount = breakdown ? moneyText(breakdown.total, breakdown.currency, locale) : "";
      const { title, text } = words.amountChanged;
      return { tone: "warning", code: "amount_changed", title, lines: [text(amount)] };
    }
    case "notSent":
      return { tone: "warning", code: "network_error", ...asLines(words.notSent) };
    case "unavailable":
      return { tone: "warning", code: "processor_unavailable", ...asLines(words.unavailable) };
    case "refused": {
      const known = Object.hasOwn(words.refusals, notice.code)
        ? words.refusals[notice.code]
        : undefined;
      return {
        tone: "danger",
        code: notice.code,
        title: known?.title ?? words.refused.title,
        lines: known === undefined ? [notice.message, words.refused.text] : [known.text],
      };
    }
  }
}

const asLines = ({ title, text }: { title: string; text: string }) => ({ title, lines: [text] });

/** {@link noticeWords}, shown. */
export function PaymentNotice({ words }: { words: NoticeWords }) {
  return <Notice {...words} testId="notice" />;
}
