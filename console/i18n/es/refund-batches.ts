import type { english } from "../en/refund-batches.ts";
import type { Words } from "../words.ts";

const number = (value: number) => value.toLocaleString("es");
const payments = (count: number) => (count === 1 ? "1 pago" : `${number(count)} pagos`);

/** Refunds of many payments; in Spanish. */
export const spanish: typeof english = {
  batches: "Lotes de reembolsos",
  batch: "Lote de reembolsos",
  active: "Lotes de reembolsos que esperan o están en curso",
  lead: "Reembolsos completos de muchos pagos a la vez.",
  none: "Aún no hay lotes de reembolsos",
  noneText: "Elija pagos en la lista de pagos y reembólselos juntos.",
  choose: (amount: string, who: string) => `Elegir el pago de ${amount} de ${who}`,
  chosen: (count: number) => (count === 1 ? "1 pago elegido" : `${number(count)} pagos elegidos`),
  chooseNone: "No elegir ninguno",
  chooseAll: (count: number) => `Elegir los ${number(count)} que coinciden`,
  allChosen: (count: number) => `Todos los que coinciden están elegidos: ${payments(count)}`,
  tooMany: (most: number) => `Un lote tiene hasta ${payments(most)}. Limite el filtro.`,
  refundChosen: "Reembolsar elegidos",
  dialogTitle: "Reembolsar muchos pagos",
  checking: "Comprobando qué se puede reembolsar …",
  nothing: "Ninguno de estos pagos se puede reembolsar.",
  fully: (count: number) =>
    count === 1
      ? "Se reembolsa 1 pago por completo. El cliente recibe:"
      : `Se reembolsan ${payments(count)} por completo. Los clientes reciben:`,
  excluded: (count: number) => (count === 1 ? "Se omite 1 pago" : `Se omiten ${payments(count)}`),
  exclusions: {
    not_successful: "Sin pagar",
    already_refunded: "Ya reembolsado",
    disputed: "En disputa: responda a la disputa",
    lost_dispute: "Perdido en una disputa",
    needs_destination: "El cliente debe indicar un destino: reembólselo en su página",
    not_refundable: "Ahora no se puede reembolsar con este servicio",
    over_limit: "Supera el límite de su rol",
    in_batch: "Ya está en otro lote",
  } as Words,
  needsApproval: "Otra persona debe aprobar este lote. Antes no se mueve dinero.",
  reason: "Motivo",
  note: "Nota para el personal",
  noteHint: "Los clientes no la ven. No escriba sus nombres.",
  optional: "opcional",
  confirmLabel: "Número de reembolsos",
  confirmHint: (count: number) => `Escriba ${count} para confirmar.`,
  confirmWrong: (count: number) => `El número es ${count}. Revise la lista y escríbalo.`,
  confirm: (count: number) => `Reembolsar ${payments(count)}`,
  begun: "Los reembolsos empiezan.",
  waitsForApproval: "El lote espera la aprobación.",
  states: {
    awaiting_approval: "Espera la aprobación",
    running: "En curso",
    done: "Todos solicitados",
    stopped: "Detenido",
    declined: "Rechazado",
  } as Words,
  by: (who: string) => `Solicitado por ${who}`,
  approvedBy: (who: string) => `Aprobado por ${who}`,
  declinedBy: (who: string) => `Rechazado por ${who}`,
  progress: "Progreso",
  progressText: (done: number, total: number) =>
    `${number(done)} de ${number(total)} reembolsos tienen un resultado.`,
  counts: {
    success: "Devueltos",
    pending: "En curso",
    waiting: "Sin empezar",
    needsDestination: "El cliente debe indicar un destino",
    failed: "Fallidos",
    canceled: "Cancelados",
    notBegun: "No realizados",
  } as Words,
  returned: (returned: string, total: string) => `${returned} de ${total}`,
  money: "Dinero devuelto",
  refunds: "Reembolsos",
  state: "Estado",
  requested: "Solicitado",
  why: "Motivo",
  shown: "Se muestran",
  all: "Todos los pagos",
  statuses: {
    waiting: "Sin empezar",
    "not-begun": "No realizado",
    refused: "No solicitado",
    "requires-destination": "Falta el destino",
  } as Words,
  noItems: "Ningún reembolso está en este estado",
  noItemsText: "Muestra todos los pagos del lote, o espera.",
  stop: "Detener lote",
  stopTitle: "¿Detener este lote?",
  stopText: (count: number) =>
    count === 1
      ? "1 reembolso no ha empezado y no se hará. Lo que ha empezado continúa."
      : `${number(count)} reembolsos no han empezado y no se harán. Lo que ha empezado continúa.`,
  stopped: "Lote detenido.",
  retry: "Reintentar fallidos",
  retryTitle: "¿Intentar de nuevo los reembolsos fallidos?",
  retryText: "Cada uno recibe lo que queda de su pago, nunca más de lo confirmado.",
  retried: "Los reembolsos fallidos se intentan de nuevo.",
  retryAsked: "Otra persona debe aprobar el reintento. Todavía no se envía nada.",
  approve: "Aprobar lote",
  approveTitle: "¿Aprobar este lote?",
  approveText: (count: number, total: string) =>
    count === 1
      ? `Enviamos 1 reembolso: ${total}.`
      : `Enviamos ${number(count)} reembolsos: ${total}.`,
  approved: "Lote aprobado.",
  decline: "Rechazar lote",
  declineTitle: "¿Rechazar este lote?",
  declineText: "No se devuelve dinero a los clientes.",
  declined: "Lote rechazado.",
  ownWaits: "Otra persona debe aprobar este lote. Aún no se envía nada.",
  waits: "Este lote espera a una segunda persona. Aún no se envía nada.",
  exportTitle: "Exportar este lote",
  exportText: "Una fila por cada pago, con su resultado.",
  refusals: {
    refund_limit_exceeded: "Su rol no puede reembolsar tanto. Pregunte a un administrador.",
    refund_approval_by_requester: "Usted solicitó este lote. Otra persona debe aprobarlo.",
  } as Words,
  failures: {
    conflicting_state: "El pago cambió después de la confirmación.",
    refund_exceeds_payment: "No queda nada por reembolsar.",
    payment_disputed: "El pago está en disputa.",
    partial_refund_not_supported: "Este procesador solo reembolsa pagos enteros.",
    payment_not_refundable: "Este pago no se puede reembolsar.",
    internal_error: "El servicio falló. Inténtelo de nuevo.",
  } as Words,
};
