import { CryptoAddressField } from "../../fields/crypto-address/crypto-address-field.tsx";
import type { PayoutMethodTexts } from "../../i18n/payout-method-texts.ts";
import type { MethodForm } from "./method-form.ts";

export function cryptoForm(texts: PayoutMethodTexts): MethodForm {
  return ({ option, isSubmitted, onReading }) => (
    <CryptoAddressField
      texts={texts}
      isSubmitted={isSubmitted}
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
