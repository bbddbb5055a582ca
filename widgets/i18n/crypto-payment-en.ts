import type { CryptoPaymentTexts } from "./crypto-payment-texts.ts";

/** English. */
export const cryptoPaymentTexts: CryptoPaymentTexts = {
  language: "en",
  form: {
    asset: "Pay with",
    network: "Network",
    onlyNetwork: (network) => `Sent on the ${network} network.`,
    send: "You send",
    rate: (one, price) => `${one} = ${price}`,
    holds: (left) => `Rate holds for ${left}`,
    loading: "Getting the rate…",
    renewing: "Getting a new rate…",
    changed: (to, from) => `The rate was renewed: you now send ${to} instead of ${from}.`,
    unchanged: "The rate was renewed. The amount is still the same.",
    failed: "There is no rate at the moment.",
    tooSmall: (asset) => `This total is too small to send in ${asset}. Choose another asset.`,
    next: "Next you get an address and a code to scan. Send from any wallet or exchange.",
    networkFee: "Your wallet or exchange may add a network fee of its own.",
  },
  deposit: {
    stages: {
      waiting: ({ amount, network }) => ({
        title: "Waiting for your transfer",
        lines: [`Send exactly ${amount} on ${network}. We’ll see it here by itself.`],
      }),
      detected: ({ received }) => ({
        title: "Your transfer is on its way",
        lines: [
          `We’ve seen ${received}. The network still has to confirm it. Don’t send it again.`,
        ],
      }),
      underpaid: ({ received, amount, missing }) => ({
        title: `${missing} is still missing`,
        lines: [`${received} of ${amount} arrived. Send the rest to the same address.`],
      }),
      confirming: ({ received }) => ({
        title: "The network is confirming",
        lines: [`${received} arrived. Don’t send it again.`],
      }),
      reorganised: () => ({
        title: "The network is confirming once more",
        lines: [
          "The network took back its last blocks. Your transfer usually comes back by itself within minutes. Don’t send it again.",
        ],
      }),
      wrong_asset: ({ operator, amount, network }) => ({
        title: "That wasn’t the right token",
        lines: [
          `Something else than asked for arrived at the address. ${operator} can see it; contact them to get it back.`,
          `This payment still needs ${amount} on ${network}.`,
        ],
      }),
      late: ({ received, operator }) => ({
        title: "Your transfer came too late",
        lines: [
          `${received} arrived after the rate had run out, so this payment isn’t complete. Don’t send more.`,
          `${operator} has been told and will settle it with you or send it back.`,
        ],
      }),
      run_out: ({ operator }) => ({
        title: "The rate has run out",
        lines: [
          "Don’t send anything to this address any more.",
          `Already sent? Wait here: we still look for it, and ${operator} sees it as well.`,
        ],
      }),
      other: () => ({
        title: "We’re following your transfer",
        lines: ["We’ll show here how it goes on. Don’t send it again."],
      }),
    },
    exactly: "Send exactly",
    more: "Send this much more",
    worth: (total, network) => `${total === null ? "" : `${total} · `}${network} network`,
    address: (network) => `To this ${network} address`,
    copyAmount: "Copy the amount",
    copyAddress: "Copy the address",
    copy: { copy: "Copy", copied: "Copied", failed: "Select and copy it by hand" },
    wallet: "Open in your wallet",
    qr: (amount, network) => `QR code to send ${amount} on ${network}`,
    qrHint: "Scan it with your wallet’s app.",
    qrLost: "The QR code couldn’t be loaded. Copy the address and the amount instead.",
    only: {
      title: "A wrong transfer can be lost",
      text: ({ asset, network }) => `Send only ${asset}, and only on the ${network} network.`,
    },
    fee: "The whole amount has to arrive: fees of your wallet or exchange come on top.",
    left: (left) => `${left} left`,
    spokenLeft: (minutes) =>
      minutes === 1 ? "One minute left to send." : `${minutes} minutes left to send.`,
    progress: "Confirmations by the network",
    confirmations: (count, required) => `${count} of ${required} confirmations`,
    slow: (network) => `${network} takes its time: often 20 minutes, at times an hour.`,
    asked: "Asked for",
    received: "Arrived",
    rateLost: {
      title: "The rate isn’t held any more",
      lines: [
        "The network hasn’t confirmed your transfer within an hour, or its fee is too small for that. It counts at the rate of the moment when the network confirms it, so a part may be missing then, or too much.",
        "Your wallet may let you raise the fee. Don’t send it again.",
      ],
    },
    requoted: ({ amount }) => ({
      title: "Your transfer counted at a new rate",
      lines: [
        `The network confirmed it late. At the rate of that moment the payment is ${amount}.`,
      ],
    }),
    leave: "You can leave this page: the payment goes on without it.",
    reload: "Closed by mistake? The page shows this address again.",
  },
};
