import { sandboxRoutingNumber } from "../../catalogue/bank-accounts.ts";
import { bankName, loginUsers } from "../../login-bank/accounts.ts";
import { plaidAccounts } from "../plaid/plaid-items.ts";
import type { BookedTransaction } from "./trustly-book.ts";

/** Accounts that customers can share without a payment: the bank's, and one with tokenized numbers. */
export const sharedAccounts = plaidAccounts;

/** Whether the customer shares an account, with or without agreeing to payouts. */
export function isLogin({ paymentType }: BookedTransaction): boolean {
  return paymentType !== undefined;
}

/** How long the bank takes to return this customer's account. */
export function slowMsOf({ userName }: BookedTransaction): number {
  return loginUsers.find((user) => user.userName === userName)?.slowMs ?? 0;
}

/** The shared account as Trustly lists it; empty until the customer has shared one. */
export function presentAccounts({ accountId, userName, consent }: BookedTransaction): object[] {
  const account = consent === "2" ? sharedAccounts[accountId ?? ""] : undefined;
  if (!account) return [];
  const { name, accountNumber, accountType, tokenised } = account;
  return [
    {
      providerId: "200005501",
      paymentProvider: { paymentProviderId: "200005501", name: bankName },
      nameOnAccount: loginUsers.find((user) => user.userName === userName)?.holderName,
      country: "US",
      name,
      type: accountType === "savings" ? 2 : 1,
      profile: 1,
      accountNumber,
      routingNumber: sandboxRoutingNumber,
      accountNumberLastFour: tokenised?.mask ?? accountNumber.slice(-4),
      virtualAccountRoutingPair: tokenised !== undefined,
      verified: true,
    },
  ];
}
