import type { SavedMethodTexts } from "../saved-method-texts.ts";

export const savedMethodTexts: SavedMethodTexts = {
  language: "fr-CA",
  card: (brand, last4) => `${brand} ••••\u00a0${last4}`,
  bank: (name, accountType, last4) =>
    `${name ?? "Compte bancaire"}${accountType === "" ? "" : `, ${accountType}`} ••••\u00a0${last4}`,
  accountTypes: { checking: "compte-chèques", savings: "compte d’épargne" },
  expires: (date) => `Expire\u00a0: ${date}`,
  expired: (date) => `Expirée\u00a0: ${date}`,
  unusable: "Ne peut plus servir",
  lastUsed: (date) => `Dernière utilisation le ${date}`,
  another: { card: "Une autre carte", bank: "Un autre compte bancaire" },
  cvc: {
    label: "Code de sécurité",
    hint: (digits) => `Les ${digits} chiffres inscrits sur la carte. Ils ne sont jamais conservés.`,
  },
  threeDS: "Votre banque pourrait vous demander de confirmer ce paiement.",
  remove: {
    label: (method) => `Supprimer ${method}`,
    title: (method) => `Supprimer ${method}?`,
    text: "Nous supprimons ces renseignements tout de suite. Pour les utiliser plus tard, vous devrez les entrer de nouveau.",
    yes: "Supprimer",
    busy: "Suppression…",
    no: "Conserver",
    failed: "La suppression a échoué. Vérifiez votre connexion et réessayez.",
    removed: (method) => `Suppression effectuée\u00a0: ${method}.`,
  },
  consent: {
    card: {
      label: "Enregistrer cette carte pour la prochaine fois",
      text: (operator) =>
        `Nous la conservons chiffrée, sans le code de sécurité, et seulement pour vos paiements à ${operator}. Vous pouvez la supprimer ici en tout temps.`,
    },
    bank: {
      label: "Enregistrer ce compte pour la prochaine fois",
      text: (operator) =>
        `Nous le conservons chiffré, et seulement pour vos paiements à ${operator}. Vous autorisez chaque paiement. Vous pouvez supprimer le compte ici en tout temps.`,
    },
  },
};
