import { useEffect, useRef, useState } from "preact/hooks";
import type { ClientPayment } from "#contract/client/payments";
import { moneyText } from "../../i18n/money-text.ts";
import type { PaymentOutcomeTexts } from "../../i18n/payment-outcome-texts.ts";
import { Notice, type NoticeTone } from "../../ui/notice.tsx";
import { priceOf } from "../machine/price.ts";
import type { PaymentState } from "../machine/state.ts";
import { knownTypes } from "../offered-methods.ts";

/** The texts of a notice. The live region announces them too. */
export interface NoticeWords {
  readonly tone: NoticeTone;
  readonly code: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Why a payment was declined and what helps. A reason without a text here becomes `anyReason`; without that, only the
 * advice remains.
 */
export function declineWords(payment: ClientPayment, words: PaymentOutcomeTexts): NoticeWords {
  const { declined } = words;
  const message = payment.messages[payment.messages.length - 1];
  const code = message?.code ?? "declined";
  const type = knownTypes.find((type) => type === payment.type);
  const own = type && declined.by[type];
  const known = [own?.reasons, declined.reasons].find(
    (reasons) => reasons && Object.hasOwn(reasons, code),
  )?.[code];
  const reason = known ?? (message ? (words.anyReason ?? message.message) : "");
  const advised = payment.advice?.with ?? "same";
  const advice = own?.advice?.[advised] ?? declined.advice[advised];
  return {
    tone: "danger",
    code,
    title: declined.title,
    lines: reason === "" ? [advice] : [reason, advice],
  };
}

/** The texts of a notice, or of a chosen method without a price; otherwise null. */
export function noticeWords(
  state: PaymentState,
  words: PaymentOutcomeTexts,
  locale: string,
): NoticeWords | null {
  const { breakdown } = state;
  const notice = "notice" in state ? state.notice : null;
  const { notices } = words;
  const { failure } = priceOf(state);
  if (state.step === "form" && failure && !breakdown) {
    const text = failure.kind === "lost" ? notices.priceLost : notices.priceRefused;
    return { tone: "warning", code: failure.code, ...asLines(text) };
  }
  if (!notice) return null;
  switch (notice.type) {
    case "declined":
      return declineWords(notice.payment, words);
    case "canceled":
      return { tone: "info", code: "canceled", ...asLines(notices.canceled) };
    case "amountChanged": {
      if (!breakdown) return null;
      const amount = moneyText(breakdown.total, breakdown.currency, locale);
      const { title, text } = notices.amountChanged;
      return { tone: "warning", code: "amount_changed", title, lines: [text(amount)] };
    }
    case "termsChanged":
      return { tone: "warning", code: "mandate_changed", ...asLines(notices.termsChanged) };
    case "notSent":
      return { tone: "warning", code: "network_error", ...asLines(notices.notSent) };
    case "unavailable":
      return { tone: "warning", code: "processor_unavailable", ...asLines(notices.unavailable) };
    case "refused": {
      const known = Object.hasOwn(notices.refusals, notice.code)
        ? notices.refusals[notice.code]
        : undefined;
      return {
        tone: "danger",
        code: notice.code,
        ...asLines(known ?? notices.refused),
      };
    }
  }
}

const asLines = ({ title, text }: { title: string; text: string }) => ({ title, lines: [text] });

/**
 * Shows the notice above the form. If the customer pressed a button far below and cannot see that place, it is above
 * the price (styles/payment.css). The page does not scroll.
 */
export function PaymentNotice({ words }: { words: NoticeWords }) {
  const place = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    // Checks how much of this frame is inside the page's viewport.
    const observer = new IntersectionObserver(([seen]) => {
      observer.disconnect();
      setBelow(seen !== undefined && seen.intersectionRatio < 0.5);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="payment-notice" data-below={isBelow ? "" : undefined} ref={place}>
      <Notice {...words} testId="notice" />
    </div>
  );
}
