import type { SavedMethodTexts } from "../saved-method-texts.ts";

export const savedMethodTexts: SavedMethodTexts = {
  language: "es",
  card: (brand, last4) => `${brand} ••••\u00a0${last4}`,
  bank: (name, accountType, last4) =>
    `${name ?? "Cuenta bancaria"}${accountType === "" ? "" : `, ${accountType}`} ••••\u00a0${last4}`,
  accountTypes: { checking: "corriente", savings: "de ahorros" },
  expires: (date) => `Vence ${date}`,
  expired: (date) => `Venció ${date}`,
  unusable: "Ya no se puede usar",
  lastUsed: (date) => `Usada por última vez el ${date}`,
  another: { card: "Otra tarjeta", bank: "Otra cuenta bancaria" },
  cvc: {
    label: "Código de seguridad",
    hint: (digits) => `Los ${digits} dígitos de la tarjeta. Nunca se guardan.`,
  },
  threeDS: "Puede que su banco le pida confirmar este pago.",
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
  consent: {
    card: {
      label: "Guardar esta tarjeta para la próxima vez",
      text: (operator) =>
        `La guardamos cifrada, sin el código de seguridad y solo para sus pagos a ${operator}. Puede quitarla aquí cuando quiera.`,
    },
    bank: {
      label: "Guardar esta cuenta para la próxima vez",
      text: (operator) =>
        `La guardamos cifrada y solo para sus pagos a ${operator}. Usted autoriza cada pago. Puede quitarla aquí cuando quiera.`,
    },
  },
};
