import type { CryptoPaymentTexts } from "../crypto-payment-texts.ts";
import { plural } from "../plural.ts";

export const cryptoPaymentTexts: CryptoPaymentTexts = {
  language: "fr-CA",
  form: {
    asset: "Payer en",
    network: "Réseau",
    onlyNetwork: (network) => `Envoi sur le réseau ${network}.`,
    send: "Vous envoyez",
    rate: (one, price) => `${one} = ${price}`,
    holds: (left) => `Taux valable encore ${left}`,
    loading: "Obtention du taux…",
    renewing: "Obtention d’un nouveau taux…",
    changed: (to, from) => `Le taux a changé. Vous envoyez maintenant ${to} au lieu de ${from}.`,
    unchanged: "Le taux a été renouvelé. Le montant est le même.",
    failed: "Aucun taux n’est disponible en ce moment.",
    tooSmall: (asset) =>
      `Ce total est trop petit pour un envoi en ${asset}. Choisissez un autre actif.`,
    next: "Vous recevrez ensuite une adresse et un code QR. Envoyez le montant de n’importe quel portefeuille ou plateforme.",
    networkFee: "Votre portefeuille ou plateforme peut ajouter ses propres frais de réseau.",
  },
  deposit: {
    stages: {
      waiting: ({ amount, network }) => ({
        title: "En attente de votre transfert",
        lines: [
          `Envoyez exactement ${amount} sur ${network}. Cette page se met à jour à la réception.`,
        ],
      }),
      detected: ({ received }) => ({
        title: "Votre transfert est en route",
        lines: [
          `Nous voyons ${received}. Le réseau n’a pas encore confirmé le transfert. Ne le refaites pas.`,
        ],
      }),
      underpaid: ({ received, amount, missing }) => ({
        title: `Il manque encore ${missing}`,
        lines: [`Reçu\u00a0: ${received} sur ${amount}. Envoyez le reste à la même adresse.`],
      }),
      confirming: ({ received }) => ({
        title: "Le réseau confirme le transfert",
        lines: [`Reçu\u00a0: ${received}. Ne refaites pas le transfert.`],
      }),
      reorganised: () => ({
        title: "Le réseau confirme de nouveau le transfert",
        lines: [
          "Le réseau a remplacé ses derniers blocs. Votre transfert réapparaît habituellement en quelques minutes. Ne le refaites pas.",
        ],
      }),
      wrong_asset: ({ operator, amount, network }) => ({
        title: "Ce n’était pas le bon jeton",
        lines: [
          `Un autre jeton est arrivé à l’adresse. ${operator} peut le voir. Communiquez avec l’entreprise pour le récupérer.`,
          `Il manque encore ${amount} sur ${network} pour ce paiement.`,
        ],
      }),
      late: ({ received, operator }) => ({
        title: "Votre transfert est arrivé trop tard",
        lines: [
          `Reçu après l’expiration du taux\u00a0: ${received}. Ce paiement n’est donc pas terminé. N’envoyez rien de plus.`,
          `Nous avons prévenu ${operator}. L’entreprise réglera la question avec vous ou vous rendra le montant.`,
        ],
      }),
      expired: ({ operator }) => ({
        title: "Le taux a expiré",
        lines: [
          "N’envoyez rien à cette adresse maintenant.",
          `Vous avez déjà fait l’envoi? Attendez ici. Nous le cherchons toujours, et ${operator} peut le voir aussi.`,
        ],
      }),
      other: () => ({
        title: "Nous suivons votre transfert",
        lines: ["Nous afficherons les nouvelles ici. Ne refaites pas le transfert."],
      }),
    },
    exactly: "Envoyez exactement",
    more: "Envoyez ce qui manque",
    worth: (total, network) => `${total === null ? "" : `${total}\u00a0·\u00a0`}réseau ${network}`,
    address: (network) => `À cette adresse ${network}`,
    copyAmount: "Copier le montant",
    copyAddress: "Copier l’adresse",
    copy: {
      copy: "Copier",
      copied: "Copié",
      failed: "Sélectionnez le texte et copiez-le vous-même",
    },
    wallet: "Ouvrir dans votre portefeuille",
    qr: (amount, network) => `Code QR pour envoyer ${amount} sur ${network}`,
    qrHint: "Numérisez-le avec l’application de votre portefeuille.",
    qrFailed: "Le code QR ne s’est pas chargé. Copiez plutôt l’adresse et le montant.",
    only: {
      title: "Un transfert erroné peut être perdu",
      text: ({ asset, network }) =>
        `Envoyez seulement des ${asset}, et seulement sur le réseau ${network}.`,
    },
    fee: "Le montant entier doit arriver. Les frais de votre portefeuille ou plateforme sont en sus.",
    left: (left) => `Il reste ${left}`,
    minutesLeft: (minutes) =>
      plural("fr-CA", minutes, {
        one: `Il reste ${minutes} minute pour l’envoi.`,
        other: `Il reste ${minutes} minutes pour l’envoi.`,
      }),
    progress: "Confirmations du réseau",
    confirmations: (count, required) => `${count} sur ${required} confirmations`,
    slow: (network) => `Sur ${network}, il faut souvent 20 minutes, parfois une heure.`,
    asked: "Demandé",
    received: "Reçu",
    rateLost: {
      title: "Nous ne garantissons plus le taux",
      lines: [
        "Le réseau n’a pas confirmé votre transfert en 1 heure, ou ses frais sont trop bas. Nous utiliserons le taux au moment de la confirmation\u00a0: vous avez peut-être envoyé trop ou trop peu.",
        "Votre portefeuille vous permet peut-être d’augmenter les frais. Ne refaites pas le transfert.",
      ],
    },
    requoted: ({ amount }) => ({
      title: "Nous avons utilisé un nouveau taux",
      lines: [
        `Le réseau a confirmé votre transfert en retard. Au nouveau taux, le paiement est de ${amount}.`,
      ],
    }),
    leave: "Vous pouvez quitter cette page. Le paiement continue.",
    reload: "Si vous fermez cette page par erreur, rouvrez-la pour revoir cette adresse.",
  },
};
