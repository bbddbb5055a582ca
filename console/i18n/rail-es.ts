/** See rail-en.ts; in Spanish. */
import type { english } from "./rail-en.ts";

type Words = Readonly<Record<string, string>>;

const rails: Words = {
  ach: "ACH",
  open_banking: "Banca abierta",
  ethereum: "Ethereum",
  base: "Base",
  polygon: "Polygon",
  arbitrum: "Arbitrum One",
  optimism: "OP Mainnet",
  bitcoin: "Bitcoin",
  tron: "Tron",
};

const reasonCategories: Words = {
  details: "Algún dato estaba mal",
  funds: "Sin fondos, o un límite",
  method: "La tarjeta o cuenta no sirve",
  issuer: "El banco no dio un motivo útil",
  fraud: "Sospecha de fraude",
  authentication: "3-D Secure, o acceso al banco",
  canceled: "Cancelado por el cliente",
  technical: "Técnico",
  bank_return: "Devuelto por el banco (ACH)",
  crypto: "En la cadena",
};

const rail: (typeof english)["rail"] = {
  state: "Estado",
  ach: "Por ACH",
  achStates: {
    queued: "Espera el próximo archivo",
    canceled: "Retirado antes de su archivo",
    filed: "En el banco",
    settled: "Liquidado",
    returned: "Devuelto",
  },
  trace: "Número de rastreo",
  effectiveDate: "Con efecto el",
  settlesOn: "Liquidado si nada vuelve hasta el",
  returnCode: "Código de devolución",
  callOff: "Anular cargo",
  callOffTitle: "¿Anular este cargo?",
  callOffText:
    "Sale del próximo archivo, no se carga nada y el pago falla. Para un cliente que lo ha revocado, o una compra anulada.",
  calledOff: "El cargo está anulado.",
  barred: "Esta cuenta está bloqueada",
  barredText:
    "El banco devolvió cargos por no autorizados, o por fallecimiento del titular. Ningún pago puede cargarse en ella hasta que alguien la reabra.",
  opened: "En esta cuenta se puede volver a cargar",
  openedText: "Las devoluciones la bloquearon, y se ha reabierto.",
  unbar: "Reabrir cuenta",
  unbarTitle: "¿Reabrir esta cuenta a los cargos?",
  unbarText:
    "Solo después de que su titular le haya dicho que quiere pagar con ella. Autoriza cada cargo de nuevo. Queda registrado quién la reabrió y por qué.",
  unbarReason: "Motivo",
  unbarReasonHint: "Para el registro; el cliente no lo ve.",
  unbarReasonMissing: "Indique el motivo",
  liftedBy: (name) => `Reabierta por ${name},`,
  consent: "En el banco del cliente",
  consentStates: {
    waiting: "Aún no fue al banco",
    at_bank: "En la página del banco",
    exchanging: "De vuelta del banco",
    ordering: "Aceptado; se está ordenando",
    accepted: "Admitido; sin liquidar",
    settled: "Liquidado",
    rejected: "Rechazado por el banco",
    refused: "Rechazado por el cliente",
    canceled: "Cancelado",
    expired: "Sin respuesta a tiempo",
    failed: "Fallido",
  },
  payee: "Beneficiario mostrado",
  way: "Cómo fue",
  ways: { redirect: "En la misma ventana", popup: "En una ventana aparte" },
  openedAt: "Página del banco abierta",
  agreedAt: "Aceptado",
  expiresAt: "Plazo hasta",
  bankPaymentId: "ID del banco",
  deposit: "En la cadena",
  depositStates: {
    waiting: "Aún no llegó nada",
    underpaid: "Llegó de menos",
    detected: "Visto, sin bloque",
    confirming: "Confirmándose",
    confirmed: "Confirmado",
    shaken: "La cadena cambia; en observación",
    reorganised: "Deshecho por la cadena",
    expired: "Plazo vencido",
    late: "Llegó tarde",
  },
  address: "Dirección",
  asked: "Pedido",
  received: "Recibido",
  missing: "Falta",
  confirmations: "Confirmaciones",
  of: (count, required) => `${count} de ${required}`,
  rate: "Cambio",
  overpaid: "Llegó más de lo pedido: el resto es del cliente.",
  wrongAsset: "A la dirección llegó algo distinto de lo pedido.",
  transfers: "Lo que llegó",
  noTransfers: "No llegó nada a la dirección.",
  transaction: "Transacción",
  transferStates: { pending: "Pendiente", mined: "En un bloque", gone: "Desaparecida" },
  unknownToken: (baseUnits, token) => `${baseUnits} unidades base de ${token}`,
};

const priceSettings: (typeof english)["priceSettings"] = {
  methods: "Formas de pago",
  methodsText: "Se muestran en este orden, donde la instalación las tiene.",
  lastMethod: "Al menos una queda activa.",
  surcharge: "Recargo por tarjeta de crédito",
  surchargeText:
    "Se suma al precio y se dice antes de pagar. Nunca con débito o prepago, ni donde la ley lo prohíbe; los topes de redes y estados lo bajan (Visa 3 %, Mastercard 4 %, Colorado 2 %).",
  surchargePercent: "Por ciento del importe",
  surchargePercentHint: "De 0 a 10, en pasos de 0.01.",
  surchargeFixed: "Y una parte fija",
  surchargeFixedHint: "En la unidad menor de la moneda: 30 son 30 centavos.",
};

/** See rail-en.ts. */
export const spanish: typeof english = { rails, reasonCategories, rail, priceSettings };
