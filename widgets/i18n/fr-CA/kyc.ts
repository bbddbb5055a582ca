import type { KycTexts } from "../kyc-texts.ts";

const mismatch =
  "Les renseignements de la pièce ne correspondent pas aux vôtres. Une personne l’examinera.";
const partly = "Nous n’avons pas pu lire toute votre pièce. Une personne l’examinera.";
const byPerson = "Une personne examine votre pièce.";

export const kycTexts: KycTexts = {
  title: "Vérifiez votre identité",
  loading: "Chargement…",
  back: "Retour",
  cancel: "Annuler",
  document: { drivers_license: "Permis de conduire", passport: "Passeport" },
  side: {
    front: "le recto",
    back: "le verso",
    photo_page: "la page avec photo",
    other: "la pièce d’identité",
  },
  choose: {
    title: "Vérifiez votre identité",
    text: "Il vous faut une pièce d’identité valide. Cela prend environ 2 minutes.",
    legend: "Quelle pièce allez-vous utiliser?",
    hint: {
      drivers_license: "Délivré aux États-Unis ou au Canada",
      passport: "De tout pays, avec deux lignes de code sous la photo",
    },
    englishOnly:
      "Le consentement ci-dessous est en anglais, et c’est le texte anglais qui compte. En bref\u00a0: l’entreprise peut lire votre pièce pour vérifier votre identité, et conserver les photos aussi longtemps que ses règles l’exigent.",
    // English on purpose: the customer agrees to this text, and no translation of it is reviewed.
    consent: (operator) =>
      `I agree that ${operator} reads my document to verify my identity and stores the pictures as long as its rules require.`,
    consentMissing:
      "Cochez la case pour continuer. Nous avons besoin de votre consentement pour lire votre pièce.",
    documentMissing: "Choisissez une pièce d’identité.",
    privacy: [
      "Avant l’envoi, cet appareil réduit les photos et en retire les données de localisation.",
      "Nous les conservons chiffrées. Seules les personnes qui examinent les pièces peuvent les ouvrir.",
    ],
    continue: "Continuer",
  },
  take: {
    progress: (at, of) => `Photo ${at} sur ${of}`,
    title: (side) => `Photographiez ${side}`,
    text: {
      front: "Montrez le côté avec votre photo et les 4 coins.",
      back: "Montrez le côté avec le code à barres. Il doit être entier, net et sans reflet.",
      photo_page: "Montrez la page avec votre photo et les deux lignes de code au bas.",
    },
    tips: ["Posez-la à plat sur une surface foncée", "Utilisez une lumière égale, sans reflet"],
    camera: "Utiliser l’appareil photo",
    file: "Téléverser une photo",
    phone: "Continuer sur votre téléphone",
    phoneText: "Son appareil photo est souvent meilleur.",
    otherDocument: "Utiliser une autre pièce",
    kept: (side) => `Nous avons déjà ${side}.`,
    preparing: "Préparation de la photo…",
  },
  fileProblem: {
    title: "Ce fichier ne peut pas être utilisé",
    empty: "Ce fichier est vide. Choisissez un autre fichier.",
    too_large: "Ce fichier dépasse 60\u00a0Mo. Choisissez une photo plus petite.",
    too_small: "Cette photo est trop petite pour être lue. Choisissez-en une plus détaillée.",
    damaged:
      "Nous ne pouvons pas ouvrir ce fichier. Il est peut-être endommagé. Choisissez un autre fichier.",
    heic: "Ce navigateur ne peut pas ouvrir les photos HEIC. Enregistrez-la en JPEG, ou prenez la photo ici avec l’appareil photo.",
    notAPicture: (kind) =>
      kind === null
        ? "Ce fichier n’est pas une photo. Choisissez un fichier JPEG, PNG ou WebP."
        : `C’est un fichier ${kind.toUpperCase()}. Choisissez une photo JPEG, PNG ou WebP.`,
  },
  camera: {
    ask: {
      title: "Autorisez l’appareil photo",
      text: "Votre navigateur vous le demandera ensuite. Nous utilisons l’appareil photo seulement pour photographier votre pièce, sans son ni vidéo. Nous n’envoyons rien avant que vous ayez vu la photo.",
      allow: "Ouvrir l’appareil photo",
    },
    opening: "Ouverture de l’appareil photo…",
    name: (side) => `Appareil photo\u00a0: ${side}`,
    shutter: "Prendre la photo",
    file: "Téléverser plutôt une photo",
    taken: "Photo prise.",
    hints: {
      fit: "Placez la pièce dans le cadre",
      dark: "Trouvez plus de lumière",
      glare: "Inclinez-la pour éviter les reflets",
      still: "Ne bougez pas",
      ready: "Parfait. Prenez la photo.",
      barcode: "Code à barres trouvé. Photo prise.",
    },
    denied: {
      title: "L’appareil photo est bloqué",
      text: "Votre navigateur bloque l’appareil photo sur cette page. Autorisez-le, ou téléversez une photo.",
      steps: [
        "Ouvrez les réglages de cette page, à gauche de son adresse.",
        "Réglez Caméra à Autoriser, puis réessayez.",
        "Sur un iPhone\u00a0: Réglages, Apps, votre navigateur, Appareil photo.",
      ],
    },
    absent: {
      title: "Aucun appareil photo trouvé",
      text: "Cet appareil n’a pas d’appareil photo que cette page puisse utiliser. Téléversez une photo, ou continuez sur votre téléphone.",
    },
    busy: {
      title: "L’appareil photo est occupé",
      text: "Une autre application l’utilise peut-être. Fermez-la et réessayez, ou téléversez une photo.",
    },
    lost: {
      title: "L’appareil photo s’est arrêté",
      text: "Il a été désactivé, ou une autre application l’utilise. Réessayez, ou téléversez une photo.",
    },
    retry: "Réessayer l’appareil photo",
  },
  review: {
    title: (side) => `Vérifiez ${side}`,
    alt: (side) => `Votre photo\u00a0: ${side}`,
    good: "Tout est-il net et lisible, avec les 4 coins?",
    barcodeReadable: "Nous pouvons lire le code à barres.",
    barcodeUnreadable: {
      title: "Nous ne pouvons pas lire le code à barres",
      text: "Reprenez la photo. Approchez-vous, posez la pièce à plat et évitez les reflets.",
    },
    warnings: {
      blurred: "La photo semble floue.",
      dark: "La photo est sombre.",
      glare: "Il y a un reflet sur la pièce.",
      small: "La photo est petite. Il manque peut-être des détails.",
    },
    use: "Utiliser cette photo",
    useAnyway: "L’utiliser quand même",
    again: "Reprendre la photo",
    otherFile: "Choisir une autre photo",
  },
  upload: {
    title: "Envoi de votre photo",
    text: "Gardez cette page ouverte.",
    stalled: {
      title: "En attente de la connexion",
      text: "Votre photo est en sécurité. L’envoi continuera quand vous serez en ligne.",
    },
    percent: (percent) => `${percent}\u00a0%`,
    checking: "Vérification de la photo…",
  },
  refusedPicture: "Nous n’avons pas pu utiliser cette photo",
  handoff: {
    title: "Continuez sur votre téléphone",
    text: "Numérisez le code avec l’appareil photo de votre téléphone. Gardez cette page ouverte. Elle se met à jour automatiquement.",
    making: "Création d’un code…",
    qr: "Code QR contenant le lien pour votre téléphone",
    copy: "Copier le lien",
    copied: "Lien copié.",
    link: "Lien pour votre téléphone",
    until: (time) => `Fonctionne jusqu’à ${time}. Il ouvre votre vérification. Ne le partagez pas.`,
    waiting: "En attente de votre téléphone…",
    opened: {
      title: "Continuez sur votre téléphone",
      text: "Votre téléphone est connecté. Cette page se met à jour automatiquement.",
    },
    state: {
      missing: "Pas encore envoyée",
      uploading: "Envoi en cours",
      received: "Reçue",
      refused: "À reprendre",
    },
    expired: {
      title: "Le code a expiré",
      text: "Pour votre sécurité, les codes ne fonctionnent que peu de temps.",
    },
    fresh: "Créer un nouveau code",
    showAgain: "Afficher le code de nouveau",
    here: "Utiliser plutôt cet appareil",
  },
  submitting: "Envoi de votre pièce…",
  reading: {
    title: "Lecture de votre pièce",
    text: "Cela prend quelques secondes.",
    long: "C’est plus long que d’habitude. Rien n’est perdu.",
    leave: "Vous pouvez fermer cette page. Nous continuons, et vous trouverez le résultat ici.",
  },
  stalled: "Aucune connexion. Nous continuons d’essayer.",
  result: {
    verified: {
      title: "Votre identité est vérifiée",
      text: "Merci. Votre pièce correspond à vos renseignements.",
    },
    under_review: {
      title: "Nous examinons votre pièce",
      text: "Certaines pièces demandent un examen plus attentif. Vous pouvez fermer cette page. Vous aurez une réponse dès que nous aurons décidé.",
    },
    rejected: {
      title: "Nous n’avons pas encore pu vérifier votre identité",
      text: "Vous pouvez réessayer. Voici ce qu’il faut changer.",
    },
    rejectedForGood: {
      title: "Nous n’avons pas pu vérifier votre identité",
      text: "La même pièce ne fonctionnera pas non plus. Demandez au service à la clientèle ce que vous pouvez faire d’autre.",
    },
    rejected_manually: {
      title: "Nous n’avons pas pu accepter votre pièce",
      text: "Une personne l’a examinée. Si vous pensez qu’il y a erreur, communiquez avec le service à la clientèle.",
    },
    expired: {
      title: "Votre pièce est expirée",
      text: "Votre identité a été vérifiée avec une pièce qui a expiré depuis. Vérifiez-la avec une nouvelle pièce.",
    },
    changed: {
      title: "Vérifiez de nouveau votre identité",
      text: "Votre nom ou votre date de naissance a changé depuis la vérification.",
    },
    unknown: (status) => ({
      title: "Merci",
      text: `Nous avons reçu votre pièce. Son état est «\u00a0${status}\u00a0».`,
    }),
    checks: "Ce que nous avons vérifié",
    check: {
      document_readable: {
        passed: "Nous avons pu lire votre pièce",
        failed: "Nous n’avons pas pu lire votre pièce",
        unknown: "Nous n’avons pas encore lu votre pièce",
      },
      check_digits: {
        passed: "Les chiffres de contrôle sont exacts",
        failed: "Les chiffres de contrôle sont inexacts",
        unknown: "Nous n’avons pas pu lire les chiffres de contrôle",
      },
      document_unexpired: {
        passed: "Votre pièce n’est pas expirée",
        failed: "Votre pièce est expirée",
        unknown: "Nous n’avons pas pu lire la date d’expiration",
      },
      date_of_birth: {
        passed: "Votre date de naissance correspond",
        failed: "La date de naissance ne correspond pas à la vôtre",
        unknown: "Nous n’avons pas pu comparer la date de naissance",
      },
      last_name: {
        passed: "Votre nom de famille correspond",
        failed: "Le nom de famille ne correspond pas au vôtre",
        unknown: "Nous n’avons pas pu comparer le nom de famille",
      },
      first_name: {
        passed: "Votre prénom correspond",
        failed: "Le prénom ne correspond pas au vôtre",
        unknown: "Nous n’avons pas pu comparer le prénom",
      },
      document_number_unused: {
        passed: "Nous avons vérifié le numéro de la pièce",
        failed: "Le numéro de la pièce demande un examen plus attentif",
        unknown: "Nous n’avons pas pu lire le numéro de la pièce",
      },
      front_number: {
        passed: "Les deux côtés portent le même numéro",
        failed: "Le numéro du recto ne correspond pas au code à barres",
        unknown: "Nous n’avons pas pu comparer le numéro du recto",
      },
      front_date_of_birth: {
        passed: "Les deux côtés portent la même date de naissance",
        failed: "La date de naissance du recto ne correspond pas au code à barres",
        unknown: "Nous n’avons pas pu comparer la date de naissance du recto",
      },
      front_name: {
        passed: "Les deux côtés portent le même nom",
        failed: "Le nom du recto ne correspond pas au code à barres",
        unknown: "Nous n’avons pas pu comparer le nom du recto",
      },
    },
    marks: { passed: "Réussi", failed: "Échec", unknown: "Inconnu" },
    reason: {
      document_unreadable:
        "Nous n’avons pas pu lire votre pièce. Prenez de nouvelles photos, à plat, nettes et bien éclairées.",
      document_incomplete: partly,
      document_expired: "Votre pièce est expirée. Utilisez une pièce valide.",
      identity_changed:
        "Votre nom ou votre date de naissance a changé depuis la vérification. Vérifiez de nouveau votre identité.",
      date_of_birth_mismatch: mismatch,
      last_name_mismatch: mismatch,
      first_name_mismatch: mismatch,
      customer_data_missing:
        "Il nous manque certains de vos renseignements. Une personne examinera votre pièce.",
      check_digits_wrong: partly,
      front_mismatch:
        "Le recto et le verso ne semblent pas provenir de la même pièce. Une personne l’examinera.",
      document_number_in_use:
        "Votre pièce demande un examen plus attentif. Une personne l’examinera.",
      not_read_automatically: byPerson,
      review_required_by_policy: byPerson,
    },
    retry: "Réessayer",
    retrySide: (side) => `Photographier de nouveau ${side}`,
    retryAt: (time) => `Vous avez droit à 3 essais par jour. Réessayez après ${time}.`,
    keeps: "Nous gardons l’autre photo.",
    closeTab: "Vous pouvez fermer cette page.",
  },
  anyReason: "Un élément n’a pas pu être vérifié.",
  problem: {
    image_missing: "Il manque ce côté.",
    image_unsupported: "Ce n’est pas une photo lisible. Utilisez un fichier JPEG, PNG ou WebP.",
    image_damaged: "Le fichier est endommagé. Reprenez la photo.",
    image_too_large: "La photo est trop lourde. Utilisez une photo de moins de 12\u00a0Mo.",
    image_too_complex:
      "Ce fichier est trop long à lire. Prenez une nouvelle photo avec l’appareil photo.",
    image_too_small: "La photo est trop petite. Approchez-vous jusqu’à remplir le cadre.",
    image_blurred:
      "La photo est floue. Ne bougez pas et laissez l’appareil faire la mise au point.",
    image_dark: "La photo est trop sombre. Trouvez plus de lumière.",
    image_glare: "Il y a un reflet sur la pièce. Inclinez-la pour l’éloigner de la lumière.",
    barcode_not_found:
      "Nous n’avons pas pu lire le code à barres. Montrez tout le verso, bien net.",
    barcode_not_a_license:
      "Le code à barres n’est pas celui d’un permis de conduire des États-Unis ou du Canada.",
    mrz_not_found: "Nous n’avons pas pu lire les deux lignes au bas. Montrez toute la page.",
    mrz_uncertain: "Certains caractères au bas ne sont pas lisibles avec certitude.",
    ocr_unavailable: "Ici, une personne examine les passeports.",
  },
  refused: {
    expired: {
      title: "Cette session a expiré",
      text: "Actualisez la page pour continuer. Nous gardons ce que vous avez envoyé.",
    },
    expiredLink: {
      title: "Ce lien a expiré",
      text: "Les liens fonctionnent pendant 1 heure. Retournez là où vous l’avez obtenu et demandez-en un nouveau. Nous gardons ce que vous avez envoyé.",
    },
    expiredPhone: {
      title: "Ce lien a expiré",
      text: "Les liens fonctionnent peu de temps, et un nouveau lien remplace l’ancien. Créez un nouveau code sur votre autre appareil.",
    },
    invalid: {
      title: "Ce lien ne fonctionne pas",
      text: "Il est peut-être incomplet, ou un lien plus récent l’a remplacé. Rouvrez le lien complet, ou demandez-en un nouveau.",
    },
    missing: {
      title: "Ouvrez votre lien personnel",
      text: "Cette page fonctionne seulement avec votre lien personnel. Si vous en avez un, rouvrez-le.",
    },
    other: {
      title: "Nous ne pouvons pas vérifier votre identité ici",
      text: "Communiquez avec l’entreprise qui vous a dirigé vers cette page.",
    },
  },
  unreachable: {
    title: "Nous ne pouvons pas joindre notre serveur",
    text: "Nous continuons d’essayer.",
    offline: "Vous êtes hors ligne. Nous continuerons quand vous serez connecté.",
    retry: "Essayer maintenant",
  },
  failed: {
    lost: "Nous n’avons pas pu joindre notre serveur. Vérifiez votre connexion et réessayez.",
    tooMany: "Vous avez envoyé trop de photos. Réessayez dans 1 heure.",
    tooComplex:
      "Ce fichier est trop long à lire. Prenez une nouvelle photo avec votre appareil photo.",
    retryLimit: (time) => `Vous avez droit à 3 essais par jour. Réessayez après ${time}.`,
    other: "L’opération a échoué. Réessayez dans quelques minutes.",
  },
  phoneFirst: {
    title: "Ajoutez d’abord vos renseignements",
    text: "Il nous manque certains de vos renseignements. Entrez-les sur votre autre appareil, puis rouvrez ce lien.",
  },
};
