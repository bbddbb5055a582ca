import type { SavedMethodTexts } from "../saved-method-texts.ts";

export const savedMethodTexts: SavedMethodTexts = {
  language: "en",
  card: (brand, last4) => `${brand} ••••\u00a0${last4}`,
  bank: (name, accountType, last4) =>
    `${name ?? "Bank account"}${accountType === "" ? "" : `, ${accountType}`} ••••\u00a0${last4}`,
  accountTypes: { checking: "checking", savings: "savings" },
  expires: (date) => `Expires ${date}`,
  expired: (date) => `Expired ${date}`,
  unusable: "Can no longer be used",
  lastUsed: (date) => `Last used ${date}`,
  another: { card: "Another card", bank: "Another bank account" },
  cvc: {
    label: "Security code",
    hint: (digits) => `The ${digits} digits on the card. They are never stored.`,
  },
  threeDS: "Your bank may ask you to confirm this payment.",
  remove: {
    label: (method) => `Remove ${method}`,
    title: (method) => `Remove ${method}?`,
    text: "We delete it right away. To use it later, you’ll need to enter it again.",
    yes: "Remove",
    busy: "Removing…",
    no: "Keep it",
    failed: "We couldn’t remove it. Check your connection and try again.",
    removed: (method) => `${method} was removed.`,
  },
  consent: {
    card: {
      label: "Save this card for next time",
      text: (operator) =>
        `We store it encrypted, without the security code, and only for your payments to ${operator}. You can remove it here at any time.`,
    },
    bank: {
      label: "Save this account for next time",
      text: (operator) =>
        `We store it encrypted and only for your payments to ${operator}. You authorize each payment. You can remove the account here at any time.`,
    },
  },
};
