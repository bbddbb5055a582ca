import { bankAccountTexts } from "./bank-account-es.ts";
import type { PaymentMethodTexts } from "./payment-method-texts.ts";

/** Spanish. */
export const paymentMethodTexts: PaymentMethodTexts = {
  language: "es",
  bankAccount: bankAccountTexts,
  bank: {
    timing:
      "El cargo se envía a su banco el siguiente día hábil. Tarda unos días en ser definitivo.",
    refusals: {
      routing_number_invalid: "Ningún banco tiene este número de ruta: revíselo.",
      bank_account_barred: "Aquí ya no se pueden hacer cargos en esta cuenta. Use otra.",
      bank_account_unusable: "Su banco devolvió un pago de esta cuenta. Use otra.",
      bank_account_retries_used_up:
        "Este pago ha vuelto tres veces de esta cuenta. Use otra cuenta o elija otra forma de pagar.",
    },
    mandate: {
      title: "Autorización",
      consent: "Al pulsar Pagar acepta esta autorización.",
      copy: "Copiar",
      copied: "Copiado",
      print: "Imprimir o guardar",
    },
  },
  payByBank: {
    steps: [
      "Pasa a la página o la aplicación de su propio banco.",
      "Entra allí y confirma el pago.",
      "Vuelve aquí y le mostramos el resultado.",
    ],
    safety: "Sus claves quedan entre usted y su banco.",
  },
};
