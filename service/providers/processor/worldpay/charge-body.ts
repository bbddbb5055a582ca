import type { ChargeRequest } from "#contract/connectors/processor";
import type { WorldpaySettings } from "./worldpay-settings.ts";

/** Worldpay's amounts are 32-bit integers. */
export const mostMinor = 2_147_483_647;

/** ECIs that Worldpay accepts. Without one of them the charge has no 3-D Secure result that counts. */
const ecis = new Set(["00", "01", "02", "05", "06", "07"]);

/** Body of `POST /api/payments`. Worldpay refuses `null`: what is unknown is left out. */
export function chargeBody(
  request: ChargeRequest,
  transactionReference: string,
  { entity, mcc }: WorldpaySettings,
) {
  const { card, amountMinor: amount, currency, credentialOnFile } = request;
  return {
    transactionReference,
    merchant: { entity, ...(mcc === undefined ? {} : { mcc }) },
    channel: "ecom",
    instruction: {
      method: "card",
      settlement: { auto: true },
      paymentInstrument: {
        type: "plain",
        cardNumber: card.number,
        expiryDate: { month: card.expiryMonth, year: card.expiryYear },
        ...(card.cvc === undefined ? {} : { cvc: card.cvc }),
        ...(card.holderName ? { cardHolderName: card.holderName.slice(0, 255) } : {}),
      },
      narrative: { line1: narrative(request.descriptor) },
      value: { amount, currency },
      ...threeDSOf(request),
      ...(credentialOnFile && {
        customerAgreement: {
          type: "cardOnFile",
          storedCardUsage: credentialOnFile === "stored" ? "first" : "subsequent",
        },
      }),
    },
  };
}

function threeDSOf({ threeDSecure }: ChargeRequest) {
  if (!threeDSecure?.eci || !ecis.has(threeDSecure.eci)) return {};
  const { version, eci, authenticationValue, dsTransId } = threeDSecure;
  return {
    threeDS: {
      type: "external",
      version,
      eci,
      ...(authenticationValue === undefined ? {} : { authenticationValue }),
      dsTransactionId: dsTransId,
    },
  };
}

/** The text on the statement: up to 24 letters, digits, spaces and `,.-/`. */
function narrative(descriptor: string): string {
  const plain = descriptor.replace(/[^a-zA-Z0-9 ,./-]+/g, " ").replace(/ +/g, " ");
  return plain.trim().slice(0, 24);
}
