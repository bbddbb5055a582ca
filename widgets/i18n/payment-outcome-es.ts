import type { PaymentOutcomeTexts } from "./payment-outcome-texts.ts";

const otherWay = {
  title: "Esta forma de pago no se puede usar aquí",
  text: "No se ha cobrado nada. Elija otra forma de pagar.",
};
const otherAsset = {
  title: "Este activo no se puede usar para este pago",
  text: "No se ha cobrado nada. Elija otro activo u otra red, o bien otra forma de pagar.",
};
const tooSoon = {
  title: "Un momento, por favor",
  text: "No se ha cobrado nada. Espere un momento e inténtelo de nuevo.",
};

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
      incorrect_postal_code: "El código postal no corresponde a la tarjeta.",
      card_not_supported: "Esta tarjeta no sirve para este pago.",
      card_velocity_exceeded: "La tarjeta ha llegado a su límite.",
      call_issuer: "Su banco rechazó la tarjeta. Puede decirle por qué.",
      try_again_later: "Su banco no puede aceptar el pago en este momento.",
      issuer_unavailable: "En este momento no se puede contactar con su banco.",
      processing_error: "Algo falló en el banco.",
      processing_interrupted: "El pago se interrumpió.",
      charge_reversed: "El pago no se completó y se devuelve lo cobrado.",
      authentication_required: "Su banco quiere confirmar este pago y no pudo.",
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
          ach_r06: "Se pidió la devolución del pago.",
          ach_r07: "Se revocó la autorización en su banco.",
          ach_r08: "El pago se detuvo en su banco.",
          ach_r09: "Aún no se podía disponer del dinero de la cuenta.",
          ach_r10: "Su banco devolvió el pago por no estar autorizado.",
          ach_r11: "Su banco devolvió el pago: no era como se autorizó.",
          ach_r12: "La cuenta pasó a otro banco.",
          ach_r13: "Su banco no acepta este tipo de pago.",
          ach_r14: "Ya no se puede pagar desde esta cuenta.",
          ach_r15: "Ya no se puede pagar desde esta cuenta.",
          ach_r16: "La cuenta está bloqueada.",
          ach_r17: "Su banco devolvió el pago.",
          ach_r20: "En este tipo de cuenta no se pueden hacer cargos.",
          ach_r23: "Su banco devolvió el pago.",
          ach_r24: "Su banco lo tomó por un segundo pago igual.",
          ach_r29: "Su banco devolvió el pago por no estar autorizado.",
          bank_return: "Su banco devolvió el pago.",
          bank_account_barred: "Ya no se pueden hacer cargos en esta cuenta.",
          bank_account_unusable: "En esta cuenta no se pueden hacer cargos.",
          bank_account_retries_used_up: "No se puede volver a cargar este pago en esta cuenta.",
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
      crypto: {
        advice: {
          same: "Puede intentarlo de nuevo con otra dirección.",
          other_method: "Elija otra forma de pagar.",
          later: "Inténtelo de nuevo en unos minutos.",
          none: "No envíe nada más a esa dirección.",
        },
        reasons: {
          deposit_not_received:
            "No llegó nada mientras valía el cambio. Si lo ha enviado, contacte con la tienda.",
          deposit_canceled: "Decidió no enviarlo. Si lo ha enviado, contacte con la tienda.",
          underpaid: "Llegó menos de lo pedido. Contacte con la tienda para recuperarlo.",
          overpaid: "Llegó más de lo pedido. Contacte con la tienda por el resto.",
          paid_late: "La transferencia llegó cuando el cambio ya no valía. Contacte con la tienda.",
          wrong_asset: "Llegó algo distinto de lo pedido. Contacte con la tienda.",
          chain_reorganised: "La red retiró la transferencia.",
          network_unavailable: "En este momento no se puede contactar con la red.",
        },
      },
    },
  },
  anyReason: "El banco no dio un motivo más claro.",
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
      payment_method_type_not_enabled: otherWay,
      payment_method_not_found: {
        title: "Este medio de pago ya no está guardado",
        text: "No se ha cobrado nada. Introdúzcalo de nuevo o elija otra forma de pagar.",
      },
      return_url_missing: otherWay,
      return_url_not_allowed: otherWay,
      crypto_not_offered: otherAsset,
      crypto_currency_unsupported: otherWay,
      crypto_amount_too_small: otherAsset,
      amount_too_large: {
        title: "El importe es demasiado alto",
        text: "Con recargos e impuestos supera lo que se puede pagar aquí. No se ha cobrado nada.",
      },
      requirements_unmet: {
        title: "Falta un paso",
        text: "No se ha cobrado nada. Complete lo que se le pide aquí; después podrá pagar.",
      },
      too_many_attempts: {
        title: "Demasiados intentos con tarjeta",
        text: "Este intento no se ha cobrado. Espere una hora o pague de otra forma.",
      },
      payment_attempts_used_up: {
        title: "Demasiados intentos",
        text: "No se ha cobrado nada. Vuelva a la tienda y empiece el pago de nuevo.",
      },
      rate_limited: tooSoon,
      form_not_ready: tooSoon,
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
    overpaid: {
      title: "Envió más de lo pedido",
      text: (operator) => `${operator} puede verlo. Póngase en contacto por el resto.`,
    },
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
