import { findLanguage } from "#contract/languages";

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

const french: typeof english = {
  language: "fr-CA",
  logIn: "Se connecter",
  password: "Mot de passe",
  passwordIs: "Le mot de passe est",
  wrong: "Le nom d’utilisateur ou le mot de passe est erroné.",
  userName: "Nom d’utilisateur",
  cancel: "Annuler",
  refuse: "Refuser",
  users: {},
  accounts: {},
  ending: (name, last4) => `${name}, se terminant par ${last4}`,
  share: {
    title: "Communiquer un compte",
    question: "Communiquer un compte?",
    text: (client) =>
      `${client} demande le numéro d’un compte, une seule fois, pour y envoyer de l’argent ou y prélever un paiement.`,
    account: "Compte",
    yes: "Communiquer ce compte",
  },
  payment: {
    title: "Confirmez ce paiement",
    to: "À",
    statement: "Sur votre relevé",
    from: "Payer à partir de",
    yes: (amount) => `Payer ${amount}`,
  },
  over: {
    title: "Cette page a expiré",
    text: "Retournez à la boutique et recommencez.",
  },
};

const chinese: typeof english = {
  language: "zh-Hans",
  logIn: "登录",
  password: "密码",
  passwordIs: "密码为",
  wrong: "用户名或密码不正确。",
  userName: "用户名",
  cancel: "取消",
  refuse: "拒绝",
  users: {},
  accounts: {},
  ending: (name, last4) => `${name}，尾号${last4}`,
  share: {
    title: "分享账户",
    question: "要分享账户吗？",
    text: (client) => `${client}请求获取一个账户的账号，仅一次，用于向该账户汇款或从该账户扣款。`,
    account: "账户",
    yes: "分享此账户",
  },
  payment: {
    title: "请确认这笔付款",
    to: "收款方",
    statement: "账单显示",
    from: "付款账户",
    yes: (amount) => `支付${amount}`,
  },
  over: {
    title: "本页面已过期",
    text: "请返回商店并重新开始。",
  },
};

const arabic: typeof english = {
  language: "ar",
  logIn: "تسجيل الدخول",
  password: "كلمة المرور",
  passwordIs: "كلمة المرور هي",
  wrong: "اسم المستخدم أو كلمة المرور خطأ.",
  userName: "اسم المستخدم",
  cancel: "إلغاء",
  refuse: "رفض",
  users: {},
  accounts: {},
  ending: (name, last4) => `\u2068${name}\u2069، ينتهي بالأرقام ${last4}`,
  share: {
    title: "مشاركة حساب",
    question: "هل تريد مشاركة حساب؟",
    text: (client) =>
      `يطلب \u2068${client}\u2069 رقم حساب واحد، مرة واحدة، لإرسال المال إليه أو لخصم دفعة منه.`,
    account: "الحساب",
    yes: "مشاركة هذا الحساب",
  },
  payment: {
    title: "أكّد هذه الدفعة",
    to: "إلى",
    statement: "في كشف حسابك",
    from: "الدفع من",
    yes: (amount) => `ادفع \u2068${amount}\u2069`,
  },
  over: {
    title: "انتهت صلاحية هذه الصفحة",
    text: "ارجع إلى المتجر وابدأ من جديد.",
  },
};

const texts = { en: english, es: spanish, "fr-CA": french, "zh-Hans": chinese, ar: arabic };

const known = Object.keys(texts) as (keyof typeof texts)[];

export type BankTexts = typeof english;

/**
 * Texts in the first requested language that the bank has (`ui_locales`, or the browser's), otherwise in English.
 * Untranslated descriptions of test accounts stay English.
 */
export const bankTexts = (locales: string): BankTexts =>
  texts[findLanguage(locales.split(/[\s,;]+/), known) ?? "en"];
