import type { english } from "../en/exports.ts";

/** Exports of lists; in Spanish. */
export const spanish: typeof english = {
  exports: {
    button: "Exportar",
    title: (what) => (what === "payouts" ? "Exportar pagos salientes" : "Exportar pagos"),
    everything: "Todo, todas las páginas. Ponga filtros antes para exportar menos.",
    filtered: "Todo lo que encaja con sus filtros, todas las páginas.",
    format: "Formato",
    csv: "CSV, para hojas de cálculo",
    ndjson: "NDJSON, una línea de JSON por cada uno",
    start: "Exportar",
    goOn: "Seguir",
    progress: "Avance de la exportación",
    running: (count, total) =>
      total === null
        ? "Empezando …"
        : `${count.toLocaleString("es")} de ${total.toLocaleString("es")}`,
    done: (count) =>
      `Listo: ${count.toLocaleString("es")} en el archivo, que está en sus descargas.`,
    broken: (count) =>
      `La conexión se cortó tras ${count.toLocaleString("es")}. No se pierde nada: sigue desde ahí.`,
  },
};
