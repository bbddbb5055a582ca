/**
 * The sandbox's test bank accounts, part of the published test values. Use any valid routing number (`110000000` in
 * examples). Every other number is an ordinary account. Up to five extra digits at the end make a new account with the
 * same behavior, for testers whose account was barred.
 */
export interface CatalogueAccount {
  /** Stable, for tests and links. */
  name: string;
  accountNumber: string;
  /** Nacha's return code; null if entries are posted. */
  returnCode: string | null;
  /** What the bank returns. `reversals`: only credits that reverse a debit. */
  returns: "credits" | "debits" | "both" | "reversals" | "nothing";
  description: string;
}

/** A routing number for examples. */
export const sandboxRoutingNumber = "110000000";

export const bankAccounts: readonly CatalogueAccount[] = [
  account("ordinary", "000123456789", null, "nothing", "Everything is posted"),
  account("no_account", "000111111116", "R03", "both", "There is no such account (R03)"),
  account("account_closed", "000111111113", "R02", "both", "The account is closed (R02)"),
  account("invalid_number", "000444444440", "R04", "both", "The account number is invalid (R04)"),
  account(
    "insufficient_funds",
    "000222222227",
    "R01",
    "debits",
    "Insufficient funds for a debit (R01)",
  ),
  account("not_authorised", "000333333335", "R10", "debits", "The holder disputes a debit (R10)"),
  account("frozen", "000555555559", "R16", "both", "The account is frozen (R16)"),
  account(
    "refused_by_receiver",
    "000666666664",
    "R23",
    "credits",
    "The holder refuses a credit (R23)",
  ),
  account(
    "improper_reversal",
    "000777777778",
    "R11",
    "reversals",
    "A reversal is returned as improper (R11); refunds are posted",
  ),
  account(
    "questionable_reversal",
    "000888888882",
    "R17",
    "reversals",
    "A reversal is returned as questionable (R17); refunds are posted",
  ),
];

export function bankAccountOf(accountNumber: string): CatalogueAccount | undefined {
  return bankAccounts.find((bankAccount) => accountNumber.startsWith(bankAccount.accountNumber));
}

/** The return code for an entry; null if it is posted. */
export function returnCodeOf(
  accountNumber: string,
  direction: "credit" | "debit",
  isReversal = false,
): string | null {
  const account = bankAccountOf(accountNumber);
  const isReturned =
    account?.returns === "both" ||
    account?.returns === `${direction}s` ||
    (isReversal && account?.returns === "reversals");
  return isReturned ? (account?.returnCode ?? null) : null;
}

function account(
  name: string,
  accountNumber: string,
  returnCode: string | null,
  returns: CatalogueAccount["returns"],
  description: string,
): CatalogueAccount {
  return { name, accountNumber, returnCode, returns, description };
}
