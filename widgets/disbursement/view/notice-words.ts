import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { moneyText } from "../../i18n/money-text.ts";
import type { NoticeTone } from "../../ui/notice.tsx";
import type { DisbursementState } from "../machine/state.ts";

/** The texts of a notice. The live region announces them too. */
export interface NoticeWords {
  readonly tone: NoticeTone;
  readonly code: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** The texts of the state's notice; null without one. The service's messages are for developers and never shown. */
export function noticeWords(
  { notice, amounts }: DisbursementState,
  { notices: words }: DisbursementTexts,
  locale: string,
): NoticeWords | null {
  if (!notice) return null;
  switch (notice.type) {
    case "amountChanged": {
      const amount = amounts ? moneyText(amounts.netAmount, amounts.currency, locale) : "";
      const { title, text } = words.amountChanged;
      return { tone: "warning", code: "amount_changed", title, lines: [text(amount)] };
    }
    case "notSent": {
      const { title, text } = words.notSent;
      return { tone: "warning", code: "network_error", title, lines: [text] };
    }
    case "refused": {
      const { code } = notice;
      const known = Object.hasOwn(words.refusals, code) ? words.refusals[code] : undefined;
      return {
        tone: "danger",
        code,
        title: (known ?? words.refused).title,
        lines: [(known ?? words.refused).text],
      };
    }
  }
}
