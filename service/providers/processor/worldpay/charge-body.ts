import type { ChargeAddress, ChargeCustomer, ChargeRequest } from "#contract/connectors/processor";
import { categoryOf } from "../kit/merchant-category.ts";
import type { WorldpaySettings } from "./worldpay-settings.ts";

/** Worldpay accepts these ECIs. Without one, the charge has no 3-D Secure result that counts. */
const ecis = new Set(["00", "01", "02", "05", "06", "07"]);

/** Body of `POST /api/payments`. Worldpay refuses `null`: what is unknown is left out. */
export function chargeBody(
  request: ChargeRequest,
  transactionReference: string,
  { entity, mcc }: WorldpaySettings,
) {
  const { card, amountMinor: amount, currency, credentialOnFile, customer } = request;
  const category = categoryOf(mcc, request);
  const billingAddress = addressOf(customer?.billingAddress);
  return {
    transactionReference,
    merchant: { entity, ...(category === undefined ? {} : { mcc: category }) },
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
        ...(billingAddress && { billingAddress }),
      },
      narrative: { line1: narrative(request.descriptor) },
      value: { amount, currency },
      ...threeDSOf(request),
      ...customerOf(customer),
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

/** Worldpay requires a postal code everywhere but in Ireland. */
function addressOf(address: ChargeAddress | undefined) {
  if (!address?.line1 || !address.city) return undefined;
  const { line1, line2, city, state, postalCode, country } = address;
  if (!postalCode && country !== "IE") return undefined;
  return {
    address1: line1.slice(0, 80),
    ...(line2 ? { address2: line2.slice(0, 80) } : {}),
    city: city.slice(0, 50),
    ...(state ? { state: state.slice(0, 30) } : {}),
    ...(postalCode ? { postalCode: postalCode.slice(0, 15) } : {}),
    countryCode: country,
  };
}

function customerOf(customer: ChargeCustomer | undefined) {
  const { email, phoneNumber, ipAddress } = customer ?? {};
  const phone = phoneNumber?.replace(/\D/g, "");
  const found = {
    ...(email && email.length <= 128 ? { email } : {}),
    ...(phone && phone.length >= 4 && phone.length <= 20 ? { phone } : {}),
    ...(ipAddress ? { ipAddress } : {}),
  };
  return Object.keys(found).length > 0 ? { customer: found } : {};
}

/** The text on the statement: up to 24 letters, digits, spaces and `,.-/`. */
function narrative(descriptor: string): string {
  const plain = descriptor.replace(/[^a-zA-Z0-9 ,./-]+/g, " ").replace(/ +/g, " ");
  return plain.trim().slice(0, 24);
}
