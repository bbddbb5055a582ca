import type { english } from "../en/shell.ts";
import { plural } from "./plural.ts";

export const spanish: typeof english = {
  groups: { people: "Personas", money: "Dinero", operator: "Operador" },
  sections: {
    home: "Inicio",
    reviews: "Revisiones",
    customers: "Clientes",
    disputes: "Disputas",
    payments: "Pagos",
    approvals: "Aprobaciones",
    payouts: "Pagos salientes",
    reconciliation: "Conciliación",
    ledger: "Libro mayor",
    tax: "Año fiscal",
    deliveries: "Envíos de webhooks",
    routing: "Enrutamiento",
    settings: "Ajustes",
    appearance: "Aspecto",
    staff: "Personal",
    keys: "Claves de API",
    audit: "Registro de auditoría",
    security: "Su cuenta",
  },
  nav: {
    find: "Ir a",
    label: "Secciones",
    skip: "Ir al contenido",
    openMenu: "Abrir el menú",
    closeMenu: "Cerrar el menú",
    waiting: (count) => `, ${plural(count, "caso espera", "casos esperan")}`,
    nothingHere: "Página no encontrada",
    nothingHereText: "Compruebe la dirección. Puede que la página ya no exista.",
    notYours: "Su rol no incluye esto",
    notYoursText: (role, section) =>
      `El rol ${role} no incluye «${section}». Un administrador puede cambiar su rol en Personal.`,
  },
  account: {
    language: "Idioma",
    signOut: "Salir",
    notSignedOut: "La sesión sigue abierta",
  },
  roles: {
    viewer: {
      name: "Lector",
      text: "Puede ver clientes, pagos, envíos y ajustes. No puede cambiar nada ni abrir documentos.",
    },
    reviewer: {
      name: "Revisor",
      text: "También puede abrir documentos de identidad y decidir revisiones y pagos salientes.",
    },
    admin: {
      name: "Administrador",
      text: "También puede cambiar ajustes, reenviar webhooks, gestionar el personal y leer la auditoría.",
    },
  },
  idle: {
    title: "¿Sigue ahí?",
    text: "Su sesión se cerrará pronto, porque hace rato que no hace nada aquí. Conservamos lo que escribió.",
    left: (seconds) => `La sesión se cierra en ${plural(seconds, "segundo", "segundos")}`,
    stay: "Seguir conectado",
  },
};
