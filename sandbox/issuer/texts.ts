const english = {
  language: "en",
  title: "Confirm your payment",
  lead: (last4: string) => `We sent a code to the phone of the card ending in\u00a0${last4}.`,
  merchant: "Merchant",
  amount: "Amount",
  code: "One-time code",
  wrongCode: "The code is wrong. Check it and try again.",
  confirm: "Confirm payment",
  cancel: "Cancel",
  returning: "Taking you back to the shop…",
  stuck: "Waiting…",
  sandbox: "Sandbox",
  hint: (code: string) => `The code is ${code}. Or choose the outcome:`,
  outcomes: {
    approve: "Succeed",
    fail: "Fail",
    unavailable: "Unavailable",
    reject: "Reject",
  },
};

const spanish: typeof english = {
  language: "es",
  title: "Confirme su pago",
  lead: (last4) => `Enviamos un código al teléfono de la tarjeta terminada en\u00a0${last4}.`,
  merchant: "Comercio",
  amount: "Importe",
  code: "Código de un solo uso",
  wrongCode: "El código es incorrecto. Revíselo e inténtelo de nuevo.",
  confirm: "Confirmar pago",
  cancel: "Cancelar",
  returning: "Volviendo a la tienda…",
  stuck: "Esperando…",
  sandbox: "Pruebas",
  hint: (code) => `El código es ${code}. O elija el resultado:`,
  outcomes: {
    approve: "Aprobar",
    fail: "Fallar",
    unavailable: "No disponible",
    reject: "Rechazar",
  },
};

/**
 * Returns the issuer's texts in the cardholder's language (`browserLanguage`): Spanish or English.
 */
export function challengeTexts(browserLanguage: string): typeof english {
  return /^es\b/i.test(browserLanguage) ? spanish : english;
}
