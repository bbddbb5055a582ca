import type { SharedAccount } from "#contract/connectors/bank-login";
import { sandboxRoutingNumber } from "../catalogue/bank-accounts.ts";

/** What the bank is called on every page and in every answer. */
export const bankName = "Harbour Bank";

/** Who can log in, and what they have. Any of them is let in with the password `pass_good`. */
export interface LoginUser {
  readonly userName: string;
  readonly holderName: string;
  readonly description: string;
  /** How long the bank thinks before it tells of the account. */
  readonly slowMs: number;
}

/** The published users. */
export const loginUsers: readonly LoginUser[] = [
  {
    userName: "user_good",
    holderName: "Ada Lovelace",
    description: "An ordinary customer",
    slowMs: 0,
  },
  {
    userName: "user_slow",
    holderName: "Grace Hopper",
    description: "The bank takes 8 seconds to tell of an account that is shared",
    slowMs: 8_000,
  },
];

/** The password of all of them. */
export const loginPassword = "pass_good";

/**
 * What the bank does with a payment that was agreed to. `later` follows `afterMs` later; `answers`: how it
 * answers the order (`silence` never, though it has taken the payment; `wrong_amount` tells another one).
 */
export interface PaymentScript {
  readonly status: "ACSP" | "ACSC" | "RJCT";
  readonly statusReason?: string;
  readonly later?: {
    readonly afterMs: number;
    readonly status: "ACSC" | "RJCT";
    readonly statusReason?: string;
  };
  readonly answers?: "silence" | "wrong_amount";
}

/** An account of every user. */
export interface LoginAccount {
  readonly name: string;
  readonly accountNumber: string;
  readonly accountType: "checking" | "savings";
  /** What a tester reads about paying from it. */
  readonly description: string;
  readonly pays: PaymentScript;
}

/** The published accounts, by the id that the pages send. */
export const loginAccounts: Readonly<Record<string, LoginAccount>> = {
  everyday: {
    name: "Everyday checking",
    accountNumber: "000123456789",
    accountType: "checking",
    description: "Pays at once",
    pays: { status: "ACSC" },
  },
  savings: {
    name: "Rainy day savings",
    accountNumber: "000123450000",
    accountType: "savings",
    description: "Slow: the payment is accepted, and settled 5 seconds later",
    pays: { status: "ACSP", later: { afterMs: 5_000, status: "ACSC" } },
  },
  closed: {
    name: "Closed last week",
    accountNumber: "000111111113",
    accountType: "checking",
    description: "Rejects the payment after approval: the account is closed (AC04)",
    pays: { status: "RJCT", statusReason: "AC04" },
  },
  holiday: {
    name: "Holiday fund",
    accountNumber: "000222222227",
    accountType: "savings",
    description: "Accepts the payment, and 2 seconds later has not enough money for it (AM04)",
    pays: { status: "ACSP", later: { afterMs: 2_000, status: "RJCT", statusReason: "AM04" } },
  },
  joint: {
    name: "Joint account",
    accountNumber: "000123457788",
    accountType: "checking",
    description: "Pays, but the bank never answers the order: found out by asking later",
    pays: { status: "ACSC", answers: "silence" },
  },
  business: {
    name: "Business checking",
    accountNumber: "000123459911",
    accountType: "checking",
    description: "The bank answers with another amount: not believed, asked again",
    pays: { status: "ACSC", answers: "wrong_amount" },
  },
};

/** An account as it is shared with whom the user agreed to. */
export function sharedAccountOf(user: LoginUser, accountId: string): SharedAccount | undefined {
  const found = loginAccounts[accountId];
  if (!found) return undefined;
  return {
    bankName,
    routingNumber: sandboxRoutingNumber,
    accountNumber: found.accountNumber,
    accountType: found.accountType,
    holderName: user.holderName,
  };
}
