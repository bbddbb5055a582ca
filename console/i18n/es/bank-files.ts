import type { english } from "../en/bank-files.ts";

export const spanish: typeof english = {
  title: "Archivos bancarios que requieren una decisión",
  lead: "El servicio se detuvo mientras entregaba estos archivos al banco. No puede saber si el banco los tiene, por eso no los envía de nuevo por sí mismo. Sus pagos salientes y cargos quedan abiertos hasta que usted decida.",
  steps:
    "Busque el archivo en el portal de su banco, o llame al banco e indique el archivo, el número de movimientos y los totales.",
  entries: (count) => `${count} ${count === 1 ? "movimiento suyo" : "movimientos suyos"}`,
  out: "Pagado",
  in: "Cargado",
  since: "La entrega empezó",
  shared:
    "Este archivo también contiene movimientos de otros operadores. Quien administra el servicio decide con `npm run operator -- ach confirm` o `ach release`.",
  adminDecides: "Un administrador decide sobre él.",
  confirm: "El banco lo tiene",
  confirmTitle: "¿El banco tiene este archivo?",
  confirmText:
    "El archivo cuenta como entregado. Sus pagos salientes y cargos se liquidan si nada vuelve. No se envía de nuevo.",
  confirmed: "El archivo cuenta como entregado.",
  release: "Enviarlo de nuevo",
  releaseTitle: "¿Enviar este archivo al banco de nuevo?",
  releaseText:
    "Hágalo solo si el banco le ha dicho que no tiene el archivo. Si lo tiene, cada pago saliente y cargo ocurre dos veces.",
  released: "El archivo se envía de nuevo en 15 segundos.",
  reason: "Motivo",
  reasonHint: "Quién en el banco dijo qué, y cuándo. Se guarda en el registro de auditoría.",
  reasonMissing: "Escriba un motivo.",
};
