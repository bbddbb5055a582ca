import type { DisbursementTexts } from "./disbursement-texts.ts";

const span = (least: number, most: number, one: string, many: string) =>
  least === most ? `${most} ${most === 1 ? one : many}` : `${least}–${most} ${many}`;

/** Spanish. */
export const disbursementTexts: DisbursementTexts = {
  language: "es",
  title: "Su cobro",
  youReceive: "Recibirá",
  amounts: {
    gross: "Cobro",
    withheld: (rate) => `Impuesto federal retenido (${rate})`,
    withheldWhy: (operator) =>
      `Su formulario W‑9 indica que se aplica la retención adicional. ${operator} paga esta parte al IRS por usted; cuenta para sus impuestos.`,
    net: "Recibirá",
  },
  progress: {
    label: "Pasos",
    now: (step, steps) => `Paso ${step} de ${steps}`,
    done: "hecho",
    current: "ahora",
    names: {
      customer_data: "Sus datos",
      sms_verification: "Teléfono móvil",
      kyc: "Identidad",
      identity_document: "Identidad",
      w9: "Formulario fiscal",
      other: "Un paso más",
      method: "Forma de cobro",
      review: "Confirmar",
    },
  },
  year: {
    title: (total, year) => `Con este cobro llega a ${total} en ${year}`,
    text: (threshold, asks) =>
      `A partir de ${threshold} al año, las normas fiscales de EE. UU. piden ${asks}.`,
    asks: {
      identity_document: "comprobar su documento de identidad",
      tax_information: "sus datos fiscales (formulario W‑9)",
    },
    and: " y ",
  },
  method: {
    title: "¿Cómo quiere cobrar?",
    text: "Los plazos cuentan desde la aprobación.",
    legend: "Formas de cobro",
    types: {
      bank: "Cuenta bancaria",
      card: "Tarjeta de débito",
      crypto: "Criptomonedas",
      pay_by_bank: "Entrar en su banco",
    },
    another: {
      bank: "Otra cuenta bancaria",
      card: "Otra tarjeta de débito",
      crypto: "Otra dirección de criptomonedas",
      pay_by_bank: "Entrar en otro banco",
    },
    usedOn: (date) => `Usada el ${date}`,
    choose: "Elija cómo quiere cobrar.",
    save: "Recordarla para mi próximo cobro",
    remove: {
      label: (method) => `Quitar ${method}`,
      title: (method) => `¿Quitar ${method}?`,
      text: "Lo borramos al momento. Para cobrar así otra vez, tendrá que introducirlo de nuevo.",
      yes: "Quitar",
      busy: "Quitando…",
      no: "Conservar",
      failed: "No se pudo quitar. Revise su conexión e inténtelo de nuevo.",
      removed: (method) => `Se ha quitado ${method}.`,
    },
    goOn: "Continuar",
    formLost: "No se pudo cargar el formulario. Revise su conexión.",
    retry: "Intentar de nuevo",
    refusals: {
      routing_number_invalid: "Revise el número de ruta: ningún banco lo tiene.",
      bank_login_not_confirmed: "Su banco no ha confirmado la cuenta. Entre una vez más.",
      crypto_address_invalid: "Revise la dirección: la red no la conoce.",
      crypto_network_unsupported: "Este activo no se envía por esta red. Elija otra red.",
      card_number_invalid: "Revise el número de tarjeta: parece que hay un dígito equivocado.",
      card_brand_unsupported: "No se puede enviar dinero a este tipo de tarjeta. Use otra forma.",
      card_expired: "La tarjeta ha caducado. Use otra.",
      card_expiry_invalid: "Revise la fecha de caducidad.",
      payout_method_not_found: "Ya no está guardada. Escríbala de nuevo o elija otra.",
      payout_method_type_not_enabled: "Esta forma no se ofrece para este cobro. Elija otra.",
    },
  },
  summary: {
    bank: (bankName, accountType, last4) =>
      `${bankName ?? "Cuenta bancaria"}${accountType === "" ? "" : `, ${accountType}`} ••••\u00a0${last4}`,
    card: (brand, last4) => `${brand} ••••\u00a0${last4}`,
    crypto: (asset, network) => (asset === network ? asset : `${asset} en ${network}`),
    accountTypes: { checking: "corriente", savings: "de ahorros" },
  },
  arrival: {
    minutes: (least, most) =>
      least <= 1
        ? `en menos de ${span(most, most, "minuto", "minutos")}`
        : `en ${span(least, most, "minuto", "minutos")}`,
    hours: (least, most) => `en ${span(least, most, "hora", "horas")}`,
    business_days: (least, most) => `en ${span(least, most, "día hábil", "días hábiles")}`,
  },
  startOfLine: upperFirst,
  arrivalOnceApproved: (arrival) => `${upperFirst(arrival)} desde la aprobación`,
  review: {
    title: "¿Está todo bien?",
    to: "Se paga a",
    arrives: "Llega",
    change: "Cambiar",
    text: (operator) => `${operator} aprueba cada cobro antes de enviarlo.`,
    cryptoText: "Una vez enviado, no se puede deshacer.",
    confirm: (amount) => `Solicitar ${amount}`,
    sending: "Solicitando su cobro…",
    checking: "Comprobando su cobro…",
  },
  notices: {
    amountChanged: {
      title: "El importe ha cambiado",
      text: (amount) => `Ahora recibirá ${amount}. Confírmelo si está de acuerdo.`,
    },
    notSent: {
      title: "Sin conexión",
      text: "No hemos podido conectar con nuestro servidor. Revise su conexión e inténtelo de nuevo: no se le pagará dos veces y no se pierde nada.",
    },
    refused: {
      title: "Su solicitud no fue aceptada",
      text: "Inténtelo de nuevo o elija otra forma de cobro.",
    },
    refusals: {
      location_not_allowed: {
        title: "No disponible donde está",
        text: "En su ubicación actual no se ofrecen cobros.",
      },
      location_unknown: {
        title: "No sabemos dónde está",
        text: "Los cobros solo se ofrecen en ciertos lugares. Si usa una VPN o un proxy, desactívelo e inténtelo de nuevo.",
      },
      feature_not_enabled: {
        title: "Ahora no se ofrecen cobros",
        text: "No se ha solicitado nada. Pregunte a quien le debe el dinero.",
      },
      rate_limited: {
        title: "Demasiado rápido",
        text: "No se ha solicitado nada. Espere un momento e inténtelo de nuevo.",
      },
    },
  },
  waiting: {
    title: "A la espera de aprobación",
    text: (operator) => `${operator} revisa su solicitud y después se envía el dinero.`,
    leave: "Puede cerrar esta página y volver: no se pierde nada.",
    w9: {
      title: "Falta su formulario fiscal",
      text: "El cobro se puede aprobar cuando complete su formulario W‑9.",
    },
  },
  w9Later: "Más tarde",
  processing: {
    title: "Aprobado: su dinero está en camino",
    text: (arrival) =>
      arrival === "" ? "Puede cerrar esta página." : `Llega ${arrival}. Puede cerrar esta página.`,
  },
  unknown: {
    title: "Su cobro está en marcha",
    text: (status) => `Su estado es «${status}».`,
  },
  success: {
    title: "Su dinero se ha enviado",
    text: (amount, to) => (to === "" ? `Ha recibido ${amount}.` : `${amount} enviados a ${to}.`),
  },
  anyReason: "No se conoce un motivo más preciso.",
  failed: {
    title: "Su cobro no se completó",
    reasons: {
      account_closed: "La cuenta bancaria está cerrada.",
      account_not_found: "El banco no conoce esta cuenta: puede haber un dígito equivocado.",
      account_number_invalid: "El banco no conoce esta cuenta: puede haber un dígito equivocado.",
      account_frozen: "La cuenta bancaria no puede recibir dinero en este momento.",
      account_not_payable: "Este tipo de cuenta no puede recibir cobros. Use una cuenta corriente.",
      credit_refused: "El banco devolvió el dinero.",
      card_not_supported:
        "No se puede enviar dinero a esta tarjeta: quizá sea de crédito. Use una de débito.",
      expired_card: "La tarjeta ha caducado.",
      lost_card: "El banco rechazó la tarjeta.",
      stolen_card: "El banco rechazó la tarjeta.",
      address_refused: "No se puede enviar dinero a esta dirección.",
      network_unavailable: "No se pudo conectar con la red.",
      limit_exceeded: "El importe supera lo que se puede enviar allí.",
      compliance_refused: "Este cobro no se puede realizar.",
      processing_error: "Algo falló al enviar el dinero.",
      canceled: "El cobro se canceló antes de enviarse.",
    },
    advice: (operator) =>
      `El dinero sigue siendo suyo. Pida a ${operator} que inicie el cobro de nuevo.`,
  },
  rejected: {
    title: "Su cobro no fue aprobado",
    text: (operator) =>
      `No se envió dinero. ${operator} puede decirle por qué y qué puede hacer ahora.`,
  },
  refunded: {
    title: "El dinero volvió",
    text: (operator) =>
      `No se pudo abonar y se devolvió a ${operator}. Pídales que le paguen de otra forma.`,
  },
  voided: {
    title: "Su cobro fue cancelado",
    text: (operator) => `No se envió dinero. ${operator} puede decirle más.`,
  },
  expired: {
    title: "Se acabó el tiempo para elegir",
    text: "Su dinero está a salvo. Vuelva atrás e inicie el cobro de nuevo.",
    renewing: "Preparando su cobro de nuevo…",
  },
  unreachable: {
    title: "No se puede cargar su cobro",
    text: "No hemos podido conectar con nuestro servidor.",
    offline: "Parece que no tiene conexión. Compruébela.",
    retry: "Intentar de nuevo",
  },
  refusedSession: {
    title: "Este cobro no se puede mostrar",
    text: "Vuelva atrás e inicie el cobro de nuevo.",
  },
  blocked: {
    title: "Falta un paso",
    text: "Este cobro pide algo que aquí todavía no se puede dar. Vuelva atrás y pida ayuda.",
  },
  nothingOffered: {
    title: "No se ofrece ninguna forma de cobro",
    text: "Vuelva atrás y pida ayuda: no hay ninguna forma de cobro preparada.",
  },
  facts: {
    amount: "Importe",
    to: "Se paga a",
    arrives: "Llega",
    from: "De",
    reference: "Referencia",
  },
  steps: {
    problemCount: (count) =>
      count === 1 ? "Un campo requiere su atención." : `${count} campos requieren su atención.`,
  },
  timeline: {
    label: "Cómo va su cobro",
    requested: "Solicitado",
    approved: "Aprobación",
    sent: "Enviado",
  },
};

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
