/**
 * Reason codes of disputes by network. Names and categories follow the lists that payment providers publish; a
 * processor's notice can name another category. A code that is missing here is shown unchanged.
 */
import type { DisputeCategory } from "./api/disputes.ts";

export interface DisputeCode {
  readonly network: string;
  readonly code: string;
  readonly category: DisputeCategory;
  readonly name: { readonly en: string; readonly es: string };
}

type Row = readonly [code: string, category: DisputeCategory, en: string, es: string];

const visa: readonly Row[] = [
  [
    "10.1",
    "fraudulent",
    "EMV liability shift: counterfeit",
    "Cambio de responsabilidad EMV: tarjeta falsificada",
  ],
  [
    "10.2",
    "fraudulent",
    "EMV liability shift: not counterfeit",
    "Cambio de responsabilidad EMV: tarjeta no falsificada",
  ],
  ["10.3", "fraudulent", "Other fraud, card present", "Otro fraude con tarjeta presente"],
  ["10.4", "fraudulent", "Other fraud, card absent", "Otro fraude sin tarjeta presente"],
  [
    "10.5",
    "fraudulent",
    "Visa fraud monitoring program",
    "Programa de vigilancia de fraude de Visa",
  ],
  ["11.1", "processing", "Card recovery bulletin", "Boletín de recuperación de tarjetas"],
  ["11.2", "processing", "Declined authorization", "Autorización rechazada"],
  ["11.3", "processing", "No authorization", "Sin autorización"],
  ["12.1", "processing", "Late presentment", "Presentación tardía"],
  ["12.2", "processing", "Incorrect transaction code", "Código de transacción incorrecto"],
  ["12.3", "processing", "Incorrect currency", "Moneda incorrecta"],
  ["12.4", "processing", "Incorrect account number", "Número de cuenta incorrecto"],
  ["12.5", "processing", "Incorrect amount", "Importe incorrecto"],
  ["12.6.1", "duplicate", "Duplicate processing", "Cobro duplicado"],
  ["12.6.2", "duplicate", "Paid by other means", "Pagado por otro medio"],
  ["12.7", "processing", "Invalid data", "Datos no válidos"],
  [
    "13.1",
    "not_received",
    "Merchandise or services not received",
    "Producto o servicio no recibido",
  ],
  ["13.2", "canceled", "Canceled recurring transaction", "Cargo recurrente cancelado"],
  [
    "13.3",
    "not_as_described",
    "Not as described or defective",
    "No corresponde a la descripción o defectuoso",
  ],
  ["13.4", "not_as_described", "Counterfeit merchandise", "Producto falsificado"],
  ["13.5", "not_as_described", "Misrepresentation", "Publicidad engañosa"],
  ["13.6", "credit_not_processed", "Credit not processed", "Abono no procesado"],
  [
    "13.7",
    "credit_not_processed",
    "Canceled merchandise or services",
    "Producto o servicio cancelado",
  ],
  ["13.8", "processing", "Original credit transaction not accepted", "Abono original no aceptado"],
  ["13.9", "not_received", "Cash or load value not received", "Efectivo o saldo no recibido"],
];

const mastercard: readonly Row[] = [
  ["4807", "processing", "Warning bulletin", "Boletín de aviso"],
  ["4808", "processing", "Authorization-related", "Relacionado con la autorización"],
  ["4812", "processing", "Account number not on file", "Número de cuenta no registrado"],
  ["4834", "duplicate", "Point-of-interaction error", "Error en el punto de interacción"],
  ["4837", "fraudulent", "No cardholder authorization", "Sin autorización del titular"],
  ["4841", "canceled", "Canceled recurring transaction", "Cargo recurrente cancelado"],
  ["4849", "fraudulent", "Questionable merchant activity", "Actividad dudosa del comercio"],
  ["4853", "not_as_described", "Cardholder dispute", "Disputa del titular"],
  ["4855", "not_received", "Goods or services not provided", "Producto o servicio no entregado"],
  ["4859", "not_received", "Services not provided", "Servicio no prestado"],
  ["4860", "credit_not_processed", "Credit not processed", "Abono no procesado"],
  ["4863", "fraudulent", "Cardholder does not recognize", "El titular no reconoce el cargo"],
  ["4870", "fraudulent", "Chip liability shift", "Cambio de responsabilidad por chip"],
  [
    "4871",
    "fraudulent",
    "Chip and PIN liability shift",
    "Cambio de responsabilidad por chip y PIN",
  ],
];

