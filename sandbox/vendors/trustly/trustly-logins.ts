import { sandboxRoutingNumber } from "../../catalogue/bank-accounts.ts";
import { bankName, loginUsers } from "../../login-bank/accounts.ts";
import { plaidAccounts } from "../plaid/plaid-items.ts";
import type { BookedTransaction } from "./trustly-book.ts";

/** The accounts that customers can share without a payment: the bank's, and one with tokenised numbers. */
export const sharedAccounts = plaidAccounts;

/** Whether the customer only shares an account, or also agrees to payouts to it. */
export function isLogin({ paymentType }: BookedTransaction): boolean {
  return paymentType !== undefined;
}

/** How long the bank takes to return the account of this customer. */
export function slowMsOf({ userName }: BookedTransaction): number {
  return loginUsers.find((user) => user.userName === userName)?.slowMs ?? 0;
}

/** The account that the customer shared, as Trustly lists it. Empty until they have. */
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
