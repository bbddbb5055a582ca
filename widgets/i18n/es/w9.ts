import { plural } from "../plural.ts";
import { unbroken } from "../unbroken.ts";
import type { W9Texts } from "../w9-texts.ts";

export const w9Texts: W9Texts = {
  language: "es",
  pageTitle: "Formulario W‑9",
  line: (number) => `Línea ${unbroken(number)}`,
  intro: {
    title: "Su formulario fiscal",
    text: (operator) =>
      `${operator} debe declarar algunos pagos al IRS. Necesita su nombre y su número de identificación del contribuyente (TIN) en un formulario W‑9 firmado.`,
    safe: "Ciframos su número y solo lo usamos para formularios fiscales. Tarda unos 2 minutos.",
  },
  who: {
    legend: "¿Quién cobra?",
    person: "Yo",
    personDetail: "Una persona o un trabajador por cuenta propia",
    entity: "Una empresa",
    entityDetail: "Sociedad, asociación, fideicomiso, sucesión",
  },
  usPerson: {
    legend: "¿Es usted una persona de EE. UU. a efectos fiscales?",
    yes: "Sí",
    no: "No",
    more: "¿Quién es una persona de EE. UU.?",
    meaning: [
      "Quien es ciudadano o residente extranjero de EE. UU.; una sociedad, asociación o empresa creada en EE. UU. o según sus leyes; una sucesión que no sea extranjera; o un fideicomiso nacional.",
    ],
    empty: "Elija sí o no.",
  },
  name: {
    legend: "Nombre",
    personHint: "Tal como figura en su declaración de impuestos.",
    addBusinessName: "Uso otro nombre comercial",
    removeBusinessName: "Quitar el nombre comercial",
    businessName: "Nombre comercial",
    businessNameHint: "El nombre comercial, o el de una LLC que tributa como usted.",
    entityName: "Razón social",
    entityNameHint: "Tal como figura en su declaración de impuestos.",
    notLatin: "Use letras latinas, como en su declaración de impuestos.",
  },
  classification: {
    legend: "Clasificación fiscal federal",
    options: {
      c_corporation: "Sociedad anónima tipo C (C corporation)",
      s_corporation: "Sociedad anónima tipo S (S corporation)",
      partnership: "Sociedad colectiva (Partnership)",
      trust_estate: "Fideicomiso o sucesión (Trust/estate)",
      llc: "LLC",
      other: "Otra",
    },
    empty: "Elija una clasificación.",
    llc: {
      legend: "¿Cómo tributa la LLC?",
      options: {
        C: "Como C corporation",
        S: "Como S corporation",
        P: "Como partnership",
      },
      disregarded:
        "Una LLC de un solo dueño y sin declaración propia no se considera una entidad separada. Elija la clasificación del dueño y escriba la LLC como nombre comercial.",
      empty: "Elija cómo tributa la LLC.",
    },
    other: "¿Qué tipo de entidad es?",
  },
  exempt: {
    label: "Código de beneficiario exento",
    none: "Ninguno",
    hint: "Deje Ninguno, salvo que su asesor fiscal le haya dado un código.",
  },
  address: {
    legend: "Dirección",
    hint: "Los formularios fiscales se envían por correo a esta dirección.",
  },
  tin: {
    legend: "Número de identificación del contribuyente (TIN)",
    boxLegend: "¿Qué número usa?",
    boxes: { ssn: "SSN o ITIN", ein: "EIN" },
    label: {
      ssn: "Número de Seguro Social (SSN) o ITIN",
      ein: "Número de identificación del empleador (EIN)",
    },
    hint: {
      ssn: "9 dígitos, como 123‑45‑6789. Debe corresponder al nombre de este formulario.",
      ein: "9 dígitos, como 12‑3456789. Debe corresponder al nombre de este formulario.",
    },
    problem: {
      empty: () => "Escriba el número.",
      incomplete: () => "Escriba los 9 dígitos.",
      not_a_tin: () => "Revise el número. Debe tener 9 dígitos.",
      never_issued: (box) =>
        box === "ein"
          ? "Este EIN no existe. Revise los dígitos."
          : "Este número de Seguro Social no existe. Revise los dígitos.",
      sample: () => "Es un número de ejemplo. Escriba el suyo.",
      not_an_itin: () =>
        "Los números que empiezan por 9 son ITIN, pero este ITIN no existe. Revise los dígitos.",
    },
    unknownPrefix: "No reconocemos los EIN que empiezan así. Si es correcto, continúe.",
  },
  withholding: {
    legend: "¿Le ha comunicado el IRS que está sujeto a retención adicional (backup withholding)?",
    hint: "El IRS envía una carta si en una declaración faltaban intereses o dividendos. La mayoría responde no.",
    yes: "Sí",
    no: "No",
    empty: "Elija sí o no.",
    consequence:
      "Tachamos el punto 2. De los pagos declarables se retiene un 24 %, que se envía al IRS por usted.",
  },
  certification: {
    legend: "Certificación (Certification)",
    englishOnly:
      "El texto está en inglés, y es lo que usted firma. La traducción solo es una ayuda.",
    crossedOut: "Tachado:",
    meaning: {
      title: "Qué significa, en español",
      items: [
        "El número de este formulario es mi número de contribuyente correcto (o espero que me lo asignen).",
        "No estoy sujeto a retención adicional: estoy exento, o el IRS no me ha comunicado que lo esté, o me ha comunicado que ya no lo estoy.",
        "Soy ciudadano u otra persona de EE. UU.",
        "Los códigos FATCA indicados, si los hay, son correctos.",
      ],
    },
  },
  signature: {
    label: "Firma",
    hint: (name) => `Escriba su nombre: ${name}`,
    hintWithoutName: "Escriba su nombre.",
    empty: "Escriba su nombre para firmar.",
    other: (name) => `Escriba su nombre como arriba: ${name}`,
    again: "Cambió el formulario después de firmar. Escriba su nombre de nuevo.",
    date: "Fecha",
    button: "Firmar y enviar",
  },
  progress: {
    label: "Pasos",
    now: (step, steps) => `Paso ${step} de ${steps}`,
    done: "hecho",
  },
  review: {
    title: "Revisar y firmar",
    text: "Revise sus respuestas. Las firma todas.",
    edit: "Cambiar",
  },
  back: "Atrás",
  hints: {
    business_name_on_line_1:
      "Parece un nombre comercial. Escriba su propio nombre en la línea 1, porque el IRS lo compara con su número. Escriba el nombre comercial en la línea siguiente.",
    same_name_on_line_2:
      "Es igual que en la línea 1. Escriba un nombre comercial solo si es distinto.",
    llc_as_individual:
      "Escriba su propio nombre en la línea 1 y la LLC que tributa como usted en la línea 2. Si la LLC presenta su propia declaración, vuelva atrás y elija «Una empresa».",
    other_name_than_known:
      "Tenemos otro nombre de usted. Si este es el de su declaración de impuestos, continúe.",
  },
  required: (label) => `Falta este dato: ${label}.`,
  problemCount: (count) =>
    plural("es", count, { one: "Revise 1 campo.", other: `Revise ${count} campos.` }),
  confirm: {
    title: "Primero, confirme que es usted",
    text: (operator) =>
      `Escriba su fecha de nacimiento tal como la tiene ${operator}. Rellenaremos los datos que ${operator} ya tiene.`,
    button: "Confirmar",
    byHand: "Rellenar todo el formulario",
    wrong: (left) =>
      left === 0
        ? "Esa fecha no coincide. Rellene usted el formulario."
        : `Esa fecha no coincide. Le ${plural("es", left, { one: "queda 1 intento", other: `quedan ${left} intentos` })}.`,
    byPhone: (number) => `Confirmar con un mensaje de texto al ${unbroken(number)}`,
    sendCode: "Enviar código",
  },
  notUs: {
    title: "Necesita otro formulario",
    lines: [
      "El formulario W‑9 es para ciudadanos y residentes de EE. UU. y para entidades creadas en EE. UU.",
      "Las personas extranjeras usan el formulario W‑8BEN, y las entidades extranjeras el W‑8BEN‑E. Lo encontrará en irs.gov/w8ben. Puede retenerse un 30 % de impuesto, o menos si hay un convenio.",
    ],
    stored: (operator) =>
      `Comunicaremos a ${operator} que usted no es una persona de EE. UU. No guardaremos nada más de lo que escribió. Se pondrán en contacto con usted.`,
    confirm: "No soy una persona de EE. UU.",
    back: "Volver: soy una persona de EE. UU.",
    done: {
      title: "Gracias. Hemos enviado su respuesta",
      lines: [
        "No hemos guardado nada más de lo que escribió. La empresa se pondrá en contacto con usted por el formulario W‑8BEN.",
        "Puede cerrar esta ventana.",
      ],
    },
    mistake: "Fue un error: soy una persona de EE. UU.",
  },
  done: {
    title: "Su W‑9 está firmado",
    text: (operator) => `${operator} tiene su W‑9. Guarde una copia.`,
    name: "Nombre",
    number: "TIN",
    signedAt: "Firmado",
    withheld: "Se aplica la retención adicional del 24 %.",
    download: "Descargar su copia (PDF)",
    downloadFailed: "No se pudo cargar la copia. Inténtelo de nuevo.",
    close: "Cerrar esta ventana",
    goBack: "Puede volver a la página de la que vino.",
  },
  over: {
    completed: {
      title: "Ya ha firmado este formulario",
      lines: ["Puede cerrar esta ventana."],
    },
    expired: {
      title: "Este enlace ha caducado",
      lines: [
        "Los enlaces a formularios fiscales valen 7 días. Vuelva a donde lo obtuvo y pida otro.",
      ],
    },
    broken: {
      title: "Este enlace no está completo",
      lines: [
        "Ábralo de nuevo desde donde lo obtuvo. Debe estar entero en la barra de direcciones.",
      ],
    },
    lost: {
      title: "No pudimos contactar con nuestro servidor",
      lines: ["Revise su conexión e inténtelo de nuevo. No se pierde nada."],
    },
  },
  retry: "Intentar de nuevo",
  loading: "Cargando su formulario fiscal…",
  closeBar: "Cerrar",
  refusals: {
    w9_already_completed: "Ya ha firmado este formulario en otra ventana.",
    w9_form_changed: "El IRS ha cambiado el formulario. Vuelva a cargar esta página.",
    w9_confirmation_locked: "Demasiados errores. Rellene usted el formulario.",
    client_secret_expired: "El enlace ha caducado. Vuelva a donde lo obtuvo y pida otro.",
    rate_limited: "Hizo demasiadas solicitudes. Espere un momento e inténtelo de nuevo.",
    tin_invalid: "Revise su TIN.",
    validation_failed: "Algo del formulario no es correcto. Revíselo e inténtelo de nuevo.",
    sms_code_wrong: "Ese código no es correcto.",
    sms_code_expired: "El código ha caducado. Pida otro.",
    sms_not_started: "El código ha caducado. Pida otro.",
    sms_too_many_attempts: "Escribió demasiados códigos equivocados. Pida otro.",
    sms_locked: "Escribió demasiados códigos equivocados hoy. Rellene usted el formulario.",
    sms_sent_recently: "Acabamos de enviar un código. Espere un poco antes de pedir otro.",
    sms_number_unreachable:
      "Este número no puede recibir mensajes de texto. Rellene usted el formulario.",
    sms_unavailable:
      "En este momento no podemos enviar mensajes de texto. Rellene usted el formulario.",
  },
  lost: "No pudimos contactar con nuestro servidor. Revise su conexión e inténtelo de nuevo.",
  unknown: "No ha funcionado. Inténtelo de nuevo en unos minutos.",
  step: {
    title: "Su formulario fiscal (W‑9)",
    text: "Necesitamos un formulario W‑9 antes de pagarle. Se abre en una ventana nueva y tarda unos 2 minutos.",
    open: "Abrir el formulario fiscal",
    later: "Hacerlo más tarde",
    waiting: "Continúe en la otra ventana",
    waitingText: "Esta página continúa cuando haya firmado.",
    openAgain: "Abrirla otra vez",
    inline: "Rellenarlo aquí",
    blocked: "Su navegador bloqueó la ventana, así que el formulario está aquí.",
    left: "La ventana se cerró antes de firmar el formulario.",
  },
};
