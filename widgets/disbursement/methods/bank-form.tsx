import { BankAccountFields } from "../../fields/bank-account/bank-account-fields.tsx";
import type { PayoutMethodTexts } from "../../i18n/payout-method-texts.ts";
import type { MethodForm } from "./method-form.ts";

export function bankForm(texts: PayoutMethodTexts): MethodForm {
  return ({ isSubmitted, onReading }) => (
    <BankAccountFields
      texts={texts.bankAccount}
      isSubmitted={isSubmitted}
      onReading={({ value: bank, blocks }) =>
        onReading({
          blocks,
          value: bank && {
            details: { type: "bank", bank },
            method: {
              bankName: null,
              accountType: bank.accountType,
              last4: bank.accountNumber.slice(-4),
            },
          },
        })
      }
    />
  );
}
