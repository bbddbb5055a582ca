import type { YearToDateNotice } from "#contract/client/disbursements";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { moneyText } from "../../i18n/money-text.ts";
import { Notice } from "../../ui/notice.tsx";

interface YearNoticeProps {
  readonly notice: YearToDateNotice | null;
  readonly texts: DisbursementTexts;
  readonly locale: string;
}

/** Announces early what the year's total requires. Empty for a requirement unknown here. */
export function YearNotice({ notice, texts: { year: words }, locale }: YearNoticeProps) {
  if (!notice) return null;
  const asks = notice.asks.flatMap((ask) =>
    Object.hasOwn(words.asks, ask) ? [words.asks[ask]] : [],
  );
  if (asks.length === 0) return null;
  const money = (amount: number) => moneyText(amount, "USD", locale);
  return (
    <Notice
      testId="year-notice"
      tone="info"
      title={words.title(money(notice.totalAfter), notice.year)}
      lines={[words.text(money(notice.threshold), asks.join(words.and))]}
    />
  );
}
