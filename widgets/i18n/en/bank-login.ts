import type { BankLoginTexts } from "../bank-login-texts.ts";

export const bankLoginTexts: BankLoginTexts = {
  explanation:
    "You log in on your bank’s page, in a new window. We receive your account details and the name on the account, never your password.",
  begin: "Log in to your bank",
  waiting: "Waiting for your bank. Continue in the new window.",
  blocked: "Your browser blocked the window. Use the link to go to your bank.",
  open: "Go to your bank",
  openAgain: "Open the window again",
  cancel: "Cancel",
  shared: (bankName, accountType, last4) =>
    `${bankName}, ${accountType === "savings" ? "savings" : "checking"} account ending\u00a0${last4}`,
  another: "Use another account",
  expired: "That took too long. Try again.",
};
