import type { PaymentOutcomeTexts } from "../payment-outcome-texts.ts";

const otherWay = {
  title: "Esta forma de pago no está disponible aquí",
  text: "No se le ha cobrado nada. Elija otra forma de pago.",
};
const otherAsset = {
  title: "Este activo no está disponible para este pago",
  text: "No se le ha cobrado nada. Elija otro activo, otra red u otra forma de pago.",
};

export const paymentOutcomeTexts: PaymentOutcomeTexts = {
  declined: {
    title: "No se pudo completar el pago",
    advice: {
      same: "No se le ha cobrado nada. Puede intentarlo de nuevo.",
      other_card: "No se le ha cobrado nada. Use otra tarjeta.",
      other_account: "No se le ha cobrado nada. Use otra cuenta.",
      other_method: "No se le ha cobrado nada. Elija otra forma de pago.",
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
      gambling_not_allowed:
        "Su banco no permite este tipo de pago con esta tarjeta. Pruebe con una tarjeta de débito o una cuenta bancaria.",
      do_not_try_again: "Su banco rechazó la tarjeta.",
      card_velocity_exceeded: "La tarjeta ha llegado a su límite.",
      call_issuer: "Su banco rechazó la tarjeta. Pregunte a su banco por qué.",
      try_again_later: "Su banco no puede aceptar el pago en este momento.",
      issuer_unavailable: "En este momento no se puede contactar con su banco.",
      processing_error: "Algo falló en el banco.",
      processing_interrupted: "El pago se interrumpió.",
      charge_reversed: "El pago no se completó. Le devolvemos lo cobrado.",
      authentication_required: "Su banco necesita que confirme este pago y no pudo pedírselo.",
      authentication_failed: "Su banco no pudo confirmar que es usted.",
      authentication_canceled: "Canceló la confirmación con su banco.",
      authentication_timed_out: "La confirmación con su banco tardó demasiado.",
      authentication_rejected: "Su banco rechazó el pago.",
      authentication_unavailable: "No se pudo contactar con su banco para la confirmación.",
      payment_canceled: "El comercio canceló este pago.",
    },
    by: {
      bank: {
        advice: {
          same: "Si salió dinero de su cuenta, se le devolverá. Puede intentarlo de nuevo.",
          other_account: "Si salió dinero de su cuenta, se le devolverá. Use otra cuenta.",
          other_method: "Si salió dinero de su cuenta, se le devolverá. Elija otra forma de pago.",
          check_details:
            "Si salió dinero de su cuenta, se le devolverá. Revise los datos e inténtelo de nuevo.",
          later: "Si salió dinero de su cuenta, se le devolverá. Inténtelo más tarde.",
          none: "Si salió dinero de su cuenta, se le devolverá.",
        },
        reasons: {
          ach_r01: "No había saldo suficiente en la cuenta.",
          ach_r02: "La cuenta está cerrada.",
          ach_r03: "Su banco no reconoce esta cuenta.",
          ach_r04: "El número de cuenta no es correcto.",
          ach_r05: "Su banco devolvió el pago por no estar autorizado.",
          ach_r06: "Se reclamó la devolución del pago.",
          ach_r07: "Revocó la autorización en su banco.",
          ach_r08: "Detuvo el pago en su banco.",
          ach_r09: "El dinero de la cuenta aún no estaba disponible.",
          ach_r10: "Su banco devolvió el pago por no estar autorizado.",
          ach_r11: "Su banco devolvió el pago porque no coincidía con la autorización.",
          ach_r12: "La cuenta pasó a otro banco.",
          ach_r13: "Su banco no acepta este tipo de pago.",
          ach_r14: "Ya no se puede pagar desde esta cuenta.",
          ach_r15: "Ya no se puede pagar desde esta cuenta.",
          ach_r16: "La cuenta está bloqueada.",
          ach_r17: "Su banco devolvió el pago.",
          ach_r20: "En este tipo de cuenta no se pueden hacer cargos.",
          ach_r23: "Su banco devolvió el pago.",
          ach_r24: "Su banco lo trató como un pago duplicado.",
          ach_r29: "Su banco devolvió el pago por no estar autorizado.",
          bank_return: "Su banco devolvió el pago.",
          bank_account_barred: "Ya no se pueden hacer cargos en esta cuenta.",
          bank_account_unusable: "En esta cuenta no se pueden hacer cargos.",
          bank_account_retries_used_up: "No se puede volver a cargar este pago en esta cuenta.",
          bank_login_used: "Este acceso a su banco ya se usó.",
          bank_login_ended: "Su banco ya no comparte esta cuenta. Entre de nuevo en su banco.",
          bank_access_ended: "Su banco ya no comparte esta cuenta. Entre de nuevo en su banco.",
          debit_canceled: "El cargo se anuló antes de enviarse.",
        },
      },
      pay_by_bank: {
        reasons: {
          bank_access_denied: "Rechazó el pago en su banco.",
          bank_timed_out: "Se acabó el tiempo para confirmar en su banco.",
          bank_canceled: "Canceló el pago en su banco.",
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
          other_method: "Elija otra forma de pago.",
          later: "Inténtelo de nuevo en unos minutos.",
          none: "No envíe nada más a esa dirección.",
        },
        reasons: {
          deposit_not_received:
            "No llegó nada mientras el cambio era válido. Si lo envió, contacte con el comercio.",
          payment_canceled: "El comercio canceló este pago. Si ya lo envió, contacte con él.",
          deposit_canceled: "Decidió no enviarlo. Si lo envió, contacte con el comercio.",
          underpaid: "Llegó menos de lo solicitado. Contacte con el comercio para recuperarlo.",
          overpaid: "Llegó más de lo solicitado. Contacte con el comercio sobre el resto.",
          paid_late:
            "La transferencia llegó después de vencer el cambio. Contacte con el comercio.",
          wrong_asset: "Llegó otro activo. Contacte con el comercio.",
          chain_reorganised: "La red revirtió la transferencia.",
          network_unavailable: "En este momento no se puede contactar con la red.",
        },
      },
    },
  },
  anyReason: "El banco no dio un motivo más claro.",
  notices: {
    amountChanged: {
      title: "El importe ha cambiado",
      text: (amount) => `El nuevo total es ${amount}. No se le ha cobrado nada. Revíselo y pague.`,
    },
    termsChanged: {
      title: "La autorización ha cambiado",
      text: "No se le ha cobrado nada. Lea la nueva autorización abajo y pague.",
    },
    canceled: {
      title: "Sin confirmar",
      text: "Salió de la página de su banco sin confirmar. No se le ha cobrado nada. Puede intentarlo de nuevo.",
    },
    notSent: {
      title: "Sin conexión",
      text: "No pudimos contactar con nuestro servidor. Revise su conexión e inténtelo de nuevo. No se le cobrará dos veces.",
    },
    unavailable: {
      title: "No disponible en este momento",
      text: "No se le ha cobrado nada. Inténtelo de nuevo en unos minutos.",
    },
    refused: { title: "No se aceptó el pago", text: "No se le ha cobrado nada." },
    priceLost: {
      title: "No se pudo cargar el importe",
      text: "No se le ha cobrado nada. Revise su conexión e inténtelo de nuevo.",
    },
    priceRefused: {
      title: "No disponible en este momento",
      text: "No se le ha cobrado nada. Elija otra forma de pago o inténtelo de nuevo en unos minutos.",
    },
    refusals: {
      location_not_allowed: {
        title: "No disponible donde está",
        text: "No puede pagar a este comercio desde su ubicación. No se le ha cobrado nada.",
      },
      location_unknown: {
        title: "No podemos determinar su ubicación",
        text: "Este comercio solo atiende en ciertos lugares. Si usa una VPN o un proxy, desactívelo e inténtelo de nuevo. No se le ha cobrado nada.",
      },
      payment_method_type_not_enabled: otherWay,
      payment_method_not_found: {
        title: "Esta forma de pago ya no está guardada",
        text: "No se le ha cobrado nada. Escríbala de nuevo o elija otra forma de pago.",
      },
      return_url_missing: otherWay,
      return_url_not_allowed: otherWay,
      crypto_not_offered: otherAsset,
      crypto_currency_unsupported: otherWay,
      crypto_amount_too_small: otherAsset,
      amount_too_large: {
        title: "El importe es demasiado alto",
        text: "Con comisiones e impuestos, supera el límite. No se le ha cobrado nada.",
      },
      requirements_unmet: {
        title: "Falta un paso",
        text: "No se le ha cobrado nada. Complete este paso y después pague.",
      },
      too_many_attempts: {
        title: "Demasiados intentos con tarjeta",
        text: "No se le ha cobrado este intento. Espere 1 hora o elija otra forma de pago.",
      },
      payment_attempts_used_up: {
        title: "Demasiados intentos",
        text: "No se le ha cobrado nada. Vuelva atrás e inicie el pago de nuevo.",
      },
      form_not_ready: {
        title: "El formulario aún se está cargando",
        text: "No se le ha cobrado nada. Espere un momento e inténtelo de nuevo.",
      },
    },
  },
  pending: {
    card: {
      title: "Seguimos esperando a su banco",
      text: "Puede tardar unos minutos. Aún no sabemos si se le ha cobrado. Mostraremos aquí el resultado.",
      leave: "Puede salir de esta página. El pago continúa y no se le cobrará dos veces.",
    },
    bank: {
      title: "Su pago bancario está en camino",
      text: "Su banco tardará unos días hábiles. Hasta entonces, el pago está pendiente y su banco puede devolverlo.",
      leave: "Puede salir de esta página. No hay nada más que hacer.",
    },
    pay_by_bank: {
      title: "Su banco está haciendo el pago",
      text: "La mayoría de los bancos tarda segundos; algunos, hasta el siguiente día hábil. Mostraremos aquí el resultado.",
      leave: "Puede salir de esta página. El pago continúa y no se le cobrará dos veces.",
    },
    crypto: {
      title: "Esperando su transferencia",
      text: "La mostraremos aquí cuando llegue a la red.",
      leave: "Cuando la haya enviado, puede salir de esta página. El pago continúa.",
    },
    unknown: (status) => `El estado de su pago es «${status}».`,
  },
  mandateCopy: {
    save: "Guardar copia de la autorización",
    lost: "No se pudo cargar la copia. Inténtelo de nuevo.",
  },
  redirect: {
    title: "Continúe en su banco",
    text: "Entre en su banco y confirme el pago. Mostraremos aquí el resultado.",
    leave: (time) => `Aún no ha pagado. Confirme en su banco antes de las ${time}.`,
    open: "Ir a su banco",
    giveUp: "Elegir otra forma de pago",
  },
  success: {
    title: "Pago completado",
    text: (amount, operator) => `Pagó ${amount} a ${operator}.`,
    amount: "Importe",
    overpaid: {
      title: "Envió más de lo solicitado",
      text: (operator) => `${operator} puede verlo. Contacte con ellos sobre el resto.`,
    },
    paidWith: {
      card: "Tarjeta",
      bank: "Cuenta bancaria",
      pay_by_bank: "Cuenta bancaria",
      crypto: "Dirección",
    },
    accountTypes: { checking: "corriente", savings: "de ahorros" },
    account: (bankName, accountType, last4) =>
      `${bankName === null ? "" : `${bankName}, `}${accountType} ••••\u00a0${last4}`,
    statement: "En su estado de cuenta",
    reference: "Referencia",
    refunds: "Reembolsos",
  },
  expired: {
    title: "Este pago ha vencido",
    text: "No se le ha cobrado nada. Vuelva atrás e inicie el pago de nuevo.",
    renewing: "Cargando su pago de nuevo…",
    unknown: {
      title: "Esta página ha vencido",
      text: "Vuelva atrás para comprobar si se hizo el pago.",
    },
  },
  slot: {
    loading: "Cargando…",
    lost: "No se cargó. Revise su conexión.",
  },
  lostPart: "Una parte del formulario no se cargó. No se le cobrará dos veces.",
  unreachable: {
    title: "No se pudo cargar el formulario de pago",
    text: "No pudimos contactar con nuestro servidor.",
    offline: "Parece que no hay conexión. Revísela.",
    retry: "Intentar de nuevo",
  },
  refusedSession: {
    title: "Este pago no se puede mostrar",
    text: "Vuelva atrás e inicie el pago de nuevo.",
  },
  blocked: {
    title: "Falta un paso",
    text: "Este paso no se puede completar aquí. No se le ha cobrado nada. Vuelva atrás y contacte con el comercio.",
  },
};
