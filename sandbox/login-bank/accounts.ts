import type { SharedAccount } from "#contract/connectors/bank-login";
import { sandboxRoutingNumber } from "../catalogue/bank-accounts.ts";

/** The bank's name on every page and in every response. */
export const bankName = "Harbour Bank";

export interface LoginUser {
  readonly userName: string;
  readonly holderName: string;
  readonly description: string;
  /** How long the bank takes to return the account. */
  readonly slowMs: number;
}

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
    description: "The bank takes 8 seconds to return a shared account",
    slowMs: 8_000,
  },
];

/** The password of every user. */
export const loginPassword = "pass_good";

/**
 * What the bank does with an authorized payment. `later` follows after `afterMs`. `responseFault` is a fault of the
 * response: `silence` books the payment but never responds; `wrong_amount` returns another amount.
 */
export interface PaymentScript {
  readonly status: "ACSP" | "ACSC" | "RJCT";
  readonly statusReason?: string;
  readonly later?: {
    readonly afterMs: number;
    readonly status: "ACSC" | "RJCT";
    readonly statusReason?: string;
  };
  readonly responseFault?: "silence" | "wrong_amount";
}

/** An account, the same for every user. */
export interface LoginAccount {
  readonly name: string;
  readonly accountNumber: string;
  readonly accountType: "checking" | "savings";
  readonly description: string;
  readonly pays: PaymentScript;
  /** By default refunds arrive at once. `refused`: the bank sends nothing back. */
  readonly refunds?: PaymentScript | "refused";
}

/** The published accounts, by the id that the pages send. */
export const loginAccounts: Readonly<Record<string, LoginAccount>> = {
  everyday: {
    name: "Everyday checking",
    accountNumber: "000123456789",
    accountType: "checking",
    description: "Pays immediately",
    pays: { status: "ACSC" },
  },
  savings: {
    name: "Rainy day savings",
    accountNumber: "000123450000",
    accountType: "savings",
    description: "Slow: accepts the payment and settles it 5 seconds later",
    pays: { status: "ACSP", later: { afterMs: 5_000, status: "ACSC" } },
    refunds: { status: "ACSP", later: { afterMs: 5_000, status: "ACSC" } },
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
    description: "Accepts the payment; 2 seconds later it fails for insufficient funds (AM04)",
    pays: { status: "ACSP", later: { afterMs: 2_000, status: "RJCT", statusReason: "AM04" } },
  },
  joint: {
    name: "Joint account",
    accountNumber: "000123457788",
    accountType: "checking",
    description: "Pays, but the bank never responds; the service finds out with a later look-up",
    pays: { status: "ACSC", responseFault: "silence" },
    refunds: { status: "ACSC", responseFault: "silence" },
  },
  business: {
    name: "Business checking",
    accountNumber: "000123459911",
    accountType: "checking",
    description: "The bank responds with another amount; the service looks the payment up again",
    pays: { status: "ACSC", responseFault: "wrong_amount" },
  },
  trust: {
    name: "Family trust",
    accountNumber: "000123453344",
    accountType: "checking",
    description:
      "Pays immediately; the bank refuses refunds to it, so the customer names an account",
    pays: { status: "ACSC" },
    refunds: "refused",
  },
  gifts: {
    name: "Gift account",
    accountNumber: "000123455566",
    accountType: "savings",
    description: "Pays immediately; refunds are accepted and fail 2 seconds later (AC06)",
    pays: { status: "ACSC" },
    refunds: { status: "ACSP", later: { afterMs: 2_000, status: "RJCT", statusReason: "AC06" } },
  },
  moved: {
    name: "Account of last year",
    accountNumber: "000123457722",
    accountType: "checking",
    description: "Pays immediately; refunds arrive, and come back 4 seconds later (AC04)",
    pays: { status: "ACSC" },
    refunds: { status: "ACSC", later: { afterMs: 4_000, status: "RJCT", statusReason: "AC04" } },
  },
};

/** The account in the format that the user shares. */
export function sharedAccountOf(user: LoginUser, accountId: string): SharedAccount | undefined {
  const account = loginAccounts[accountId];
  if (!account) return undefined;
  return {
    bankName,
    routingNumber: sandboxRoutingNumber,
    accountNumber: account.accountNumber,
    accountType: account.accountType,
    holderName: user.holderName,
  };
}
