import type { PaymentMethodTexts } from "../../i18n/payment-method-texts.ts";
import { Icon } from "../../ui/icon.tsx";
import type { BankWindow } from "../bank-window.ts";
import type { MethodFormView } from "./method-form.ts";
import { useMethodForm } from "./use-method-form.ts";

/** A form without fields: it explains the steps, and Pay opens the bank's page. */
export function payByBankForm(texts: PaymentMethodTexts, bank: BankWindow): MethodFormView {
  return ({ onForm }) => {
    useMethodForm(onForm, () => ({
      check() {
        bank.prepare();
        return 0;
      },
      read: () => ({ type: "pay_by_bank", ...bank.way }),
      refuse: () => undefined,
      focus: () => undefined,
      clear: () => undefined,
    }));
    return (
      <div class="method-form" data-testid="pay-by-bank-form">
        <ol class="method-steps">
          {texts.payByBank.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p class="method-fine method-safety">
          <Icon name="lock" />
          {texts.payByBank.safety}
        </p>
      </div>
    );
  };
}
