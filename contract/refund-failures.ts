import { returnCodeOf } from "./payment-reasons/bank-reasons.ts";

/**
 * Why a refund failed: code → text that customers may read. Processors also have their own codes; those show the text
 * of `refund_failed`.
 */
export const refundFailures: Readonly<Record<string, string>> = {
  refund_failed: "The money could not be returned.",
  insufficient_funds: "The refund could not be paid right now.",
  charge_disputed: "The payment is disputed, so it was not refunded.",
  charge_not_refundable: "The processor does not refund this payment.",
  refund_exceeds_charge: "The refund is larger than what the processor has left to return.",
  card_closed: "The card's account is closed, so the money could not be returned to it.",
  reversal_too_late: "It was too late to reverse the debit. Refund the payment instead.",
  payment_returned: "The payment itself was sent back, so there was nothing to refund.",
  account_erased: "The account's details were erased with the customer.",
  destination_declined: "The refund to this destination was not approved.",
  destination_unreadable:
    "The stored destination is damaged and could not be read, so the money was not sent.",
  address_refused: "The refund could not be sent to this address.",
  network_unavailable: "The refund could not be sent on this network.",
  account_closed: "The account is closed, so the money could not be sent to it.",
  account_not_found: "The bank has no such account, so the money could not be sent to it.",
  account_number_invalid: "The account number is wrong, so the money could not be sent to it.",
  account_frozen: "The account cannot receive money right now.",
  credit_refused: "The owner of the account refused the refund.",
  returned_by_bank: "The customer's bank sent the refund back.",
};

export function refundFailureText(code: string): string {
  if (returnCodeOf(code)) return refundFailures["returned_by_bank"] ?? "";
  return (
    (Object.hasOwn(refundFailures, code) && refundFailures[code]) ||
    refundFailures["refund_failed"] ||
    ""
  );
}
