import type { SharedAccount } from "../../contract/connectors/bank-login.ts";
import { sandboxRoutingNumber } from "../catalogue/bank-accounts.ts";

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
    description: "The bank takes 8 seconds to tell of the account",
    slowMs: 8_000,
  },
];

/** The password of all of them. */
export const loginPassword = "pass_good";

/** Accounts of every user, by the id that the page sends. */
export const loginAccounts: Readonly<
  Record<string, { name: string } & Pick<SharedAccount, "accountNumber" | "accountType">>
> = {
  everyday: { name: "Everyday checking", accountNumber: "000123456789", accountType: "checking" },
  savings: { name: "Rainy day savings", accountNumber: "000123450000", accountType: "savings" },
  closed: { name: "Closed last week", accountNumber: "000111111113", accountType: "checking" },
};

/** An account as it is shared with whom the user agreed to. */
export function sharedAccountOf(user: LoginUser, accountId: string): SharedAccount | undefined {
  const found = loginAccounts[accountId];
  if (!found) return undefined;
  return {
    bankName: "Harbour Bank",
    routingNumber: sandboxRoutingNumber,
    accountNumber: found.accountNumber,
    accountType: found.accountType,
    holderName: user.holderName,
  };
}
