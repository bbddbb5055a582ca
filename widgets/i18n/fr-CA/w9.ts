import { plural } from "../plural.ts";
import { unbroken } from "../unbroken.ts";
import type { W9Texts } from "../w9-texts.ts";

export const w9Texts: W9Texts = {
  language: "fr-CA",
  pageTitle: "Formulaire W‑9",
  line: (number) => `Ligne ${unbroken(number)}`,
  intro: {
    title: "Votre formulaire fiscal",
    text: (operator) =>
      `${operator} doit déclarer certains paiements à l’IRS, le fisc américain. Il faut pour cela votre nom et votre numéro d’identification fiscale (TIN) sur un formulaire W‑9 signé.`,
    safe: "Nous chiffrons votre numéro et l’utilisons seulement pour les formulaires fiscaux. Cela prend environ 2 minutes.",
  },
  who: {
    legend: "Qui reçoit l’argent?",
    person: "Moi",
    personDetail: "Un particulier ou un propriétaire unique",
    entity: "Une entreprise",
    entityDetail: "Société, société de personnes, fiducie, succession",
  },
  usPerson: {
    legend: "Êtes-vous une personne des États-Unis aux fins de l’impôt?",
    yes: "Oui",
    no: "Non",
    more: "Qui est une personne des États-Unis?",
    meaning: [
      "Une personne qui a la citoyenneté américaine ou qui est un étranger résidant aux États-Unis; une société, une société de personnes ou une association créée aux États-Unis ou selon leurs lois; une succession qui n’est pas étrangère; une fiducie américaine.",
      "Le texte officiel ci-dessous est en anglais.",
    ],
    empty: "Choisissez oui ou non.",
  },
  name: {
    legend: "Nom",
    personHint: "Tel qu’il figure dans votre déclaration de revenus américaine.",
    addBusinessName: "Je fais affaire sous un autre nom",
    removeBusinessName: "Retirer le nom commercial",
    businessName: "Nom commercial",
    businessNameHint: "Votre nom commercial, ou celui d’une LLC imposée à votre nom.",
    entityName: "Dénomination sociale",
    entityNameHint: "Telle qu’elle figure dans sa déclaration de revenus américaine.",
    notLatin: "Utilisez des lettres latines, comme dans votre déclaration de revenus.",
  },
  classification: {
    legend: "Classification fiscale fédérale",
    options: {
      c_corporation: "Société de type C (C corporation)",
      s_corporation: "Société de type S (S corporation)",
      partnership: "Société de personnes (partnership)",
      trust_estate: "Fiducie ou succession (trust/estate)",
      llc: "LLC",
      other: "Autre",
    },
    empty: "Choisissez une classification.",
    llc: {
      legend: "Comment la LLC est-elle imposée?",
      options: {
        C: "Comme une C corporation",
        S: "Comme une S corporation",
        P: "Comme une partnership",
      },
      disregarded:
        "Une LLC qui a un seul propriétaire et ne produit pas sa propre déclaration n’est pas une entité distincte pour l’impôt. Choisissez la classification du propriétaire et entrez la LLC comme nom commercial.",
      empty: "Choisissez comment la LLC est imposée.",
    },
    other: "De quel type d’entité s’agit-il?",
  },
  exempt: {
    label: "Code de bénéficiaire exempté",
    none: "Aucun",
    hint: "Laissez Aucun, sauf si votre conseiller fiscal vous a donné un code.",
  },
  address: {
    legend: "Adresse",
    hint: "Les formulaires fiscaux sont envoyés par la poste à cette adresse.",
  },
  tin: {
    legend: "Numéro d’identification fiscale (TIN)",
    boxLegend: "Quel numéro utilisez-vous?",
    boxes: { ssn: "SSN ou ITIN", ein: "EIN" },
    label: {
      ssn: "Numéro de sécurité sociale américain (SSN) ou ITIN",
      ein: "Numéro d’identification d’employeur (EIN)",
    },
    hint: {
      ssn: "9 chiffres, comme 123‑45‑6789. Il doit correspondre au nom inscrit sur ce formulaire.",
      ein: "9 chiffres, comme 12‑3456789. Il doit correspondre au nom inscrit sur ce formulaire.",
    },
    problem: {
      empty: () => "Entrez le numéro.",
      incomplete: () => "Entrez les 9 chiffres.",
      not_a_tin: () => "Vérifiez le numéro. Il doit avoir 9 chiffres.",
      never_issued: (box) =>
        box === "ein"
          ? "Cet EIN n’existe pas. Vérifiez les chiffres."
          : "Ce numéro de sécurité sociale (SSN) n’existe pas. Vérifiez les chiffres.",
      sample: () => "C’est un numéro d’exemple. Entrez le vôtre.",
      not_an_itin: () =>
        "Les numéros qui commencent par 9 sont des ITIN, mais cet ITIN n’existe pas. Vérifiez les chiffres.",
    },
    unknownPrefix:
      "Nous ne reconnaissons pas les EIN qui commencent ainsi. S’il est exact, continuez.",
  },
  withholding: {
    legend:
      "L’IRS vous a-t-il avisé que vous êtes assujetti à la retenue de réserve (backup withholding)?",
    hint: "L’IRS envoie une lettre s’il manquait des intérêts ou des dividendes dans une déclaration. La plupart des gens répondent non.",
    yes: "Oui",
    no: "Non",
    empty: "Choisissez oui ou non.",
    consequence:
      "Nous rayons le point 2 de la certification. Une retenue de 24\u00a0% sur les paiements à déclarer est envoyée à l’IRS pour vous.",
  },
  certification: {
    legend: "Attestation (Certification)",
    englishOnly: "Le texte ci-dessous est en anglais. C’est le texte anglais que vous signez.",
    crossedOut: "Rayé\u00a0:",
    meaning: {
      title: "Ce que cela signifie, en français",
      items: [
        "Le numéro inscrit sur ce formulaire est mon bon numéro d’identification fiscale (ou j’attends qu’un numéro me soit attribué).",
        "Je ne suis pas assujetti à la retenue de réserve\u00a0: j’en suis exempté, ou l’IRS ne m’a pas avisé que j’y suis assujetti, ou il m’a avisé que je ne le suis plus.",
        "Je suis citoyen américain ou une autre personne des États-Unis.",
        "Les codes FATCA indiqués, le cas échéant, sont exacts.",
      ],
    },
  },
  signature: {
    label: "Signature",
    hint: (name) => `Tapez votre nom\u00a0: ${name}`,
    hintWithoutName: "Tapez votre nom.",
    empty: "Tapez votre nom pour signer.",
    other: (name) => `Tapez votre nom comme ci-dessus\u00a0: ${name}`,
    again: "Vous avez modifié le formulaire après l’avoir signé. Tapez de nouveau votre nom.",
    date: "Date",
    button: "Signer et envoyer",
  },
  progress: {
    label: "Étapes",
    now: (step, steps) => `Étape ${step} de ${steps}`,
    done: "terminée",
  },
  review: {
    title: "Vérifier et signer",
    text: "Vérifiez vos réponses. Vous les signez toutes.",
    edit: "Modifier",
  },
  back: "Retour",
  hints: {
    business_name_on_line_1:
      "Cela ressemble à un nom d’entreprise. Entrez votre propre nom à la ligne 1, car l’IRS le compare à votre numéro. Entrez le nom commercial à la ligne suivante.",
    same_name_on_line_2:
      "C’est le même nom qu’à la ligne 1. Entrez un nom commercial seulement s’il est différent.",
    llc_as_individual:
      "Entrez votre propre nom à la ligne 1, et la LLC imposée à votre nom à la ligne 2. Si la LLC produit sa propre déclaration, revenez en arrière et choisissez «\u00a0Une entreprise\u00a0».",
    other_name_than_known:
      "Nous avons un autre nom pour vous. Si ce nom est celui de votre déclaration de revenus, continuez.",
  },
  required: (label) => `Remplissez ce champ\u00a0: ${label}.`,
  problemCount: (count) =>
    plural("fr-CA", count, { one: `Vérifiez ${count} champ.`, other: `Vérifiez ${count} champs.` }),
  confirm: {
    title: "D’abord, confirmez que c’est vous",
    text: (operator) =>
      `Entrez votre date de naissance telle que ${operator} la connaît. Nous remplirons ensuite les renseignements connus de ${operator}.`,
    button: "Confirmer",
    byHand: "Remplir le formulaire vous-même",
    wrong: (left) =>
      left === 0
        ? "Cette date ne correspond pas. Remplissez le formulaire vous-même."
        : plural("fr-CA", left, {
            one: `Cette date ne correspond pas. Il vous reste ${left} essai.`,
            other: `Cette date ne correspond pas. Il vous reste ${left} essais.`,
          }),
    byPhone: (number) => `Confirmer par texto au ${unbroken(number)}`,
    sendCode: "Envoyer le code",
  },
  notUs: {
    title: "Il vous faut un autre formulaire",
    lines: [
      "Le formulaire W‑9 est destiné aux citoyens et résidents des États-Unis, et aux entités qui y sont constituées.",
      "Les personnes étrangères utilisent plutôt le formulaire W‑8BEN, et les entités étrangères le formulaire W‑8BEN‑E. Vous les trouverez à irs.gov/w8ben. Un impôt de 30\u00a0% peut être retenu, ou moins selon une convention fiscale.",
    ],
    stored: (operator) =>
      `Nous dirons à ${operator} que vous n’êtes pas une personne des États-Unis. Nous ne garderons rien d’autre de ce que vous avez entré. L’entreprise communiquera avec vous.`,
    confirm: "Je ne suis pas une personne des États-Unis",
    back: "Revenir\u00a0: je suis une personne des États-Unis",
    done: {
      title: "Merci. Nous avons envoyé votre réponse",
      lines: [
        "Nous n’avons rien gardé d’autre de ce que vous avez entré. L’entreprise communiquera avec vous au sujet du formulaire W‑8BEN.",
        "Vous pouvez fermer cette fenêtre.",
      ],
    },
    mistake: "C’était une erreur\u00a0: je suis une personne des États-Unis",
  },
  done: {
    title: "Votre W‑9 est signé",
    text: (operator) => `${operator} a votre W‑9. Gardez-en une copie dans vos dossiers.`,
    name: "Nom",
    number: "TIN",
    signedAt: "Signé",
    withheld: "La retenue de réserve de 24\u00a0% s’applique.",
    download: "Télécharger votre copie (PDF)",
    downloadFailed: "La copie ne s’est pas chargée. Réessayez.",
    close: "Fermer cette fenêtre",
    goBack: "Vous pouvez retourner à la page d’où vous venez.",
  },
  over: {
    completed: {
      title: "Vous avez déjà signé ce formulaire",
      lines: ["Vous pouvez fermer cette fenêtre."],
    },
    expired: {
      title: "Ce lien a expiré",
      lines: [
        "Les liens vers les formulaires fiscaux fonctionnent pendant 7 jours. Retournez là où vous l’avez obtenu et demandez-en un nouveau.",
      ],
    },
    broken: {
      title: "Ce lien est incomplet",
      lines: [
        "Rouvrez-le là où vous l’avez obtenu. Le lien entier doit être dans la barre d’adresse.",
      ],
    },
    lost: {
      title: "Nous n’avons pas pu joindre notre serveur",
      lines: ["Vérifiez votre connexion et réessayez. Rien n’est perdu."],
    },
  },
  retry: "Réessayer",
  loading: "Chargement de votre formulaire fiscal…",
  closeBar: "Fermer",
  refusals: {
    w9_already_completed: "Vous avez déjà signé ce formulaire dans une autre fenêtre.",
    w9_form_changed: "L’IRS a changé le formulaire. Actualisez cette page.",
    w9_confirmation_locked: "Trop d’erreurs. Remplissez le formulaire vous-même.",
    client_secret_expired:
      "Le lien a expiré. Retournez là où vous l’avez obtenu et demandez-en un nouveau.",
    rate_limited: "Vous avez fait trop de demandes. Attendez un moment, puis réessayez.",
    tin_invalid: "Vérifiez votre TIN.",
    validation_failed: "Un élément du formulaire est inexact. Vérifiez-le et réessayez.",
    sms_code_wrong: "Ce code est erroné.",
    sms_code_expired: "Le code a expiré. Demandez-en un nouveau.",
    sms_not_started: "Le code a expiré. Demandez-en un nouveau.",
    sms_too_many_attempts: "Vous avez entré trop de codes erronés. Demandez un nouveau code.",
    sms_locked:
      "Vous avez entré trop de codes erronés aujourd’hui. Remplissez le formulaire vous-même.",
    sms_sent_recently:
      "Nous venons d’envoyer un code. Attendez un moment avant d’en demander un autre.",
    sms_number_unreachable:
      "Ce numéro ne peut pas recevoir de textos. Remplissez le formulaire vous-même.",
    sms_unavailable:
      "Nous ne pouvons pas envoyer de textos en ce moment. Remplissez le formulaire vous-même.",
  },
  lost: "Nous n’avons pas pu joindre notre serveur. Vérifiez votre connexion et réessayez.",
  unknown: "L’opération a échoué. Réessayez dans quelques minutes.",
  step: {
    title: "Votre formulaire fiscal (W‑9)",
    text: "Il nous faut un formulaire W‑9 avant de vous payer. Il s’ouvre dans une nouvelle fenêtre et prend environ 2 minutes.",
    open: "Ouvrir le formulaire fiscal",
    later: "Le faire plus tard",
    waiting: "Continuez dans l’autre fenêtre",
    waitingText: "Cette page continuera quand vous aurez signé.",
    openAgain: "Le rouvrir",
    inline: "Le remplir ici",
    blocked: "Votre navigateur a bloqué la fenêtre; le formulaire est donc ici.",
    left: "La fenêtre s’est fermée avant la signature du formulaire.",
  },
};
