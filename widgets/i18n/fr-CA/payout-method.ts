import type { PayoutMethodTexts } from "../payout-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

const checkIt = "Vérifiez si votre portefeuille ou plateforme vous a donné la bonne.";

export const payoutMethodTexts: PayoutMethodTexts = {
  language: "fr-CA",
  bankAccount: bankAccountTexts,
  card: {
    hint: "Utilisez une carte de débit. Nous ne pouvons pas envoyer d’argent à une carte de crédit.",
  },
  bankLogin: {
    ...bankLoginTexts,
    missing: "Connectez-vous d’abord à votre banque, ou choisissez un autre mode de versement.",
    problems: {
      refused:
        "Vous n’avez communiqué aucun compte. Réessayez, ou choisissez un autre mode de versement.",
      failed:
        "Votre banque n’a pas pu confirmer le compte. Réessayez, ou choisissez un autre mode de versement.",
      expired: bankLoginTexts.expired,
      unavailable:
        "La connexion à la banque ne fonctionne pas en ce moment. Réessayez plus tard, ou choisissez un autre mode de versement.",
      tooMany:
        "Vous avez lancé trop de connexions bancaires pour ce versement. Choisissez un autre mode de versement.",
    },
  },
  crypto: {
    asset: "Actif à recevoir",
    network: "Réseau",
    onlyNetwork: (network) => `Envoi sur le réseau ${network}.`,
    address: (asset, network) =>
      asset === network ? `Votre adresse ${asset}` : `Votre adresse ${asset} sur ${network}`,
    hint: "Collez-la depuis votre portefeuille ou plateforme.",
    problem: {
      empty: "Entrez l’adresse.",
      characters: "Cette adresse n’est pas pour ce réseau. Collez-la depuis votre portefeuille.",
      length: "Il manque une partie de l’adresse. Copiez-la au complet et collez-la de nouveau.",
      checksum:
        "Un caractère de l’adresse est peut-être erroné. Copiez-la et collez-la de nouveau.",
      test_network:
        "Cette adresse est celle d’un réseau d’essai. L’argent qu’on y envoie est perdu.",
      burn: "Cette adresse n’appartient à personne. L’argent qu’on y envoie est perdu.",
    },
    belongsTo: {
      bitcoin: (chosen) => `C’est une adresse Bitcoin, et non ${chosen}. ${checkIt}`,
      evm: (chosen) => `C’est une adresse de type Ethereum (0x…), et non ${chosen}. ${checkIt}`,
      solana: (chosen) => `C’est une adresse Solana, et non ${chosen}. ${checkIt}`,
      tron: (chosen) => `C’est une adresse Tron, et non ${chosen}. ${checkIt}`,
    },
    switchTo: (network) => `Passer à ${network}`,
    unchecked: "Nous n’avons pas pu vérifier l’adresse. Vérifiez votre connexion et réessayez.",
    compare: "Comparez-la avec celle de votre portefeuille",
    warning: {
      title: "Un transfert de cryptomonnaie est irréversible",
      text: (asset, network) =>
        `Assurez-vous que votre portefeuille ou plateforme reçoit des ${asset} sur le réseau ${network}. Sur un autre réseau, l’argent est perdu.`,
    },
  },
};
