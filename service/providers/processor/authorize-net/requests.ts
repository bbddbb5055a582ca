/**
 * Requests to Authorize.Net. It translates their JSON to XML, so fields must be in the order of the XML schema. Every
 * literal here follows that order.
 */
import { isIPv4 } from "node:net";
import type { ChargeRequest } from "#contract/connectors/processor";
import { toDecimalText } from "#contract/money";
import type { AuthorizeNetSettings } from "./authorize-net-settings.ts";

/** Characters of `refId` and `invoiceNumber`. */
export const referenceLength = 20;

/** The schemes' ECIs; Authorize.Net omits the leading zero. */
const indicators: Readonly<Record<string, string>> = {
  "00": "0",
  "01": "1",
  "02": "2",
  "05": "5",
  "06": "6",
  "07": "7",
};

/** A sale: authorized and captured in one request, never in part. */
export function saleRequest(
  request: ChargeRequest,
  reference: string,
  { duplicateSeconds, sendsDescriptor }: AuthorizeNetSettings,
) {
  const { card, customer, amountMinor, currency, credentialOnFile, surchargeMinor } = request;
  const { email = "", ipAddress = "" } = customer ?? {};
  const descriptor = sendsDescriptor ? descriptorText(request.descriptor) : "";
  return {
    transactionType: "authCaptureTransaction",
    amount: toDecimalText(amountMinor, currency),
    currencyCode: currency,
    payment: {
      creditCard: {
        cardNumber: card.number,
        expirationDate: `${card.expiryYear}-${String(card.expiryMonth).padStart(2, "0")}`,
        ...(card.cvc === undefined ? {} : { cardCode: card.cvc }),
      },
    },
    order: { invoiceNumber: reference },
    ...(email !== "" && email.length <= 255 ? { customer: { email } } : {}),
    ...billTo(request),
    ...(isIPv4(ipAddress) ? { customerIP: ipAddress } : {}),
    ...authentication(request),
    transactionSettings: {
      setting: [
        { settingName: "allowPartialAuth", settingValue: "false" },
        ...(duplicateSeconds === undefined
          ? []
          : [{ settingName: "duplicateWindow", settingValue: String(duplicateSeconds) }]),
      ],
    },
    // `amount` includes the surcharge.
    ...(surchargeMinor ? { surcharge: { amount: toDecimalText(surchargeMinor, currency) } } : {}),
    ...(descriptor === "" ? {} : { merchantDescriptor: descriptor }),
    ...(credentialOnFile && { processingOptions: storedCredential[credentialOnFile] }),
  };
}

/**
 * The customer is present in both cases. The network's id of an earlier payment (`originalNetworkTransId`) is for
 * charges without the customer.
 */
const storedCredential = {
  stored: { isFirstSubsequentAuth: "true" },
  used: { isStoredCredentials: "true" },
} as const;

/** Voids a transaction that has not settled. */
export function voidRequest(transId: string) {
  return { transactionType: "voidTransaction", refTransId: transId };
}

/** Refunds a settled transaction. `cardNumber` is the last four digits. */
export function refundRequest(
  transId: string,
  {
    amountMinor,
    currency,
    cardNumber,
    reference,
  }: {
    readonly amountMinor: number;
    readonly currency: string;
    readonly cardNumber: string;
    readonly reference: string;
  },
) {
  return {
    transactionType: "refundTransaction",
    amount: toDecimalText(amountMinor, currency),
    currencyCode: currency,
    payment: { creditCard: { cardNumber, expirationDate: "XXXX" } },
    refTransId: transId,
    order: { invoiceNumber: reference },
  };
}

function billTo({ card, customer }: ChargeRequest) {
  const { holderName = "" } = card;
  const { phoneNumber, billingAddress } = customer ?? {};
  const { line1, line2, city, state, country } = billingAddress ?? {};
  const address = [line1, line2].filter(Boolean).join(", ");
  const zip = card.postalCode ?? billingAddress?.postalCode;
  const words = holderName
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  const last = words.pop();
  const fields = {
    ...(words.length > 0 ? { firstName: words.join(" ").slice(0, 50) } : {}),
    ...(last ? { lastName: last.slice(0, 50) } : {}),
    ...(address ? { address: address.slice(0, 60) } : {}),
    ...(city ? { city: city.slice(0, 40) } : {}),
    ...(state ? { state: state.slice(0, 40) } : {}),
    ...(zip ? { zip: zip.slice(0, 20) } : {}),
    ...(country ? { country } : {}),
    ...(phoneNumber ? { phoneNumber: phoneNumber.slice(0, 25) } : {}),
  };
  return Object.keys(fields).length > 0 ? { billTo: fields } : {};
}

/** Authorize.Net has no field for the version or the directory server's id. */
function authentication({ threeDSecure }: ChargeRequest) {
  const indicator = indicators[threeDSecure?.eci ?? ""];
  const value = threeDSecure?.authenticationValue;
  if (indicator === undefined || !value) return {};
  return {
    cardholderAuthentication: {
      authenticationIndicator: indicator,
      cardholderAuthenticationValue: value,
    },
  };
}

function descriptorText(descriptor: string): string {
  const plain = descriptor.replace(/[^a-zA-Z0-9 .,*&'-]+/g, " ").replace(/ +/g, " ");
  return plain.trim().slice(0, 22);
}
