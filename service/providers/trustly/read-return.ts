import { isSameSecret } from "../../platform/secrets/hash-secret.ts";
import { status } from "./trustly-responses.ts";
import type { TrustlySettings } from "./trustly-settings.ts";
import { signaturesOf } from "./trustly-signature.ts";

/** The transaction that a return must belong to. */
interface ExpectedTransaction {
  readonly transactionId: string;
  readonly merchantReference: string;
}

const parameter = "requestSignature=";

/**
 * Why a return does not prove that this browser was on Trustly's page when the customer agreed; null if it does.
 * Trustly signs the address that it redirects to, and only that browser gets it. Without this proof, a person could
 * start a transaction, have somebody else agree, and open the return address first.
 *
 * Older versions of Trustly's API sign the query only, newer ones the whole address. The example in Trustly's
 * documentation has a parameter after the signature that is not signed, and nothing that is encoded, so all readings
 * count. Only what is signed is read.
 */
export function returnProblem(
  { accessKey }: Pick<TrustlySettings, "accessKey">,
  callbackUrl: URL,
  { transactionId, merchantReference }: ExpectedTransaction,
): string | null {
  const parts = callbackUrl.search.slice(1).split("&");
  const at = parts.findIndex((part) => part.startsWith(parameter));
  const signature = decoded(parts[at]?.slice(parameter.length) ?? "");
  if (at === -1 || signature === null) return "not_signed";
  const place = `${callbackUrl.origin}${callbackUrl.pathname}?`;
  const texts = (query: string) =>
    [query, place + query].flatMap((text) => [text, decoded(text) ?? text]);
  const readings = [parts.slice(0, at), parts.filter((_, index) => index !== at)];
  const signed = readings
    .map((reading) => reading.join("&"))
    .find((query) =>
      signaturesOf(accessKey, signature, texts(query)).some((each) =>
        isSameSecret(signature, each),
      ),
    );
  if (signed === undefined) return "forged";
  const fields = new URLSearchParams(signed);
  const isOurs =
    isOnly(fields, "transactionId", transactionId) &&
    isOnly(fields, "merchantReference", merchantReference);
  if (!isOurs) return "of_another";
  return isOnly(fields, "status", status.authorised) ? null : "not_authorised";
}

function isOnly(fields: URLSearchParams, name: string, value: string): boolean {
  const all = fields.getAll(name);
  return all.length === 1 && all[0] === value;
}

/** A plus sign stands for itself, as in a signature. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
