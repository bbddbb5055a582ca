import type { PayoutMethodTexts } from "../payout-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

const checkIt = "Check that your wallet or exchange gave you the right one.";

export const payoutMethodTexts: PayoutMethodTexts = {
  language: "en",
  bankAccount: bankAccountTexts,
  card: { hint: "Use a debit card. We can’t send money to a credit card." },
  bankLogin: {
    ...bankLoginTexts,
    missing: "Log in to your bank first, or choose another payout method.",
    problems: {
      refused: "You didn’t share an account. Try again, or choose another payout method.",
      failed: "Your bank couldn’t confirm the account. Try again, or choose another payout method.",
      expired: bankLoginTexts.expired,
      unavailable:
        "Bank login isn’t working right now. Try again later, or choose another payout method.",
      tooMany: "You’ve started too many bank logins for this payout. Choose another payout method.",
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
      characters: "This address isn’t for this network. Paste it from your wallet.",
      length: "Part of the address is missing. Copy the whole address and paste it again.",
      checksum: "A character in the address may be wrong. Copy it and paste it again.",
      test_network: "This address is for a test network. Money sent there is lost.",
      burn: "Nobody owns this address. Money sent there is lost.",
    },
    belongsTo: {
      bitcoin: (chosen) => `This is a Bitcoin address, not one for ${chosen}. ${checkIt}`,
      evm: (chosen) => `This is an Ethereum-style address (0x…), not one for ${chosen}. ${checkIt}`,
      solana: (chosen) => `This is a Solana address, not one for ${chosen}. ${checkIt}`,
      tron: (chosen) => `This is a Tron address, not one for ${chosen}. ${checkIt}`,
    },
    switchTo: (network) => `Switch to ${network}`,
    unchecked: "We couldn’t check the address. Check your connection and try again.",
    compare: "Compare it with your wallet",
    warning: {
      title: "Crypto transfers cannot be reversed",
      text: (asset, network) =>
        `Make sure your wallet or exchange receives ${asset} on the ${network} network. On another network the money is lost.`,
    },
  },
};
