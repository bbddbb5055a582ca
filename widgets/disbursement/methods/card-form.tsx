import { brandOf } from "#contract/card-brand";
import { DebitCardFields } from "../../fields/debit-card/debit-card-fields.tsx";
import type { PayoutMethodTexts } from "../../i18n/payout-method-texts.ts";
import type { Texts } from "../../i18n/texts.ts";
import type { MethodForm } from "./method-form.ts";

/** A debit card, with the texts of the payment's card form. */
export function cardForm(texts: PayoutMethodTexts, cardTexts: Texts): MethodForm {
  return ({ isSubmitted, nowMs, onReading }) => (
    <DebitCardFields
      texts={cardTexts}
      hint={texts.card.hint}
      isSubmitted={isSubmitted}
      nowMs={nowMs}
      onReading={({ value: card, blocks }) =>
        onReading({
          blocks,
          value: card && {
            details: { type: "card", card },
            method: {
              brand: brandOf(card.number).name ?? "",
              last4: card.number.slice(-4),
              expiryMonth: card.expiryMonth,
              expiryYear: card.expiryYear,
            },
          },
        })
      }
    />
  );
}
