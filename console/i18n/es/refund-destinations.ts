import type { english } from "../en/refund-destinations.ts";

export const spanish: typeof english = {
  waiting: "Espera a que el cliente indique adónde va el dinero.",
  copyLink: "Copiar el enlace para el cliente",
  linkCopied: "Enlace copiado. Envíelo solo al cliente.",
  linkNotCopied: "No se pudo copiar el enlace. Permita al navegador usar el portapapeles.",
  to: { bank: "Cuenta bancaria", crypto: "Dirección" },
  unreadable: "ilegible. Rechácela y reembolse el pago otra vez.",
  sends: (amount, asset, network) => `${amount} ${asset} por ${network}`,
  decide: "El cliente indicó este destino. Todavía no se ha movido dinero.",
  approve: "Aprobar y enviar",
  approveTitle: "¿Enviar este reembolso?",
  approveText: (amount, to) => `${amount} se envía a ${to}. Una transferencia no se puede anular.`,
  approved: "Reembolso aprobado. Se está enviando.",
  decline: "Rechazar",
  declineTitle: "¿Rechazar este destino?",
  declineText: "El reembolso falla y no se mueve dinero. Puede reembolsar el pago otra vez.",
  declined: "Destino rechazado. No se envió dinero.",
  returnTitle: (amount) => `¿Devolver ${amount}?`,
  returnText:
    "El cliente recibe un enlace e indica una dirección. Nada se envía antes de que usted lo apruebe. No cuenta contra el pago.",
  return: (amount) => `Devolver ${amount}`,
  returnRequested: "Devolución solicitada. Copie el enlace para el cliente.",
};
