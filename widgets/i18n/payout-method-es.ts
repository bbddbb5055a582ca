import type { PayoutMethodTexts } from "./payout-method-texts.ts";

const checkIt = "Compruebe que su monedero o plataforma le ha dado la correcta.";

/** Spanish. */
export const payoutMethodTexts: PayoutMethodTexts = {
  language: "es",
  bankAccount: {
    holder: {
      label: "Titular de la cuenta",
      hint: "El nombre que figura en la cuenta. Debe ser la suya.",
      problem: {
        name_empty: "Escriba el nombre que figura en la cuenta.",
        name_long: "Use 100 caracteres como máximo.",
        name_number: "Escriba aquí un nombre, no un número.",
      },
    },
    accountType: {
      legend: "Tipo de cuenta",
      checking: "Corriente",
      savings: "De ahorros",
      empty: "Elija corriente o de ahorros.",
    },
    routingNumber: {
      label: "Número de ruta",
      hint: "Nueve dígitos",
      empty: "Escriba el número de ruta.",
      incomplete: "El número de ruta tiene nueve dígitos: compruebe que están todos.",
      wrong: "Revise el número de ruta: parece que hay un dígito equivocado.",
    },
    accountNumber: {
      label: "Número de cuenta",
      problem: {
        empty: "Escriba el número de cuenta.",
        characters: "El número de cuenta solo tiene letras, dígitos y guiones: escríbalo entero.",
        too_short: "El número de cuenta tiene al menos cuatro dígitos: compruebe que están todos.",
        too_long: "El número de cuenta tiene 17 caracteres como máximo: revíselo.",
        same_as_routing: "Este es el número de ruta. Escriba el número de su cuenta.",
      },
      looksLikeCard:
        "Parece un número de tarjeta. Escriba el de la cuenta, que está en un cheque o en la aplicación de su banco.",
    },
    confirmation: {
      label: "Repita el número de cuenta",
      empty: "Escriba otra vez el número de cuenta.",
      differs: "Los dos números de cuenta son distintos: revise ambos.",
    },
    where: {
      summary: "¿Dónde encuentro estos números?",
      text: "En la parte inferior de un cheque, o en la aplicación de su banco, en los datos de la cuenta.",
      routing: "Número de ruta",
      account: "Número de cuenta",
    },
  },
  card: { hint: "Solo de débito: no se puede enviar dinero a una tarjeta de crédito." },
  bankLogin: {
    explanation:
      "Entra en la página de su propio banco, en una ventana nueva. Solo recibimos el número de la cuenta.",
    begin: "Entrar en su banco",
    missing: "Entre primero en su banco o elija otra forma.",
    waiting: "Esperando a su banco. Continúe en la ventana que se ha abierto.",
    blocked: "Su navegador no abrió ninguna ventana. Siga el enlace a su banco.",
    open: "Ir a su banco",
    openAgain: "Abrir la ventana de nuevo",
    cancel: "Cancelar",
    shared: (bankName, accountType, last4) =>
      `${bankName}, cuenta ${accountType === "savings" ? "de ahorros" : "corriente"} terminada en ${last4}`,
    another: "Usar otra cuenta",
    problems: {
      refused: "No compartió ninguna cuenta. Inténtelo de nuevo o elija otra forma.",
      failed: "Su banco no pudo confirmar la cuenta. Inténtelo de nuevo o elija otra forma.",
      expired: "Tardó demasiado. Empiece otra vez.",
      unavailable: "Ahora no es posible entrar. Inténtelo más tarde o elija otra forma.",
    },
  },
  crypto: {
    asset: "Qué quiere recibir",
    network: "Red",
    onlyNetwork: (network) => `Se envía por la red ${network}.`,
    address: (asset, network) =>
      asset === network ? `Su dirección de ${asset}` : `Su dirección de ${asset} en ${network}`,
    hint: "Péguela desde su monedero o plataforma.",
    problem: {
      empty: "Escriba la dirección.",
      characters: "No es una dirección de esta red. Péguela desde su monedero.",
      length: "La dirección no está completa: cópiela entera y péguela de nuevo.",
      checksum: "Parece que hay un carácter equivocado: cópiela y péguela de nuevo.",
      test_network: "Es una dirección de una red de pruebas. El dinero enviado allí se pierde.",
      burn: "Esta dirección no es de nadie: el dinero enviado allí se pierde.",
    },
    belongsTo: {
      bitcoin: (chosen) => `Es una dirección de Bitcoin, no de ${chosen}. ${checkIt}`,
      evm: (chosen) => `Es una dirección del tipo de Ethereum (0x…), no de ${chosen}. ${checkIt}`,
      solana: (chosen) => `Es una dirección de Solana, no de ${chosen}. ${checkIt}`,
      tron: (chosen) => `Es una dirección de Tron, no de ${chosen}. ${checkIt}`,
    },
    switchTo: (network) => `Cambiar a ${network}`,
    unchecked: "No se pudo comprobar la dirección. Revise su conexión e inténtelo de nuevo.",
    compare: "Compárela con su monedero",
    warning: {
      title: "Un pago en criptomonedas no se puede deshacer",
      text: (asset, network) =>
        `Asegúrese de que su monedero o plataforma recibe ${asset} por la red ${network}. Por otra red, el dinero se pierde.`,
    },
  },
};
