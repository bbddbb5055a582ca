import { createHmac } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";

/** The application's access id. */
export const accessId = "TesseraSandbox01";

/** The signed fields of an establish request, in Trustly's order. */
const order =
  "accessId merchantId description currency amount displayAmount minimumBalance merchantReference paymentType timeZone " +
  "customer.customerId customer.externalId customer.name customer.vip customer.taxId customer.address.address1 " +
  "customer.address.address2 customer.address.city customer.address.state customer.address.zip " +
  "customer.address.country customer.phone customer.email customer.dateOfBirth transactionId";

function memberOf(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (found, name) => (found as Record<string, unknown> | undefined)?.[name],
      value,
    );
}

function sign(text: string): string {
  return createHmac("sha1", sandboxCredentials.trustly).update(text).digest("base64");
}

export function isSignedRequest(request: object): boolean {
  const parts = order.split(" ").flatMap((path) => {
    const value = memberOf(request, path);
    return value === undefined || value === null ? [] : [`${path}=${String(value)}`];
  });
  return memberOf(request, "requestSignature") === sign(parts.join("&"));
}

/** The address that the customer returns to. Trustly adds parameters with the outcome and signs the whole address. */
export function signedReturn(returnUrl: string, added: Readonly<Record<string, string>>): string {
  const back = new URL(returnUrl);
  for (const [name, value] of Object.entries(added)) back.searchParams.set(name, value);
  // In Trustly's example, the parameter after the signature is not signed either.
  return `${back.href}&requestSignature=${encodeURIComponent(sign(back.href))}&instantPayoutAvail=false`;
}

/** The headers of an event with this body. */
export function eventHeaders(body: string): Record<string, string> {
  const decoded = decodeURIComponent(body.replaceAll("+", " "));
  const credentials = Buffer.from(`${accessId}:${sign(decoded)}`).toString("base64");
  return {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${credentials}`,
  };
}

export function isOurApplication(headers: Readonly<Record<string, string | undefined>>): boolean {
  const expected = Buffer.from(`${accessId}:${sandboxCredentials.trustly}`).toString("base64");
  return headers["authorization"] === `Basic ${expected}`;
}
