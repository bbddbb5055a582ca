/** The bank's texts. Account names are the customers' own and stay untranslated. */
const english = {
  language: "en",
  logIn: "Log in",
  password: "Password",
  passwordIs: "The password is",
  wrong: "The user name or password is wrong.",
  userName: "User name",
  cancel: "Cancel",
  refuse: "Refuse",
  users: {} as Readonly<Record<string, string>>,
  accounts: {} as Readonly<Record<string, string>>,
  ending: (name: string, last4: string) => `${name}, ending ${last4}`,
  share: {
    title: "Share an account",
    question: "Share an account?",
    text: (client: string) =>
      `${client} requests the number of one account, once, to send money to it or take a payment from it.`,
    account: "Account",
    yes: "Share this account",
  },
  payment: {
    title: "Confirm this payment",
    to: "To",
    statement: "On your statement",
    from: "Pay from",
    yes: (amount: string) => `Pay ${amount}`,
  },
  over: {
    title: "This page has expired",
    text: "Go back to the shop and start again.",
  },
};

const spanish: typeof english = {
  language: "es",
  logIn: "Iniciar sesión",
  password: "Contraseña",
  passwordIs: "La contraseña es",
  wrong: "El usuario o la contraseña son incorrectos.",
  userName: "Usuario",
  cancel: "Cancelar",
  refuse: "Rechazar",
  users: {
    user_good: "Un cliente normal",
    user_slow: "El banco tarda 8 segundos en devolver una cuenta compartida",
  },
  accounts: {
    everyday: "Paga al instante",
    savings: "Lenta: el pago se acepta y se liquida 5 segundos después",
    closed: "Rechaza el pago tras la aprobación: la cuenta está cerrada (AC04)",
    holiday: "Acepta el pago; 2 segundos después falla por fondos insuficientes (AM04)",
    joint: "Paga, pero el banco nunca responde; el servicio lo averigua con una consulta posterior",
    trust:
      "Paga al instante; el banco rechaza los reembolsos, así que el cliente indica una cuenta",
    gifts: "Paga al instante; los reembolsos se aceptan y fallan 2 segundos después (AC06)",
    moved: "Paga al instante; los reembolsos llegan y se devuelven 4 segundos después (AC04)",
    business: "El banco responde con otro importe; el servicio vuelve a consultar el pago",
  },
  ending: (name, last4) => `${name}, terminada en ${last4}`,
  share: {
    title: "Compartir una cuenta",
    question: "¿Compartir una cuenta?",
    text: (client) =>
      `${client} pide el número de una cuenta, una sola vez, para enviarle dinero o pagar desde ella.`,
    account: "Cuenta",
    yes: "Compartir esta cuenta",
  },
  payment: {
    title: "Confirme este pago",
    to: "Para",
    statement: "En su estado de cuenta",
    from: "Pagar desde",
    yes: (amount) => `Pagar ${amount}`,
  },
  over: {
    title: "Esta página ha caducado",
    text: "Vuelva a la tienda y empiece de nuevo.",
  },
};

export type BankTexts = typeof english;

/**
 * Returns texts in the first requested language (`ui_locales`, or the browser's): Spanish or
 * English.
 */
export function bankTexts(locales: string): BankTexts {
  return /^es\b/i.test(locales.trim()) ? spanish : english;
}
