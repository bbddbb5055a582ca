import { bankAccountTexts } from "./bank-account-en.ts";
import type { PayoutMethodTexts } from "./payout-method-texts.ts";

const checkIt = "Check that your wallet or exchange gave you the right one.";

/** English. */
export const payoutMethodTexts: PayoutMethodTexts = {
  language: "en",
  bankAccount: bankAccountTexts,
  card: { hint: "Debit cards only: money can’t be sent to a credit card." },
  bankLogin: {
    explanation:
      "You log in on your bank’s own page, in a new window. We learn the account’s number, nothing else.",
    begin: "Log in at your bank",
    missing: "Log in at your bank first, or choose another way.",
    waiting: "Waiting for your bank. Go on in the window that has opened.",
    blocked: "Your browser opened no window. Follow the link to your bank.",
    open: "Go to your bank",
    openAgain: "Open the window again",
    cancel: "Cancel",
    shared: (bankName, accountType, last4) =>
      `${bankName}, ${accountType === "savings" ? "savings" : "checking"} account ending\u00a0${last4}`,
    another: "Use another account",
    problems: {
      refused: "You didn’t share an account. Try again, or choose another way.",
      failed: "Your bank couldn’t confirm the account. Try again, or choose another way.",
      expired: "That took too long. Begin once more.",
      unavailable: "Logging in doesn’t work at the moment. Try again later, or choose another way.",
    },
  },
  crypto: {
    asset: "What to receive",
    network: "Network",
    onlyNetwork: (network) => `Sent on the ${network} network.`,
    address: (asset, network) =>
      asset === network ? `Your ${asset} address` : `Your ${asset} address on ${network}`,
    hint: "Paste it from your wallet or exchange.",
    problem: {
      empty: "Enter the address.",
      characters: "This isn’t an address of this network. Paste it from your wallet.",
      length: "The address isn’t whole: copy all of it and paste it again.",
      checksum: "A character in the address seems to be wrong: copy it again and paste it.",
      test_network: "This is an address of a test network. Money sent there is lost.",
      burn: "Nobody holds this address: money sent there is lost.",
    },
    belongsTo: {
      bitcoin: (chosen) => `This is a Bitcoin address, not one of ${chosen}. ${checkIt}`,
      evm: (chosen) => `This is an Ethereum-style address (0x…), not one of ${chosen}. ${checkIt}`,
      solana: (chosen) => `This is a Solana address, not one of ${chosen}. ${checkIt}`,
      tron: (chosen) => `This is a Tron address, not one of ${chosen}. ${checkIt}`,
    },
    switchTo: (network) => `Switch to ${network}`,
    unchecked: "The address couldn’t be checked. Check your connection and try again.",
    compare: "Compare it with your wallet",
    warning: {
      title: "A crypto payout can’t be taken back",
      text: (asset, network) =>
        `Make sure your wallet or exchange receives ${asset} on the ${network} network. On another network the money is lost.`,
    },
  },
};
