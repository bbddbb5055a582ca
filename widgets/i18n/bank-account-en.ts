import type { BankAccountTexts } from "./bank-account-texts.ts";

/** English. */
export const bankAccountTexts: BankAccountTexts = {
  holder: {
    label: "Account holder",
    hint: "The name on the account. It must be yours.",
    problem: {
      name_empty: "Enter the name on the account.",
      name_long: "Use at most 100 characters.",
      name_number: "Enter a name here, not a number.",
    },
  },
  accountType: {
    legend: "Kind of account",
    checking: "Checking",
    savings: "Savings",
    empty: "Choose checking or savings.",
  },
  routingNumber: {
    label: "Routing number",
    hint: "Nine digits",
    empty: "Enter the routing number.",
    incomplete: "A routing number has nine digits: check that all are there.",
    wrong: "Check the routing number: a digit seems to be wrong.",
  },
  accountNumber: {
    label: "Account number",
    problem: {
      empty: "Enter the account number.",
      characters: "An account number has letters, digits and hyphens only: enter it whole.",
      too_short: "An account number has at least four digits: check that it is whole.",
      too_long: "An account number has at most 17 places: check it.",
      same_as_routing: "This is the routing number. Enter the number of your account.",
    },
    looksLikeCard:
      "This looks like a card number. Enter the number of the account itself, from a check or your bank’s app.",
  },
  confirmation: {
    label: "Account number again",
    empty: "Enter the account number once more.",
    differs: "The two account numbers differ: check both.",
  },
  where: {
    summary: "Where do I find these numbers?",
    text: "At the bottom of a check, or in your bank’s app under account details.",
    routing: "Routing number",
    account: "Account number",
  },
};
