import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret } from "../../platform/secrets/hash-secret.ts";
import type { TrustlySettings } from "./trustly-settings.ts";
import { noticeSignatures } from "./trustly-signature.ts";

/** A valid event of Trustly. */
interface TrustlyNotice {
  /** The same each time that Trustly sends the event. */
  readonly signature: string;
  readonly eventType: string;
  readonly transactionId: string;
  /** Our reference of the transaction; empty if it has none. */
  readonly merchantReference: string;
  /** Half of the customer's authorization. Only the authorization's event has it, once. */
  readonly splitToken: string | undefined;
}

const longestToken = 4_096;

/**
 * Reads an event notification: a form, signed in the password of HTTP Basic. Its time is not worth checking: a repeated
 * event only makes another look-up due.
 */
export function readTrustlyNotice(
  { accessId, accessKey, merchantId }: TrustlySettings,
  { rawBody, headers }: { readonly rawBody: Buffer; readonly headers: IncomingHttpHeaders },
): TrustlyNotice | "forged" | "malformed" | "of_another" {
  const body = rawBody.toString("utf8");
  const basic = /^Basic ([A-Za-z0-9+/=]{1,600})$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  const [, user = "", given = ""] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(basic, "base64").toString("utf8")) ?? [];
  const isOurUser = isSameSecret(user, accessId);
  const isSigned = noticeSignatures(accessKey, given, body).some((noticeSignature) =>
    isSameSecret(given, noticeSignature),
  );
  if (!isOurUser || !isSigned) return "forged";
  const form = new URLSearchParams(body);
  // The signature covers the decoded text, in which one field can hide in another.
  if (new Set(form.keys()).size !== [...form.keys()].length) return "malformed";
  const field = (name: string) => form.get(name) ?? "";
  const transactionId = field("objectId");
  const eventType = field("eventType");
  if (!/^[!-~]{1,64}$/.test(transactionId) || !/^[A-Za-z ]{1,40}$/.test(eventType)) {
    return "malformed";
  }
  if (field("merchantId") !== merchantId || !/^transaction$/i.test(field("objectType"))) {
    return "of_another";
  }
  const splitToken = form.get("splitToken");
  return {
    signature: given,
    eventType,
    transactionId,
    merchantReference: field("merchantReference").slice(0, 100),
    splitToken: splitToken && splitToken.length <= longestToken ? splitToken : undefined,
  };
}
