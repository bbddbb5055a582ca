/** The customer logs in to their bank to share an account, and pays with a debit of it. */
import type { BankLoginEnd } from "./example-bank-login.ts";
import { allMethodsSession, stateWith } from "./example-payment.ts";
import { type PaymentExample, paymentEntriesOf } from "./payment-example.ts";

const state = stateWith(
  { method: "bank", isChosen: true },
  { ...allMethodsSession, bankLogin: true },
);
const visited = (title: string, bank: BankLoginEnd, shows: string): PaymentExample => ({
  title,
  state,
  bank,
  pressed: ["bank-login-begin"],
  shows: `bank-login-${shows}`,
});
const shared = visited("Account shared", "confirmed", "shared");

const examples: Readonly<Record<string, PaymentExample>> = {
  form: { title: "Log in, or type the numbers", state },
  waiting: visited("The customer is at their bank", "open", "again"),
  blocked: visited("The browser opened no window", "blocked", "link"),
  shared,
  unsaved: visited("Account that cannot be saved", "unsaved", "not-saved"),
  refused: visited("Nothing shared", "refused", "problem"),
  failed: visited("The bank did not confirm", "failed", "problem"),
  expired: visited("Took too long", "expired", "problem"),
  unavailable: visited("Bank login unavailable", "unavailable", "problem"),
  "used-up": visited("Too many logins", "used-up", "problem"),
  used: {
    ...shared,
    title: "The login has already paid",
    refused: ["account-number", "bank_login_used"],
  },
  unconfirmed: {
    ...shared,
    title: "The login is not confirmed",
    refused: ["account-number", "bank_login_not_confirmed"],
  },
};

export const bankLoginEntries = paymentEntriesOf("bank-login", "Payment: bank login", examples);
