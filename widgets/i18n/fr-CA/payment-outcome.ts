import type { PaymentOutcomeTexts } from "../payment-outcome-texts.ts";

const otherWay = {
  title: "Ce mode de paiement n’est pas offert ici",
  text: "Aucun montant n’a été prélevé. Choisissez un autre mode de paiement.",
};
const otherAsset = {
  title: "Cet actif n’est pas offert pour ce paiement",
  text: "Aucun montant n’a été prélevé. Choisissez un autre actif, réseau ou mode de paiement.",
};

export const paymentOutcomeTexts: PaymentOutcomeTexts = {
  declined: {
    title: "Votre paiement n’a pas été effectué",
    advice: {
      same: "Aucun montant n’a été prélevé. Vous pouvez réessayer.",
      other_card: "Aucun montant n’a été prélevé. Utilisez une autre carte.",
      other_account: "Aucun montant n’a été prélevé. Utilisez un autre compte.",
      other_method: "Aucun montant n’a été prélevé. Choisissez un autre mode de paiement.",
      check_details:
        "Aucun montant n’a été prélevé. Vérifiez les renseignements ci-dessous et réessayez.",
      later: "Aucun montant n’a été prélevé. Réessayez dans quelques minutes.",
      none: "Aucun montant n’a été prélevé.",
    },
    reasons: {
      card_declined: "Votre banque a refusé la carte.",
      generic_decline: "Votre banque a refusé la carte.",
      do_not_honor: "Votre banque a refusé la carte.",
      insufficient_funds: "Il n’y a pas assez d’argent sur la carte.",
      lost_card: "Votre banque a refusé la carte.",
      stolen_card: "Votre banque a refusé la carte.",
      expired_card: "La carte est expirée.",
      incorrect_cvc: "Le code de sécurité est erroné.",
      incorrect_number: "Le numéro de carte est erroné.",
      incorrect_postal_code: "Le code postal ne correspond pas à la carte.",
      card_not_supported: "Cette carte ne peut pas servir à ce paiement.",
      gambling_not_allowed:
        "Votre banque ne permet pas ce genre de paiement avec cette carte. Essayez une carte de débit ou un compte bancaire.",
      do_not_try_again: "Votre banque a refusé la carte.",
      card_velocity_exceeded: "La carte a atteint sa limite.",
      call_issuer: "Votre banque a refusé la carte. Demandez-lui pourquoi.",
      try_again_later: "Votre banque ne peut pas accepter le paiement en ce moment.",
      issuer_unavailable: "Nous ne pouvons pas joindre votre banque en ce moment.",
      processing_error: "Une erreur s’est produite à la banque.",
      processing_interrupted: "Le paiement a été interrompu.",
      charge_reversed:
        "Le paiement n’a pas été mené à terme. Nous vous rendons le montant prélevé.",
      authentication_required:
        "Votre banque veut que vous confirmiez ce paiement, mais n’a pas pu vous le demander.",
      authentication_failed: "Votre banque n’a pas pu confirmer que c’était vous.",
      authentication_canceled: "Vous avez annulé la confirmation auprès de votre banque.",
      authentication_timed_out: "La confirmation auprès de votre banque a pris trop de temps.",
      authentication_rejected: "Votre banque a refusé le paiement.",
      authentication_unavailable: "Nous n’avons pas pu joindre votre banque pour la confirmation.",
      payment_canceled: "Le commerçant a annulé ce paiement.",
    },
    by: {
      bank: {
        advice: {
          same: "Si un montant a quitté votre compte, il vous sera rendu. Vous pouvez réessayer.",
          other_account:
            "Si un montant a quitté votre compte, il vous sera rendu. Utilisez un autre compte.",
          other_method:
            "Si un montant a quitté votre compte, il vous sera rendu. Choisissez un autre mode de paiement.",
          check_details:
            "Si un montant a quitté votre compte, il vous sera rendu. Vérifiez les renseignements ci-dessous et réessayez.",
          later: "Si un montant a quitté votre compte, il vous sera rendu. Réessayez plus tard.",
          none: "Si un montant a quitté votre compte, il vous sera rendu.",
        },
        reasons: {
          ach_r01: "Il n’y avait pas assez d’argent dans le compte.",
          ach_r02: "Le compte est fermé.",
          ach_r03: "Votre banque ne reconnaît pas ce compte.",
          ach_r04: "Le numéro de compte est erroné.",
          ach_r05: "Votre banque a retourné le paiement comme non autorisé.",
          ach_r06: "Le retour du paiement a été demandé.",
          ach_r07: "Vous avez révoqué l’autorisation auprès de votre banque.",
          ach_r08: "Vous avez fait arrêter le paiement par votre banque.",
          ach_r09: "L’argent du compte n’était pas encore disponible.",
          ach_r10: "Votre banque a retourné le paiement comme non autorisé.",
          ach_r11:
            "Votre banque a retourné le paiement parce qu’il ne correspondait pas à l’autorisation.",
          ach_r12: "Le compte a été transféré à une autre banque.",
          ach_r13: "Votre banque n’accepte pas ce genre de paiement.",
          ach_r14: "Ce compte ne peut plus servir à payer.",
          ach_r15: "Ce compte ne peut plus servir à payer.",
          ach_r16: "Le compte est gelé.",
          ach_r17: "Votre banque a retourné le paiement.",
          ach_r20: "Ce type de compte n’accepte pas les prélèvements.",
          ach_r23: "Votre banque a retourné le paiement.",
          ach_r24: "Votre banque l’a traité comme un paiement en double.",
          ach_r29: "Votre banque a retourné le paiement comme non autorisé.",
          bank_return: "Votre banque a retourné le paiement.",
          bank_account_barred: "Aucun prélèvement n’est plus possible sur ce compte.",
          bank_account_unusable: "Aucun prélèvement n’est possible sur ce compte.",
          bank_account_retries_used_up:
            "Ce paiement ne peut plus être prélevé de nouveau sur ce compte.",
          bank_login_used: "Cette connexion à votre banque a déjà servi.",
          bank_login_ended:
            "Votre banque ne communique plus ce compte. Connectez-vous de nouveau à votre banque.",
          bank_access_ended:
            "Votre banque ne communique plus ce compte. Connectez-vous de nouveau à votre banque.",
          debit_canceled: "Le prélèvement a été annulé avant son envoi.",
        },
      },
      pay_by_bank: {
        reasons: {
          bank_access_denied: "Vous avez refusé le paiement auprès de votre banque.",
          bank_timed_out: "Le délai pour confirmer auprès de votre banque est écoulé.",
          bank_canceled: "Vous avez annulé le paiement auprès de votre banque.",
          bank_insufficient_funds: "Il n’y a pas assez d’argent dans ce compte.",
          bank_limit_exceeded: "Ce compte a atteint sa limite.",
          payer_account_unusable: "Vous ne pouvez pas payer à partir de ce compte.",
          bank_rejected: "Votre banque a refusé le paiement.",
          bank_unavailable: "Nous ne pouvons pas joindre votre banque en ce moment.",
          bank_mismatch: "Le paiement n’a pas été mené à terme.",
        },
      },
      crypto: {
        advice: {
          same: "Vous pouvez réessayer avec une nouvelle adresse.",
          other_method: "Choisissez un autre mode de paiement.",
          later: "Réessayez dans quelques minutes.",
          none: "N’envoyez rien d’autre à l’adresse.",
        },
        reasons: {
          deposit_not_received:
            "Rien n’est arrivé pendant que le taux était valable. Si vous avez fait l’envoi, communiquez avec le commerçant.",
          payment_canceled:
            "Le commerçant a annulé ce paiement. Si vous avez déjà fait l’envoi, communiquez avec lui.",
          deposit_canceled:
            "Vous avez choisi de ne pas faire l’envoi. Si vous l’avez fait, communiquez avec le commerçant.",
          underpaid:
            "Le montant reçu est inférieur au montant demandé. Communiquez avec le commerçant pour le récupérer.",
          overpaid:
            "Le montant reçu dépasse le montant demandé. Communiquez avec le commerçant au sujet de l’excédent.",
          paid_late:
            "Le transfert est arrivé après l’expiration du taux. Communiquez avec le commerçant à ce sujet.",
          wrong_asset: "Un autre actif est arrivé. Communiquez avec le commerçant à ce sujet.",
          chain_reorganised: "Le réseau a annulé le transfert.",
          network_unavailable: "Nous ne pouvons pas joindre le réseau en ce moment.",
        },
      },
    },
  },
  anyReason: "La banque n’a pas donné de raison plus précise.",
  notices: {
    amountChanged: {
      title: "Le montant a changé",
      text: (amount) =>
        `Le nouveau total est de ${amount}. Aucun montant n’a été prélevé. Vérifiez-le, puis payez.`,
    },
    termsChanged: {
      title: "L’autorisation a changé",
      text: "Aucun montant n’a été prélevé. Lisez la nouvelle autorisation ci-dessous, puis payez.",
    },
    canceled: {
      title: "Paiement non confirmé",
      text: "Vous avez quitté la page de votre banque avant de confirmer. Aucun montant n’a été prélevé. Vous pouvez réessayer.",
    },
    notSent: {
      title: "Aucune connexion",
      text: "Nous n’avons pas pu joindre notre serveur. Vérifiez votre connexion et réessayez. Vous ne paierez pas deux fois.",
    },
    unavailable: {
      title: "Non disponible en ce moment",
      text: "Aucun montant n’a été prélevé. Réessayez dans quelques minutes.",
    },
    refused: {
      title: "Votre paiement n’a pas été accepté",
      text: "Aucun montant n’a été prélevé.",
    },
    priceLost: {
      title: "Le montant ne s’est pas chargé",
      text: "Aucun montant n’a été prélevé. Vérifiez votre connexion et réessayez.",
    },
    priceRefused: {
      title: "Non disponible en ce moment",
      text: "Aucun montant n’a été prélevé. Choisissez un autre mode de paiement, ou réessayez dans quelques minutes.",
    },
    refusals: {
      location_not_allowed: {
        title: "Non offert là où vous êtes",
        text: "Vous ne pouvez pas payer ce commerçant de l’endroit où vous êtes. Aucun montant n’a été prélevé.",
      },
      location_unknown: {
        title: "Nous ne trouvons pas votre position",
        text: "Ce commerçant ne sert que certains endroits. Si vous utilisez un RPV (VPN) ou un serveur mandataire, désactivez-le et réessayez. Aucun montant n’a été prélevé.",
      },
      payment_method_type_not_enabled: otherWay,
      payment_method_not_found: {
        title: "Ce mode de paiement n’est plus enregistré",
        text: "Aucun montant n’a été prélevé. Entrez-le de nouveau ou choisissez un autre mode de paiement.",
      },
      return_url_missing: otherWay,
      return_url_not_allowed: otherWay,
      crypto_not_offered: otherAsset,
      crypto_currency_unsupported: otherWay,
      crypto_amount_too_small: otherAsset,
      amount_too_large: {
        title: "Le montant est trop élevé",
        text: "Avec les frais et la taxe, il dépasse la limite. Aucun montant n’a été prélevé.",
      },
      requirements_unmet: {
        title: "Il reste une étape",
        text: "Aucun montant n’a été prélevé. Terminez cette étape, puis payez.",
      },
      too_many_attempts: {
        title: "Trop d’essais avec une carte",
        text: "Aucun montant n’a été prélevé pour cet essai. Attendez 1 heure ou choisissez un autre mode de paiement.",
      },
      payment_attempts_used_up: {
        title: "Trop d’essais",
        text: "Aucun montant n’a été prélevé. Revenez en arrière et recommencez le paiement.",
      },
      form_not_ready: {
        title: "Le formulaire se charge encore",
        text: "Aucun montant n’a été prélevé. Attendez un moment, puis réessayez.",
      },
    },
  },
  pending: {
    card: {
      title: "Nous attendons toujours votre banque",
      text: "Cela peut prendre quelques minutes. Nous ne savons pas encore si un montant a été prélevé. Nous afficherons le résultat ici.",
      leave:
        "Vous pouvez quitter cette page. Le paiement continue, et vous ne paierez pas deux fois.",
    },
    bank: {
      title: "Votre paiement bancaire est en route",
      text: "Votre banque prend quelques jours ouvrables. D’ici là, le paiement est en attente et votre banque peut le retourner.",
      leave: "Vous pouvez quitter cette page. Vous n’avez rien d’autre à faire.",
    },
    pay_by_bank: {
      title: "Votre banque effectue le paiement",
      text: "La plupart des banques prennent quelques secondes; certaines, jusqu’au jour ouvrable suivant. Nous afficherons le résultat ici.",
      leave:
        "Vous pouvez quitter cette page. Le paiement continue, et vous ne paierez pas deux fois.",
    },
    crypto: {
      title: "En attente de votre transfert",
      text: "Nous l’afficherons ici quand il atteindra le réseau.",
      leave: "Après l’envoi, vous pouvez quitter cette page. Le paiement continue.",
    },
    unknown: (status) => `L’état de votre paiement est «\u00a0${status}\u00a0».`,
  },
  mandateCopy: {
    save: "Enregistrer une copie de l’autorisation",
    lost: "La copie ne s’est pas chargée. Réessayez.",
  },
  redirect: {
    title: "Continuez auprès de votre banque",
    text: "Connectez-vous à votre banque et confirmez le paiement. Nous afficherons le résultat ici.",
    leave: (time) => `Vous n’avez pas encore payé. Confirmez auprès de votre banque avant ${time}.`,
    open: "Aller à votre banque",
    giveUp: "Choisir un autre mode de paiement",
  },
  success: {
    title: "Paiement effectué",
    text: (amount, operator) => `Vous avez payé ${amount} à ${operator}.`,
    amount: "Montant",
    overpaid: {
      title: "Vous avez envoyé plus que demandé",
      text: (operator) =>
        `${operator} peut le voir. Communiquez avec l’entreprise au sujet de l’excédent.`,
    },
    paidWith: {
      card: "Carte",
      bank: "Compte bancaire",
      pay_by_bank: "Compte bancaire",
      crypto: "Adresse",
    },
    accountTypes: { checking: "compte-chèques", savings: "compte d’épargne" },
    account: (bankName, accountType, last4) =>
      `${bankName === null ? "" : `${bankName}, `}${accountType} ••••\u00a0${last4}`,
    statement: "Sur votre relevé",
    reference: "Référence",
    refunds: "Remboursements",
  },
  expired: {
    title: "Ce paiement a expiré",
    text: "Aucun montant n’a été prélevé. Revenez en arrière et recommencez le paiement.",
    renewing: "Nouveau chargement de votre paiement…",
    unknown: {
      title: "Cette page a expiré",
      text: "Revenez en arrière pour voir si votre paiement a été effectué.",
    },
  },
  slot: {
    loading: "Chargement…",
    lost: "Le chargement a échoué. Vérifiez votre connexion.",
  },
  lostPart: "Une partie du formulaire ne s’est pas chargée. Vous ne paierez pas deux fois.",
  unreachable: {
    title: "Le formulaire de paiement ne s’est pas chargé",
    text: "Nous n’avons pas pu joindre notre serveur.",
    offline: "Vous semblez être hors ligne. Vérifiez votre connexion.",
    retry: "Réessayer",
  },
  refusedSession: {
    title: "Ce paiement ne peut pas être affiché",
    text: "Revenez en arrière et recommencez le paiement.",
  },
  blocked: {
    title: "Il reste une étape",
    text: "Vous ne pouvez pas terminer cette étape ici. Aucun montant n’a été prélevé. Revenez en arrière et communiquez avec le commerçant.",
  },
};
