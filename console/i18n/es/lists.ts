import type { english } from "../en/lists.ts";

/** Sorting, columns and remembered views of lists, and the filters of figures; in Spanish. */
export const spanish: typeof english = {
  sort: "Ordenar por",
  sorts: {
    newest: "Primero los más recientes",
    oldest: "Primero los más antiguos",
    highest: "Primero el mayor importe",
    lowest: "Primero el menor importe",
    due: "Primero lo que vence antes",
    customer: "ID de cliente, de la A a la Z",
    position: "En el orden de los reembolsos",
    failed: "Primero los fallidos",
  },
  columns: "Columnas",
  columnsText: "Elige las columnas en este dispositivo.",
  views: "Vistas",
  viewsText:
    "Una vista guarda los filtros, el orden y las columnas en este dispositivo, sin búsquedas.",
  noViews: "Aún no hay vistas.",
  open: (name) => `Abrir la vista ${name}`,
  remove: (name) => `Eliminar la vista ${name}`,
  removed: (name) => `Vista «${name}» eliminada.`,
  saved: (name) => `Vista «${name}» guardada.`,
  name: "Nombre de la vista",
  save: "Guardar vista",
  figures: {
    label: "Otros filtros",
    remove: (filter) => `Quitar el filtro ${filter}`,
    none: "desconocido o ninguno",
    currency: (code) => `Moneda ${code}`,
    outcomes: {
      approved: "Aprobados",
      declined: "Nunca aprobados",
      returned: "Devueltos tras completarse",
      decided: "Con resultado",
    },
    firsts: {
      any: "Con un intento",
      approved: "Primer intento aprobado",
      declined: "Primer intento fallido",
      decided: "Primer intento con resultado",
    },
    brand: (name) => `Marca de tarjeta: ${name}`,
    country: (name) => `País: ${name}`,
    reason: (text) => `Falló: ${text}`,
    threeDS: {
      card: "Pagado con tarjeta",
      authenticated: "Con 3-D Secure",
      challenged: "Desafío de 3-D Secure mostrado",
      challenge_passed: "Desafío superado",
      challenge_approved: "Aprobado tras un desafío",
      frictionless: "3-D Secure sin desafío",
      frictionless_approved: "Aprobado sin desafío",
    },
    deciding: {
      "1": "Según el intento más reciente o completado",
      first: "Según el primer intento",
    },
  },
};
