/** The bank's words. The accounts keep the names that their holders gave them. */
const english = {
  language: "en",
  logIn: "Log in",
  password: "Password",
  passwordIs: "The password is",
  wrong: "That user name or password is wrong.",
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
      `${client} asks for the number of one account, once, so that money can be sent to it or paid from it.`,
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
    title: "This visit is over",
    text: "Go back to where you came from and begin again.",
  },
};

const spanish: typeof english = {
  language: "es",
  logIn: "Iniciar sesión",
  password: "Contraseña",
  passwordIs: "La contraseña es",
  wrong: "El usuario o la contraseña no son correctos.",
  userName: "Usuario",
  cancel: "Cancelar",
  refuse: "Rechazar",
  users: {
    user_good: "Un cliente normal",
    user_slow: "El banco tarda 8 segundos en informar de una cuenta compartida",
  },
  accounts: {
    everyday: "Paga al instante",
    savings: "Lenta: el pago se acepta y se liquida 5 segundos después",
    closed: "Rechaza el pago tras la aprobación: la cuenta está cerrada (AC04)",
    holiday: "Acepta el pago y 2 segundos después no tiene fondos suficientes (AM04)",
    joint: "Paga, pero el banco nunca contesta a la orden: se averigua preguntando después",
    business: "El banco contesta con otro importe: no se le cree y se vuelve a preguntar",
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
    title: "Esta visita ha terminado",
    text: "Vuelva al lugar de donde vino y empiece de nuevo.",
  },
};

export type BankTexts = typeof english;

/** In the first language that is asked for (`ui_locales`, or what a browser accepts): Spanish, else English. */
export function bankTexts(locales: string): BankTexts {
  return /^es\b/i.test(locales.trim()) ? spanish : english;
}
