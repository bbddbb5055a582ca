import type { BankLoginApi } from "../../fields/bank-login/bank-login-api.ts";
import { BankLoginField } from "../../fields/bank-login/bank-login-field.tsx";
import type { PayoutMethodTexts } from "../../i18n/payout-method-texts.ts";
import type { MethodForm } from "./method-form.ts";

export function payByBankForm(texts: PayoutMethodTexts, api: BankLoginApi): MethodForm {
  return ({ isSubmitted, onReading }) => (
    <BankLoginField
      api={api}
      texts={texts.bankLogin}
      missing={isSubmitted ? texts.bankLogin.missing : null}
      onReading={({ value, blocks }) =>
        onReading({
          blocks,
          value: value && {
            details: { type: "pay_by_bank", bankLoginId: value.bankLoginId },
            method: value.account,
          },
        })
      }
    />
  );
}
