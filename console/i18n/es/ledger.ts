import type { english } from "../en/ledger.ts";

/** The ledger; in Spanish. */
export const spanish: typeof english = {
  lead: "Cada movimiento de dinero por partida doble. Las cuentas de una moneda suman cero.",
  balances: "Saldos",
  postings: "Asientos",
  showPostings: "Ver sus asientos",
  at: "Al final del",
  from: "Desde",
  to: "Hasta",
  search: "Pago, reembolso o pago saliente",
  account: "Cuenta",
  anyAccount: "Todas las cuentas",
  kind: "Clase",
  balance: "Saldo",
  currency: "Moneda",
  cause: "Qué pasó",
  resource: "Recurso",
  debit: "Debe",
  credit: "Haber",
  time: "Hora",
  clearing: "Compensación",
  exportTitle: "Exportar asientos",
  exportText:
    "Todos los asientos que coinciden con los filtros, todas las páginas. El CSV tiene una fila por apunte.",
  noBalances: "Aún no hay saldos",
  noBalancesText: "Los saldos aparecen tras el primer pago o pago saliente.",
  noPostings: "No se encontraron asientos",
  noPostingsText: "Revise los filtros. Un movimiento de dinero se asienta cuando ocurre.",
  classes: {
    asset: "Activo",
    liability: "Pasivo",
    income: "Ingreso",
    expense: "Gasto",
  },
};
