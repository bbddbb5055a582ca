import { plural } from "../plural.ts";
import type { Texts } from "../texts.ts";

/** French (Canada). */
export const texts: Texts = {
  language: "fr-CA",
  title: "Payer par carte",
  acceptedCards: "Cartes acceptées",
  choose: {
    title: "Comment voulez-vous payer?",
    only: {
      card: "Payer par carte",
      bank: "Payer avec un compte bancaire",
      pay_by_bank: "Payer avec votre banque",
      crypto: "Payer en cryptomonnaie",
    },
    names: {
      card: "Carte",
      bank: "Compte bancaire",
      pay_by_bank: "Payer avec votre banque",
      crypto: "Cryptomonnaie",
    },
    details: {
      bank: "Compte aux États-Unis",
      pay_by_bank: "À confirmer auprès de votre banque",
      crypto: "De votre portefeuille ou plateforme",
    },
    loading: "Chargement…",
    lost: "Le chargement a échoué. Vérifiez votre connexion.",
    retry: "Réessayer",
  },
  fields: {
    number: "Numéro de carte",
    expiry: "Date d’expiration",
    expiryHint: "MM/AA",
    cvc: "Code de sécurité",
    cvcHint: "CVC",
    name: "Nom sur la carte",
    postalCode: "Code postal",
    optional: "facultatif",
  },
  problem: {
    number_empty: () => "Entrez le numéro de carte.",
    number_incomplete: () => "Entrez le numéro de carte au complet.",
    number_invalid: () => "Vérifiez le numéro de carte. Un chiffre est peut-être erroné.",
    number_unsupported: () => "Ce type de carte n’est pas accepté ici. Utilisez une autre carte.",
    expiry_empty: () => "Entrez la date d’expiration.",
    expiry_incomplete: () => "Entrez le mois et l’année, par exemple 04/29.",
    expiry_month: () => "Entrez un mois de 01 à 12.",
    expiry_past: ({ year }) => `Cette carte a expiré en ${year}. Vérifiez la date.`,
    expiry_far: ({ year }) => `${year} est trop loin. Vérifiez l’année.`,
    expiry_invalid: () => "Vérifiez la date d’expiration.",
    cvc_empty: () => "Entrez le code de sécurité.",
    cvc_incomplete: ({ digits }) => `Entrez les ${digits} chiffres du code de sécurité.`,
    cvc_wrong: () => "Vérifiez le code de sécurité.",
    name_empty: () => "Entrez le nom inscrit sur la carte.",
    name_long: () => "Utilisez 100 caractères ou moins.",
    name_number: () => "Entrez un nom, et non un numéro.",
    postal_long: () => "Utilisez 16 caractères ou moins.",
  },
  problemCount: (count) =>
    plural("fr-CA", count, { one: `Vérifiez ${count} champ.`, other: `Vérifiez ${count} champs.` }),
  summary: {
    amount: "Montant",
    fees: "Frais de traitement",
    tax: (rate, place) =>
      `Taxe de vente${rate === null ? "" : ` (${rate})`}${place === null ? "" : `, ${place}`}`,
    total: "Total",
  },
  pay: (amount) => (amount === null ? "Payer" : `Payer ${amount}`),
  payWaits: "Chargement du montant…",
  formWaits: "Chargement du formulaire…",
  priceNow: (amount, fees) =>
    `Le total est maintenant de ${amount}${fees === null ? "." : `, dont ${fees} de frais de traitement.`}`,
  paying: "Paiement en cours…",
  confirming: "Confirmation par votre banque…",
  checking: "Vérification de votre paiement…",
  descriptor: (descriptor) => `Votre relevé indiquera ${descriptor}`,
  challengeTitle: "Confirmez auprès de votre banque",
};
