import { type AReq, aReq } from "#contract/connectors/three-ds";
import { isLuhnValid } from "../catalogue/luhn.ts";

/** An AReq's refusal, with EMV's error codes. */
export interface AReqRefusal {
  errorCode: "101" | "102" | "201" | "203";
  errorDescription: string;
  errorDetail: string;
}

export type ReadAReq = { ok: true; areq: AReq } | { ok: false; refusal: AReqRefusal };

const isUrl = (text: string): boolean =>
  text.length <= 2048 && /^https?:\/\//.test(text) && URL.canParse(text);
const fits = (pattern: RegExp) => (text: string) => pattern.test(text);

/** Formats of EMV 3DS 2.2, table A.1, for a browser payment. */
const formats: Partial<Record<keyof AReq, (text: string) => boolean>> = {
  acctNumber: (text) => /^\d{13,19}$/.test(text) && isLuhnValid(text),
  cardExpiryDate: fits(/^\d{2}(0[1-9]|1[0-2])$/),
  cardholderName: fits(/^.{2,45}$/),
  billAddrPostCode: fits(/^.{1,16}$/),
  purchaseAmount: fits(/^\d{1,48}$/),
  purchaseCurrency: fits(/^\d{3}$/),
  purchaseExponent: fits(/^\d$/),
  purchaseDate: fits(/^\d{14}$/),
  acquirerBIN: fits(/^.{1,11}$/),
  acquirerMerchantID: fits(/^.{1,35}$/),
  mcc: fits(/^\d{4}$/),
  merchantCountryCode: fits(/^\d{3}$/),
  merchantName: fits(/^.{1,40}$/),
  notificationURL: (text) => isUrl(text) && text.length <= 256,
  threeDSServerURL: isUrl,
  threeDSServerRefNumber: fits(/^.{1,32}$/),
  threeDSServerOperatorID: fits(/^.{1,32}$/),
  threeDSRequestorID: fits(/^.{1,35}$/),
  threeDSRequestorName: fits(/^.{1,40}$/),
  threeDSRequestorURL: isUrl,
  threeDSRequestorChallengeInd: fits(/^0[1-9]$/),
  browserAcceptHeader: fits(/^.{1,2048}$/),
  browserIP: fits(/^[0-9a-fA-F.:]{2,45}$/),
  browserLanguage: fits(/^[A-Za-z0-9-]{1,8}$/),
  browserColorDepth: fits(/^(1|4|8|15|16|24|32|48)$/),
  browserScreenHeight: fits(/^\d{1,6}$/),
  browserScreenWidth: fits(/^\d{1,6}$/),
  browserTZ: fits(/^[+-]?\d{1,4}$/),
  browserUserAgent: fits(/^.{1,2048}$/),
};

/** Parses an AReq as strictly as a directory server, and names what is wrong. */
export function readAReq(body: string): ReadAReq {
  return checkAReq(parseJson(body), ["2.1.0", "2.2.0"]);
}

/** Checks an AReq of one of these versions as a directory server does. */
export function checkAReq(message: unknown, versions: readonly string[]): ReadAReq {
  if (!isRecord(message) || message["messageType"] !== "AReq") {
    return refuse("101", "The message is not an AReq.", "messageType");
  }
  const version = message["messageVersion"];
  if (!versions.includes(String(version))) {
    return refuse("102", "The message version is not supported.", String(version));
  }
  const parsed = aReq.safeParse(message);
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    const missing = fields.filter((field) => message[field] === undefined);
    return missing.length > 0
      ? refuse("201", "A required field is missing.", missing.join(","))
      : refuse("203", "A field has the wrong format.", fields.join(","));
  }
  const areq = parsed.data;
  const malformed = Object.entries(formats)
    .filter(([field, isWellFormed]) => {
      const value = areq[field as keyof AReq];
      return typeof value === "string" && !isWellFormed(value);
    })
    .map(([field]) => field);
  return malformed.length > 0
    ? refuse("203", "A field has the wrong format.", malformed.join(","))
    : { ok: true, areq };
}

function refuse(
  errorCode: AReqRefusal["errorCode"],
  errorDescription: string,
  errorDetail: string,
): ReadAReq {
  return { ok: false, refusal: { errorCode, errorDescription, errorDetail } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