const amex: readonly Row[] = [
  ["A01", "processing", "Amount exceeds authorization", "El importe supera la autorización"],
  ["A02", "processing", "No valid authorization", "Sin autorización válida"],
  ["A08", "processing", "Authorization expired", "Autorización vencida"],
  ["C02", "credit_not_processed", "Credit not processed", "Abono no procesado"],
  ["C04", "credit_not_processed", "Goods returned or refused", "Producto devuelto o rechazado"],
  ["C05", "credit_not_processed", "Goods or services canceled", "Producto o servicio cancelado"],
  ["C08", "not_received", "Goods or services not received", "Producto o servicio no recibido"],
  ["C14", "duplicate", "Paid by other means", "Pagado por otro medio"],
  [
    "C18",
    "credit_not_processed",
    "No-show or canceled reservation",
    "Reserva cancelada o no presentada",
  ],
  ["C28", "canceled", "Canceled recurring billing", "Cargo recurrente cancelado"],
  ["C31", "not_as_described", "Not as described", "No corresponde a la descripción"],
  ["C32", "not_as_described", "Damaged or defective", "Dañado o defectuoso"],
  ["F10", "fraudulent", "Missing imprint", "Falta la impresión"],
  ["F24", "fraudulent", "No cardholder authorization", "Sin autorización del titular"],
  ["F29", "fraudulent", "Card not present", "Tarjeta no presente"],
  ["F30", "fraudulent", "EMV counterfeit", "Falsificación EMV"],
  ["F31", "fraudulent", "EMV lost or stolen", "Tarjeta EMV perdida o robada"],
  ["FR2", "fraudulent", "Fraud full recourse program", "Programa de recurso total por fraude"],
  ["FR4", "fraudulent", "Immediate chargeback program", "Programa de contracargo inmediato"],
  [
    "FR6",
    "fraudulent",
    "Partial immediate chargeback program",
    "Programa de contracargo inmediato parcial",
  ],
  ["M10", "other", "Vehicle rental: capital damages", "Alquiler de vehículo: daños"],
  ["P01", "processing", "Unassigned card number", "Número de tarjeta no asignado"],
  ["P03", "processing", "Credit processed as charge", "Abono procesado como cargo"],
  ["P04", "processing", "Charge processed as credit", "Cargo procesado como abono"],
  ["P05", "processing", "Incorrect charge amount", "Importe incorrecto"],
  ["P07", "processing", "Late submission", "Presentación tardía"],
  ["P08", "duplicate", "Duplicate charge", "Cargo duplicado"],
  ["P22", "processing", "Non-matching card number", "Número de tarjeta no coincidente"],
  ["P23", "processing", "Currency discrepancy", "Discrepancia de moneda"],
  ["R03", "other", "Insufficient reply", "Respuesta insuficiente"],
  ["R13", "other", "No reply", "Sin respuesta"],
];

const discover: readonly Row[] = [
  ["UA01", "fraudulent", "Fraud, card present", "Fraude con tarjeta presente"],
  ["UA02", "fraudulent", "Fraud, card not present", "Fraude sin tarjeta presente"],
  ["UA05", "fraudulent", "Fraud, chip counterfeit", "Fraude por chip falsificado"],
  ["UA06", "fraudulent", "Fraud, chip and PIN", "Fraude por chip y PIN"],
  ["7010", "fraudulent", "Fraud, card present", "Fraude con tarjeta presente"],
  ["7030", "fraudulent", "Fraud, card not present", "Fraude sin tarjeta presente"],
  ["4866", "fraudulent", "Fraud, chip counterfeit", "Fraude por chip falsificado"],
  ["4867", "fraudulent", "Fraud, chip and PIN", "Fraude por chip y PIN"],
  ["4534", "duplicate", "Multiple processing", "Procesado varias veces"],
  ["4541", "canceled", "Recurring payment", "Pago recurrente"],
  ["4542", "processing", "Late presentation", "Presentación tardía"],
  ["4550", "processing", "Credit posted incorrectly", "Abono mal contabilizado"],
  ["4553", "not_as_described", "Quality of goods or services", "Calidad del producto o servicio"],
  ["4586", "processing", "Altered amount", "Importe alterado"],
  ["4752", "fraudulent", "Does not recognize", "No reconoce el cargo"],
  ["4755", "not_received", "Not received", "No recibido"],
  ["4863", "processing", "Authorization noncompliance", "Incumplimiento de autorización"],
  ["4865", "duplicate", "Paid by other means", "Pagado por otro medio"],
  ["8002", "credit_not_processed", "Credit not processed", "Abono no procesado"],
];

