import type { PersonalTexts } from "../personal-texts.ts";
import { plural } from "../plural.ts";
import { unbroken } from "../unbroken.ts";

export const personalTexts: PersonalTexts = {
  language: "fr-CA",
  optional: "facultatif",
  phone: {
    label: "Numéro de cellulaire",
    country: "Indicatif de pays",
    example: (number) => `Par exemple ${unbroken(number)}`,
    empty: "Entrez votre numéro de cellulaire.",
    problem: {
      too_short: "Ce numéro est trop court. Entrez tous les chiffres.",
      too_long: "Ce numéro est trop long. Vérifiez les chiffres.",
      not_a_number: "Entrez le numéro de téléphone en chiffres.",
      unchecked: "Nous n’avons pas pu vérifier le numéro. Vérifiez votre connexion et réessayez.",
    },
    isOf: (country) => `Ce numéro semble être celui d’un autre pays\u00a0: ${country}.`,
    switchTo: (country) => `Choisir ce pays : ${country}`,
    unassigned: "Nous ne reconnaissons pas ce numéro. S’il est exact, continuez.",
  },
  address: {
    legend: "Adresse du domicile",
    country: "Pays ou région",
    line1: "Numéro et rue",
    line2: "Appartement, bureau, unité",
    city: { city: "Ville", post_town: "Localité", suburb: "Banlieue", district: "District" },
    state: {
      province: "Province",
      state: "État",
      county: "Comté",
      prefecture: "Préfecture",
      emirate: "Émirat",
      island: "Île",
      department: "Département",
      parish: "Paroisse",
      district: "District",
      area: "Zone",
      oblast: "Oblast",
      do_si: "Province ou ville",
    },
    postalCode: {
      postal: "Code postal",
      zip: "Code postal",
      eircode: "Code Eircode",
      pin: "Code PIN",
    },
    choose: "Choisir…",
    empty: (part, label) =>
      part === "line1" ? "Entrez le numéro et la rue." : `Remplissez ce champ\u00a0: ${label}.`,
    problem: {
      postal_code_shape: (label, example) =>
        `Vérifiez ce champ\u00a0: ${label}.${example === null ? "" : ` Il devrait ressembler à ${example}.`}`,
      state_unknown: (label) => `Choisissez dans la liste\u00a0: ${label}.`,
      too_long: () => "Ce texte est trop long. Abrégez-le.",
    },
    ofOtherState: (postalCode, state) =>
      `Le code postal ${postalCode} correspond à un autre État\u00a0: ${state}. S’il est exact, continuez. Sinon, vérifiez l’État et le code postal.`,
  },
  dateOfBirth: {
    label: "Date de naissance",
    hint: { mdy: "MM/JJ/AAAA", dmy: "JJ/MM/AAAA", ymd: "AAAA-MM-JJ" },
    empty: "Entrez votre date de naissance.",
    problem: {
      incomplete: "Entrez le jour, le mois et l’année de votre naissance.",
      year_digits: "Entrez l’année en 4 chiffres.",
      future: "Cette date est dans le futur. Vérifiez l’année.",
      too_old: "Vérifiez votre année de naissance.",
      too_young: "Vous n’avez pas l’âge requis pour utiliser ce service.",
    },
  },
  code: {
    label: "Code reçu par texto",
    sentTo: (number) => `Nous avons envoyé un code au ${unbroken(number)}.`,
    empty: "Entrez le code reçu par texto.",
    incomplete: (digits) => `Entrez les ${digits} chiffres du code.`,
    resend: "Envoyer un nouveau code",
    resendIn: (time) => `Envoyer un nouveau code dans ${time}`,
    changeNumber: "Modifier le numéro",
    announce: {
      started: (seconds) =>
        plural("fr-CA", seconds, {
          one: `Vous pourrez demander un nouveau code dans ${seconds} seconde.`,
          other: `Vous pourrez demander un nouveau code dans ${seconds} secondes.`,
        }),
      soon: "Vous pourrez demander un nouveau code dans 10 secondes.",
      over: "Vous pouvez maintenant demander un nouveau code.",
    },
  },
  names: {
    firstName: "Prénom",
    middleName: "Deuxième prénom",
    lastName: "Nom de famille",
    suffix: "Suffixe",
    empty: (label) => `Remplissez ce champ\u00a0: ${label}.`,
  },
  steps: {
    continue: "Continuer",
    next: "Il reste une étape",
    problemCount: (count) =>
      plural("fr-CA", count, {
        one: `Vérifiez ${count} champ.`,
        other: `Vérifiez ${count} champs.`,
      }),
    customerData: {
      title: "Vos coordonnées",
      text: "Nous demandons ces renseignements une seule fois, avant tout mouvement d’argent.",
    },
    customerAddress: {
      title: "Votre adresse",
      text: "Nous la demandons une seule fois. Les taxes et les règles peuvent dépendre de l’endroit où vous habitez.",
    },
    sms: {
      title: "Confirmez votre numéro de cellulaire",
      text: (number) => `Nous enverrons un code par texto au ${unbroken(number)}.`,
      ask: "Nous enverrons un code par texto. Les tarifs habituels peuvent s’appliquer.",
      send: "Envoyer le code",
      another: "Utiliser un autre numéro",
      enterCode: (number) => `Entrer le code envoyé au ${unbroken(number)}`,
      verified: "Pour changer ce numéro, communiquez avec l’entreprise qui vous paie.",
      wrongCode: (left) =>
        plural("fr-CA", left, {
          one: `Ce code est erroné. Il vous reste ${left} essai.`,
          other: `Ce code est erroné. Il vous reste ${left} essais.`,
        }),
      refusals: {
        phone_not_normalisable: "Nous ne pouvons pas envoyer de textos à ce numéro. Vérifiez-le.",
        phone_number_missing: "Entrez votre numéro de cellulaire.",
        phone_number_verified:
          "Votre numéro est déjà confirmé. Pour le changer, communiquez avec l’entreprise qui vous paie.",
        sms_number_unreachable:
          "Ce numéro ne peut pas recevoir de textos. Utilisez un autre numéro.",
        sms_code_expired: "Le code a expiré. Demandez-en un nouveau.",
        sms_not_started: "Le code a expiré. Demandez-en un nouveau.",
        sms_too_many_attempts: "Vous avez entré trop de codes erronés. Demandez un nouveau code.",
        sms_locked: "Vous avez entré trop de codes erronés aujourd’hui. Réessayez demain.",
        sms_sent_recently:
          "Nous venons d’envoyer un code. Attendez un moment avant d’en demander un autre.",
        rate_limited: "Vous avez demandé trop de codes. Réessayez plus tard.",
        sms_unavailable:
          "Nous ne pouvons pas envoyer de textos en ce moment. Réessayez dans quelques minutes.",
      },
    },
    lost: "Nous n’avons pas pu joindre notre serveur. Vérifiez votre connexion et réessayez.",
    unknown: "L’opération a échoué. Réessayez dans quelques minutes.",
  },
};
