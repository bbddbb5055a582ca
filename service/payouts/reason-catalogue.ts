import { returnReasonOf } from "#contract/connectors/nacha/return-codes";

/**
 * Reasons why a payout did not arrive: processors' and banks' codes, and the service's own. The list is
 * open; a reason that is not here goes through as it is, with an ordinary text.
 */
const texts: Readonly<Record<string, string>> = {
  // Bank accounts
  account_closed: "The bank account is closed.",
  account_not_found: "The bank does not know this account. Check the numbers.",
  account_number_invalid: "The account number is not right. Check it.",
  account_frozen: "The bank account can't be paid into.",
  account_not_payable: "This kind of account can't be paid into.",
  credit_refused: "The bank account's owner refused the money.",
  // Cards
  card_not_supported: "Money can't be sent to this card. Use a debit card.",
  expired_card: "This card has expired.",
  lost_card: "The bank refused this card.",
  stolen_card: "The bank refused this card.",
  // Crypto
  address_refused: "Money can't be sent to this address.",
  network_unavailable: "The network can't be reached at the moment.",
  // Anything else
  limit_exceeded: "The amount is above what can be sent there.",
  compliance_refused: "This payout can't be made.",
  processing_error: "Something went wrong while the money was sent.",
  canceled: "The payout was called off before it was sent.",
};

/** The text of a reason, fit for the customer's eyes. */
export function reasonText(code: string): string {
  const returned = /^ach_(r\d\d)$/.exec(code)?.[1];
  if (returned)
    return `The bank sent the money back: ${returnReasonOf(returned.toUpperCase()).title}.`;
  return texts[code] ?? "The money could not be sent there.";
}
