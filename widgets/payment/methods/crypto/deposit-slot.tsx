import { moneyText } from "../../../i18n/money-text.ts";
import { LazyPart } from "../../../ui/lazy-part.tsx";
import type { PaymentState } from "../../machine/state.ts";
import type { SlotWords } from "../method-slot.tsx";

interface DepositSlotProps {
  readonly state: PaymentState;
  readonly words: SlotWords;
  readonly locale: string;
  /** Returns the service's time. */
  readonly nowMs: () => number;
}

/** The current payment's deposit, loaded when there is one. */
export function DepositSlot({ state, words, locale, nowMs }: DepositSlotProps) {
  const { payment, breakdown, session } = state;
  const deposit = payment?.nextAction;
  const load = async () => (await import("./crypto-part.ts")).loadCryptoPart(state.language);
  if (deposit?.type !== "crypto_deposit") return null;
  const total = breakdown ? moneyText(breakdown.total, breakdown.currency, locale) : "";
  return (
    <LazyPart testId="deposit" load={load} words={words}>
      {({ DepositView, texts, loadQrPath }) => (
        <DepositView
          deposit={deposit}
          total={total}
          nowMs={nowMs}
          loadQrPath={loadQrPath}
          texts={texts}
          operator={session?.operator.name ?? ""}
        />
      )}
    </LazyPart>
  );
}
