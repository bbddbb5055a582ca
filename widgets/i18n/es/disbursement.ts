import type { DisbursementTexts } from "../disbursement-texts.ts";
import { plural } from "../plural.ts";

const span = (least: number, most: number, one: string, other: string) =>
  least === most ? `${most} ${plural("es", most, { one, other })}` : `${least}–${most} ${other}`;

export const disbursementTexts: DisbursementTexts = {
  language: "es",
  title: "Su cobro",
  youReceive: "Recibirá",
  amounts: {
    gross: "Cobro",
    withheld: (rate) => `Impuesto federal retenido (${rate})`,
    withheldWhy: (operator) =>
      `Su formulario W‑9 indica que se le aplica la retención adicional. ${operator} envía esta parte al IRS. Se acredita a sus impuestos.`,
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
      other: "Otro paso",
      method: "Forma de cobro",
      review: "Confirmar",
    },
  },
  year: {
    title: (total, year) => `Con este cobro llega a ${total} en ${year}`,
    text: (threshold, asks) =>
      `A partir de ${threshold} al año, las normas fiscales de EE. UU. exigen ${asks}.`,
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
    choose: "Elija una forma de cobro.",
    save: "Guardarla para mi próximo cobro",
    remove: {
      label: (method) => `Quitar ${method}`,
      title: (method) => `¿Quitar ${method}?`,
      text: "Los datos se borran al momento. Para usarlos más tarde, tendrá que escribirlos de nuevo.",
      yes: "Quitar",
      busy: "Quitando…",
      no: "Conservar",
      failed: "No se pudo quitar. Revise su conexión e inténtelo de nuevo.",
      removed: (method) => `Se ha quitado ${method}.`,
    },
    continue: "Continuar",
    formLost: "No se pudo cargar el formulario. Revise su conexión.",
    retry: "Intentar de nuevo",
    refusals: {
      routing_number_invalid: "Ningún banco usa este número de ruta. Revíselo.",
      bank_login_not_confirmed: "Su banco no ha confirmado la cuenta. Entre de nuevo.",
      crypto_address_invalid: "La red no reconoce esta dirección. Revísela.",
      crypto_network_unsupported: "No podemos enviar este activo por esta red. Elija otra red.",
      card_number_invalid: "Revise el número de la tarjeta. Puede haber un dígito equivocado.",
      card_brand_unsupported:
        "No podemos enviar dinero a este tipo de tarjeta. Elija otra forma de cobro.",
      card_expired: "Esta tarjeta ha vencido. Use otra.",
      card_expiry_invalid: "Revise la fecha de vencimiento.",
      payout_method_not_found:
        "Esta forma de cobro ya no está guardada. Escríbala de nuevo o elija otra.",
      payout_method_type_not_enabled:
        "Esta forma de cobro no está disponible para este cobro. Elija otra.",
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
    title: "Revise su cobro",
    to: "Se paga a",
    arrives: "Llega",
    change: "Cambiar",
    text: (operator) => `${operator} aprueba cada cobro antes de enviarlo.`,
    cryptoText: "Un cobro en criptomonedas no se puede revertir.",
    confirm: (amount) => `Solicitar ${amount}`,
    sending: "Solicitando su cobro…",
    checking: "Comprobando su cobro…",
  },
  notices: {
    amountChanged: {
      title: "El importe ha cambiado",
      text: (amount) => `Ahora recibirá ${amount}. No se ha enviado dinero. Revíselo y confirme.`,
    },
    notSent: {
      title: "Sin conexión",
      text: "No pudimos contactar con nuestro servidor. Revise su conexión e inténtelo de nuevo. No se pierde nada y no se le pagará dos veces.",
    },
    refused: {
      title: "No se aceptó su solicitud",
      text: "No se ha enviado dinero. Inténtelo de nuevo o elija otra forma de cobro.",
    },
    refusals: {
      location_not_allowed: {
        title: "No disponible donde está",
        text: "Los cobros no están disponibles en su ubicación. No se ha enviado dinero.",
      },
      location_unknown: {
        title: "No podemos determinar su ubicación",
        text: "Los cobros solo están disponibles en ciertos lugares. Si usa una VPN o un proxy, desactívelo e inténtelo de nuevo. No se ha enviado dinero.",
      },
      feature_not_enabled: {
        title: "Los cobros no están disponibles en este momento",
        text: "No se ha solicitado ningún cobro. Contacte con la empresa que le paga.",
      },
    },
  },
  waiting: {
    title: "A la espera de aprobación",
    text: (operator) =>
      `${operator} revisa su solicitud. Después de aprobarla, enviamos el dinero.`,
    leave: "Puede salir de esta página y volver.",
    w9: {
      title: "Complete su formulario fiscal",
      text: "El cobro se podrá aprobar cuando complete su formulario W‑9.",
    },
  },
  w9Later: "Hacerlo más tarde",
  processing: {
    title: "Aprobado. Su dinero está en camino",
    text: (arrival) =>
      arrival === ""
        ? "Puede salir de esta página."
        : `Llega ${arrival}. Puede salir de esta página.`,
  },
  unknown: {
    title: "Su cobro está en curso",
    text: (status) => `Su estado es «${status}».`,
  },
  success: {
    title: "Su dinero se ha enviado",
    text: (amount, to) => (to === "" ? `Ha recibido ${amount}.` : `Se enviaron ${amount} a ${to}.`),
  },
  anyReason: "El banco no dio un motivo más claro.",
  failed: {
    title: "Su cobro no se completó",
    reasons: {
      account_closed: "La cuenta bancaria está cerrada.",
      account_not_found: "El banco no reconoce esta cuenta. Puede haber un dígito equivocado.",
      account_number_invalid: "El banco no reconoce esta cuenta. Puede haber un dígito equivocado.",
      amount_below_minimum: "El importe es demasiado pequeño para esta cuenta.",
      bank_access_ended: "Su banco ya no comparte esta cuenta. Vuelva a iniciar sesión en él.",
      account_frozen: "La cuenta bancaria no puede recibir dinero en este momento.",
      account_not_payable: "Este tipo de cuenta no puede recibir cobros. Use una cuenta corriente.",
      credit_refused: "El banco devolvió el dinero.",
      card_not_supported:
        "No podemos enviar dinero a esta tarjeta. Quizá sea de crédito. Use una de débito.",
      expired_card: "La tarjeta ha vencido.",
      lost_card: "El banco rechazó la tarjeta.",
      stolen_card: "El banco rechazó la tarjeta.",
      address_refused: "No podemos enviar dinero a esta dirección.",
      network_unavailable: "No pudimos contactar con la red.",
      limit_exceeded: "El importe supera el límite de esta forma de cobro.",
      compliance_refused: "No podemos realizar este cobro.",
      processing_error: "Algo falló cuando enviábamos el dinero.",
      canceled: "El cobro se canceló antes de enviarse.",
    },
    advice: (operator) =>
      `El dinero sigue siendo suyo. Pida a ${operator} que inicie el cobro de nuevo.`,
  },
  rejected: {
    title: "No se aprobó su cobro",
    text: (operator) => `No se envió dinero. ${operator} puede decirle por qué y qué hacer ahora.`,
  },
  refunded: {
    title: "El dinero fue devuelto",
    text: (operator) =>
      `No se pudo abonar, así que se devolvió a ${operator}. Pídales que le paguen de otra forma.`,
  },
  voided: {
    title: "Se canceló su cobro",
    text: (operator) => `No se envió dinero. ${operator} puede decirle más.`,
  },
  expired: {
    title: "Esta solicitud de cobro ha vencido",
    text: "No se envió dinero. Vuelva atrás e inicie el cobro de nuevo.",
    renewing: "Cargando su cobro de nuevo…",
    unknown: {
      title: "Esta página ha vencido",
      text: "Vuelva atrás para consultar el estado de su cobro.",
    },
  },
  unreachable: {
    title: "No se pudo cargar su cobro",
    text: "No pudimos contactar con nuestro servidor.",
    offline: "Parece que no hay conexión. Revísela.",
    retry: "Intentar de nuevo",
  },
  refusedSession: {
    title: "Este cobro no se puede mostrar",
    text: "Vuelva atrás e inicie el cobro de nuevo.",
  },
  blocked: {
    title: "Falta un paso",
    text: "Este paso no se puede completar aquí. No se envió dinero. Vuelva atrás y contacte con la empresa que le paga.",
  },
  nothingOffered: {
    title: "No hay ninguna forma de cobro disponible",
    text: "Vuelva atrás y contacte con la empresa que le paga.",
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
      plural("es", count, { one: "Revise 1 campo.", other: `Revise ${count} campos.` }),
  },
  timeline: {
    label: "Progreso del cobro",
    requested: "Solicitado",
    approved: "Aprobación",
    sent: "Enviado",
  },
};

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
