import type { CustomerData } from "#contract/api/customers";
import type {
  ChargeAddress,
  ChargeAuthentication,
  ChargeCustomer,
  ChargeRequest,
} from "#contract/connectors/processor";
import { readProfile } from "../../../customers/profile/index.ts";
import type { AttemptRecord, CardSecret, IntentRecord } from "../../records.ts";
import type { CardHandle } from "./card-handle.ts";

/** Builds the request with the data that card rules and processors ask for. Omits the data of an erased customer. */
export async function chargeRequest(
  handle: CardHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
): Promise<ChargeRequest> {
  const { card, cvc, deps } = handle;
  const authentication = proofOf(card, attempt);
  const { merchantCategory } = (await deps.operators.get(intent.operatorId)).settings;
  return {
    merchantReference: attempt.paymentId,
    amountMinor: attempt.price.totalMinor,
    currency: intent.currency,
    ...(attempt.price.feesMinor > 0 && { surchargeMinor: attempt.price.feesMinor }),
    card: {
      number: card.number,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      ...(cvc === undefined ? {} : { cvc }),
      ...(card.holderName === undefined ? {} : { holderName: card.holderName }),
      ...(card.postalCode === undefined ? {} : { postalCode: card.postalCode }),
    },
    descriptor: intent.paymentDescriptor,
    ...(merchantCategory !== null && { merchantCategory }),
    ...(card.credentialOnFile && { credentialOnFile: card.credentialOnFile }),
    ...(card.credentialOnFile === "used" &&
      card.networkTransactionId !== undefined && {
        networkTransactionId: card.networkTransactionId,
      }),
    customer: await payingCustomer(deps, intent, card),
    ...(authentication ? { threeDSecure: authentication } : {}),
  };
}

export async function payingCustomer(
  deps: CardHandle["deps"],
  { operatorId, externalCustomerId }: IntentRecord,
  card: CardSecret,
): Promise<ChargeCustomer> {
  const profile = await readProfile(deps, operatorId, externalCustomerId);
  return customerOf(externalCustomerId, card, profile);
}

function customerOf(
  customerId: string,
  { ipAddress, postalCode }: CardSecret,
  profile: CustomerData | undefined,
): ChargeCustomer {
  const billingAddress = billingAddressOf(profile?.address ?? null, postalCode);
  return {
    customerId,
    ...(profile?.email ? { email: profile.email } : {}),
    ...(profile?.phoneNumber ? { phoneNumber: profile.phoneNumber } : {}),
    ...(ipAddress === null ? {} : { ipAddress }),
    ...(billingAddress && { billingAddress }),
  };
}

/** The billing address; absent if the card's postal code shows that the card has another one. */
function billingAddressOf(
  address: CustomerData["address"],
  cardPostalCode: string | undefined,
): ChargeAddress | null {
  if (!address) return null;
  const { line1, line2, city, state, postalCode, country } = address;
  if (!line1 || !city || !country) return null;
  if (cardPostalCode !== undefined && plain(cardPostalCode) !== plain(postalCode ?? ""))
    return null;
  return {
    line1,
    ...(line2 ? { line2 } : {}),
    city,
    ...(state ? { state } : {}),
    ...(postalCode ? { postalCode } : {}),
    country,
  };
}

/** Simplifies a postal code for comparison. US codes count to five digits. */
function plain(postalCode: string): string {
  const code = postalCode.replace(/[\s-]/g, "").toUpperCase();
  return /^\d{9}$/.test(code) ? code.slice(0, 5) : code;
}

/** Proof of authentication for the processor. Null without 3-D Secure. */
function proofOf(
  { authenticationValue }: CardSecret,
  { threeDS }: AttemptRecord,
): ChargeAuthentication | null {
  if (!threeDS?.transStatus || !threeDS.dsTransID) return null;
  const { version, transStatus, dsTransID: dsTransId, eci, challenged } = threeDS;
  return {
    version,
    transStatus,
    dsTransId,
    ...(eci === null ? {} : { eci }),
    ...(authenticationValue === undefined ? {} : { authenticationValue }),
    // A challenge follows only an ARes that asks for one.
    aresTransStatus: challenged ? "C" : transStatus,
    challenged,
  };
}
