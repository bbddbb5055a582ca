import type { CryptoPaymentTexts } from "./crypto-payment-texts.ts";

/** Spanish. */
export const cryptoPaymentTexts: CryptoPaymentTexts = {
  language: "es",
  form: {
    asset: "Pagar con",
    network: "Red",
    onlyNetwork: (network) => `Se envía por la red ${network}.`,
    send: "Usted envía",
    rate: (one, price) => `${one} = ${price}`,
    holds: (left) => `Este cambio vale ${left} más`,
    loading: "Consultando el cambio…",
    renewing: "Consultando un cambio nuevo…",
    changed: (to, from) => `El cambio se ha renovado: ahora envía ${to} en lugar de ${from}.`,
    unchanged: "El cambio se ha renovado. El importe sigue igual.",
    failed: "Ahora mismo no hay cambio.",
    tooSmall: (asset) =>
      `Este total es demasiado pequeño para enviarlo en ${asset}. Elija otro activo.`,
    next: "A continuación recibirá una dirección y un código. Envíe desde cualquier monedero o plataforma.",
    networkFee: "Su monedero o plataforma puede añadir su propia comisión de red.",
  },
  deposit: {
    stages: {
      waiting: ({ amount, network }) => ({
        title: "Esperamos su transferencia",
        lines: [`Envíe exactamente ${amount} por ${network}. Aparecerá aquí por sí sola.`],
      }),
      detected: ({ received }) => ({
        title: "Su transferencia está en camino",
        lines: [`Hemos visto ${received}. Falta que la red lo confirme. No lo envíe otra vez.`],
      }),
      underpaid: ({ received, amount, missing }) => ({
        title: `Todavía faltan ${missing}`,
        lines: [`Han llegado ${received} de ${amount}. Envíe el resto a la misma dirección.`],
      }),
      confirming: ({ received }) => ({
        title: "La red lo está confirmando",
        lines: [`Han llegado ${received}. No lo envíe otra vez.`],
      }),
      reorganised: () => ({
        title: "La red lo confirma otra vez",
        lines: [
          "La red ha deshecho sus últimos bloques. Su transferencia suele volver por sí sola en unos minutos. No la envíe otra vez.",
        ],
      }),
      wrong_asset: ({ operator, amount, network }) => ({
        title: "Ese no era el token correcto",
        lines: [
          `A la dirección llegó algo distinto de lo pedido. ${operator} puede verlo; póngase en contacto para recuperarlo.`,
          `A este pago todavía le faltan ${amount} por ${network}.`,
        ],
      }),
      late: ({ received, operator }) => ({
        title: "Su transferencia llegó tarde",
        lines: [
          `Llegaron ${received} cuando el cambio ya no valía, así que este pago no está completo. No envíe más.`,
          `Hemos avisado a ${operator}, que lo arreglará con usted o se lo devolverá.`,
        ],
      }),
      run_out: ({ operator }) => ({
        title: "El cambio ya no vale",
        lines: [
          "No envíe nada más a esta dirección.",
          `¿Ya lo envió? Espere aquí: seguimos buscándolo, y ${operator} también lo ve.`,
        ],
      }),
      other: () => ({
        title: "Seguimos su transferencia",
        lines: ["Aquí mostraremos cómo continúa. No la envíe otra vez."],
      }),
    },
    exactly: "Envíe exactamente",
    more: "Envíe lo que falta",
    worth: (total, network) => `${total === null ? "" : `${total} · `}red ${network}`,
    address: (network) => `A esta dirección de ${network}`,
    copyAmount: "Copiar el importe",
    copyAddress: "Copiar la dirección",
    copy: { copy: "Copiar", copied: "Copiado", failed: "Selecciónelo y cópielo a mano" },
    wallet: "Abrir en su monedero",
    qr: (amount, network) => `Código QR para enviar ${amount} por ${network}`,
    qrHint: "Escanéelo con la aplicación de su monedero.",
    qrLost: "No se pudo cargar el código QR. Copie la dirección y el importe.",
    only: {
      title: "Un envío equivocado puede perderse",
      text: ({ asset, network }) => `Envíe solo ${asset}, y solo por la red ${network}.`,
    },
    fee: "Debe llegar el importe completo: las comisiones de su monedero o plataforma van aparte.",
    left: (left) => `Quedan ${left}`,
    spokenLeft: (minutes) =>
      minutes === 1 ? "Queda un minuto para enviar." : `Quedan ${minutes} minutos para enviar.`,
    progress: "Confirmaciones de la red",
    confirmations: (count, required) => `${count} de ${required} confirmaciones`,
    slow: (network) => `${network} se toma su tiempo: a menudo 20 minutos, a veces una hora.`,
    asked: "Pedido",
    received: "Recibido",
    rateLost: {
      title: "El tipo de cambio ya no está garantizado",
      lines: [
        "La red no ha confirmado su transferencia en una hora, o su comisión es demasiado baja para eso. Cuenta al tipo de cambio del momento en que la red la confirme, así que entonces puede faltar o sobrar una parte.",
        "Quizá su monedero le permita subir la comisión. No la envíe otra vez.",
      ],
    },
    requoted: ({ amount }) => ({
      title: "Su transferencia contó a un nuevo tipo de cambio",
      lines: [
        `La red la confirmó tarde. Al tipo de cambio de ese momento, el pago es de ${amount}.`,
      ],
    }),
    leave: "Puede salir de esta página: el pago sigue sin ella.",
    reload: "¿La cerró sin querer? La página vuelve a mostrar esta dirección.",
  },
};
