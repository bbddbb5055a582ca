import type { PaymentMethodTexts } from "../payment-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";

/** Spanish. */
export const paymentMethodTexts: PaymentMethodTexts = {
  language: "es",
  bankAccount: bankAccountTexts,
  bank: {
    timing:
      "Enviamos el cargo a su banco el siguiente día hábil. Es definitivo al cabo de unos días.",
    refusals: {
      routing_number_invalid: "Ningún banco usa este número de ruta. Revíselo.",
      bank_account_barred: "Aquí ya no puede pagar desde esta cuenta. Use otra.",
      bank_account_unusable: "Su banco devolvió un pago de esta cuenta. Use otra.",
      bank_account_retries_used_up:
        "Su banco devolvió este pago 3 veces. Use otra cuenta u otra forma de pago.",
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
