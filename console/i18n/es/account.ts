import type { english } from "../en/account.ts";
import { plural } from "./plural.ts";

export const spanish: typeof english = {
  passkeys: {
    title: "Llaves de acceso",
    lead: "Entre con su huella, su cara, un PIN o una llave de seguridad. La aplicación de autenticación y los códigos de recuperación siguen sirviendo.",
    or: "o",
    use: "Usar una llave de acceso",
    added: "añadida",
    lastUsed: "último uso",
    neverUsed: "nunca usada",
    name: "Nombre de la llave",
    unnamed: "Llave sin nombre legible",
    nameHint: "Por ejemplo «Portátil del trabajo», para reconocerla.",
    nameMissing: "Escriba un nombre para la llave.",
    add: "Añadir una llave de acceso",
    saved: "La llave de acceso está añadida.",
    remove: "Eliminar",
    removeOne: (name) => `Eliminar ${name}`,
    removeTitle: (name) => `¿Eliminar la llave de acceso «${name}»?`,
    removeText: "Ya no podrá entrar con ella. Sus otras formas de entrar se conservan.",
    removed: "La llave de acceso está eliminada.",
    elsewhere: (origin) =>
      origin === null
        ? "La dirección de este servicio no permite llaves de acceso: necesita un nombre de host."
        : `Para añadir una, use un navegador con llaves de acceso y abra la consola en ${origin}.`,
  },
  security: {
    lead: "Su nombre, contraseña, códigos de recuperación y sesiones.",
    account: "Cuenta",
    name: "Nombre",
    nameSaved: "Su nombre está guardado.",
    email: "Correo electrónico",
    role: "Rol",
    password: "Contraseña",
    passwordText: "Al cambiarla se cierran sus demás sesiones.",
    currentPassword: "Contraseña actual",
    newPassword: "Contraseña nueva",
    changePassword: "Cambiar la contraseña",
    passwordSaved: "Su contraseña está cambiada.",
    codes: "Códigos de recuperación",
    codesText: (left) =>
      `${left === 1 ? "Queda" : "Quedan"} ${plural(left, "código", "códigos")}. Los nuevos anulan los anteriores.`,
    freshCodeHint: "Uno que no haya usado todavía.",
    makeCodes: "Crear códigos nuevos",
    sessions: "Dónde ha iniciado sesión",
    endOthers: "Cerrar las demás",
    othersEnded: "Sus demás sesiones están cerradas.",
    sessionEnded: "Esa sesión está cerrada.",
    thisOne: "Este navegador",
    lastSeen: "última vez",
    unknownBrowser: "Navegador desconocido",
    end: "Cerrar",
    endOne: (name) => `Cerrar la sesión de ${name}`,
  },
};
