import type { CryptoPaymentTexts } from "../crypto-payment-texts.ts";
import { plural } from "../plural.ts";

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
    changed: (to, from) => `The rate has changed. You now send ${to} instead of ${from}.`,
    unchanged: "The rate was renewed. The amount is the same.",
    failed: "No rate is available right now.",
    tooSmall: (asset) => `This total is too small to send in ${asset}. Choose another asset.`,
    next: "Next, you get an address and a QR code. Send from any wallet or exchange.",
    networkFee: "Your wallet or exchange may add its own network fee.",
  },
  deposit: {
    stages: {
      waiting: ({ amount, network }) => ({
        title: "Waiting for your transfer",
        lines: [`Send exactly ${amount} on ${network}. This page updates when it arrives.`],
      }),
      detected: ({ received }) => ({
        title: "Your transfer is on its way",
        lines: [`We can see ${received}. The network is still confirming it. Don’t send it again.`],
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
        title: "The network is confirming again",
        lines: [
          "The network replaced its last blocks. Your transfer usually reappears within minutes. Don’t send it again.",
        ],
      }),
      wrong_asset: ({ operator, amount, network }) => ({
        title: "That wasn’t the right token",
        lines: [
          `A different token arrived at the address. ${operator} can see it. Contact them to get it back.`,
          `This payment still needs ${amount} on ${network}.`,
        ],
      }),
      late: ({ received, operator }) => ({
        title: "Your transfer came too late",
        lines: [
          `${received} arrived after the rate expired, so this payment isn’t complete. Don’t send more.`,
          `We’ve notified ${operator}. They will settle it with you or send it back.`,
        ],
      }),
      expired: ({ operator }) => ({
        title: "The rate has expired",
        lines: [
          "Don’t send anything to this address now.",
          `Already sent it? Wait here. We’re still looking for it, and ${operator} can see it too.`,
        ],
      }),
      other: () => ({
        title: "We’re tracking your transfer",
        lines: ["We’ll show updates here. Don’t send it again."],
      }),
    },
    exactly: "Send exactly",
    more: "Send this much more",
    worth: (total, network) => `${total === null ? "" : `${total}\u00a0·\u00a0`}${network} network`,
    address: (network) => `To this ${network} address`,
    copyAmount: "Copy the amount",
    copyAddress: "Copy the address",
    copy: { copy: "Copy", copied: "Copied", failed: "Select it and copy it yourself" },
    wallet: "Open in your wallet",
    qr: (amount, network) => `QR code to send ${amount} on ${network}`,
    qrHint: "Scan it with your wallet app.",
    qrFailed: "The QR code didn’t load. Copy the address and the amount instead.",
    only: {
      title: "A wrong transfer can be lost",
      text: ({ asset, network }) => `Send only ${asset}, and only on the ${network} network.`,
    },
    fee: "The whole amount must arrive. Fees of your wallet or exchange are extra.",
    left: (left) => `${left} left`,
    minutesLeft: (minutes) =>
      plural("en", minutes, {
        one: "1 minute left to send.",
        other: `${minutes} minutes left to send.`,
      }),
    progress: "Confirmations by the network",
    confirmations: (count, required) =>
      `${count} of ${plural("en", required, { one: "1 confirmation", other: `${required} confirmations` })}`,
    slow: (network) => `${network} often takes 20 minutes, and sometimes an hour.`,
    asked: "Requested",
    received: "Received",
    rateLost: {
      title: "We no longer hold the rate",
      lines: [
        "The network hasn’t confirmed your transfer within 1 hour, or its fee is too low. We’ll use the rate at the time of confirmation, so you may have sent too little or too much.",
        "Your wallet may let you raise the fee. Don’t send it again.",
      ],
    },
    requoted: ({ amount }) => ({
      title: "We used a new rate",
      lines: [
        `The network confirmed your transfer late. At the new rate, the payment is ${amount}.`,
      ],
    }),
    leave: "You can leave this page. The payment continues.",
    reload: "If you close this page by mistake, open it again to see this address.",
  },
};
