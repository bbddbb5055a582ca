import { isIPv4 } from "node:net";
import type { ChargeRequest } from "#contract/connectors/processor";
import { toDecimalText } from "#contract/money";
import { categoryOf } from "../kit/merchant-category.ts";
import type { NmiSettings } from "./nmi-settings.ts";

/** Fields of a request; those without a value are left out. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A sale. NMI derives the ECI from `cardholder_auth`. */
export function chargeFields(request: ChargeRequest, key: string, settings: NmiSettings): Fields {
  const { card, credentialOnFile, currency, surchargeMinor } = request;
  const [firstname, lastname] = namesOf(card.holderName ?? "");
  return {
    type: "sale",
    amount: toDecimalText(request.amountMinor, currency),
    // The surcharge is a part of the amount.
    surcharge: surchargeMinor ? toDecimalText(surchargeMinor, currency) : undefined,
    currency,
    orderid: key,
    payment: "creditcard",
    ccnumber: card.number,
    ccexp: `${String(card.expiryMonth).padStart(2, "0")}${String(card.expiryYear % 100).padStart(2, "0")}`,
    cvv: card.cvc,
    firstname,
    lastname,
    ...customerFields(request),
    descriptor: settings.sendsDescriptor ? descriptorText(request.descriptor) : undefined,
    descriptor_mcc: categoryOf(settings.mcc, request),
    ...credentialFields(credentialOnFile),
    ...authenticationFields(request),
    ...accountFields(settings),
  };
}

/** Fields that sales and refunds share. */
export function accountFields({ processorId, duplicateSeconds }: NmiSettings): Fields {
  return {
    processor_id: processorId,
    dup_seconds: duplicateSeconds === undefined ? undefined : String(duplicateSeconds),
  };
}

/** NMI documents only two-letter states and IPv4 addresses. */
function customerFields({ card, customer }: ChargeRequest): Fields {
  const { email, phoneNumber, ipAddress = "", billingAddress } = customer ?? {};
  const { line1, line2, city, state = "", postalCode, country } = billingAddress ?? {};
  return {
    address1: line1?.slice(0, 100),
    address2: line2?.slice(0, 100),
    city: city?.slice(0, 50),
    state: /^[A-Z]{2}$/.test(state) ? state : undefined,
    zip: card.postalCode ?? postalCode,
    country,
    phone: phoneNumber,
    email,
    ipaddress: isIPv4(ipAddress) ? ipAddress : undefined,
  };
}

/**
 * The customer is present in both cases. `initial_transaction_id` is for charges without the customer and means NMI's
 * own id, so we do not send the network's id of the first payment.
 */
function credentialFields(use: ChargeRequest["credentialOnFile"]): Fields {
  return use ? { initiated_by: "customer", stored_credential_indicator: use } : {};
}

/** The fields of an authentication. Without an authentication value there is no proof to send. */
function authenticationFields({ threeDSecure }: ChargeRequest): Fields {
  const states: Readonly<Record<string, string>> = { Y: "verified", A: "attempted" };
  const state = threeDSecure && states[threeDSecure.transStatus];
  if (!state || !threeDSecure.authenticationValue) return {};
  return {
    cardholder_auth: state,
    cavv: threeDSecure.authenticationValue,
    three_ds_version: threeDSecure.version,
    directory_server_id: threeDSecure.dsTransId,
  };
}

/** The last word counts as the last name. */
function namesOf(holderName: string): readonly [string | undefined, string | undefined] {
  const words = holderName
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  const last = words.pop();
  return [words.join(" ").slice(0, 50) || undefined, last?.slice(0, 50)];
}

function descriptorText(descriptor: string): string | undefined {
  const plain = descriptor.replace(/[^a-zA-Z0-9 .,*&'-]+/g, " ").replace(/ +/g, " ");
  return plain.trim().slice(0, 22) || undefined;
}
