import { createHmac } from "node:crypto";

/** Signed fields, in Trustly's order. Those that a request lacks are left out. */
const signedFields = [
  ["accessId", "merchantId", "description", "currency", "amount", "displayAmount"],
  ["minimumBalance", "merchantReference", "paymentType", "timeZone"],
  [
    "startDate",
    "endDate",
    "frequency",
    "frequencyUnit",
    "frequencyUnitType",
    "recurringAmount",
    "automaticCapture",
  ].map((name) => `recurrence.${name}`),
  ["verification.status", "verification.verifyCustomer"],
  [
    ...["customerId", "externalId", "name", "vip", "taxId"],
    ...["driverLicense.number", "driverLicense.state"],
    ...["address1", "address2", "city", "state", "zip", "country"].map((name) => `address.${name}`),
    ...["phone", "email", "balance", "currency", "enrollDate", "dateOfBirth"],
  ].map((name) => `customer.${name}`),
  ["nameOnAccount", "name", "type", "profile", "accountNumber", "routingNumber"].map(
    (name) => `account.${name}`,
  ),
  ["transactionId"],
].flat();

/** Signs an establish request: base64 of HMAC-SHA1 over its fields, as a query that is not encoded. */
export function requestSignature(accessKey: string, request: object): string {
  const values = new Map(leavesOf(request, ""));
  const signed = signedFields.flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return hmac("sha1", accessKey, signed.join("&"));
}

function leavesOf(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([name, member]): [string, string][] =>
    typeof member === "object" && member !== null
      ? leavesOf(member, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(member)]],
  );
}

/** Trustly's names of algorithms before a signature; without one it is SHA-1. */
const algorithms = { HmacSHA1: "sha1", HmacSHA512: "sha512" } as const;

/**
 * The signatures that a notice with this body may have. They cover the decoded text. Trustly does not document whether
 * a plus sign means a space there, so both are valid. None if the text cannot be decoded.
 */
export function noticeSignatures(accessKey: string, signature: string, body: string): string[] {
  const texts = new Set([decoded(body), decoded(body.replaceAll("+", " "))]);
  return signaturesOf(
    accessKey,
    signature,
    [...texts].filter((text) => text !== null),
  );
}

/** The signatures that these texts have with the algorithm that `signature` names. None if it is unknown. */
export function signaturesOf(
  accessKey: string,
  signature: string,
  texts: readonly string[],
): string[] {
  const name = /^([A-Za-z0-9]{1,20}):/.exec(signature)?.[1];
  const algorithm = name === undefined ? "sha1" : algorithms[name as keyof typeof algorithms];
  if (algorithm === undefined) return [];
  return texts.map((text) => {
    const digest = hmac(algorithm, accessKey, text);
    return name === undefined ? digest : `${name}:${digest}`;
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function hmac(algorithm: "sha1" | "sha512", key: string, text: string): string {
  return createHmac(algorithm, key).update(text).digest("base64");
}
