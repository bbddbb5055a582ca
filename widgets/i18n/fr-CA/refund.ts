import { plural } from "../plural.ts";
import type { RefundTexts } from "../refund-texts.ts";

export const refundTexts: RefundTexts = {
  language: "fr-CA",
  pageTitle: "Votre remboursement",
  loading: "Chargement de votre remboursement",
  retry: "Réessayer",
  steps: {
    problemCount: (count) =>
      plural("fr-CA", count, {
        one: `Vérifiez ${count} champ.`,
        other: `Vérifiez ${count} champs.`,
      }),
  },
  form: {
    title: (operator) => `Remboursement par ${operator}`,
    crypto: (amount, asset, network) =>
      `Vous récupérez ${amount}. L’envoi se fait en ${asset} sur le réseau ${network}, comme votre paiement. Entrez l’adresse de votre propre portefeuille.`,
    bank: (amount) => `Vous récupérez ${amount}. Entrez le compte bancaire où l’envoyer.`,
    review: "Vérifier le remboursement",
  },
  review: {
    title: "Vérifiez où va votre remboursement",
    text: (operator) =>
      `Rien n’est encore envoyé. ${operator} examine d’abord le remboursement. Vous pouvez confirmer une seule fois, et un transfert ne peut pas être annulé.`,
    amount: "Vous récupérez",
    worth: (money) => `Vaut ${money} maintenant`,
    limited:
      "C’est tout ce qui a été reçu pour ce paiement; sa valeur est donc moindre aujourd’hui.",
    until: (time) => `Valable jusqu’à ${time}`,
    networkFee: (operator) => `${operator} paie les frais de réseau.`,
    network: "Réseau",
    address: "Adresse",
    holder: "Titulaire du compte",
    account: "Compte",
    accountType: { checking: "Compte-chèques", savings: "Compte d’épargne" },
    ending: (last4) => `se terminant par\u00a0${last4}`,
    confirm: "Confirmer la destination",
    change: "Modifier la destination",
    quoting: "Chargement du montant",
    newAmount: "Le taux a expiré. Vérifiez le nouveau montant.",
  },
  named: {
    title: "Nous avons votre destination",
    lines: (operator) => [
      `Aucun argent n’a encore été envoyé. ${operator} examine le remboursement, puis l’envoie.`,
      "Vous pouvez fermer cette page.",
    ],
  },
  over: {
    broken: {
      title: "Ce lien ne fonctionne pas",
      lines: [
        "Un lien plus récent l’a peut-être remplacé. Demandez un nouveau lien à la boutique.",
      ],
    },
    expired: {
      title: "Ce lien a expiré",
      lines: ["Aucun argent n’a été envoyé. Demandez un nouveau lien à la boutique."],
    },
    closed: {
      title: "Ce remboursement est terminé",
      lines: [
        "Rien n’a été envoyé au moyen de ce lien. Informez-vous de votre remboursement auprès de la boutique.",
      ],
    },
    lost: {
      title: "Nous n’avons pas pu joindre le service",
      lines: ["Aucun argent n’a été envoyé. Vérifiez votre connexion et réessayez."],
    },
  },
  refusals: {
    crypto_address_invalid:
      "Cette adresse ne fonctionne pas sur ce réseau. Copiez-la de nouveau depuis votre portefeuille.",
    crypto_address_ours:
      "Cette adresse sert aux paiements de la boutique. Utilisez une adresse de votre propre portefeuille.",
    crypto_address_token:
      "C’est le contrat d’un jeton, et non un portefeuille. L’argent qu’on y envoie est perdu.",
    crypto_amount_too_small:
      "Le montant est trop petit pour ce réseau. Informez-vous de votre remboursement auprès de la boutique.",
    crypto_not_offered:
      "Ce réseau n’est pas disponible en ce moment. Réessayez dans quelques minutes.",
    crypto_rates_unavailable:
      "Le taux actuel n’est pas disponible. Réessayez dans quelques minutes.",
    crypto_currency_unsupported:
      "Il n’y a pas de taux pour cette devise. Informez-vous de votre remboursement auprès de la boutique.",
    routing_number_invalid: "Vérifiez le numéro d’acheminement.",
    rate_limited: "Trop d’essais. Attendez une minute et réessayez.",
    lost: "Nous n’avons pas pu confirmer l’enregistrement de votre destination. Réessayez.",
  },
  refused:
    "L’opération a échoué. Aucun argent n’a été envoyé. Vérifiez vos renseignements et réessayez.",
};
