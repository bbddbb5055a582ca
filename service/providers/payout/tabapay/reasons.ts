import { reasonOf } from "../../processor/kit/reasons.ts";

/** Codes of the RTP network (`P…`). */
const realTimeReasons: Readonly<Record<string, string>> = {
  P02: "account_not_found",
  P04: "account_not_found",
  P07: "account_not_payable",
  P11: "account_not_payable",
  P14: "account_frozen",
  P21: "account_not_found",
  P23: "limit_exceeded",
};

/** Reasons of payouts by those of charges, where they differ. Customers never see that a card is suspected. */
const payoutReasons: Readonly<Record<string, string>> = {
  card_velocity_exceeded: "limit_exceeded",
  do_not_try_again: "card_refused",
  fraudulent: "card_refused",
  gambling_not_allowed: "card_not_supported",
  generic_decline: "declined",
  pickup_card: "card_refused",
};

/**
 * Why a payout was declined: the reason for a network's response code (`networkRC`): ISO 8583 for cards, RTP for
 * real-time payments.
 */
export function payoutReason(code: string): string {
  const realTimeReason = realTimeReasons[code.toUpperCase()];
  if (realTimeReason !== undefined) return realTimeReason;
  const { declineCode } = reasonOf("iso", code);
  return payoutReasons[declineCode] ?? declineCode;
}

/** Why TabaPay refused a request (422), by its message. */
export function refusalReason(message: string): string | undefined {
  if (/destination disabled/i.test(message)) return "card_not_supported";
  return /limit/i.test(message) ? "limit_exceeded" : undefined;
}
