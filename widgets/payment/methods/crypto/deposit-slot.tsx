import { moneyText } from "../../../i18n/money-text.ts";
import type { Texts } from "../../../i18n/texts.ts";
import { LazyPart } from "../../../ui/lazy-part.tsx";
import type { PaymentState } from "../../machine/state.ts";

interface DepositSlotProps {
  readonly state: PaymentState;
  readonly texts: Texts;
  readonly locale: string;
  /** The service's time */
  readonly nowMs: () => number;
}

/** The deposit of the payment under way, loaded when there is one; nothing for other payments. */
export function DepositSlot({ state, texts, locale, nowMs }: DepositSlotProps) {
  const { payment, breakdown, session } = state;
  const deposit = payment?.nextAction;
  const load = async () => (await import("./crypto-part.ts")).loadCryptoPart(state.language);
  if (deposit?.type !== "crypto_deposit") return null;
  const total = breakdown ? moneyText(breakdown.total, breakdown.currency, locale) : "";
  return (
    <LazyPart testId="deposit" load={load} words={texts.choose}>
      {({ DepositView, texts: words, loadQrPath }) => (
        <DepositView
          deposit={deposit}
          total={total}
          nowMs={nowMs}
          loadQrPath={loadQrPath}
          texts={words}
          operator={session?.operator.name ?? ""}
        />
      )}
    </LazyPart>
  );
}
