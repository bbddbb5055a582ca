import { plural } from "../plural.ts";
import type { RefundTexts } from "../refund-texts.ts";

export const refundTexts: RefundTexts = {
  language: "es",
  pageTitle: "Su reembolso",
  loading: "Cargando su reembolso",
  retry: "Intentar de nuevo",
  steps: {
    problemCount: (count) =>
      plural("es", count, { one: "Revise 1 campo.", other: `Revise ${count} campos.` }),
  },
  form: {
    title: (operator) => `Reembolso de ${operator}`,
    crypto: (amount, asset, network) =>
      `Usted recibe ${amount}. Se envía en ${asset} por la red ${network}, igual que su pago. Escriba la dirección de su propio monedero.`,
    bank: (amount) => `Usted recibe ${amount}. Indique la cuenta bancaria a la que se envía.`,
    review: "Revisar el reembolso",
  },
  review: {
    title: "Compruebe el destino de su reembolso",
    text: (operator) =>
      `Todavía no se envía nada. ${operator} revisa antes el reembolso. Solo puede confirmar una vez, y una transferencia no se puede anular.`,
    amount: "Usted recibe",
    worth: (money) => `Equivale ahora a ${money}`,
    limited: "Es todo lo que se recibió por este pago; por eso ahora vale menos.",
    until: (time) => `Importe válido hasta: ${time}`,
    networkFee: (operator) => `${operator} paga la comisión de la red.`,
    network: "Red",
    address: "Dirección",
    holder: "Titular",
    account: "Cuenta",
    accountType: { checking: "Cuenta corriente", savings: "Cuenta de ahorros" },
    ending: (last4) => `terminada en\u00a0${last4}`,
    confirm: "Confirmar el destino",
    change: "Cambiar el destino",
    quoting: "Cargando el importe",
    newAmount: "El cambio ha vencido. Compruebe el nuevo importe.",
  },
  named: {
    title: "Tenemos el destino de su reembolso",
    lines: (operator) => [
      `Todavía no se ha movido dinero. ${operator} revisa el reembolso y después lo envía.`,
      "Puede cerrar esta página.",
    ],
  },
  over: {
    broken: {
      title: "Este enlace no funciona",
      lines: ["Es posible que lo haya sustituido otro más reciente. Pida uno nuevo a la tienda."],
    },
    expired: {
      title: "Este enlace ha caducado",
      lines: ["No se ha movido dinero. Pida un enlace nuevo a la tienda."],
    },
    closed: {
      title: "Este reembolso ha terminado",
      lines: ["No se envió nada con este enlace. Pregunte a la tienda por su reembolso."],
    },
    lost: {
      title: "No pudimos conectar con el servicio",
      lines: ["No se ha movido dinero. Revise su conexión e inténtelo de nuevo."],
    },
  },
  refusals: {
    crypto_address_invalid:
      "Esta dirección no sirve en esta red. Vuelva a copiarla desde su monedero.",
    crypto_address_ours:
      "Esta dirección es de los pagos de la tienda. Use una dirección de su propio monedero.",
    crypto_address_token:
      "Es el contrato de un token, no un monedero. El dinero enviado allí se pierde.",
    crypto_amount_too_small:
      "El importe es demasiado pequeño para esta red. Pregunte a la tienda por su reembolso.",
    crypto_not_offered:
      "Esta red no está disponible ahora. Inténtelo de nuevo dentro de unos minutos.",
    crypto_rates_unavailable:
      "El cambio actual no está disponible. Inténtelo de nuevo dentro de unos minutos.",
    crypto_currency_unsupported:
      "No hay un cambio para esta moneda. Pregunte a la tienda por su reembolso.",
    routing_number_invalid: "Revise el número de ruta.",
    rate_limited: "Demasiados intentos. Espere un minuto e inténtelo de nuevo.",
    lost: "No pudimos confirmar que se guardó su destino. Inténtelo de nuevo.",
  },
  refused: "No funcionó. No se ha movido dinero. Revise sus datos e inténtelo de nuevo.",
};
