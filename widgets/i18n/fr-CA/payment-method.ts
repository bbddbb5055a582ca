import type { PaymentMethodTexts } from "../payment-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";

/** French (Canada). */
export const paymentMethodTexts: PaymentMethodTexts = {
  language: "fr-CA",
  bankAccount: bankAccountTexts,
  bank: {
    timing:
      "Nous envoyons le prélèvement à votre banque le jour ouvrable suivant. Il devient définitif après quelques jours.",
    refusals: {
      routing_number_invalid: "Aucune banque n’utilise ce numéro d’acheminement. Vérifiez-le.",
      bank_account_barred:
        "Vous ne pouvez plus payer ici à partir de ce compte. Utilisez un autre compte.",
      bank_account_unusable:
        "Votre banque a retourné un paiement fait à partir de ce compte. Utilisez un autre compte.",
      bank_account_retries_used_up:
        "Votre banque a retourné ce paiement 3 fois. Utilisez un autre compte ou un autre mode de paiement.",
    },
    mandate: {
      title: "Autorisation",
      englishOnly:
        "Cette autorisation est en anglais. C’est le texte anglais que vous acceptez. Elle permet un seul prélèvement, du montant de ce paiement.",
      consent: "En appuyant sur Payer, vous acceptez cette autorisation.",
      copy: "Copier",
      copied: "Copié",
      print: "Imprimer ou enregistrer",
    },
  },
  payByBank: {
    steps: [
      "Vous passez à la page ou à l’application de votre banque.",
      "Vous vous y connectez et confirmez le paiement.",
      "Vous revenez ici et voyez le résultat.",
    ],
    safety: "Nous ne voyons jamais vos identifiants.",
  },
};
