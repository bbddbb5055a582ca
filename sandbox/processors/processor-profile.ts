import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";

/**
 * What the connector's document leaves open. Both processors use the same connector, so the service must not treat
 * one's behavior as a rule.
 */
export interface ProcessorProfile {
  name: "northbank" | "quayside";
  connectorKey: string;
  /** The delay of every response. */
  answersAfterMs: number;
  /** Whether approvals and refunds are final at once, or first `pending` and final by look-up. */
  settles: "at_once" | "on_look_up";
  chargeId(sequence: number, entropy: string): string;
  refundId(sequence: number, entropy: string): string;
  /** The acquirer's BIN in an ARN. */
  acquirerBin: string;
  /** The processor's own text for a decline code. */
  declineMessage(declineCode: string): string;
}

const northbankMessages: Record<string, string> = {
  generic_decline: "The card was declined.",
  insufficient_funds: "The card has insufficient funds.",
  lost_card: "The card has been reported lost.",
  stolen_card: "The card has been reported stolen.",
  expired_card: "The card has expired.",
  incorrect_cvc: "The card's security code is incorrect.",
  processing_error: "An error occurred while processing the card.",
  card_velocity_exceeded: "The card was used too often in a short time.",
  fraudulent: "The payment was blocked as high risk.",
  authentication_required: "The issuer asks for authentication.",
};

const quaysideMessages: Record<string, string> = {
  generic_decline: "05 DO NOT HONOUR",
  insufficient_funds: "51 NOT SUFFICIENT FUNDS",
  lost_card: "41 LOST CARD, PICK UP",
  stolen_card: "43 STOLEN CARD, PICK UP",
  expired_card: "54 EXPIRED CARD",
  incorrect_cvc: "N7 CVV2 MISMATCH",
  processing_error: "96 SYSTEM MALFUNCTION",
  card_velocity_exceeded: "65 EXCEEDS WITHDRAWAL FREQUENCY",
  fraudulent: "59 SUSPECTED FRAUD",
  authentication_required: "1A ADDITIONAL CUSTOMER AUTHENTICATION REQUIRED",
};

/** A fast processor that decides at once and has plain messages. */
export const northbank: ProcessorProfile = {
  name: "northbank",
  connectorKey: sandboxCredentials.northbank,
  answersAfterMs: 0,
  settles: "at_once",
  chargeId: (sequence, entropy) => `ch_${String(sequence).padStart(8, "0")}${entropy}`,
  refundId: (sequence, entropy) => `re_${String(sequence).padStart(8, "0")}${entropy}`,
  acquirerBin: "477001",
  declineMessage: (code) => northbankMessages[code] ?? `Declined: ${code}.`,
};

/** A slower processor that responds `pending` first and has ISO 8583 response codes. */
export const quayside: ProcessorProfile = {
  name: "quayside",
  connectorKey: sandboxCredentials.quayside,
  answersAfterMs: 120,
  settles: "on_look_up",
  chargeId: (sequence, entropy) => `QS-${entropy.toUpperCase()}-${sequence}`,
  refundId: (sequence, entropy) => `QR-${entropy.toUpperCase()}-${sequence}`,
  acquirerBin: "477002",
  declineMessage: (code) =>
    quaysideMessages[code] ?? `99 ${code.replaceAll("_", " ").toUpperCase()}`,
};

export const processors: readonly ProcessorProfile[] = [northbank, quayside];
