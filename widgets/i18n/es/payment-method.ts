import type { PaymentMethodTexts } from "../payment-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

export const paymentMethodTexts: PaymentMethodTexts = {
  language: "es",
  bankAccount: bankAccountTexts,
  bankLogin: {
    ...bankLoginTexts,
    problems: {
      refused: "No compartió ninguna cuenta. Inténtelo de nuevo o escriba usted los números.",
      failed:
        "Su banco no pudo confirmar la cuenta. Inténtelo de nuevo o escriba usted los números.",
      expired: bankLoginTexts.expired,
      unavailable: "En este momento no se puede entrar en el banco. Escriba usted los números.",
      tooMany: "Ha iniciado demasiados accesos al banco para este pago. Escriba usted los números.",
    },
    notSaved: "Esta cuenta no se puede guardar: la próxima vez, entre de nuevo en su banco.",
    instead: "O escriba usted los números",
  },
  bank: {
    timing:
      "Enviamos el cargo a su banco el siguiente día hábil. Es definitivo al cabo de unos días.",
    refusals: {
      routing_number_invalid: "Ningún banco usa este número de ruta. Revíselo.",
      bank_account_barred: "Aquí ya no puede pagar desde esta cuenta. Use otra.",
      bank_account_unusable: "Su banco devolvió un pago de esta cuenta. Use otra.",
      bank_account_retries_used_up:
        "Su banco devolvió este pago 3 veces. Use otra cuenta u otra forma de pago.",
      bank_login_not_confirmed: "Su banco no ha confirmado la cuenta. Entre de nuevo.",
      bank_login_used: "Este acceso ya se usó para un pago. Entre de nuevo en su banco.",
    },
    mandate: {
      title: "Autorización",
      englishOnly: null,
      consent: "Al pulsar Pagar, acepta esta autorización.",
      copy: "Copiar",
      copied: "Copiado",
      print: "Imprimir o guardar",
    },
  },
  payByBank: {
    steps: [
      "Pasa a la página o la aplicación de su banco.",
      "Entra allí y confirma el pago.",
      "Vuelve aquí y le mostramos el resultado.",
    ],
    safety: "Nunca vemos sus claves.",
  },
};
