import type { DisbursementTexts } from "../disbursement-texts.ts";
import { plural } from "../plural.ts";

/** `5 minutes`, `1 à 2 jours`: the unit follows the larger number. */
const span = (least: number, most: number, one: string, other: string) => {
  const unit = plural("fr-CA", most, { one, other });
  return least === most ? `${most} ${unit}` : `${least} à ${most} ${unit}`;
};

export const disbursementTexts: DisbursementTexts = {
  language: "fr-CA",
  title: "Votre versement",
  youReceive: "Vous recevrez",
  amounts: {
    gross: "Versement",
    withheld: (rate) => `Impôt fédéral américain retenu (${rate})`,
    withheldWhy: (operator) =>
      `Votre formulaire W‑9 indique que la retenue de réserve s’applique à vous. ${operator} envoie cette partie à l’IRS. Elle compte pour votre impôt.`,
    net: "Vous recevrez",
  },
  progress: {
    label: "Étapes",
    now: (step, steps) => `Étape ${step} de ${steps}`,
    done: "terminée",
    current: "en cours",
    names: {
      customer_data: "Vos coordonnées",
      sms_verification: "Cellulaire",
      kyc: "Identité",
      identity_document: "Identité",
      w9: "Formulaire fiscal",
      other: "Autre étape",
      method: "Mode de versement",
      review: "Confirmation",
    },
  },
  year: {
    title: (total, year) => `Avec ce versement, vous atteignez ${total} en ${year}`,
    text: (threshold, asks) =>
      `À partir de ${threshold} par année, les règles fiscales américaines exigent ${asks}.`,
    asks: {
      identity_document: "la vérification d’une pièce d’identité",
      tax_information: "vos renseignements fiscaux (formulaire W‑9)",
    },
    and: " et ",
  },
  method: {
    title: "Comment voulez-vous recevoir l’argent?",
    text: "Les délais commencent à l’approbation.",
    legend: "Modes de versement",
    types: {
      bank: "Compte bancaire",
      card: "Carte de débit",
      crypto: "Cryptomonnaie",
      pay_by_bank: "Connexion à votre banque",
    },
    another: {
      bank: "Un autre compte bancaire",
      card: "Une autre carte de débit",
      crypto: "Une autre adresse de cryptomonnaie",
      pay_by_bank: "Connexion à une autre banque",
    },
    usedOn: (date) => `Utilisation le ${date}`,
    choose: "Choisissez un mode de versement.",
    save: "Enregistrer pour mon prochain versement",
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
    continue: "Continuer",
    formLost: "Le formulaire ne s’est pas chargé. Vérifiez votre connexion.",
    retry: "Réessayer",
    refusals: {
      routing_number_invalid: "Aucune banque n’utilise ce numéro d’acheminement. Vérifiez-le.",
      bank_login_not_confirmed:
        "Votre banque n’a pas confirmé le compte. Connectez-vous de nouveau.",
      crypto_address_invalid: "Le réseau ne reconnaît pas cette adresse. Vérifiez-la.",
      crypto_network_unsupported:
        "Nous ne pouvons pas envoyer cet actif sur ce réseau. Choisissez un autre réseau.",
      card_number_invalid: "Vérifiez le numéro de carte. Un chiffre est peut-être erroné.",
      card_brand_unsupported:
        "Nous ne pouvons pas envoyer d’argent à ce type de carte. Choisissez un autre mode de versement.",
      card_expired: "Cette carte est expirée. Utilisez une autre carte.",
      card_expiry_invalid: "Vérifiez la date d’expiration.",
      payout_method_not_found:
        "Ce mode de versement n’est plus enregistré. Entrez-le de nouveau ou choisissez-en un autre.",
      payout_method_type_not_enabled:
        "Ce mode de versement n’est pas offert pour ce versement. Choisissez-en un autre.",
    },
  },
  summary: {
    bank: (bankName, accountType, last4) =>
      `${bankName ?? "Compte bancaire"}${accountType === "" ? "" : `, ${accountType}`} ••••\u00a0${last4}`,
    card: (brand, last4) => `${brand} ••••\u00a0${last4}`,
    crypto: (asset, network) => (asset === network ? asset : `${asset} sur ${network}`),
    accountTypes: { checking: "compte-chèques", savings: "compte d’épargne" },
  },
  arrival: {
    minutes: (least, most) =>
      least <= 1
        ? `en ${span(most, most, "minute", "minutes")} ou moins`
        : `en ${span(least, most, "minute", "minutes")}`,
    hours: (least, most) => `en ${span(least, most, "heure", "heures")}`,
    business_days: (least, most) => `en ${span(least, most, "jour ouvrable", "jours ouvrables")}`,
  },
  startOfLine: upperFirst,
  arrivalOnceApproved: (arrival) => `${upperFirst(arrival)} après l’approbation`,
  review: {
    title: "Vérifiez votre versement",
    to: "Versé à",
    arrives: "Arrivée",
    change: "Modifier",
    text: (operator) => `${operator} approuve chaque versement avant son envoi.`,
    cryptoText: "Un versement en cryptomonnaie est irréversible.",
    confirm: (amount) => `Demander ${amount}`,
    sending: "Demande de votre versement…",
    checking: "Vérification de votre versement…",
  },
  notices: {
    amountChanged: {
      title: "Le montant a changé",
      text: (amount) =>
        `Vous recevrez maintenant ${amount}. Aucun argent n’a été envoyé. Vérifiez le montant, puis confirmez.`,
    },
    notSent: {
      title: "Aucune connexion",
      text: "Nous n’avons pas pu joindre notre serveur. Vérifiez votre connexion et réessayez. Rien n’est perdu, et l’argent ne sera pas versé deux fois.",
    },
    refused: {
      title: "Votre demande n’a pas été acceptée",
      text: "Aucun argent n’a été envoyé. Réessayez, ou choisissez un autre mode de versement.",
    },
    refusals: {
      location_not_allowed: {
        title: "Non offert là où vous êtes",
        text: "Les versements ne sont pas offerts à l’endroit où vous êtes. Aucun argent n’a été envoyé.",
      },
      location_unknown: {
        title: "Nous ne trouvons pas votre position",
        text: "Les versements ne sont offerts qu’à certains endroits. Si vous utilisez un RPV (VPN) ou un serveur mandataire, désactivez-le et réessayez. Aucun argent n’a été envoyé.",
      },
      feature_not_enabled: {
        title: "Les versements ne sont pas disponibles en ce moment",
        text: "Aucun versement n’a été demandé. Communiquez avec l’entreprise qui vous paie.",
      },
    },
  },
  waiting: {
    title: "En attente d’approbation",
    text: (operator) =>
      `${operator} examine votre demande. Après l’approbation, nous envoyons l’argent.`,
    leave: "Vous pouvez quitter cette page et y revenir.",
    w9: {
      title: "Remplissez votre formulaire fiscal",
      text: "Le versement pourra être approuvé quand votre formulaire W‑9 sera rempli.",
    },
  },
  w9Later: "Le faire plus tard",
  processing: {
    title: "Approuvé. Votre argent est en route",
    text: (arrival) =>
      arrival === ""
        ? "Vous pouvez quitter cette page."
        : `Il arrive ${arrival}. Vous pouvez quitter cette page.`,
  },
  unknown: {
    title: "Votre versement est en cours",
    text: (status) => `Son état est «\u00a0${status}\u00a0».`,
  },
  success: {
    title: "Votre argent a été envoyé",
    text: (amount, to) =>
      to === "" ? `Vous avez reçu ${amount}.` : `Montant envoyé\u00a0: ${amount}, à ${to}.`,
  },
  anyReason: "La banque n’a pas donné de raison plus précise.",
  failed: {
    title: "Votre versement n’a pas été effectué",
    reasons: {
      account_closed: "Le compte bancaire est fermé.",
      account_not_found: "La banque ne reconnaît pas ce compte. Un chiffre est peut-être erroné.",
      account_number_invalid:
        "La banque ne reconnaît pas ce compte. Un chiffre est peut-être erroné.",
      amount_below_minimum: "Le montant est trop petit pour ce compte.",
      bank_access_ended:
        "Votre banque ne communique plus ce compte. Connectez-vous de nouveau à votre banque.",
      account_frozen: "Le compte bancaire ne peut pas recevoir d’argent en ce moment.",
      account_not_payable:
        "Ce type de compte ne peut pas recevoir de versements. Utilisez un compte-chèques.",
      credit_refused: "La banque a retourné l’argent.",
      card_not_supported:
        "Nous ne pouvons pas envoyer d’argent à cette carte. C’est peut-être une carte de crédit. Utilisez une carte de débit.",
      expired_card: "La carte est expirée.",
      lost_card: "La banque a refusé la carte.",
      stolen_card: "La banque a refusé la carte.",
      address_refused: "Nous ne pouvons pas envoyer d’argent à cette adresse.",
      network_unavailable: "Nous n’avons pas pu joindre le réseau.",
      limit_exceeded: "Le montant dépasse la limite de ce mode de versement.",
      compliance_refused: "Nous ne pouvons pas effectuer ce versement.",
      processing_error: "Une erreur s’est produite pendant l’envoi de l’argent.",
      canceled: "Le versement a été annulé avant son envoi.",
    },
    advice: (operator) =>
      `L’argent est toujours à vous. Demandez à ${operator} de recommencer le versement.`,
  },
  rejected: {
    title: "Votre versement n’a pas été approuvé",
    text: (operator) =>
      `Aucun argent n’a été envoyé. ${operator} peut vous dire pourquoi et quoi faire ensuite.`,
  },
  refunded: {
    title: "L’argent est revenu",
    text: (operator) =>
      `Il n’a pas pu être déposé et a donc été retourné à ${operator}. Demandez à l’entreprise de vous payer autrement.`,
  },
  voided: {
    title: "Votre versement a été annulé",
    text: (operator) => `Aucun argent n’a été envoyé. ${operator} peut vous en dire plus.`,
  },
  expired: {
    title: "Cette demande de versement a expiré",
    text: "Aucun argent n’a été envoyé. Revenez en arrière et recommencez le versement.",
    renewing: "Nouveau chargement de votre versement…",
    unknown: {
      title: "Cette page a expiré",
      text: "Revenez en arrière pour voir l’état de votre versement.",
    },
  },
  unreachable: {
    title: "Votre versement ne s’est pas chargé",
    text: "Nous n’avons pas pu joindre notre serveur.",
    offline: "Vous semblez être hors ligne. Vérifiez votre connexion.",
    retry: "Réessayer",
  },
  refusedSession: {
    title: "Ce versement ne peut pas être affiché",
    text: "Revenez en arrière et recommencez le versement.",
  },
  blocked: {
    title: "Il reste une étape",
    text: "Vous ne pouvez pas terminer cette étape ici. Aucun argent n’a été envoyé. Revenez en arrière et communiquez avec l’entreprise qui vous paie.",
  },
  nothingOffered: {
    title: "Aucun mode de versement n’est offert",
    text: "Revenez en arrière et communiquez avec l’entreprise qui vous paie.",
  },
  facts: {
    amount: "Montant",
    to: "Versé à",
    arrives: "Arrivée",
    from: "De",
    reference: "Référence",
  },
  steps: {
    problemCount: (count) =>
      plural("fr-CA", count, {
        one: `Vérifiez ${count} champ.`,
        other: `Vérifiez ${count} champs.`,
      }),
  },
  timeline: {
    label: "Progression du versement",
    requested: "Demande",
    approved: "Approbation",
    sent: "Envoi",
  },
};

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
