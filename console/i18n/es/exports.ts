import type { english } from "../en/exports.ts";

export const spanish: typeof english = {
  exports: {
    button: "Exportar",
    title: (what) => (what === "payouts" ? "Exportar pagos salientes" : "Exportar pagos"),
    everything: "La lista entera, todas las páginas. Ponga filtros antes para exportar menos.",
    filtered: "Todo lo que coincide con sus filtros, todas las páginas.",
    format: "Formato",
    csv: "CSV, para hojas de cálculo",
    ndjson: "NDJSON, un objeto JSON por línea",
    start: "Exportar",
    resume: "Continuar la exportación",
    progress: "Avance de la exportación",
    running: (count, total) =>
      total === null
        ? "Empezando …"
        : `${count.toLocaleString("es")} de ${total.toLocaleString("es")}`,
    done: (count) => `Exportados: ${count.toLocaleString("es")}. El archivo está en sus descargas.`,
    broken: (count) =>
      `La conexión se cortó tras ${count.toLocaleString("es")}. No se pierde nada: continúe desde ahí.`,
  },
};
