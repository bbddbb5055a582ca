import type { PaymentMethodTexts } from "../payment-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

export const paymentMethodTexts: PaymentMethodTexts = {
  language: "fr-CA",
  bankAccount: bankAccountTexts,
  bankLogin: {
    ...bankLoginTexts,
    problems: {
      refused:
        "Vous n’avez communiqué aucun compte. Réessayez, ou saisissez les numéros vous-même.",
      failed:
        "Votre banque n’a pas pu confirmer le compte. Réessayez, ou saisissez les numéros vous-même.",
      expired: bankLoginTexts.expired,
      unavailable:
        "La connexion à la banque ne fonctionne pas en ce moment. Saisissez les numéros vous-même.",
      tooMany:
        "Vous avez lancé trop de connexions bancaires pour ce paiement. Saisissez les numéros vous-même.",
    },
    notSaved:
      "Ce compte ne peut pas être enregistré : la prochaine fois, connectez-vous de nouveau.",
    instead: "Ou saisissez les numéros vous-même",
  },
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
      bank_login_not_confirmed:
        "Votre banque n’a pas encore confirmé le compte. Connectez-vous de nouveau.",
      bank_login_used:
        "Cette connexion a déjà servi pour un paiement. Connectez-vous de nouveau à votre banque.",
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
