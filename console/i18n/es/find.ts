import type { english } from "../en/find.ts";
import { plural } from "./plural.ts";

export const spanish: typeof english = {
  title: "Ir a",
  label: "Sección, ID, referencia, correo electrónico o nombre",
  hint: "Los ID y las referencias se encuentran por su comienzo. Elija con las flechas y abra con Intro.",
  sections: "Secciones",
  kinds: {
    payment: "Pagos",
    refund: "Reembolsos",
    refund_batch: "Lotes de reembolsos",
    dispute: "Disputas",
    payout: "Pagos salientes",
    settlement_batch: "Lotes de informes y extractos",
    settlement_break: "Diferencias",
    customer: "Clientes",
  },
  found: (count) => plural(count, "resultado", "resultados"),
  none: "No se encontró nada. Compruebe el ID o busque por su comienzo.",
  searching: "Buscando…",
  failed: "La búsqueda no funcionó. Compruebe su conexión y vuelva a escribir.",
};
