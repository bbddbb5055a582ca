import type { english } from "../en/audit-actions.ts";

export const spanish: typeof english = {
  "refund.approved": "Reembolso aprobado",
  "refund.declined": "Reembolso rechazado",
};
