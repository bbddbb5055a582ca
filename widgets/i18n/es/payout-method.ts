import type { PayoutMethodTexts } from "../payout-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

const checkIt = "Revise que su monedero o plataforma le ha dado la correcta.";

export const payoutMethodTexts: PayoutMethodTexts = {
  language: "es",
  bankAccount: bankAccountTexts,
  card: { hint: "Use una tarjeta de débito. No podemos enviar dinero a una tarjeta de crédito." },
  bankLogin: {
    ...bankLoginTexts,
    missing: "Entre primero en su banco o elija otra forma de cobro.",
    problems: {
      refused: "No compartió ninguna cuenta. Inténtelo de nuevo o elija otra forma de cobro.",
      failed:
        "Su banco no pudo confirmar la cuenta. Inténtelo de nuevo o elija otra forma de cobro.",
      expired: bankLoginTexts.expired,
      unavailable:
        "En este momento no se puede entrar en el banco. Inténtelo más tarde o elija otra forma de cobro.",
      tooMany:
        "Ha iniciado demasiados accesos al banco para este cobro. Elija otra forma de cobro.",
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
      characters: "Esta dirección no es de esta red. Péguela desde su monedero.",
      length: "Falta parte de la dirección. Cópiela entera y péguela de nuevo.",
      checksum: "Puede haber un carácter equivocado. Cópiela y péguela de nuevo.",
      test_network: "Esta dirección es de una red de pruebas. El dinero enviado allí se pierde.",
      burn: "Esta dirección no es de nadie. El dinero enviado allí se pierde.",
    },
    belongsTo: {
      bitcoin: (chosen) => `Es una dirección de Bitcoin, no de ${chosen}. ${checkIt}`,
      evm: (chosen) => `Es una dirección del tipo de Ethereum (0x…), no de ${chosen}. ${checkIt}`,
      solana: (chosen) => `Es una dirección de Solana, no de ${chosen}. ${checkIt}`,
      tron: (chosen) => `Es una dirección de Tron, no de ${chosen}. ${checkIt}`,
    },
    switchTo: (network) => `Cambiar a ${network}`,
    unchecked: "No pudimos comprobar la dirección. Revise su conexión e inténtelo de nuevo.",
    compare: "Compárela con su monedero",
    warning: {
      title: "Los cobros en criptomonedas no se pueden revertir",
      text: (asset, network) =>
        `Asegúrese de que su monedero o plataforma recibe ${asset} por la red ${network}. Por otra red, el dinero se pierde.`,
    },
  },
};
