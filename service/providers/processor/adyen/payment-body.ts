import type {
  ChargeAddress,
  ChargeAuthentication,
  ChargeCustomer,
  ChargeRequest,
} from "#contract/connectors/processor";
import { categoryOf } from "../kit/merchant-category.ts";
import { shortReference } from "../kit/short-reference.ts";
import type { AdyenSettings } from "./adyen-settings.ts";

/** Results of a challenge that Adyen accepts. */
const challengeResults = new Set(["Y", "N", "U", "A"]);

/**
 * Body of `POST /payments`. `returnUrl` is required but never used: Adyen must not start its own 3-D Secure. The
 * capture follows the authorization at once.
 */
export function paymentBody(
  request: ChargeRequest,
  reference: string,
  { merchantAccount, mcc }: AdyenSettings,
  returnUrl: string,
) {
  const { card, amountMinor: value, currency, surchargeMinor, customer } = request;
  const isLater = request.credentialOnFile === "used";
  const statement = statementOf(request.descriptor);
  const category = categoryOf(mcc, request);
  return {
    amount: { currency, value },
    merchantAccount,
    reference,
    returnUrl,
    paymentMethod: {
      type: "scheme",
      number: card.number,
      expiryMonth: String(card.expiryMonth).padStart(2, "0"),
      expiryYear: String(card.expiryYear),
      ...(card.cvc === undefined ? {} : { cvc: card.cvc }),
      ...(card.holderName ? { holderName: card.holderName.slice(0, 255) } : {}),
      ...(isLater && request.networkTransactionId !== undefined
        ? { networkPaymentReference: request.networkTransactionId }
        : {}),
    },
    authenticationData: { attemptAuthentication: "never" },
    ...(request.threeDSecure && { mpiData: authenticationOf(request.threeDSecure) }),
    shopperInteraction: isLater ? "ContAuth" : "Ecommerce",
    ...(request.credentialOnFile && {
      recurringProcessingModel: "CardOnFile",
      // Required with a stored card, and must not identify a person.
      shopperReference: shortReference(customer?.customerId ?? reference, 32),
    }),
    ...(statement ? { shopperStatement: statement } : {}),
    captureDelayHours: 0,
    ...(category === undefined ? {} : { mcc: category }),
    ...(surchargeMinor ? { surcharge: { value: surchargeMinor } } : {}),
    ...customerOf(customer),
  };
}

/** Adyen wants the status before the challenge, and the one after it only if there was one. */
function authenticationOf(authentication: ChargeAuthentication) {
  const { transStatus, aresTransStatus, challenged } = authentication;
  const { version, eci, authenticationValue, dsTransId } = authentication;
  return {
    directoryResponse: aresTransStatus ?? transStatus,
    ...(challenged && challengeResults.has(transStatus)
      ? { authenticationResponse: transStatus }
      : {}),
    ...(authenticationValue === undefined ? {} : { cavv: authenticationValue }),
    ...(eci === undefined ? {} : { eci }),
    dsTransID: dsTransId,
    threeDSVersion: version,
  };
}

function customerOf(customer: ChargeCustomer | undefined) {
  const { email, phoneNumber, ipAddress } = customer ?? {};
  const billingAddress = addressOf(customer?.billingAddress);
  return {
    ...(email && email.length <= 256 ? { shopperEmail: email } : {}),
    ...(phoneNumber ? { telephoneNumber: phoneNumber } : {}),
    ...(ipAddress ? { shopperIP: ipAddress } : {}),
    ...(billingAddress && { billingAddress }),
  };
}

/** Adyen wants the house number separately. Undefined if the address lacks it or is incomplete. */
function addressOf(address: ChargeAddress | undefined) {
  if (!address?.postalCode) return undefined;
  const { line1, city, state, postalCode, country } = address;
  const [, before, after] = /^(\d\S*)\s+(.+)$/.exec(line1) ?? [];
  const [, street, last] = /^(.+?)\s+(\d\S*)$/.exec(line1) ?? [];
  const houseNumberOrName = before ?? last;
  if (!houseNumberOrName) return undefined;
  return {
    street: after ?? street ?? line1,
    houseNumberOrName,
    city,
    postalCode: country === "US" ? postalCode.slice(0, 5) : postalCode.slice(0, 10),
    country,
    ...(state && state.length <= 3 ? { stateOrProvince: state } : {}),
  };
}

/** The text on the statement: up to 22 letters, digits, spaces and `.,'_-?+*` and `/`. */
function statementOf(descriptor: string): string {
  const plain = descriptor.replace(/[^a-zA-Z0-9 .,'_\-?+*/]+/g, " ").replace(/ +/g, " ");
  return plain.trim().slice(0, 22).trim();
}
