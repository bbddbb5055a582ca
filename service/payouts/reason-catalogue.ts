import { returnReasonOf } from "#contract/connectors/nacha/return-codes";

/**
 * Codes of processors, banks and the service. The list is open; an unlisted reason keeps its code and gets a general
 * text.
 */
const texts: Readonly<Record<string, string>> = {
  // Bank accounts
  account_closed: "The bank account is closed.",
  account_not_found: "The bank could not find this account. Check the routing and account numbers.",
  account_number_invalid: "The account number is wrong. Check it.",
  bank_access_ended:
    "The bank no longer accepts the number that the customer shared. The customer must log in at the bank again.",
  account_frozen: "This bank account can't receive money.",
  account_not_payable: "This type of account can't receive money.",
  credit_refused: "The owner of the bank account refused the money.",
  // Cards
  card_not_supported: "This card can't receive money. Use a debit card.",
  expired_card: "This card has expired.",
  lost_card: "The bank refused this card.",
  stolen_card: "The bank refused this card.",
  // Crypto
  address_refused: "This address can't receive money.",
  network_unavailable: "The network is unavailable.",
  // Other
  amount_below_minimum: "The amount is less than this account can receive.",
  limit_exceeded: "The amount is more than this account can receive.",
  compliance_refused: "This payout can't be made.",
  processing_error: "The payout failed because of a technical error.",
  canceled: "The payout was canceled before it was sent.",
};

/** The text of a reason, which customers can read. */
export function reasonText(code: string): string {
  const returned = /^ach_(r\d\d)$/.exec(code)?.[1];
  if (returned)
    return `The bank sent the money back: ${returnReasonOf(returned.toUpperCase()).title}.`;
  return texts[code] ?? "The payout could not be sent.";
}
