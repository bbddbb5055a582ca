import type { english } from "../en/entrance.ts";
import { plural } from "./plural.ts";

export const spanish: typeof english = {
  signIn: {
    title: "Entrar",
    email: "Correo electrónico",
    password: "Contraseña",
    go: "Continuar",
    emailMissing: "Escriba su correo electrónico.",
    passwordMissing: "Escriba su contraseña.",
    ended: "Su sesión terminó",
    endedText: "Entre de nuevo para seguir donde estaba.",
    forgotten:
      "¿Perdió la contraseña o el autenticador? Un administrador puede enviarle otra invitación.",
  },
  secondFactor: {
    title: "Su segundo factor",
    lead: "Escriba los seis dígitos de su aplicación de autenticación.",
    recoveryLead: "Escriba uno de sus códigos de recuperación. Cada uno sirve una vez.",
    code: "Código del autenticador",
    recoveryCode: "Código de recuperación",
    go: "Entrar",
    useRecovery: "Usar un código de recuperación",
    useCode: "Usar la aplicación",
    startOver: "Empezar de nuevo",
  },
  invited: {
    title: "Invitación",
    welcome: (operator) => `Le damos la bienvenida a ${operator}`,
    lead: (email, role) =>
      `Le invitan como ${role} con ${email}. Elija nombre y contraseña. Después configurará el segundo factor.`,
    name: "Su nombre",
    nameHint: "Sus compañeros lo ven junto a sus decisiones.",
    nameMissing: "Escriba su nombre.",
    password: "Contraseña",
    passwordHint: (least) => `Al menos ${least} caracteres. Unas palabras seguidas van bien.`,
    passwordShort: (missing) => `Faltan ${plural(missing, "carácter", "caracteres")}.`,
    go: "Continuar",
    invalid: "Esta invitación no se puede usar",
    toSignIn: "Ir a la entrada",
    otherSession: "Ya hay una sesión abierta",
    otherSessionText: (email) => `Si continúa, la sesión de ${email} se cierra en este navegador.`,
  },
  enrol: {
    title: "Configure su segundo factor",
    lead: "Escanee el código con una aplicación de autenticación y escriba los seis dígitos que muestre.",
    qr: "Código QR para su aplicación de autenticación",
    manual: "¿No puede escanearlo? Escriba esta clave en la aplicación:",
    secret: "clave",
    openApp: "Abrir en una aplicación de este dispositivo",
    code: "Seis dígitos de la aplicación",
    go: "Confirmar código",
  },
  recovery: {
    title: "Sus códigos de recuperación",
    lead: "Guárdelos en un lugar seguro, por ejemplo su gestor de contraseñas. Cada uno sirve una vez cuando no tenga la aplicación. Solo se muestran ahora.",
    stored: "He guardado estos códigos",
    reminder: "Guarde primero los códigos y marque la casilla.",
    copy: "Copiar códigos",
    download: "Descargar códigos",
    go: "Ir a la consola",
  },
};
