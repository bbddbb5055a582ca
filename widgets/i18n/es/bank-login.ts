import type { BankLoginTexts } from "../bank-login-texts.ts";

export const bankLoginTexts: BankLoginTexts = {
  explanation:
    "Entra en la página de su banco, en una ventana nueva. Recibimos los datos de la cuenta y el nombre del titular, nunca su contraseña.",
  begin: "Entrar en su banco",
  waiting: "Esperando a su banco. Continúe en la ventana nueva.",
  blocked: "Su navegador bloqueó la ventana. Use el enlace para ir a su banco.",
  open: "Ir a su banco",
  openAgain: "Abrir la ventana de nuevo",
  cancel: "Cancelar",
  shared: (bankName, accountType, last4) =>
    `${bankName}, cuenta ${accountType === "savings" ? "de ahorros" : "corriente"} terminada en\u00a0${last4}`,
  another: "Usar otra cuenta",
  expired: "Tardó demasiado. Inténtelo de nuevo.",
};
