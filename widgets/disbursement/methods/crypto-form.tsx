import { CryptoAddressField } from "../../fields/crypto-address/crypto-address-field.tsx";
import type { PayoutMethodTexts } from "../../i18n/payout-method-texts.ts";
import type { MethodForm } from "./method-form.ts";

export function cryptoForm(texts: PayoutMethodTexts): MethodForm {
  return ({ option, asked, onReading }) => (
    <CryptoAddressField
      texts={texts}
      asked={asked}
      offered={option.assets}
      onReading={({ value: crypto, blocks }) =>
        onReading({
          blocks,
          value: crypto && { details: { type: "crypto", crypto }, method: crypto },
        })
      }
    />
  );
}
