import type { BankAccountTexts } from "../bank-account-texts.ts";

export const bankAccountTexts: BankAccountTexts = {
  holder: {
    label: "Titulaire du compte",
    hint: "Entrez le nom inscrit au compte. Le compte doit être le vôtre.",
    problem: {
      name_empty: "Entrez le nom inscrit au compte.",
      name_long: "Utilisez 100 caractères ou moins.",
      name_number: "Entrez un nom, et non un numéro.",
    },
  },
  accountType: {
    legend: "Type de compte",
    checking: "Compte-chèques",
    savings: "Compte d’épargne",
    empty: "Choisissez compte-chèques ou compte d’épargne.",
  },
  routingNumber: {
    label: "Numéro d’acheminement",
    hint: "9 chiffres",
    empty: "Entrez le numéro d’acheminement.",
    incomplete: "Entrez les 9 chiffres du numéro d’acheminement.",
    wrong: "Vérifiez le numéro d’acheminement. Un chiffre est peut-être erroné.",
  },
  accountNumber: {
    label: "Numéro de compte",
    problem: {
      empty: "Entrez le numéro de compte.",
      characters:
        "Utilisez seulement des lettres, des chiffres et des traits d’union dans le numéro de compte.",
      too_short: "Entrez le numéro de compte au complet. Il compte au moins 4 chiffres.",
      too_long: "Vérifiez le numéro de compte. Il compte au plus 17 caractères.",
      same_as_routing: "C’est le numéro d’acheminement. Entrez votre numéro de compte.",
    },
    looksLikeCard:
      "Ce numéro ressemble à un numéro de carte. Entrez le numéro de compte qui figure sur un chèque ou dans l’application de votre banque.",
  },
  confirmation: {
    label: "Confirmez le numéro de compte",
    empty: "Entrez de nouveau le numéro de compte.",
    differs: "Les numéros de compte sont différents. Vérifiez les deux.",
  },
  where: {
    summary: "Où trouver ces numéros?",
    text: "Au bas d’un chèque, ou dans les renseignements du compte, dans l’application de votre banque.",
    routing: "Numéro d’acheminement",
    account: "Numéro de compte",
  },
};
