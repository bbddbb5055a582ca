import type { english } from "../en/payment-actions.ts";

export const spanish: typeof english = {
  cancel: "Cancelar pago",
  cancelTitle: "¿Cancelar este pago?",
  cancelText:
    "No se cobra nada y el pago falla. El cliente ve que usted lo canceló y puede volver a pagar el pedido hasta que caduque.",
  canceled: "Pago cancelado. No se cobró nada.",
  tooLate: "Ya es tarde para cancelar. Si el pago se completa, reembólselo.",
};
