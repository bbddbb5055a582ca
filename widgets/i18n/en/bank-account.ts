import type { BankAccountTexts } from "../bank-account-texts.ts";

export const bankAccountTexts: BankAccountTexts = {
  holder: {
    label: "Account holder",
    hint: "Enter the name on the account. It must be your account.",
    problem: {
      name_empty: "Enter the name on the account.",
      name_long: "Use 100 characters or fewer.",
      name_number: "Enter a name, not a number.",
    },
  },
  accountType: {
    legend: "Account type",
    checking: "Checking",
    savings: "Savings",
    empty: "Choose checking or savings.",
  },
  routingNumber: {
    label: "Routing number",
    hint: "9 digits",
    empty: "Enter the routing number.",
    incomplete: "Enter all 9 digits of the routing number.",
    wrong: "Check the routing number. A digit may be wrong.",
  },
  accountNumber: {
    label: "Account number",
    problem: {
      empty: "Enter the account number.",
      characters: "Use only letters, digits and hyphens in the account number.",
      too_short: "Enter the whole account number. It has at least 4 digits.",
      too_long: "Check the account number. It has at most 17 characters.",
      same_as_routing: "This is the routing number. Enter your account number.",
    },
    looksLikeCard:
      "This looks like a card number. Enter the account number from a check or your bank’s app.",
  },
  confirmation: {
    label: "Confirm account number",
    empty: "Enter the account number again.",
    differs: "The account numbers don’t match. Check both.",
  },
  where: {
    summary: "Where do I find these numbers?",
    text: "At the bottom of a check, or in your bank’s app under account details.",
    routing: "Routing number",
    account: "Account number",
  },
};
