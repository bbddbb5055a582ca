import type { KycTexts } from "./kyc-texts.ts";

const mismatch = "Lo que dice el documento no coincide con sus datos. Una persona lo revisará.";
const partly = "No se pudieron leer partes de su documento. Una persona lo revisará.";
const byPerson = "Una persona está revisando su documento.";

/** Spanish. */
export const kycTexts: KycTexts = {
  title: "Verifique su identidad",
  loading: "Cargando…",
  back: "Atrás",
  cancel: "Cancelar",
  document: { drivers_license: "Licencia de conducir", passport: "Pasaporte" },
  side: {
    front: "el frente",
    back: "el reverso",
    photo_page: "la página con la foto",
    other: "el documento",
  },
  choose: {
    title: "Verifique su identidad",
    text: "Necesita un documento vigente. Se tarda unos dos minutos.",
    legend: "¿Qué documento va a usar?",
    hint: {
      drivers_license: "Emitida en Estados Unidos o Canadá",
      passport: "De cualquier país, con dos líneas de código bajo la foto",
    },
    consent: (operator) =>
      `Acepto que ${operator} lea mi documento para comprobar quién soy y guarde las fotos mientras lo exijan sus normas.`,
    consentMissing: "Acepte para continuar: sin ello no se puede leer su documento.",
    documentMissing: "Elija el documento que va a usar.",
    privacy: [
      "Las fotos se reducen en este dispositivo y se les quita la ubicación.",
      "Se guardan cifradas. Solo pueden abrirlas quienes revisan documentos.",
    ],
    goOn: "Continuar",
  },
  take: {
    progress: (at, of) => `Foto ${at} de ${of}`,
    title: (side) => `Fotografíe ${side}`,
    text: {
      front: "El lado con su foto. Deben verse las cuatro esquinas.",
      back: "El lado con el código de barras. Que se vea entero, nítido y sin reflejos.",
      photo_page: "La página con su foto, con las dos líneas de código al pie.",
    },
    tips: ["Póngalo plano sobre un fondo oscuro", "Busque luz uniforme, sin reflejos"],
    camera: "Usar la cámara",
    file: "Subir una foto",
    phone: "Continuar en su teléfono",
    phoneText: "Su cámara suele ser mejor.",
    otherDocument: "Usar otro documento",
    kept: (side) => `Ya tenemos ${side}.`,
    preparing: "Preparando la foto…",
  },
  trouble: {
    title: "Este archivo no se puede usar",
    empty: "El archivo está vacío. Elija otro.",
    too_large: "El archivo pesa más de 60 MB. Elija una foto más pequeña.",
    too_small: "La foto es demasiado pequeña para leerla. Elija una con más detalle.",
    damaged: "El archivo no se puede abrir: puede estar dañado. Elija otro.",
    heic: "Es una foto HEIC, que este navegador no puede abrir. Guárdela como JPEG o tome la foto aquí con la cámara.",
    notAPicture: (kind) =>
      kind === null
        ? "Esto no es una foto. Elija un archivo JPEG, PNG o WebP."
        : `Es un archivo ${kind.toUpperCase()}. Elija una foto JPEG, PNG o WebP.`,
  },
  camera: {
    ask: {
      title: "Permita la cámara",
      text: "Su navegador se lo preguntará ahora. Usamos la cámara solo para fotografiar su documento: sin sonido, sin video, y no se envía nada antes de que usted vea la foto.",
      allow: "Abrir la cámara",
    },
    opening: "Abriendo la cámara…",
    name: (side) => `Cámara: ${side} de su documento`,
    shutter: "Tomar la foto",
    file: "Mejor subir una foto",
    taken: "Foto tomada.",
    hints: {
      fit: "Encaje el documento en el marco",
      dark: "Busque más luz",
      glare: "Inclínelo: hay reflejos",
      still: "No se mueva",
      ready: "Bien. Tome la foto.",
      barcode: "Código encontrado. Foto tomada.",
    },
    denied: {
      title: "La cámara está bloqueada",
      text: "Esta página no puede usar la cámara. Puede permitirlo o subir una foto.",
      steps: [
        "Abra los ajustes de esta página, a la izquierda de su dirección.",
        "Ponga Cámara en Permitir y vuelva a intentarlo.",
        "En un iPhone: Ajustes, Apps, su navegador, Cámara.",
      ],
    },
    absent: {
      title: "No hay cámara",
      text: "Este dispositivo no tiene una cámara que la página pueda usar. Suba una foto o continúe en su teléfono.",
    },
    busy: {
      title: "La cámara está ocupada",
      text: "Parece que otra aplicación la usa. Ciérrela y vuelva a intentarlo, o suba una foto.",
    },
    lost: {
      title: "La cámara se ha detenido",
      text: "Se apagó o la tomó otra aplicación. Vuelva a intentarlo o suba una foto.",
    },
    retry: "Probar la cámara otra vez",
  },
  review: {
    title: (side) => `Revise ${side}`,
    alt: (side) => `Su foto: ${side}`,
    good: "¿Se ve todo nítido y legible, con las cuatro esquinas?",
    barcodeReadable: "Podemos leer el código de barras.",
    barcodeUnreadable: {
      title: "No podemos leer el código de barras",
      text: "Repita la foto: más cerca, plana, enfocada y sin reflejos.",
    },
    warnings: {
      blurred: "La foto parece borrosa.",
      dark: "La foto está oscura.",
      glare: "El documento tiene reflejos.",
      small: "La foto es pequeña: pueden faltar detalles.",
    },
    use: "Usar esta foto",
    useAnyway: "Usarla de todos modos",
    again: "Repetir la foto",
    otherFile: "Elegir otra",
  },
  upload: {
    title: "Enviando su foto",
    text: "No cierre esta página.",
    stalled: {
      title: "Esperando la conexión",
      text: "Su foto está a salvo aquí. Sigue sola en cuanto haya conexión.",
    },
    percent: (percent) => `${percent} %`,
    checking: "Revisando la foto…",
  },
  refusedPicture: "No pudimos usar esta foto",
  handoff: {
    title: "Continúe en su teléfono",
    text: "Escanee el código con la cámara de su teléfono. No cierre esta página: sigue sola.",
    making: "Creando un código…",
    qr: "Código QR con el enlace para su teléfono",
    copy: "Copiar el enlace",
    copied: "Enlace copiado.",
    link: "Enlace para su teléfono",
    until: (time) => `Válido hasta las ${time}. Solo abre esta verificación: no lo comparta.`,
    waiting: "Esperando a su teléfono…",
    opened: {
      title: "Siga en su teléfono",
      text: "Su teléfono está conectado. Esta página lo sigue sola.",
    },
    state: {
      missing: "Pendiente",
      uploading: "En camino",
      received: "Recibida",
      refused: "Hay que repetirla",
    },
    expired: {
      title: "El código ha caducado",
      text: "Por su seguridad solo vale un tiempo corto.",
    },
    fresh: "Crear otro código",
    showAgain: "Mostrar el código otra vez",
    here: "Usar este dispositivo",
  },
  submitting: "Enviando su documento…",
  reading: {
    title: "Leyendo su documento",
    text: "Tarda unos segundos.",
    long: "Tarda más de lo normal. No se pierde nada.",
    leave: "Puede cerrar esta página: seguimos, y aquí encontrará el resultado.",
  },
  stalled: "Sin conexión. Lo intentamos de nuevo solos.",
  result: {
    verified: { title: "Está verificado", text: "Gracias. Todo coincide en su documento." },
    under_review: {
      title: "Una persona lo está revisando",
      text: "No es un rechazo: algunos documentos necesitan una segunda mirada. Puede cerrar esta página. Le avisarán en cuanto se decida.",
    },
    rejected: {
      title: "Aún no pudimos verificarle",
      text: "Volver a intentarlo ayuda: esto es lo que debe cambiar.",
    },
    rejectedForGood: {
      title: "No pudimos verificarle",
      text: "Repetirlo con el mismo documento no ayudará. Pregunte a soporte qué más puede hacer.",
    },
    rejected_manually: {
      title: "Su documento fue rechazado",
      text: "Una persona lo ha revisado. Hable con soporte si cree que es un error.",
    },
    expired: {
      title: "Su documento ha caducado",
      text: "Se verificó con un documento que ya no es válido. Verifíquese con uno nuevo.",
    },
    changed: {
      title: "Verifíquese de nuevo, por favor",
      text: "Su nombre o fecha de nacimiento ha cambiado desde entonces.",
    },
    unknown: (status) => ({
      title: "Gracias",
      text: `Recibimos su documento. Su estado es «${status}».`,
    }),
    checks: "Qué se comprobó",
    check: {
      document_readable: {
        passed: "Se pudo leer su documento",
        failed: "No se pudo leer su documento",
        unknown: "Su documento aún no se ha leído",
      },
      check_digits: {
        passed: "Sus dígitos de control son correctos",
        failed: "Sus dígitos de control no son correctos",
        unknown: "No se pudieron leer sus dígitos de control",
      },
      document_unexpired: {
        passed: "No ha caducado",
        failed: "Ha caducado",
        unknown: "No se pudo leer la fecha de caducidad",
      },
      date_of_birth: {
        passed: "Su fecha de nacimiento coincide",
        failed: "La fecha de nacimiento no coincide",
        unknown: "No se pudo comparar la fecha de nacimiento",
      },
      last_name: {
        passed: "Su apellido coincide",
        failed: "El apellido no coincide",
        unknown: "No se pudo comparar el apellido",
      },
      first_name: {
        passed: "Su nombre coincide",
        failed: "El nombre no coincide",
        unknown: "No se pudo comparar el nombre",
      },
      document_number_unused: {
        passed: "Se comprobó el número del documento",
        failed: "El número del documento necesita otra mirada",
        unknown: "No se pudo leer el número del documento",
      },
      front_number: {
        passed: "Los dos lados tienen el mismo número",
        failed: "El número del anverso no es el del código de barras",
        unknown: "No se pudo comparar el número del anverso",
      },
      front_date_of_birth: {
        passed: "Los dos lados tienen la misma fecha de nacimiento",
        failed: "La fecha de nacimiento del anverso no es la del código de barras",
        unknown: "No se pudo comparar la fecha de nacimiento del anverso",
      },
      front_name: {
        passed: "Los dos lados tienen el mismo nombre",
        failed: "El nombre del anverso no es el del código de barras",
        unknown: "No se pudo comparar el nombre del anverso",
      },
    },
    marks: { passed: "Correcto", failed: "Falla", unknown: "Sin saber" },
    reason: {
      document_unreadable:
        "No pudimos leer su documento. Tome fotos nuevas: planas, enfocadas y bien iluminadas.",
      document_incomplete: partly,
      document_expired: "Su documento ha caducado. Use uno vigente.",
      identity_changed:
        "Su nombre o su fecha de nacimiento han cambiado desde la verificación. Verifique su identidad de nuevo.",
      date_of_birth_mismatch: mismatch,
      last_name_mismatch: mismatch,
      first_name_mismatch: mismatch,
      customer_data_missing: "Faltan algunos datos suyos. Una persona revisará su documento.",
      check_digits_wrong: partly,
      front_mismatch:
        "El anverso y el reverso no parecen ser del mismo documento. Una persona lo revisará.",
      document_number_in_use: "Su documento necesita otra mirada. Una persona lo revisará.",
      not_read_automatically: byPerson,
      review_required_by_policy: byPerson,
    },
    retry: "Volver a intentarlo",
    retrySide: (side) => `Repetir ${side}`,
    retryAt: (time) => `Podrá intentarlo desde ${time}: se puede tres veces al día.`,
    keeps: "La otra foto se conserva.",
    closeTab: "Puede cerrar esta página.",
  },
  anyReason: "Algo no se pudo comprobar.",
  problem: {
    image_missing: "Falta este lado.",
    image_unsupported: "No es una foto que se pueda leer. Use un archivo JPEG, PNG o WebP.",
    image_damaged: "El archivo está dañado. Tome la foto otra vez.",
    image_too_large: "La foto es demasiado grande. Use una de menos de 12 MB.",
    image_too_complex: "Este archivo tarda demasiado en leerse. Tome otra foto con la cámara.",
    image_too_small: "La foto es demasiado pequeña. Acérquese hasta llenar el marco.",
    image_blurred: "La foto está borrosa. No se mueva y deje que enfoque.",
    image_dark: "La foto está demasiado oscura. Busque más luz.",
    image_glare: "El documento tiene reflejos. Inclínelo lejos de la lámpara.",
    barcode_not_found: "No se pudo leer el código de barras. Muestre todo el reverso, enfocado.",
    barcode_not_a_license: "El código de barras no es de una licencia de Estados Unidos o Canadá.",
    mrz_not_found: "No se pudieron leer las dos líneas al pie. Muestre toda la página.",
    mrz_uncertain: "Algunos caracteres al pie no se leen con certeza.",
    ocr_unavailable: "Aquí los pasaportes los revisa una persona.",
  },
  refused: {
    expired: {
      title: "Esta sesión ha caducado",
      text: "Recargue la página para seguir. Lo que envió se conserva.",
    },
    expiredLink: {
      title: "Este enlace ha caducado",
      text: "Los enlaces valen una hora. Vuelva a donde lo encontró y pida otro: lo que envió se conserva.",
    },
    expiredPhone: {
      title: "Este enlace ha caducado",
      text: "Valía poco tiempo, u otro más nuevo lo ha sustituido. Vuelva a su otro dispositivo y cree otro código.",
    },
    invalid: {
      title: "Este enlace no funciona",
      text: "Puede estar incompleto o haber sido sustituido. Abra el enlace completo o pida otro.",
    },
    missing: {
      title: "Abra su enlace personal",
      text: "Esta página solo funciona con el enlace que recibió. Si vino por él, ábralo otra vez.",
    },
    other: {
      title: "Aquí no se puede verificar",
      text: "Póngase en contacto con la tienda que le envió.",
    },
  },
  unreachable: {
    title: "No llegamos a nuestro servidor",
    text: "Lo intentamos de nuevo solos.",
    offline: "Está sin conexión. Sigue en cuanto se conecte.",
    retry: "Probar ahora",
  },
  failed: {
    lost: "No llegamos a nuestro servidor. Revise su conexión y vuelva a intentarlo.",
    tooMany: "Fueron demasiadas fotos. Vuelva a intentarlo en una hora.",
    tooComplex: "Este archivo tarda demasiado en leerse. Tome otra foto con la cámara.",
    retryLimit: (time) => `Se puede tres veces al día. Vuelva a intentarlo desde ${time}.`,
    other: "No funcionó. Vuelva a intentarlo en unos minutos.",
  },
  phoneFirst: {
    title: "Algo antes",
    text: "Faltan algunos datos suyos. Complételos en su otro dispositivo y abra este enlace otra vez.",
  },
};
