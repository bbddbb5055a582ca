import { bankAccountTexts } from "./bank-account-es.ts";
import type { PaymentMethodTexts } from "./payment-method-texts.ts";

/** Spanish. */
export const paymentMethodTexts: PaymentMethodTexts = {
  language: "es",
  bankAccount: bankAccountTexts,
  bank: {
    timing:
      "El cargo se envía a su banco el siguiente día hábil. Tarda unos días en ser definitivo.",
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
