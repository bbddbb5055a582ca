import type { english } from "../en/dispute-story.ts";
import { plural } from "../en/plural.ts";

export const spanish: typeof english = {
  delivery: "Entrega",
  noDelivery:
    "Sin datos. Su servidor puede comunicar por la API el transportista, el número de seguimiento, la dirección y el uso de productos digitales; con ellos se rellenan las pruebas.",
  recipient: "Destinatario",
  address: "Dirección de entrega",
  shipments: "Envíos",
  trackingNumber: "Número de seguimiento",
  shipped: "Enviado",
  delivered: "Entregado",
  notDelivered: "Aún no entregado, o no comunicado",
  signedBy: (name) => `Firmado por ${name}`,
  digital: "Entrega digital y uso",
  ipAddress: "Dirección IP",
  device: "Dispositivo",
  reportedAt: "Comunicado",
  messages: "Recibos y mensajes",
  outcomeShown:
    "El formulario de pago muestra al cliente el importe y el pedido como pagados, desde",
  outcomeNotShown: "El formulario de pago no mostró este pago como pagado.",
  noReceipts:
    "El servicio no envía recibos por correo ni por SMS. Si su tienda envió uno, añádalo como archivo a las pruebas.",
  mandateCopy: "El cliente puede descargar una copia de la autorización en el formulario de pago.",
  texts: "SMS a este cliente",
  noTexts: "El servicio no envió ningún SMS a este cliente.",
  purposes: {
    payout: "Código para un pago al cliente",
    w9: "Código para datos fiscales",
    unbound: "Código",
  },
  textStatuses: {
    pending: "Código aún no introducido",
    approved: "El cliente introdujo el código",
    failed: "Códigos erróneos introducidos",
    expired: "Código caducado",
    canceled: "Sustituido o cancelado",
  },
  sentTimes: (count) => `enviado ${plural(count, "vez", "veces")}`,
};