const ach: readonly Row[] = [
  [
    "R05",
    "unauthorized_debit",
    "Unauthorized debit to a consumer's account",
    "Débito no autorizado a la cuenta de un consumidor",
  ],
  ["R07", "unauthorized_debit", "Authorization revoked", "Autorización revocada"],
  [
    "R10",
    "unauthorized_debit",
    "Customer says it was not authorized",
    "El cliente dice que no lo autorizó",
  ],
  ["R11", "unauthorized_debit", "Not as authorized", "Distinto de lo autorizado"],
  [
    "R29",
    "unauthorized_debit",
    "Unauthorized debit to a company's account",
    "Débito no autorizado a la cuenta de una empresa",
  ],
];

/** Inquiries of banks. The network has no codes for them; these are our own. */
const achInquiries: readonly Row[] = [
  [
    "proof_of_authorization",
    "unauthorized_debit",
    "Bank asks for proof of authorization",
    "El banco pide la prueba de la autorización",
  ],
  [
    "not_authorized",
    "unauthorized_debit",
    "Bank asks: customer says it was not authorized",
    "El banco pregunta: el cliente dice que no lo autorizó",
  ],
  [
    "authorization_revoked",
    "unauthorized_debit",
    "Bank asks: customer revoked the authorization",
    "El banco pregunta: el cliente revocó la autorización",
  ],
  [
    "not_as_authorized",
    "unauthorized_debit",
    "Bank asks: amount or date differ from the authorization",
    "El banco pregunta: el importe o la fecha no coinciden con la autorización",
  ],
  ["other_inquiry", "unauthorized_debit", "Other inquiry of the bank", "Otra consulta del banco"],
];

function table(network: string, rows: readonly Row[]): DisputeCode[] {
  return rows.map(([code, category, en, es]) => ({ network, code, category, name: { en, es } }));
}

export const disputeCodes: readonly DisputeCode[] = [
  ...table("visa", visa),
  ...table("mastercard", mastercard),
  ...table("amex", amex),
  ...table("discover", discover),
  ...table("ach", ach),
  ...table("ach", achInquiries),
];

const byKey = new Map(
  disputeCodes.map((disputeCode) => [`${disputeCode.network} ${disputeCode.code}`, disputeCode]),
);

/** Finds a network's reason code; undefined if the table does not have it. */
export function findDisputeCode(network: string, code: string): DisputeCode | undefined {
  return byKey.get(`${network} ${code}`);
}

/** Return codes of ACH debits that the account holder calls unauthorized (Nacha Operating Rules, 3.13). */
export const unauthorizedReturnCodes: ReadonlySet<string> = new Set(ach.map(([code]) => code));

/** Why a processor did not take an answer to a dispute: code → text. Other codes show the text of `answer_refused`. */
export const answerRefusals: Readonly<Record<string, string>> = {
  answer_refused: "The processor did not take the answer.",
  dispute_not_answerable: "The processor no longer takes answers to this dispute.",
  dispute_not_found: "The processor does not know this dispute.",
  evidence_invalid: "The processor could not read the evidence.",
};

export function answerRefusalText(code: string): string {
  const other = answerRefusals["answer_refused"] ?? "";
  return Object.hasOwn(answerRefusals, code) ? (answerRefusals[code] ?? other) : other;
}
