import type { KycTexts } from "../kyc-texts.ts";

const mismatch = "Lo que dice el documento no coincide con sus datos. Una persona lo revisará.";
const partly = "No pudimos leer partes de su documento. Una persona lo revisará.";
const byPerson = "Una persona está revisando su documento.";

export const kycTexts: KycTexts = {
  title: "Verifique su identidad",
  loading: "Cargando…",
  back: "Atrás",
  cancel: "Cancelar",
  document: { drivers_license: "Licencia de conducir", passport: "Pasaporte" },
  side: {
    front: "el anverso",
    back: "el reverso",
    photo_page: "la página con la foto",
    other: "el documento",
  },
  choose: {
    title: "Verifique su identidad",
    text: "Necesita un documento vigente. Tarda unos 2 minutos.",
    legend: "¿Qué documento va a usar?",
    hint: {
      drivers_license: "Emitida en Estados Unidos o Canadá",
      passport: "De cualquier país, con dos líneas de código bajo la foto",
    },
    englishOnly: null,
    consent: (operator) =>
      `Acepto que ${operator} lea mi documento para verificar mi identidad y guarde las fotos mientras lo exijan sus normas.`,
    consentMissing:
      "Marque la casilla para continuar. Necesitamos su permiso para leer su documento.",
    documentMissing: "Elija un documento.",
    privacy: [
      "Antes de enviarlas, este dispositivo reduce las fotos y les quita la ubicación.",
      "Las guardamos cifradas. Solo pueden abrirlas quienes revisan documentos.",
    ],
    continue: "Continuar",
  },
  take: {
    progress: (at, of) => `Foto ${at} de ${of}`,
    title: (side) => `Fotografíe ${side}`,
    text: {
      front: "Muestre el lado con su foto y las 4 esquinas.",
      back: "Muestre el lado con el código de barras, entero, nítido y sin reflejos.",
      photo_page: "Muestre la página con su foto y las dos líneas de código al pie.",
    },
    tips: ["Póngalo plano sobre un fondo oscuro", "Use luz uniforme, sin reflejos"],
    camera: "Usar la cámara",
    file: "Subir una foto",
    phone: "Continuar en su teléfono",
    phoneText: "Su cámara suele ser mejor.",
    otherDocument: "Usar otro documento",
    kept: (side) => `Ya tenemos ${side}.`,
    preparing: "Preparando la foto…",
  },
  fileProblem: {
    title: "No podemos usar este archivo",
    empty: "Este archivo está vacío. Elija otro.",
    too_large: "Este archivo pesa más de 60 MB. Elija una foto más pequeña.",
    too_small: "La foto es demasiado pequeña para leerla. Elija una con más detalle.",
    damaged: "No podemos abrir este archivo. Puede estar dañado. Elija otro.",
    heic: "Este navegador no puede abrir fotos HEIC. Guárdela como JPEG o tome la foto aquí con la cámara.",
    notAPicture: (kind) =>
      kind === null
        ? "Este archivo no es una foto. Elija un archivo JPEG, PNG o WebP."
        : `Es un archivo ${kind.toUpperCase()}. Elija una foto JPEG, PNG o WebP.`,
  },
  camera: {
    ask: {
      title: "Permita la cámara",
      text: "Su navegador se lo preguntará ahora. Usamos la cámara solo para fotografiar su documento, sin sonido ni video. No enviamos nada antes de que usted vea la foto.",
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
      glare: "Inclínelo para evitar reflejos",
      still: "No se mueva",
      ready: "Bien. Tome la foto.",
      barcode: "Código encontrado. Foto tomada.",
    },
    denied: {
      title: "La cámara está bloqueada",
      text: "Su navegador bloquea la cámara en esta página. Permítala o suba una foto.",
      steps: [
        "Abra los ajustes de esta página, a la izquierda de su dirección.",
        "Ponga Cámara en Permitir e inténtelo de nuevo.",
        "En un iPhone: Ajustes, Apps, su navegador, Cámara.",
      ],
    },
    absent: {
      title: "No hay cámara",
      text: "Este dispositivo no tiene una cámara que la página pueda usar. Suba una foto o continúe en su teléfono.",
    },
    busy: {
      title: "La cámara está ocupada",
      text: "Puede que otra aplicación la esté usando. Ciérrela e inténtelo de nuevo, o suba una foto.",
    },
    lost: {
      title: "La cámara se ha detenido",
      text: "Se apagó, o la está usando otra aplicación. Inténtelo de nuevo o suba una foto.",
    },
    retry: "Probar la cámara otra vez",
  },
  review: {
    title: (side) => `Revise ${side}`,
    alt: (side) => `Su foto: ${side}`,
    good: "¿Se ve todo nítido y legible, con las 4 esquinas?",
    barcodeReadable: "Podemos leer el código de barras.",
    barcodeUnreadable: {
      title: "No podemos leer el código de barras",
      text: "Repita la foto. Acérquese, ponga el documento plano y evite los reflejos.",
    },
    warnings: {
      blurred: "La foto parece borrosa.",
      dark: "La foto está oscura.",
      glare: "El documento tiene reflejos.",
      small: "La foto es pequeña. Pueden faltar detalles.",
    },
    use: "Usar esta foto",
    useAnyway: "Usarla de todos modos",
    again: "Repetir la foto",
    otherFile: "Elegir otra foto",
  },
  upload: {
    title: "Enviando su foto",
    text: "No cierre esta página.",
    stalled: {
      title: "Esperando la conexión",
      text: "Su foto está a salvo. El envío continúa cuando haya conexión.",
    },
    percent: (percent) => `${percent} %`,
    checking: "Revisando la foto…",
  },
  refusedPicture: "No pudimos usar esta foto",
  handoff: {
    title: "Continúe en su teléfono",
    text: "Escanee el código con la cámara de su teléfono. No cierre esta página. Se actualiza automáticamente.",
    making: "Creando un código…",
    qr: "Código QR con el enlace para su teléfono",
    copy: "Copiar el enlace",
    copied: "Enlace copiado.",
    link: "Enlace para su teléfono",
    until: (time) => `Válido hasta las ${time}. Abre su verificación. No lo comparta.`,
    waiting: "Esperando a su teléfono…",
    opened: {
      title: "Continúe en su teléfono",
      text: "Su teléfono está conectado. Esta página se actualiza automáticamente.",
    },
    state: {
      missing: "Sin enviar",
      uploading: "Enviando",
      received: "Recibida",
      refused: "Repítala",
    },
    expired: {
      title: "El código ha caducado",
      text: "Por su seguridad, los códigos valen poco tiempo.",
    },
    fresh: "Crear otro código",
    showAgain: "Mostrar el código otra vez",
    here: "Usar este dispositivo",
  },
  submitting: "Enviando su documento…",
  reading: {
    title: "Leyendo su documento",
    text: "Tarda unos segundos.",
    long: "Está tardando más de lo normal. No se pierde nada.",
    leave: "Puede cerrar esta página. Continuaremos, y aquí encontrará el resultado.",
  },
  stalled: "Sin conexión. Seguimos intentándolo.",
  result: {
    verified: {
      title: "Su identidad está verificada",
      text: "Gracias. Su documento coincide con sus datos.",
    },
    under_review: {
      title: "Estamos revisando su documento",
      text: "Algunos documentos necesitan una revisión más detallada. Puede cerrar esta página. Sabrá el resultado en cuanto decidamos.",
    },
    rejected: {
      title: "Aún no pudimos verificar su identidad",
      text: "Puede intentarlo de nuevo. Esto es lo que debe cambiar.",
    },
    rejectedForGood: {
      title: "No pudimos verificar su identidad",
      text: "El mismo documento no servirá. Pregunte a soporte qué más puede hacer.",
    },
    rejected_manually: {
      title: "No pudimos aceptar su documento",
      text: "Una persona lo revisó. Contacte con soporte si cree que es un error.",
    },
    expired: {
      title: "Su documento ha caducado",
      text: "Verificó su identidad con un documento que ha caducado. Verifíquela con uno nuevo.",
    },
    changed: {
      title: "Verifique su identidad de nuevo",
      text: "Su nombre o fecha de nacimiento cambió después de la verificación.",
    },
    unknown: (status) => ({
      title: "Gracias",
      text: `Recibimos su documento. Su estado es «${status}».`,
    }),
    checks: "Qué comprobamos",
    check: {
      document_readable: {
        passed: "Pudimos leer su documento",
        failed: "No pudimos leer su documento",
        unknown: "Aún no hemos leído su documento",
      },
      check_digits: {
        passed: "Los dígitos de control son correctos",
        failed: "Los dígitos de control no son correctos",
        unknown: "No pudimos leer los dígitos de control",
      },
      document_unexpired: {
        passed: "Su documento no ha caducado",
        failed: "Su documento ha caducado",
        unknown: "No pudimos leer la fecha de caducidad",
      },
      date_of_birth: {
        passed: "Su fecha de nacimiento coincide",
        failed: "La fecha de nacimiento no coincide",
        unknown: "No pudimos comparar la fecha de nacimiento",
      },
      last_name: {
        passed: "Su apellido coincide",
        failed: "El apellido no coincide",
        unknown: "No pudimos comparar el apellido",
      },
      first_name: {
        passed: "Su nombre coincide",
        failed: "El nombre no coincide",
        unknown: "No pudimos comparar el nombre",
      },
      document_number_unused: {
        passed: "Comprobamos el número del documento",
        failed: "El número del documento necesita una revisión",
        unknown: "No pudimos leer el número del documento",
      },
      front_number: {
        passed: "Los dos lados tienen el mismo número",
        failed: "El número del anverso no coincide con el código de barras",
        unknown: "No pudimos comparar el número del anverso",
      },
      front_date_of_birth: {
        passed: "Los dos lados tienen la misma fecha de nacimiento",
        failed: "La fecha de nacimiento del anverso no coincide con el código de barras",
        unknown: "No pudimos comparar la fecha de nacimiento del anverso",
      },
      front_name: {
        passed: "Los dos lados tienen el mismo nombre",
        failed: "El nombre del anverso no coincide con el código de barras",
        unknown: "No pudimos comparar el nombre del anverso",
      },
    },
    marks: { passed: "Correcto", failed: "Incorrecto", unknown: "Desconocido" },
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
      document_number_in_use: "Su documento necesita una revisión. Una persona lo revisará.",
      not_read_automatically: byPerson,
      review_required_by_policy: byPerson,
    },
    retry: "Intentar de nuevo",
    retrySide: (side) => `Repetir ${side}`,
    retryAt: (time) => `Puede intentarlo 3 veces al día. Inténtelo después de ${time}.`,
    keeps: "Conservamos la otra foto.",
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
    barcode_not_found: "No pudimos leer el código de barras. Muestre todo el reverso, enfocado.",
    barcode_not_a_license: "El código de barras no es de una licencia de Estados Unidos o Canadá.",
    mrz_not_found: "No pudimos leer las dos líneas al pie. Muestre toda la página.",
    mrz_uncertain: "Algunos caracteres al pie no se leen con certeza.",
    ocr_unavailable: "Aquí los pasaportes los revisa una persona.",
  },
  refused: {
    expired: {
      title: "Esta sesión ha caducado",
      text: "Recargue la página para continuar. Conservamos lo que envió.",
    },
    expiredLink: {
      title: "Este enlace ha caducado",
      text: "Los enlaces valen 1 hora. Vuelva a donde lo obtuvo y pida otro. Conservamos lo que envió.",
    },
    expiredPhone: {
      title: "Este enlace ha caducado",
      text: "Los enlaces valen poco tiempo, y uno nuevo sustituye al anterior. Cree otro código en su otro dispositivo.",
    },
    invalid: {
      title: "Este enlace no funciona",
      text: "Puede estar incompleto, o uno más nuevo lo ha sustituido. Abra el enlace completo o pida otro.",
    },
    missing: {
      title: "Abra su enlace personal",
      text: "Esta página solo funciona con su enlace personal. Si lo tiene, ábralo de nuevo.",
    },
    other: {
      title: "No podemos verificar su identidad aquí",
      text: "Contacte con la empresa que le envió aquí.",
    },
  },
  unreachable: {
    title: "No podemos contactar con nuestro servidor",
    text: "Seguimos intentándolo.",
    offline: "No tiene conexión. Continuaremos cuando se conecte.",
    retry: "Intentar ahora",
  },
  failed: {
    lost: "No pudimos contactar con nuestro servidor. Revise su conexión e inténtelo de nuevo.",
    tooMany: "Envió demasiadas fotos. Inténtelo de nuevo en 1 hora.",
    tooComplex: "Este archivo tarda demasiado en leerse. Tome otra foto con la cámara.",
    retryLimit: (time) => `Puede intentarlo 3 veces al día. Inténtelo después de ${time}.`,
    other: "No ha funcionado. Inténtelo de nuevo en unos minutos.",
  },
  phoneFirst: {
    title: "Primero, sus datos",
    text: "Faltan algunos datos suyos. Complételos en su otro dispositivo y abra este enlace de nuevo.",
  },
};
