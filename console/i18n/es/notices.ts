import type { NoticeTexts } from "../notice-texts.ts";
import { plural } from "./plural.ts";

/** The words of processors' notices, in Spanish. */
export const spanish: NoticeTexts = {
  title: "Avisos sin pago",
  lead: "Un procesador notificó estas disputas y casos de fraude, y aún no corresponden a ninguno de sus pagos. Sus libros no han cambiado.",
  some: (count) =>
    `${plural(count, "aviso no corresponde", "avisos no corresponden")} a ninguno de sus pagos.`,
  open: "Decidir sobre ellos",
  state: "Mostrar",
  toDecide: "Por decidir",
  dismissed: "Descartados",
  none: "No hay avisos por decidir",
  noneText: "Todos los avisos de sus procesadores corresponden a un pago.",
  noneFound: "No hay avisos descartados",
  noneFoundText: "Aquí aparecen los avisos que alguien descartó.",
  about: "Asunto",
  types: { dispute: "Disputa", fraud_report: "Aviso de fraude" },
  amount: "Importe",
  processor: "Procesador",
  charge: "Cargo en el procesador",
  problem: "Por qué espera",
  problems: {
    charge_unknown: "Cargo desconocido. El servicio lo reintenta cada día.",
    charge_mismatch: "Nombra un cargo de otro pago.",
    currency_mismatch: "Su moneda no es la del pago.",
    amount_unclear:
      "Otro aviso sobre esta disputa tiene un importe distinto. Pregunte al procesador cuál es el correcto.",
    state_not_allowed: "Devuelve la disputa a un paso anterior.",
    internal_error: "El servicio no pudo aplicarlo. Lo reintenta.",
  },
  due: "Responder antes de",
  noAnswer: "No se espera respuesta",
  received: "Recibido",
  decided: "Descartado",
  reason: "Motivo",
  actions: "Decisión",
  match: "Vincular",
  dismiss: "Descartar",
  retry: "Reintentar",
  matchTitle: "Vincular a un pago",
  matchText:
    "El aviso y los siguientes sobre el mismo cargo contarán para este pago. Se abre una disputa en sus libros.",
  dismissTitle: "Descartar aviso",
  dismissText: "El aviso no tiene efecto. El plazo del procesador no cambia.",
  retryTitle: "Reintentar aviso",
  retryText: "El servicio compara ahora el aviso con sus pagos.",
  paymentId: "ID del pago",
  paymentIdHint: "El ID del intento, que empieza por pay_. Está en la página del pago.",
  paymentIdMissing: "Introduzca un ID de pago.",
  reasonHint: "Se guarda con el aviso.",
  reasonMissing: "Introduzca un motivo.",
  results: {
    applied: "Hecho. El aviso se ha aplicado.",
    dismissed: "Aviso descartado.",
    waiting: "Guardado. El servicio reintenta el aviso.",
    refused: "El aviso sigue sin corresponder.",
    outdated: "Ya se aplicó un aviso más reciente.",
  },
  refusals: {
    resource_not_found: "No hay ningún pago con este ID.",
    invalid_value:
      "El aviso no puede ser de este pago: el procesador o la moneda son otros, o el pago tiene otro cargo.",
    conflicting_state: "Otra persona ya decidió sobre este aviso.",
  },
};
