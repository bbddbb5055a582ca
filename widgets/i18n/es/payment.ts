import { plural } from "../plural.ts";
import type { Texts } from "../texts.ts";

/** Spanish, in the polite form and neutral between Spain and the Americas. */
export const texts: Texts = {
  language: "es",
  title: "Pagar con tarjeta",
  acceptedCards: "Tarjetas aceptadas",
  choose: {
    title: "¿Cómo quiere pagar?",
    only: {
      card: "Pagar con tarjeta",
      bank: "Pagar con su cuenta bancaria",
      pay_by_bank: "Pagar con su banco",
      crypto: "Pagar con cripto",
    },
    names: {
      card: "Tarjeta",
      bank: "Cuenta bancaria",
      pay_by_bank: "Pagar con su banco",
      crypto: "Cripto",
    },
    details: {
      bank: "Cuenta de EE.\u00a0UU.",
      pay_by_bank: "Confirme en su banco",
      crypto: "Desde su monedero o plataforma",
    },
    loading: "Cargando…",
    lost: "No se cargó. Revise su conexión.",
    retry: "Intentar de nuevo",
  },
  fields: {
    number: "Número de tarjeta",
    expiry: "Vencimiento",
    expiryHint: "MM/AA",
    cvc: "Código de seguridad",
    cvcHint: "CVC",
    name: "Nombre en la tarjeta",
    postalCode: "Código postal",
    optional: "opcional",
  },
  problem: {
    number_empty: () => "Escriba el número de la tarjeta.",
    number_incomplete: () => "Escriba el número de la tarjeta completo.",
    number_invalid: () => "Revise el número de la tarjeta.",
    number_unsupported: () => "Aquí no se acepta esta tarjeta. Use otra.",
    expiry_empty: () => "Escriba la fecha de vencimiento.",
    expiry_incomplete: () => "Escriba mes y año, por ejemplo 04/29.",
    expiry_month: () => "Escriba un mes de 01 a 12.",
    expiry_past: ({ year }) => `La tarjeta venció en ${year}. Revise la fecha.`,
    expiry_far: ({ year }) => `${year} está demasiado lejos. Revise el año.`,
    expiry_invalid: () => "Revise la fecha de vencimiento.",
    cvc_empty: () => "Escriba el código de seguridad.",
    cvc_incomplete: ({ digits }) => `Escriba los ${digits} dígitos del código de seguridad.`,
    cvc_wrong: () => "Revise el código de seguridad.",
    name_empty: () => "Escriba el nombre de la tarjeta.",
    name_long: () => "Use 100 caracteres como máximo.",
    name_number: () => "Escriba un nombre, no un número.",
    postal_long: () => "Use 16 caracteres como máximo.",
  },
  problemCount: (count) =>
    plural("es", count, { one: "Revise 1 campo.", other: `Revise ${count} campos.` }),
  summary: {
    amount: "Importe",
    fees: "Comisión de procesamiento",
    tax: (rate, place) =>
      `Impuesto sobre ventas${rate === null ? "" : ` (${rate})`}${place === null ? "" : `, ${place}`}`,
    total: "Total",
  },
  pay: (amount) => (amount === null ? "Pagar" : `Pagar ${amount}`),
  payWaits: "Cargando el importe…",
  formWaits: "Cargando el formulario…",
  priceNow: (amount, fees) =>
    `El total es ahora ${amount}${fees === null ? "." : `, con una comisión de ${fees}.`}`,
  paying: "Pagando…",
  confirming: "Confirmando con su banco…",
  checking: "Comprobando su pago…",
  descriptor: (descriptor) => `En su extracto aparecerá ${descriptor}`,
  challengeTitle: "Confirme con su banco",
};
