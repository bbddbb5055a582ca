import { createHash } from "node:crypto";
import type { ChargeFacts } from "#contract/connectors/charge-facts";
import type { BookedCharge } from "./charge-book.ts";

/** ISO 8583 response codes of the sandbox's decline codes. */
export const isoCodes: Readonly<Record<string, string>> = {
  generic_decline: "05",
  insufficient_funds: "51",
  lost_card: "41",
  stolen_card: "43",
  expired_card: "54",
  incorrect_cvc: "N7",
  processing_error: "96",
  card_velocity_exceeded: "61",
  fraudulent: "59",
  gambling_not_allowed: "57",
  do_not_try_again: "46",
  authentication_required: "1A",
};

/** Returns the network's facts about a charge, always the same for the same charge. */
export function factsOfCharge(charge: BookedCharge): ChargeFacts {
  const isDeclined = charge.status === "declined";
  if (!isDeclined && charge.status !== "approved") return {};
  const wrongCvc = isDeclined && charge.declineCode === "incorrect_cvc";
  const iso = isoCodes[charge.declineCode ?? ""];
  return {
    ...(charge.hasCvc && { cvcResult: wrongCvc ? "no_match" : "match" }),
    ...(charge.hasPostalCode && { avsResult: charge.hasAddress ? "match" : "postal_code_only" }),
    ...(isDeclined
      ? {
          ...(iso && { networkDeclineCode: iso }),
          ...(charge.declineCode === "do_not_try_again" && { adviceCode: "03" }),
        }
      : {
          networkTransactionId: digits(`network ${charge.chargeId}`, 15),
          authorisationCode: digits(`authorisation ${charge.chargeId}`, 6),
        }),
  };
}

function digits(text: string, length: number): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return BigInt(`0x${hex}`).toString().slice(0, length);
}
