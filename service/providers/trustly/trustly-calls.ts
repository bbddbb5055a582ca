import type { Call } from "../kit/exchange.ts";
import type { TrustlySettings } from "./trustly-settings.ts";

/** A payment's lists are short; one response may describe the bank at length. */
const maxBytes = 512 * 1024;

/** The calls of an application at Trustly, each with a deadline. */
export function trustlyCalls({ accessId, accessKey }: TrustlySettings) {
  const headers = {
    accept: "application/json",
    authorization: `Basic ${Buffer.from(`${accessId}:${accessKey}`).toString("base64")}`,
  };
  return {
    get: (path: string, deadlineMs: number): Call => ({
      method: "GET",
      path,
      headers,
      deadlineMs,
      maxBytes,
    }),
    /** The payments API reads forms. */
    postForm: (path: string, fields: Record<string, string>, deadlineMs: number): Call => ({
      method: "POST",
      path,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
      deadlineMs,
      maxBytes,
    }),
    postJson: (path: string, body: object, deadlineMs: number): Call => ({
      method: "POST",
      path,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      deadlineMs,
      maxBytes,
    }),
  };
}
