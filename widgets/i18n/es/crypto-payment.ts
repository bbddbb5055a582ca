import type { CryptoPaymentTexts } from "../crypto-payment-texts.ts";
import { plural } from "../plural.ts";

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
    changed: (to, from) => `El cambio ha variado. Ahora envía ${to} en lugar de ${from}.`,
    unchanged: "El cambio se ha renovado. El importe es el mismo.",
    failed: "En este momento no hay un cambio disponible.",
    tooSmall: (asset) =>
      `Este total es demasiado pequeño para enviarlo en ${asset}. Elija otro activo.`,
    next: "A continuación recibirá una dirección y un código QR. Envíe desde cualquier monedero o plataforma.",
    networkFee: "Su monedero o plataforma puede añadir su propia comisión de red.",
  },
  deposit: {
    stages: {
      waiting: ({ amount, network }) => ({
        title: "Esperamos su transferencia",
        lines: [
          `Envíe exactamente ${amount} por ${network}. Esta página se actualiza cuando llegue.`,
        ],
      }),
      detected: ({ received }) => ({
        title: "Su transferencia está en camino",
        lines: [`Vemos ${received}. La red aún lo está confirmando. No lo envíe otra vez.`],
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
        title: "La red lo está confirmando otra vez",
        lines: [
          "La red ha sustituido sus últimos bloques. Su transferencia suele reaparecer en unos minutos. No la envíe otra vez.",
        ],
      }),
      wrong_asset: ({ operator, amount, network }) => ({
        title: "Ese no era el token correcto",
        lines: [
          `A la dirección llegó otro token. ${operator} puede verlo. Contacte con ellos para recuperarlo.`,
          `A este pago todavía le faltan ${amount} por ${network}.`,
        ],
      }),
      late: ({ received, operator }) => ({
        title: "Su transferencia llegó tarde",
        lines: [
          `Llegaron ${received} después de vencer el cambio, así que este pago no está completo. No envíe más.`,
          `Hemos avisado a ${operator}. Lo resolverán con usted o se lo devolverán.`,
        ],
      }),
      expired: ({ operator }) => ({
        title: "El cambio ha vencido",
        lines: [
          "No envíe nada a esta dirección ahora.",
          `¿Ya lo envió? Espere aquí. Seguimos buscándolo, y ${operator} también puede verlo.`,
        ],
      }),
      other: () => ({
        title: "Seguimos su transferencia",
        lines: ["Mostraremos aquí las novedades. No la envíe otra vez."],
      }),
    },
    exactly: "Envíe exactamente",
    more: "Envíe lo que falta",
    worth: (total, network) => `${total === null ? "" : `${total}\u00a0·\u00a0`}red ${network}`,
    address: (network) => `A esta dirección de ${network}`,
    copyAmount: "Copiar el importe",
    copyAddress: "Copiar la dirección",
    copy: { copy: "Copiar", copied: "Copiado", failed: "Selecciónelo y cópielo" },
    wallet: "Abrir en su monedero",
    qr: (amount, network) => `Código QR para enviar ${amount} por ${network}`,
    qrHint: "Escanéelo con la aplicación de su monedero.",
    qrFailed: "No se pudo cargar el código QR. Copie la dirección y el importe.",
    only: {
      title: "Un envío equivocado puede perderse",
      text: ({ asset, network }) => `Envíe solo ${asset}, y solo por la red ${network}.`,
    },
    fee: "Debe llegar el importe completo. Las comisiones de su monedero o plataforma van aparte.",
    left: (left) => `Quedan ${left}`,
    minutesLeft: (minutes) =>
      plural("es", minutes, {
        one: "Queda 1 minuto para enviar.",
        other: `Quedan ${minutes} minutos para enviar.`,
      }),
    progress: "Confirmaciones de la red",
    confirmations: (count, required) =>
      `${count} de ${plural("es", required, { one: "1 confirmación", other: `${required} confirmaciones` })}`,
    slow: (network) => `${network} suele tardar 20 minutos y a veces una hora.`,
    asked: "Solicitado",
    received: "Recibido",
    rateLost: {
      title: "Ya no mantenemos el cambio",
      lines: [
        "La red no ha confirmado su transferencia en 1 hora, o su comisión es demasiado baja. Usaremos el cambio del momento de la confirmación, así que puede haber enviado de menos o de más.",
        "Quizá su monedero le permita subir la comisión. No la envíe otra vez.",
      ],
    },
    requoted: ({ amount }) => ({
      title: "Usamos un cambio nuevo",
      lines: [
        `La red confirmó su transferencia tarde. Con el cambio nuevo, el pago es de ${amount}.`,
      ],
    }),
    leave: "Puede salir de esta página. El pago continúa.",
    reload: "Si la cierra sin querer, ábrala de nuevo para ver esta dirección.",
  },
};
