import type { english } from "../en/shell.ts";
import { plural } from "./plural.ts";

/** The console around its rooms: navigation, roles, the end of a session; in Spanish. */
export const spanish: typeof english = {
  groups: { work: "Personas", money: "Dinero", operator: "Operador", self: "Usted" },
  rooms: {
    reviews: "Revisiones",
    customers: "Clientes",
    payments: "Pagos",
    approvals: "Aprobaciones",
    payouts: "Pagos salientes",
    tax: "Año fiscal",
    deliveries: "Envíos de webhooks",
    routing: "Enrutamiento",
    settings: "Ajustes",
    staff: "Personal",
    keys: "Claves de API",
    audit: "Registro de auditoría",
    security: "Su cuenta",
  },
  nav: {
    label: "Secciones",
    skip: "Ir al contenido",
    openMenu: "Abrir el menú",
    closeMenu: "Cerrar el menú",
    waiting: (count) => `, ${plural(count, "caso espera", "casos esperan")}`,
    nothingHere: "Aquí no hay nada",
    nothingHereText: "Puede que la dirección esté mal escrita o que ya no exista.",
    notYours: "Su rol no incluye esto",
    notYoursText: (role, room) =>
      `Como ${role} no tiene acceso a «${room}». Un administrador puede cambiar su rol en Personal.`,
  },
  account: { language: "Idioma", signOut: "Salir" },
  roles: {
    viewer: {
      name: "Lector",
      text: "Ve clientes, pagos, envíos y ajustes. No cambia nada ni abre documentos.",
    },
    reviewer: {
      name: "Revisor",
      text: "Además abre documentos de identidad y decide casos.",
    },
    admin: {
      name: "Administrador",
      text: "Además cambia ajustes, reenvía webhooks, gestiona el personal y lee la auditoría.",
    },
  },
  idle: {
    title: "¿Sigue ahí?",
    text: "Su sesión se cerrará pronto, porque hace rato que no se hace nada aquí. Lo que escribió se conserva.",
    left: (seconds) => `La sesión se cierra en ${plural(seconds, "segundo", "segundos")}`,
    stay: "Seguir conectado",
  },
};
