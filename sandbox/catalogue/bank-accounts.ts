/**
 * The sandbox's magic bank accounts, part of the one published table of magic values. The routing number
 * is any valid one (`110000000` in examples); every other account number is an ordinary account. A number
 * that only begins like one of these (with up to five digits more) is treated alike: a new account for
 * whoever has had one barred.
 */
export interface CatalogueAccount {
  /** Stable name for tests and links. */
  name: string;
  accountNumber: string;
  /** The Nacha code with which the bank sends entries back; null: they are posted. */
  returnCode: string | null;
  /** Which entries it sends back. */
  returns: "credits" | "debits" | "both" | "nothing";
  /** What a person sees. */
  description: string;
}

/** A routing number that stands for a bank in examples. */
export const sandboxRoutingNumber = "110000000";

/** The published accounts. */
export const bankAccounts: readonly CatalogueAccount[] = [
  account("ordinary", "000123456789", null, "nothing", "Everything is posted"),
  account("no_account", "000111111116", "R03", "both", "There is no such account (R03)"),
  account("account_closed", "000111111113", "R02", "both", "The account is closed (R02)"),
  account("invalid_number", "000444444440", "R04", "both", "The account number can’t be (R04)"),
  account(
    "insufficient_funds",
    "000222222227",
    "R01",
    "debits",
    "Not enough money for a debit (R01)",
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
];

/** What the bank does with an entry to this account; undefined for an ordinary one. */
export function bankAccountOf(accountNumber: string): CatalogueAccount | undefined {
  return bankAccounts.find((each) => accountNumber.startsWith(each.accountNumber));
}

/** The code with which an entry comes back; null when it is posted. */
export function returnCodeOf(accountNumber: string, direction: "credit" | "debit"): string | null {
  const found = bankAccountOf(accountNumber);
  const isReturned = found?.returns === "both" || found?.returns === `${direction}s`;
  return isReturned ? (found?.returnCode ?? null) : null;
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
