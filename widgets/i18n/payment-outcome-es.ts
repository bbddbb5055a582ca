import type { PaymentOutcomeTexts } from "./payment-outcome-texts.ts";

/** Spanish, in the polite form and neutral between Spain and the Americas. */
export const paymentOutcomeTexts: PaymentOutcomeTexts = {
  declined: {
    title: "No se pudo completar el pago",
    advice: {
      same: "No se le ha cobrado nada. Puede intentarlo de nuevo.",
      other_card: "No se le ha cobrado nada. Use otra tarjeta.",
      other_account: "No se le ha cobrado nada. Use otra cuenta.",
      other_method: "No se le ha cobrado nada. Elija otra forma de pagar.",
      check_details: "No se le ha cobrado nada. Revise los datos e inténtelo de nuevo.",
      later: "No se le ha cobrado nada. Inténtelo de nuevo en unos minutos.",
      none: "No se le ha cobrado nada.",
    },
    reasons: {
      card_declined: "Su banco rechazó la tarjeta.",
      generic_decline: "Su banco rechazó la tarjeta.",
      do_not_honor: "Su banco rechazó la tarjeta.",
      insufficient_funds: "No hay saldo suficiente en la tarjeta.",
      lost_card: "Su banco rechazó la tarjeta.",
      stolen_card: "Su banco rechazó la tarjeta.",
      expired_card: "La tarjeta ha vencido.",
      incorrect_cvc: "El código de seguridad no es correcto.",
      incorrect_number: "El número de la tarjeta no es correcto.",
      processing_error: "Algo falló en el banco.",
      processing_interrupted: "El pago se interrumpió.",
      authentication_failed: "Su banco no pudo confirmar que es usted.",
      authentication_canceled: "Se canceló la confirmación con su banco.",
      authentication_timed_out: "La confirmación con su banco tardó demasiado.",
      authentication_rejected: "Su banco rechazó el pago.",
      authentication_unavailable: "No se pudo contactar con la confirmación de su banco.",
    },
    by: {
      bank: {
        advice: {
          same: "Si salió dinero de su cuenta, volverá. Puede intentarlo de nuevo.",
          other_account: "Si salió dinero de su cuenta, volverá. Use otra cuenta.",
          other_method: "Si salió dinero de su cuenta, volverá. Elija otra forma de pagar.",
          check_details:
            "Si salió dinero de su cuenta, volverá. Revise los datos e inténtelo de nuevo.",
          later: "Si salió dinero de su cuenta, volverá. Inténtelo más tarde.",
          none: "Si salió dinero de su cuenta, volverá.",
        },
        reasons: {
          ach_r01: "No había saldo suficiente en la cuenta.",
          ach_r02: "La cuenta está cerrada.",
          ach_r03: "Su banco no conoce esta cuenta.",
          ach_r04: "El número de cuenta no es correcto.",
          ach_r05: "Su banco devolvió el pago por no estar autorizado.",
          ach_r07: "Se revocó la autorización en su banco.",
          ach_r08: "El pago se detuvo en su banco.",
          ach_r09: "Aún no se podía disponer del dinero de la cuenta.",
          ach_r10: "Su banco devolvió el pago por no estar autorizado.",
          ach_r16: "La cuenta está bloqueada.",
          ach_r20: "En este tipo de cuenta no se pueden hacer cargos.",
          ach_r29: "Su banco devolvió el pago por no estar autorizado.",
          bank_return: "Su banco devolvió el pago.",
          debit_canceled: "El cargo se anuló antes de enviarse.",
        },
      },
      pay_by_bank: {
        reasons: {
          bank_access_denied: "Rechazó el pago en su banco.",
          bank_timed_out: "Se acabó el tiempo para confirmar en su banco.",
          bank_canceled: "Canceló el pago por banco.",
          bank_insufficient_funds: "No hay suficiente dinero en esta cuenta.",
          bank_limit_exceeded: "Esta cuenta llegó a su límite.",
          payer_account_unusable: "No se puede pagar desde esta cuenta.",
          bank_rejected: "Su banco rechazó el pago.",
          bank_unavailable: "En este momento no se puede contactar con su banco.",
          bank_mismatch: "El pago no se completó.",
        },
      },
    },
  },
  notices: {
    amountChanged: {
      title: "El importe ha cambiado",
      text: (amount) => `Ahora es ${amount}. No se ha cobrado nada; pague si está de acuerdo.`,
    },
    termsChanged: {
      title: "La autorización ha cambiado",
      text: "No se ha cobrado nada. Léala de nuevo abajo; pague si está de acuerdo.",
    },
    canceled: {
      title: "Sin confirmar",
      text: "Salió de la confirmación de su banco, así que no se cobró nada. Puede intentarlo de nuevo.",
    },
    notSent: {
      title: "Sin conexión",
      text: "No pudimos contactar con nuestro servidor. Revise su conexión e inténtelo de nuevo: no se le cobrará dos veces.",
    },
    unavailable: {
      title: "Ahora no es posible",
      text: "No se ha cobrado nada. Inténtelo de nuevo en unos minutos.",
    },
    inProgress: {
      title: "Hay un pago en curso",
      text: "Se está haciendo otro pago de este pedido. Esperamos su resultado.",
    },
    refused: { title: "No se aceptó el pago", text: "No se ha cobrado nada." },
    priceLost: {
      title: "No se pudo cargar el importe",
      text: "Revise su conexión e inténtelo de nuevo.",
    },
    priceRefused: {
      title: "No disponible en este momento",
      text: "Elija otra forma de pagar o inténtelo de nuevo en unos minutos.",
    },
    refusals: {
      location_not_allowed: {
        title: "No disponible donde está",
        text: "Este comercio no ofrece pagos en el lugar donde se encuentra. No se ha cobrado nada.",
      },
      location_unknown: {
        title: "No podemos saber dónde está",
        text: "Este comercio solo atiende en ciertos lugares. Si usa una VPN o un proxy, desactívelo y vuelva a intentarlo. No se ha cobrado nada.",
      },
    },
  },
  pending: {
    card: {
      title: "Seguimos esperando a su banco",
      text: "Puede tardar unos minutos. Mostraremos aquí el resultado en cuanto lo sepamos.",
      leave: "Puede salir de esta página: el pago sigue y no se le cobrará dos veces.",
    },
    bank: {
      title: "Su pago bancario está en camino",
      text: "Su banco tardará unos días hábiles. Hasta entonces el pago está pendiente y aún puede ser devuelto.",
      leave: "No hay nada más que hacer. Puede salir de esta página: le avisaremos del resultado.",
    },
    pay_by_bank: {
      title: "Su banco está haciendo el pago",
      text: "La mayoría de los bancos tarda segundos; algunos, hasta el siguiente día hábil. Mostraremos aquí el resultado en cuanto lo sepamos.",
      leave: "Puede salir de esta página: el pago sigue y no se le cobrará dos veces.",
    },
    crypto: {
      title: "Esperando su transferencia",
      text: "La mostraremos aquí en cuanto se vea en la red.",
      leave: "Cuando la haya enviado puede salir de esta página: el pago sigue.",
    },
    unknown: (status) => `El estado de su pago es «${status}».`,
  },
  mandateCopy: {
    save: "Guardar copia de la autorización",
    lost: "No se pudo cargar la copia. Inténtelo de nuevo.",
  },
  redirect: {
    title: "Siga en su banco",
    text: "Entre en su banco y confirme el pago. Mostraremos aquí el resultado.",
    leave: (time) => `No se paga nada hasta que lo confirme allí. Tiene hasta las ${time}.`,
    open: "Ir a su banco",
    giveUp: "Pagar de otra forma",
  },
  success: {
    title: "Pago completado",
    text: (amount, operator) => `Pagó ${amount} a ${operator}.`,
    amount: "Importe",
    paidWith: {
      card: "Tarjeta",
      bank: "Cuenta bancaria",
      pay_by_bank: "Cuenta bancaria",
      crypto: "Dirección",
    },
    accountTypes: { checking: "corriente", savings: "de ahorros" },
    statement: "En su extracto",
    reference: "Referencia",
  },
  failed: { title: "No se pudo completar el pago" },
  expired: {
    title: "Se acabó el tiempo para pagar",
    text: "No se ha cobrado nada. Vuelva a la tienda y empiece el pago de nuevo.",
    renewing: "Preparando su pago otra vez…",
  },
  unreachable: {
    title: "No se puede cargar el formulario de pago",
    text: "No pudimos contactar con nuestro servidor.",
    offline: "Parece que no hay conexión. Revísela.",
    retry: "Intentar de nuevo",
  },
  refusedSession: {
    title: "Este pago no se puede mostrar",
    text: "Vuelva a la tienda y empiece el pago de nuevo.",
  },
  blocked: {
    title: "Falta un paso",
    text: "Este pago pide algo que aquí todavía no se puede dar. Vuelva a la tienda.",
  },
};
