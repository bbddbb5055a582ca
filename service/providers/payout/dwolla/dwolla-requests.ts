import { createHash } from "node:crypto";
import { toDecimalText } from "#contract/money";
import { toAscii } from "../../kit/ascii.ts";
import type { Payee } from "../kit/payout-payees.ts";
import type { PayoutOrder } from "../payout-provider.ts";
import type { DwollaSettings } from "./dwolla-settings.ts";

export type BankDestination = Extract<PayoutOrder["destination"], { type: "bank" }>;

/** Our id of a payee's record. It does not identify the payee. */
export function payeeReference({ operatorId, externalCustomerId }: Payee): string {
  const digest = createHash("sha256").update(JSON.stringify([operatorId, externalCustomerId]));
  return `payee-${digest.digest("hex").slice(0, 40)}`;
}

/** The request for a customer who only receives money; null if the name has no letter that Dwolla accepts. */
export function receiveOnlyCustomer(
  holderName: string,
  email: string,
  correlationId: string,
): object | null {
  const words = toAscii(holderName)
    .replace(/[^A-Za-z0-9 .,'&-]/g, "")
    .split(" ")
    .filter((word) => /[A-Za-z0-9]/.test(word));
  const last = words.pop();
  if (last === undefined) return null;
  const first = words.length === 0 ? last : words.join(" ");
  return {
    firstName: first.slice(0, 50),
    lastName: last.slice(0, 50),
    email,
    type: "receive-only",
    correlationId,
  };
}

/** A bank account. Its name in Dwolla has only the last digits. */
export function bankFundingSource({ routingNumber, accountNumber, accountType }: BankDestination) {
  const bankAccountType = accountType === "savings" ? "savings" : "checking";
  return {
    routingNumber,
    accountNumber,
    bankAccountType,
    name: `${bankAccountType} ${accountNumber.slice(-4)}`,
  };
}

export function accountIdentity({ routingNumber, accountNumber, accountType }: BankDestination) {
  return `bank ${routingNumber} ${accountNumber} ${accountType}`;
}

/**
 * Key of the request that makes a payee's account. Two accounts never share one: for a day, Dwolla answers a repeated
 * key with the first request's account.
 */
export function accountReference({ operatorId, externalCustomerId }: Payee, account: string) {
  const content = JSON.stringify([operatorId, externalCustomerId, account]);
  return `account-${createHash("sha256").update(content).digest("hex").slice(0, 40)}`;
}

/** Transfers the amount, as text, between two funding sources on the configured host. */
export function transferRequest(
  { amountMinor, currency }: Pick<PayoutOrder, "amountMinor" | "currency">,
  correlationId: string,
  { base, from, to }: { readonly base: string; readonly from: string; readonly to: string },
  bankSpeed: DwollaSettings["bankSpeed"],
): object {
  return {
    _links: {
      source: { href: `${base}/funding-sources/${from}` },
      destination: { href: `${base}/funding-sources/${to}` },
    },
    amount: { currency, value: toDecimalText(amountMinor, currency) },
    correlationId,
    ...(bankSpeed === "same-day" && { clearing: { destination: "next-available" } }),
    ...(bankSpeed === "real-time" && { processingChannel: { destination: "instant" } }),
  };
}
