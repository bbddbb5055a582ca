import type { SavedMethodTexts } from "./saved-method-texts.ts";

/** Spanish. */
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
    text: "Lo borramos al momento. Para volver a usarlo, tendrá que introducirlo de nuevo.",
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
        `Solo para sus pagos a ${operator}, cifrada y sin el código de seguridad. Puede quitarla aquí cuando quiera.`,
    },
    bank: {
      label: "Guardar esta cuenta para la próxima vez",
      text: (operator) =>
        `Solo para sus pagos a ${operator}, cifrada. Cada pago vuelve a pedir su autorización, y puede quitarla aquí cuando quiera.`,
    },
  },
};
