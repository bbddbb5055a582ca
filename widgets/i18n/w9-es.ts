import { unbroken } from "./unbroken.ts";
import type { W9Texts } from "./w9-texts.ts";

/** Spanish. */
export const w9Texts: W9Texts = {
  language: "es",
  pageTitle: "Formulario W‑9",
  line: (number) => `Línea ${unbroken(number)}`,
  intro: {
    title: "Su formulario fiscal",
    text: (operator) =>
      `${operator} debe declarar algunos pagos al IRS. Para ello necesita su nombre y su número de contribuyente en un formulario W‑9, firmado por usted.`,
    safe: "Su número se guarda cifrado y solo se usa para formularios fiscales. La mayoría tarda dos minutos.",
  },
  who: {
    legend: "¿Quién cobra?",
    person: "Yo",
    personDetail: "Una persona o un trabajador por cuenta propia",
    entity: "Una empresa",
    entityDetail: "Sociedad, asociación, fideicomiso, sucesión",
    empty: "Elija quién cobra.",
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
        "Una LLC de un solo dueño que no presenta declaración propia «no se considera»: elija la clasificación del dueño y escriba la LLC como nombre comercial.",
      empty: "Elija cómo tributa la LLC.",
    },
    other: "¿Qué tipo de entidad es?",
  },
  exempt: {
    label: "Código de beneficiario exento",
    none: "Ninguno",
    hint: "Solo si se lo ha dicho su asesor fiscal.",
  },
  address: { legend: "Dirección", hint: "Adonde le llegan por correo los formularios fiscales." },
  tin: {
    legend: "Número de contribuyente",
    boxLegend: "¿Qué número?",
    boxes: { ssn: "SSN o ITIN", ein: "EIN" },
    label: {
      ssn: "Número de Seguro Social (SSN) o ITIN",
      ein: "Número de identificación del empleador (EIN)",
    },
    hint: {
      ssn: "Nueve cifras, como 123‑45‑6789. Debe corresponder al nombre de arriba.",
      ein: "Nueve cifras, como 12‑3456789. Debe corresponder al nombre de arriba.",
    },
    problem: {
      empty: () => "Escriba el número.",
      incomplete: () => "El número tiene nueve cifras: compruebe que estén todas.",
      not_a_tin: () => "El número tiene nueve cifras: compruébelo.",
      never_issued: (box) =>
        box === "ein"
          ? "No existe ningún EIN así: compruebe las cifras."
          : "No existe ningún número de Seguro Social así: compruebe las cifras.",
      sample: () => "Es un número de ejemplo: escriba el suyo.",
      not_an_itin: () =>
        "Un número que empieza por 9 tiene que ser un ITIN, y este no puede serlo: compruebe las cifras.",
    },
    unknownPrefix: "No conocemos ningún EIN que empiece así. Si es correcto, continúe.",
  },
  withholding: {
    legend: "¿Le ha comunicado el IRS que está sujeto a retención adicional (backup withholding)?",
    hint: "Por carta, porque en una declaración faltaban intereses o dividendos. Para la mayoría la respuesta es no.",
    yes: "Sí",
    no: "No",
    empty: "Elija sí o no.",
    consequence:
      "El punto 2 queda tachado, y de los pagos declarables se retiene un 24 % que se envía al IRS por usted.",
  },
  certification: {
    legend: "Certificación (Certification)",
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
    again: "El formulario ha cambiado desde que firmó: escriba su nombre otra vez.",
    date: "Fecha",
    button: "Firmar y enviar",
  },
  hints: {
    business_name_on_line_1:
      "Parece un nombre comercial. En la línea 1 va su propio nombre, porque el número se compara con él. El nombre comercial va en la línea siguiente.",
    same_name_on_line_2: "Es igual que en la línea 1. Déjelo vacío si no es distinto.",
    llc_as_individual:
      "Una LLC que tributa como usted va en la línea 2; en la línea 1 va su propio nombre. Si la LLC presenta su propia declaración, elija «Una empresa» arriba.",
    other_name_than_known:
      "No es el nombre que tenemos de usted. Si es el de su declaración de impuestos, continúe.",
  },
  required: (label) => `Falta este dato: ${label}.`,
  problemCount: (count) => (count === 1 ? "Revise un campo." : `Revise ${count} campos.`),
  confirm: {
    title: "Antes de nada, ¿es usted?",
    text: (operator) =>
      `Confirme su fecha de nacimiento tal como la tiene ${operator} y rellenaremos lo que ya se sabe.`,
    button: "Confirmar",
    byHand: "Rellenar todo a mano",
    wrong: (left) =>
      left === 0
        ? "No es la fecha que consta. Rellene el formulario a mano."
        : `No es la fecha que consta. Le ${left === 1 ? "queda un intento" : `quedan ${left} intentos`}.`,
    byPhone: (number) => `Confirmar con un mensaje de texto al ${unbroken(number)}`,
    sendCode: "Enviar código",
    codeLabel: "Código del mensaje de texto",
    sentTo: (number) => `Hemos enviado un código al ${unbroken(number)}.`,
    again: "Enviar otro código",
  },
  notUs: {
    title: "El W‑9 no es su formulario",
    lines: [
      "El formulario W‑9 es para ciudadanos y residentes de EE. UU. y para entidades creadas en EE. UU.",
      "Como persona extranjera le corresponde el formulario W‑8BEN (entidades: W‑8BEN‑E). Lo encontrará en irs.gov/w8ben. Puede retenerse un 30 % de impuesto, o menos si hay un convenio.",
    ],
    stored: (operator) =>
      `Comunicaremos a ${operator} que usted no es una persona de EE. UU. y no guardaremos nada más de lo que escribió. Se pondrán en contacto con usted.`,
    confirm: "No soy una persona de EE. UU.",
    back: "Volver: soy una persona de EE. UU.",
    done: {
      title: "Gracias, lo hemos comunicado",
      lines: [
        "No se ha guardado nada de lo que escribió. Se pondrán en contacto con usted por el formulario W‑8BEN.",
        "Puede cerrar esta ventana.",
      ],
    },
    mistake: "Fue un error: soy una persona de EE. UU.",
  },
  done: {
    title: "Firmado, gracias",
    text: (operator) => `${operator} tiene su W‑9. Guarde una copia.`,
    name: "Nombre",
    number: "Número de contribuyente",
    signedAt: "Firmado",
    withheld: "Se aplica la retención adicional del 24 %.",
    download: "Descargar su copia (PDF)",
    downloadFailed: "No se pudo cargar la copia. Vuelva a intentarlo.",
    close: "Cerrar esta ventana",
    goBack: "Puede volver a la página de la que vino.",
  },
  over: {
    completed: {
      title: "Este formulario ya está firmado",
      lines: ["Aquí no queda nada por hacer. Puede cerrar esta ventana."],
    },
    expired: {
      title: "Este enlace ha caducado",
      lines: [
        "Los enlaces a un formulario fiscal valen siete días. Vuelva a donde lo obtuvo y pida otro.",
      ],
    },
    broken: {
      title: "Este enlace no está completo",
      lines: [
        "Ábralo otra vez desde donde lo obtuvo; debe estar entero en la barra de direcciones.",
      ],
    },
    lost: {
      title: "No pudimos conectar con nuestro servidor",
      lines: ["Compruebe su conexión y vuelva a intentarlo. No se pierde nada."],
    },
  },
  retry: "Volver a intentarlo",
  loading: "Cargando su formulario fiscal…",
  closeBar: "Cerrar",
  refusals: {
    w9_already_completed: "Este formulario ya se firmó en otra ventana.",
    w9_form_changed: "El IRS ha cambiado el formulario entretanto. Vuelva a cargar esta página.",
    w9_confirmation_locked: "Demasiados errores. Rellene el formulario a mano.",
    client_secret_expired: "El enlace ha caducado. Vuelva a donde lo obtuvo y pida otro.",
    rate_limited: "Ha sido demasiado rápido. Espere un momento y vuelva a intentarlo.",
    tin_invalid: "Compruebe su número de contribuyente.",
    validation_failed: "Algo del formulario no puede ser correcto: revíselo otra vez.",
    sms_code_wrong: "Ese no es el código.",
    sms_code_expired: "El código ha caducado. Pida otro.",
    sms_not_started: "El código ha caducado. Pida otro.",
    sms_too_many_attempts: "Demasiados códigos equivocados. Pida otro.",
    sms_locked: "Demasiados códigos equivocados por hoy. Rellene el formulario a mano.",
    sms_sent_recently: "Acabamos de enviar un código. Espere un poco antes de pedir otro.",
    sms_number_unreachable:
      "A este número no llegan mensajes de texto. Rellene el formulario a mano.",
    sms_unavailable: "Ahora no se pueden enviar mensajes de texto. Rellene el formulario a mano.",
  },
  lost: "No pudimos conectar con nuestro servidor. Compruebe su conexión y vuelva a intentarlo.",
  unknown: "No ha funcionado. Vuelva a intentarlo en unos minutos.",
  step: {
    title: "Su formulario fiscal (W‑9)",
    text: "Antes de cobrar hace falta un formulario W‑9. Se abre en una ventana aparte y lleva unos dos minutos.",
    open: "Abrir el formulario fiscal",
    later: "Hacerlo más tarde",
    waiting: "Continúe en la otra ventana",
    waitingText: "Esta página seguirá sola cuando haya firmado.",
    openAgain: "Abrirla otra vez",
    inline: "Rellenarlo aquí",
    blocked: "Su navegador bloqueó la ventana, así que el formulario está aquí.",
    left: "La ventana se cerró antes de firmar el formulario.",
  },
};
