import type { english } from "../en/settings.ts";
import { plural } from "./plural.ts";

export const spanish: typeof english = {
  settings: {
    lead: "Los cambios surten efecto en segundos y quedan en el registro de auditoría.",
    readOnly: "Puede verlo, pero no cambiarlo",
    readOnlyText: "Cambiar ajustes requiere el rol Administrador.",
    proxy: "El servicio no conoce su proxy",
    proxyText: ({ peer, header, requests }) => [
      `Solicitudes recibidas: ${requests}, de ${peer} con el encabezado ${header}. El ajuste TRUSTED_PROXIES no nombra esa dirección. Si es su proxy, todos los clientes cuentan como una sola dirección: para los límites de frecuencia, las reglas de ubicación y el registro de auditoría.`,
      `Defina TRUSTED_PROXIES=${peer} y reinicie el servicio. Si la dirección no es suya, detenga lo que envía desde ella. Este aviso termina una hora después de la última solicitud de ese tipo.`,
    ],
    origins: "Orígenes permitidos",
    originsText: "Las páginas de estos orígenes pueden mostrar sus widgets. Las demás, no.",
    locations: "Dónde atiende a clientes",
    locationsText:
      "Se comprueba por dirección IP cuando va a moverse dinero. Gana la regla más exacta: la del estado sobre la del país.",
    verification: "Verificación",
    payments: "Pagos",
    payouts: "Pagos salientes e impuestos",
    changedAt: "Último cambio",
    saved: "Guardado.",
    save: "Guardar",
    saveAnyway: "Guardar también mis cambios",
    discard: "Descartar",
    unsaved: (count) => plural(count, "cambio sin guardar", "cambios sin guardar"),
    leaveTitle: "¿Salir sin guardar?",
    leaveText: (count) =>
      `${count === 1 ? "Se perdería" : "Se perderían"} ${plural(count, "cambio", "cambios")}.`,
    leave: "Salir",
    conflict: "Alguien cambió los ajustes entretanto",
    conflictBoth: (names) =>
      `Ambos cambiaron: ${names}. La página muestra sus valores; guardar sustituye los otros.`,
    conflictNone: "Ahora se ven esos cambios y los suyos se conservan. Guarde otra vez.",
    names: {
      allowedOrigins: "Orígenes permitidos",
      locationRules: "Reglas de ubicación",
      verifyOnFirstPayment: "Verificar la identidad en el primer pago",
      verifyOnFirstDisbursement: "Verificar la identidad en el primer pago saliente",
      smsVerification: "SMS para confirmar el teléfono",
      documentReview: "Quién revisa los documentos",
      documentRetentionDays: "Días que se guardan las imágenes",
      w9Policy: "Formulario W‑9",
      paymentMethodTypes: "Formas de pago",
      surcharge: "Recargo por tarjeta de crédito",
      salesTax: "Impuesto sobre las ventas",
      threeDSecure: "3-D Secure",
      threeDSecureUnavailable: "Cuando 3-D Secure no es posible",
      paymentDescriptor: "Texto en el extracto del cliente",
      timeZone: "Su zona horaria",
      taxTypes: "Juegos con premios en el formulario W‑2G",
      dualControl: "Quien crea un pago saliente no puede aprobarlo",
      reduceByWager: "Restar la apuesta de los premios de carreras",
      defaultTaxCategory: "Categoría fiscal predeterminada de los pagos salientes",
      bankPayoutRail: "Cómo llegan los pagos salientes a cuentas bancarias",
      savedPaymentMethods: "Los clientes pueden guardar una tarjeta o cuenta",
      savedCardVerification: "Qué se pide al pagar con una tarjeta guardada",
    },
    hints: {
      verifyOnFirstPayment: "El formulario pide un documento antes del primer cargo.",
      verifyOnFirstDisbursement: "A nadie se le paga antes de verificar su identidad.",
      documentReview: "Las comprobaciones automáticas nunca aprueban un documento que difiere.",
      documentRetentionDays:
        "De 1 a 3650, desde la decisión. Borramos las imágenes y conservamos lo leído.",
      paymentDescriptor:
        "De 5 a 22 letras latinas, cifras y signos, al menos una letra, ninguno de < > \\ ' \" *. Los extractos bancarios muestran los primeros 16.",
      timeZone: "Decide cuándo empieza un día de un informe o un año fiscal.",
      reduceByWager:
        "Para las 300 veces la apuesta y la casilla 1. El bingo cuenta siempre entero.",
      defaultTaxCategory: "Decide en qué formulario fiscal se declara un pago saliente.",
      bankPayoutRail: "Los archivos ACH se entregan a la hora de cierre del día bancario.",
      dualControl: "Debe hacerlo otra clave o una persona del equipo.",
      savedPaymentMethods:
        "Con su consentimiento, tras un pago aceptado. Como máximo 20 por cliente.",
      savedCardVerification: "El código de seguridad nunca se guarda.",
      salesTax: "Según el estado y el código postal del cliente; a quien no los tiene se le piden.",
      threeDSecure: "Un fraude autenticado lo paga el emisor de la tarjeta, no usted.",
      threeDSecureUnavailable: "El banco o la red de la tarjeta no responde.",
    },
    choices: {
      documentReview: {
        when_needed: "El personal, solo si las comprobaciones automáticas no pueden decidir",
        always: "El personal, todos los documentos",
      },
      smsVerification: {
        off: "Nunca",
        first_payout: "Antes del primer pago saliente",
        every_payout: "Antes de cada pago saliente",
      },
      defaultTaxCategory: {
        winnings: "Ganancias (W‑2G, por premios)",
        prize: "Un premio (1099-MISC)",
        services: "Pago de servicios (1099-NEC)",
        other: "Otra cosa (1099-MISC)",
      },
      savedCardVerification: {
        cvc: "El código de seguridad",
        three_ds: "3-D Secure con desafío",
      },
      bankPayoutRail: {
        processor: "El procesador de pagos salientes",
        nacha: "Archivos ACH (Nacha)",
      },
      w9Policy: {
        every: "De todos los que cobran",
        "over-threshold": "Solo por encima del umbral",
      },
      salesTax: { off: "No se cobra", on: "Se cobra según el lugar" },
      threeDSecure: {
        when_enrolled: "Donde la tarjeta participa",
        always: "Siempre; otras tarjetas se rechazan",
      },
      threeDSecureUnavailable: {
        decline: "Rechazar el pago",
        authorise: "Cobrar sin 3-D Secure",
      },
    },
  },
  limits: {
    title: (year) => `Límites de ${year}. Siguen la ley y no se cambian aquí.`,
    notFinal: "Las cifras de este año aún no se han publicado; estas son las más nuevas.",
    product: "Se pide desde",
    law: "La ley lo declara desde",
    times: (times) => `y ${times} × la apuesta`,
    of: {
      payouts: "Pagos salientes de un año",
      bingo: "Bingo",
      horse_racing: "Carreras de caballos",
    },
  },
  origins: {
    none: "Aún no hay orígenes: ninguna página puede mostrar sus widgets.",
    add: "Añadir un origen",
    addButton: "Añadir",
    added: (origin) => `${origin} añadido. Sin guardar.`,
    removed: (origin) => `${origin} quitado. Sin guardar.`,
    remove: (origin) => `Quitar ${origin}`,
    twice: "Este origen ya está en la lista.",
    notAnOrigin: "Escriba una dirección como https://shop.example",
  },
  locations: {
    rule: "Regla",
    allow: "Atender",
    deny: "Rechazar",
    allowed: "Se atiende",
    denied: "Se rechaza",
    country: "País",
    state: "Estado",
    wholeCountry: "Todo el país",
    addButton: "Añadir",
    replaceButton: "Sustituir",
    remove: (place) => `Quitar la regla de ${place}`,
    removed: (place) => `Regla de ${place} quitada. Sin guardar.`,
    saidRule: (place, rule) =>
      `${place}: ${rule === "allow" ? "se atiende" : "se rechaza"}. Sin guardar.`,
    everywhere: "Se atiende a clientes de todas partes; no se busca la ubicación de nadie.",
    only: (served, refused) =>
      `Solo se atiende a clientes en ${served}${refused ? `, pero no en ${refused}` : ""}. Si no se sabe dónde están, no se atiende.`,
    allBut: (refused, exceptions) =>
      `Se atiende en todas partes, pero no en ${refused}${exceptions ? `, con la excepción de ${exceptions}` : ""}. Si no se sabe dónde están, no se atiende.`,
  },
};
