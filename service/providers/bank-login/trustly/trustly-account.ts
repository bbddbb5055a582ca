import type { SharedAccount } from "#contract/connectors/bank-login";
import type { TrustlyAccount } from "../../trustly/index.ts";

const accountTypes: Readonly<Record<string, SharedAccount["accountType"]>> = {
  "1": "checking",
  "2": "savings",
};

/** The first complete checking or savings account with its holder. */
export function sharedAccountIn(
  accounts: readonly TrustlyAccount[],
  bankName: string | null | undefined,
): SharedAccount | undefined {
  for (const account of accounts) {
    const { routingNumber, accountNumber, accountNumberLastFour: last4 } = account;
    const accountType = accountTypes[account.type ?? ""];
    const holderName = nameOf(account.nameOnAccount, 120);
    const isPayable =
      /^\d{9}$/.test(routingNumber ?? "") && /^[A-Za-z0-9-]{4,17}$/.test(accountNumber ?? "");
    if (!routingNumber || !accountNumber || !accountType || !holderName || !isPayable) continue;
    const isRevocable = account.virtualAccountRoutingPair === true;
    return {
      bankName: nameOf(account.paymentProvider?.name, 80) || nameOf(bankName, 80) || "Bank",
      routingNumber,
      accountNumber,
      accountType,
      holderName,
      ...(isRevocable && { isRevocable }),
      // The substitute's digits would tell the customer nothing.
      ...(isRevocable && last4 && /^[A-Za-z0-9]{2,4}$/.test(last4) && { last4 }),
    };
  }
  return undefined;
}

/** Whether Trustly has read an account completely, or never will: it is of another kind. */
export function isRead({
  routingNumber,
  accountNumber,
  nameOnAccount,
  type,
}: TrustlyAccount): boolean {
  const isUsable = accountTypes[type ?? ""] !== undefined;
  return !isUsable || Boolean(routingNumber && accountNumber && nameOnAccount);
}

function nameOf(value: string | null | undefined, longest: number): string {
  return (value ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, longest)
    .trim();
}
